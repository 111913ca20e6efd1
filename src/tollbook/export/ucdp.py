"""Incidents in the columns of UCDP GED, the Georeferenced Event Dataset of the Uppsala Conflict Data Program.

Högbladh (2023), *UCDP GED Codebook version 23.1*, the list of variables. Values that only UCDP can assign (ids of
conflicts, dyads and actors, Gleditsch–Ward numbers) are empty. So is the type of violence: reports seldom say whether
the civilians killed were the target. Columns that begin with ``tollbook_`` follow the 49 of GED.
"""

from math import floor

from tollbook.export.cases import (
    ReportedIncident,
    as_said,
    cases,
    civilians_killed,
    headline,
    only_party,
    outlets,
    year,
)
from tollbook.export.files import Files
from tollbook.export.listing import Cell, Columns, Listing, csv_file, listing
from tollbook.model import When
from tollbook.record import Contents

#: Columns of GED that only UCDP assigns.
_ASSIGNED = frozenset({
    "relid", "active_year", "code_status", "type_of_violence", "conflict_dset_id", "conflict_new_id", "conflict_name",
    "dyad_dset_id", "dyad_new_id", "dyad_name", "side_a_dset_id", "side_a_new_id", "side_b_dset_id", "side_b_new_id",
    "side_b", "adm_2", "country_id", "region", "deaths_a", "deaths_b", "gwnoa", "gwnob",
})  # fmt: skip
#: The 49 columns of version 23.1, in its order.
COLUMNS = (
    "id", "relid", "year", "active_year", "code_status", "type_of_violence", "conflict_dset_id", "conflict_new_id",
    "conflict_name", "dyad_dset_id", "dyad_new_id", "dyad_name", "side_a_dset_id", "side_a_new_id", "side_a",
    "side_b_dset_id", "side_b_new_id", "side_b", "number_of_sources", "source_article", "source_office", "source_date",
    "source_headline", "source_original", "where_prec", "where_coordinates", "where_description", "adm_1", "adm_2",
    "latitude", "longitude", "geom_wkt", "priogrid_gid", "country", "country_id", "region", "event_clarity",
    "date_prec", "date_start", "date_end", "deaths_a", "deaths_b", "deaths_civilians", "deaths_unknown", "best",
    "high", "low", "gwnoa", "gwnob",
)  # fmt: skip


def files(contents: Contents) -> Files:
    """One CSV file with a row for each incident."""
    return {"tollbook-ucdp.csv": csv_file(events(contents))}


def events(contents: Contents) -> Listing:
    """One row for each incident, under the columns of GED and four of Tollbook's."""
    columns = {name: _empty if name in _ASSIGNED else _CELLS[name] for name in COLUMNS}
    return listing({**columns, **_OWN}, cases(contents))


def date_precision(when: When) -> int | None:
    """GED's ``date_prec``: 1 the day, 2 two to six days, 3 a week, 4 up to a month, 5 up to a year; None: not known.

    A day of publication alone is never 1.
    """
    if when.start is None:
        return None
    days = ((when.end or when.start) - when.start).days + 1
    days = max(days, 2) if when.basis == "published" else days
    return next((code for most, code in ((1, 1), (6, 2), (7, 3), (31, 4)) if days <= most), 5)


def priogrid(lat: float | None, lon: float | None) -> int | None:
    """The cell of PRIO-GRID, half a degree wide, counted from the south-west: row by row, 720 in a row."""
    if lat is None or lon is None:
        return None
    row, column = (min(floor((degrees + half) * 2), 4 * half - 1) for degrees, half in ((lat, 90), (lon, 180)))
    return row * 720 + column + 1


def _empty(_: ReportedIncident) -> Cell:
    return None


def _unknown_killed(case: ReportedIncident) -> int | None:
    best = case.killed.best
    return None if best is None else best - (civilians_killed(case) or 0)


def _point(case: ReportedIncident) -> str | None:
    lat, lon = case.place.lat, case.place.lon
    return None if lat is None or lon is None else f"POINT ({lon} {lat})"


def _clarity(case: ReportedIncident) -> int | None:
    """GED's ``event_clarity``: 1 a single event, 2 reports that cover a longer time or a larger area."""
    prec = date_precision(case.when)
    return None if prec is None else 1 if prec <= 2 else 2


_CELLS: Columns[ReportedIncident] = {
    "id": lambda c: c.incident.id,
    "year": year,
    "side_a": only_party,
    "number_of_sources": lambda c: len(c.reports),
    "source_article": lambda c: "; ".join(
        ", ".join(filter(None, (r.outlet, str(r.published or ""), headline(r)))) for r in c.reports
    ),
    "source_office": lambda c: "; ".join(outlets(c)),
    "source_date": lambda c: "; ".join(str(r.published) for r in c.reports if r.published),
    "source_headline": lambda c: "; ".join(headline(r) for r in c.reports),
    "source_original": lambda c: "; ".join(
        dict.fromkeys(s.name for claim in c.claims for s in claim.speakers[:1] if s.name and s.role != "outlet")
    ),
    "where_prec": lambda c: c.place.precision,
    "where_coordinates": lambda c: c.place.name or None,
    "where_description": lambda c: c.place.text or None,
    "adm_1": lambda c: c.place.admin1,
    "latitude": lambda c: c.place.lat,
    "longitude": lambda c: c.place.lon,
    "geom_wkt": _point,
    "priogrid_gid": lambda c: priogrid(c.place.lat, c.place.lon),
    "country": lambda c: c.place.country_name,
    "event_clarity": _clarity,
    "date_prec": lambda c: date_precision(c.when),
    "date_start": lambda c: str(c.when.start) if c.when.start else None,
    "date_end": lambda c: str(c.when.end or c.when.start) if c.when.start else None,
    "deaths_civilians": civilians_killed,
    "deaths_unknown": _unknown_killed,
    "best": lambda c: c.killed.best,
    "high": lambda c: c.killed.high,
    "low": lambda c: c.killed.low,
}
#: Columns that GED lacks: the wording of the number, whether reports agree, and the basis of the day.
_OWN: Columns[ReportedIncident] = {
    "tollbook_killed_as_said": lambda c: as_said(c.incident.figures.get("killed")),
    "tollbook_status": lambda c: c.killed.status if "killed" in c.incident.figures else None,
    "tollbook_independent_sources": lambda c: c.killed.independent_sources if "killed" in c.incident.figures else None,
    "tollbook_day_basis": lambda c: c.when.basis if c.when.start else None,
}
