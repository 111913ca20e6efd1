"""What incidents are found by, and how those found divide: by place, day, kind, speaker, outlet and the rest."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tollbook.model import Claim, Place, Record, Report, When
from tollbook.record import Incident

#: What incidents divide by. ``status`` is that of the people harmed (civilian, combatant, police).
FACETS = ("day", "country", "place", "kind", "perpetrator", "site", "status", "speaker", "outlet", "flag")
#: The values of the facet ``flag``, each also a field of :class:`Query`.
FLAGS = ("contested", "single source", "needs a person")
Facets = Mapping[str, frozenset[str]]


class Spot(Record, frozen=True, kw_only=True):
    """A place on the map with how many of the incidents found are there; ``precision`` as in ``Place``."""

    name: str
    lat: float
    lon: float
    precision: int | None
    incidents: int


def facets_of(incident: Incident, claims: Iterable[Claim], reports: Mapping[str, Report]) -> Facets:
    """What an incident is found by: the values of each facet."""
    place = incident.place
    told_by = {reports[link.id].outlet for link in incident.reports if link.id in reports}
    return {
        "day": frozenset({days(incident.when)}),
        "country": _some(place.country_name if place else None),
        "place": _some(place.name if place else None),
        "spot": _some(_spot(place)),
        "kind": frozenset({incident.kind}),
        "perpetrator": frozenset(found.name for found in incident.perpetrators),
        "site": frozenset(site.kind for site in incident.sites),
        "status": frozenset(victim.status for victim in incident.victims if victim.status != "unknown"),
        "speaker": frozenset(name for name in map(informant, _held(incident, claims)) if name),
        "outlet": frozenset(name for name in told_by if name),
        "flag": frozenset(_flags(incident)),
    }


def words_of(incident: Incident, claims: Iterable[Claim]) -> str:
    """What a search for words looks through: the record's own words and those of its claims, case folded."""
    parts = [incident.title, incident.kind, incident.place.name if incident.place else ""]
    parts += [v.name or v.description for v in incident.victims] + [p.name for p in incident.perpetrators]
    parts += [site.name for site in incident.sites] + [claim.quote for claim in _held(incident, claims)]
    return "\n".join(dict.fromkeys(parts)).casefold()


def _held(incident: Incident, claims: Iterable[Claim]) -> list[Claim]:
    """The claims of reports that hold: what a later edition of its page no longer says, nobody is looked for by."""
    told = {link.id for link in incident.reports}
    return [claim for claim in claims if claim.report in told]


def informant(claim: Claim) -> str | None:
    """The name of who is said to have said it first; None where only the outlet speaks."""
    first = claim.speakers[0] if claim.speakers else None
    return first.name if first is not None and first.role != "outlet" else None


def days(when: When | None) -> str:
    """The days of a time as one value: ``2021-10-05``, ``2021-10-01/2021-10-31``, or empty where not known."""
    if when is None or when.start is None:
        return ""
    return str(when.start) if when.end in {None, when.start} else f"{when.start}/{when.end}"


def count_facets(found: Iterable[Facets]) -> dict[str, tuple[tuple[str, int], ...]]:
    """How many have each value of each facet, most frequent first; days in their order."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    for facets in found:
        for name, values in facets.items():
            counts.setdefault(name, Counter()).update(values)
    return {
        name: tuple(sorted(count.items(), key=lambda pair: (0 if name == "day" else -pair[1], pair[0])))
        for name, count in counts.items()
    }


def _spot(place: Place | None) -> str | None:
    """A point on the map as one value, so that it is counted and stored as any other."""
    if place is None or place.lat is None or place.lon is None:
        return None
    return f"{place.lat}|{place.lon}|{place.precision or ''}|{place.name}"


def spot_of(value: str, incidents: int) -> Spot:
    """The point of such a value."""
    lat, lon, precision, name = value.split("|", 3)
    where = int(precision) if precision else None
    return Spot(name=name, lat=float(lat), lon=float(lon), precision=where, incidents=incidents)


def _flags(incident: Incident) -> Iterable[str]:
    figures = incident.figures.values()
    if any(figure.status == "contested" for figure in figures):
        yield "contested"
    if figures and all(figure.independent_sources < 2 for figure in figures):
        yield "single source"
    if incident.questions:
        yield "needs a person"


def _some(value: str | None) -> frozenset[str]:
    return frozenset({value}) if value else frozenset()
