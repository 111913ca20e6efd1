"""Facets: the properties by which incidents are filtered, counted and listed. This module has the one table of them.

:class:`FacetFilter` is the table. A field of it is a parameter of every query and of the API, a value that is stored
with each incident, a filter in SQL and a list in the web interface. To add a facet, add a field with its
:class:`Facet`, and a label among those of the web interface.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from tollbook.model import Claim, Place, Record, Report, When
from tollbook.record import Incident

#: The values of an incident for each facet, by the name of the facet.
FacetValues = Mapping[str, frozenset[str]]


class FacetSource(NamedTuple):
    """The source of facet values: an incident, and the claims and outlets of its reports in force."""

    incident: Incident
    claims: Sequence[Claim]
    outlets: Sequence[str | None]


class Facet(NamedTuple):
    """How the values of a facet are computed; empty ones are ignored. ``has_page``: each value has its own page."""

    values: Callable[[FacetSource], Iterable[str | None]]
    has_page: bool = False


class Flag(NamedTuple):
    """A value of the facet ``flag``: its name, and whether it applies to an incident."""

    name: str
    applies: Callable[[Incident], bool]


def _is_contested(incident: Incident) -> bool:
    return any(figure.status == "contested" for figure in incident.figures.values())


def _has_single_source(incident: Incident) -> bool:
    figures = incident.figures.values()
    return bool(figures) and all(figure.independent_sources < 2 for figure in figures)


def informant(claim: Claim) -> str | None:
    """The name of the original informant of a claim; None if only the outlet speaks."""
    first = claim.speakers[0] if claim.speakers else None
    return first.name if first is not None and first.role != "outlet" else None


class FacetFilter(Record, frozen=True, kw_only=True):
    """The facets, in the order of the web interface. A field holds the value that incidents must have; None is any.

    ``status`` is that of the casualties (civilian, combatant, police).
    """

    kind: Annotated[str | None, Facet(lambda source: [source.incident.kind])] = None
    country: Annotated[str | None, Facet(lambda s: [place.country_name] if (place := s.incident.place) else [])] = None
    place: Annotated[
        str | None, Facet(lambda s: [place.name] if (place := s.incident.place) else [], has_page=True)
    ] = None
    perpetrator: Annotated[str | None, Facet(lambda s: [each.name for each in s.incident.perpetrators])] = None
    site: Annotated[str | None, Facet(lambda s: [site.kind for site in s.incident.sites])] = None
    status: Annotated[
        str | None, Facet(lambda s: [each.status for each in s.incident.victims if each.status != "unknown"])
    ] = None
    speaker: Annotated[str | None, Facet(lambda s: map(informant, s.claims), has_page=True)] = None
    outlet: Annotated[str | None, Facet(lambda s: s.outlets, has_page=True)] = None
    contested: Annotated[bool, Flag("contested", _is_contested)] = False
    single_source: Annotated[bool, Flag("single source", _has_single_source)] = False
    described: Annotated[bool, Flag("described", lambda incident: not incident.in_passing)] = False
    needs_person: Annotated[bool, Flag("needs a person", lambda incident: bool(incident.questions))] = False


def _rows(kind: type[Any]) -> dict[str, Any]:
    """The :class:`Facet` or :class:`Flag` of each field that has one, by the name of the field."""
    hints = get_type_hints(FacetFilter, include_extras=True).items()
    return {name: row for name, hint in hints for row in get_args(hint)[1:] if isinstance(row, kind)}


#: Facets to filter by one value, by the name of their field.
CHOICES: Mapping[str, Facet] = _rows(Facet)
#: Flags, by the name of their field.
FLAGS: Mapping[str, Flag] = _rows(Flag)
#: All facets that are counted. Days are filtered by a range.
FACETS = ("day", *CHOICES, "flag")


class Spot(Record, frozen=True, kw_only=True):
    """A point on the map with the number of incidents there; ``precision`` as in ``Place``."""

    name: str
    lat: float
    lon: float
    precision: int | None
    incidents: int


def facet_values(incident: Incident, claims: Iterable[Claim], reports: Mapping[str, Report]) -> FacetValues:
    """The values of an incident for each facet, and its point on the map as ``spot``."""
    outlets = [reports[link.id].outlet for link in incident.reports if link.id in reports]
    source = FacetSource(incident, _claims_in_force(incident, claims), outlets)
    spot = spot_value(incident.place)
    return {
        "day": frozenset({days(incident.when)}),
        "spot": frozenset({spot} if spot else ()),
        "flag": frozenset(flag.name for flag in FLAGS.values() if flag.applies(incident)),
        **{name: frozenset(value for value in facet.values(source) if value) for name, facet in CHOICES.items()},
    }


def searchable_text(incident: Incident, claims: Iterable[Claim]) -> str:
    """The text for a search for words: the words of the record and of its claims, case folded."""
    parts = [incident.title, incident.kind, incident.place.name if incident.place else ""]
    parts += [v.name or v.description for v in incident.victims] + [p.name for p in incident.perpetrators]
    parts += [site.name for site in incident.sites] + [claim.quote for claim in _claims_in_force(incident, claims)]
    return "\n".join(dict.fromkeys(parts)).casefold()


def _claims_in_force(incident: Incident, claims: Iterable[Claim]) -> list[Claim]:
    """The claims of the incident's reports, without claims that are only in a superseded edition."""
    in_force = {link.id for link in incident.reports}
    return [claim for claim in claims if claim.report in in_force]


def days(when: When | None) -> str:
    """The days of a time as one value: ``2021-10-05``, ``2021-10-01/2021-10-31``, or empty if unknown."""
    if when is None or when.start is None:
        return ""
    return str(when.start) if when.end in {None, when.start} else f"{when.start}/{when.end}"


def spot_value(place: Place | None) -> str | None:
    """A point on the map as one facet value, so that it is stored and counted like any other."""
    if place is None or place.lat is None or place.lon is None:
        return None
    return f"{place.lat}|{place.lon}|{place.precision or ''}|{place.name}"


def spot_of(value: str, incidents: int) -> Spot:
    """The point that :func:`spot_value` encoded, with a number of incidents."""
    lat, lon, precision, name = value.split("|", 3)
    where = int(precision) if precision else None
    return Spot(name=name, lat=float(lat), lon=float(lon), precision=where, incidents=incidents)
