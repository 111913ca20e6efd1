"""Rows that the R package ``eventreport`` loads: one for each report of each incident, with the numbers it gives.

The columns are those of its data set MAVERICK (version 0.1.2) that a report fills, as its documentation describes them.
``event_id`` groups the rows, and ``aggregateData`` of the package makes one row of each group. An unknown number is
``NA``, the missing value of R. The type of an actor is left to coders.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations

from tollbook.export.cases import ReportedIncident, cases, only_party
from tollbook.export.files import Files
from tollbook.export.listing import Cell, Listing, csv_file
from tollbook.model import Claim, ClaimKind, Report
from tollbook.person import Person, PersonRulings
from tollbook.reconcile.figures import figure
from tollbook.reconcile.person_mentions import victim_mentions
from tollbook.reconcile.persons import PersonMentions, persons
from tollbook.record import Contents, Figure
from tollbook.report_name import publisher_name

COLUMNS = (
    "id", "event_id", "country", "date_start", "date_end", "city", "location", "latitude", "longitude", "geo_precision",
    "actor1", "deaths_best", "deaths_low", "deaths_high", "injuries_best", "injuries_low", "injuries_high", "source",
    "number_of_sources", "unit_of_analysis", "aggregation",
)  # fmt: skip
_MISSING = "NA"
#: ``geo_precision`` by UCDP's ``where_prec``: 1 a country, 2 a part of it, 3 a named place. The documentation names 1,
#: and 6 for the exact street or building; in MAVERICK rows of 2 are of districts and regions, those of 3 of towns. 4 to
#: 6 (quarters, streets) are left to coders, and so is the sea.
_GEO_PRECISION = {1: 3, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
_OUTCOMES: dict[str, ClaimKind] = {"deaths": "killed", "injuries": "injured"}


def files(contents: Contents) -> Files:
    """One CSV file."""
    rows = [_row(case, report) for case in cases(contents) for report in case.reports]
    return {"tollbook-eventreport.csv": csv_file(Listing(columns=COLUMNS, shown=(), rows=rows))}


def _row(case: ReportedIncident, report: Report) -> dict[str, Cell]:
    own = [claim for claim in case.claims if claim.report == report.id]
    people = persons(victim_mentions(own), _one_by_one(case.incident.persons, report))
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
        "geo_precision": _GEO_PRECISION.get(case.place.precision or 0),
        "source": _source(report),
        "number_of_sources": 1,
        "unit_of_analysis": "Event report",
        "aggregation": "None",
    }
    for name, kind in _OUTCOMES.items():
        made = _figure(kind, own, report, people)
        row |= {f"{name}_best": made.best, f"{name}_low": made.low, f"{name}_high": made.high}
    return {column: _MISSING if row.get(column) is None else row[column] for column in COLUMNS}


def _source(report: Report) -> str:
    """A report in the form of sources in MAVERICK: outlet, day and title, so that two reports of one outlet differ.

    The package splits sources at semicolons, so these are replaced inside a source.
    """
    day = f"({report.published})" if report.published else ""
    return " ".join(filter(None, (publisher_name(report), day, report.title))).replace(";", ",")


def _figure(kind: ClaimKind, claims: Sequence[Claim], report: Report, people: Sequence[PersonMentions]) -> Figure:
    """The figure that one report gives, with persons it reports one by one: all its claims are of one source."""
    sources = {claim.id: report.id for claim in claims}
    return figure(kind, _of_kind(claims, kind), {report.id: report}, sources, people=people) or Figure()


def _one_by_one(people: Iterable[Person], report: Report) -> PersonRulings:
    """The persons of one report, from the record, because a release may give all of them the same words for a name."""
    set_of = {each.id: person.id for person in people for each in person.sources if each.report == report.id}
    return PersonRulings(set_of=set_of, apart=frozenset(permutations(set(set_of.values()), 2)))


def _of_kind(claims: Iterable[Claim], kind: ClaimKind) -> list[Claim]:
    return [claim for claim in claims if claim.kind == kind]
