"""Rows that the R package ``eventreport`` loads: one for each report of each incident, with the numbers it gives.

The columns are those of its data set MAVERICK (version 0.1.2) that a report fills. ``event_id`` groups the rows, and
``aggregateData`` of the package makes one row of each group. A number that is not known is ``NA``, which R reads as
such. How exactly a place is known and who is an actor of which type is left to coders.
"""

from collections.abc import Iterable, Sequence

from tollbook.export.cases import ReportedIncident, cases, only_party
from tollbook.export.files import Files
from tollbook.export.listing import Cell, Listing, csv_file
from tollbook.model import Claim, ClaimKind, Report
from tollbook.reconcile.figures import figure
from tollbook.record import Contents, Figure
from tollbook.report_name import publisher_name

COLUMNS = (
    "id", "event_id", "country", "date_start", "date_end", "city", "location", "latitude", "longitude", "geo_precision",
    "actor1", "deaths_best", "deaths_low", "deaths_high", "injuries_best", "injuries_low", "injuries_high", "source",
    "number_of_sources", "unit_of_analysis", "aggregation",
)  # fmt: skip
_MISSING = "NA"
_OUTCOMES: dict[str, ClaimKind] = {"deaths": "killed", "injuries": "injured"}


def files(contents: Contents) -> Files:
    """One CSV file."""
    rows = [_row(case, report) for case in cases(contents) for report in case.reports]
    return {"tollbook-eventreport.csv": csv_file(Listing(columns=COLUMNS, shown=(), rows=rows))}


def _row(case: ReportedIncident, report: Report) -> dict[str, Cell]:
    own = [claim for claim in case.claims if claim.report == report.id]
    row: dict[str, Cell] = {
        "id": f"{case.incident.id}/{report.id}",
        "event_id": case.incident.id,
        "country": case.place.country_name,
        "date_start": str(case.when.start) if case.when.start else None,
        "date_end": str(case.when.end) if case.when.end else None,
        "city": case.place.name or None,
        "location": case.place.text or case.place.name or None,
        "latitude": case.place.lat,
        "longitude": case.place.lon,
        "actor1": only_party(case),
        "source": publisher_name(report),
        "number_of_sources": 1,
        "unit_of_analysis": "Event report",
    }
    for name, kind in _OUTCOMES.items():
        made = _figure(kind, own, report)
        row |= {f"{name}_best": made.best, f"{name}_low": made.low, f"{name}_high": made.high}
    return {column: _MISSING if row.get(column) is None else row[column] for column in COLUMNS}


def _figure(kind: ClaimKind, claims: Sequence[Claim], report: Report) -> Figure:
    """The figure that one report gives: all its claims are of one source."""
    return figure(kind, _of_kind(claims, kind), {report.id: report}, {c.id: report.id for c in claims}) or Figure()


def _of_kind(claims: Iterable[Claim], kind: ClaimKind) -> list[Claim]:
    return [claim for claim in claims if claim.kind == kind]
