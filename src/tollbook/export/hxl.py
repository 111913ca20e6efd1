"""Incidents as a table with hashtags of the Humanitarian Exchange Language, HXL 1.1.

The first row has headers for people, the second the hashtags. ``#affected`` has numbers only; their wordings in
reports are in ``#description+said``. Days that are not certain are a first and a last possible day.
"""

from collections.abc import Callable

from tollbook.export.cases import ReportedIncident, as_said, cases, dispute, only_party, outlets
from tollbook.export.files import Files
from tollbook.export.listing import Cell, Columns, Listing, csv_file, listing
from tollbook.model import OUTCOMES
from tollbook.record import Contents, Figure

#: A column: the hashtag with its attributes.
_TAGS = {
    "incident": "#event+id",
    "title": "#event+name",
    "kind": "#event+type",
    "first possible day": "#date+start",
    "last possible day": "#date+end",
    "precision of the days": "#meta+date+precision",
    "place": "#loc+name",
    "admin1": "#adm1+name",
    "country": "#country+name",
    "country code": "#country+code+v_iso2",
    "latitude": "#geo+lat",
    "longitude": "#geo+lon",
    "precision of the place": "#geo+precision+code",
    "held responsible": "#group+responsible+name",
    "killed as said": "#description+said+killed",
    "dispute": "#description+dispute",
    "sources": "#meta+source",
    "urls": "#meta+url",
}
_BOUNDS = {"low": "min", "best": "best", "high": "max"}


def files(contents: Contents) -> Files:
    """One CSV file with a row for each incident, under headers and hashtags."""
    return {"tollbook-hxl.csv": csv_file(events(contents))}


def events(contents: Contents) -> Listing:
    """The row of hashtags, then one row for each incident."""
    table = listing({**_CELLS, **_affected()}, cases(contents))
    return Listing(columns=table.columns, shown=(), rows=[dict(tags()), *table.rows])


def tags() -> dict[str, str]:
    """The hashtag of each column, in the order of the file."""
    numbers = {
        f"{outcome} {bound}": f"#affected+{outcome}+{attribute}"
        for outcome in OUTCOMES
        for bound, attribute in _BOUNDS.items()
    }
    return _TAGS | numbers


def _affected() -> Columns[ReportedIncident]:
    def cell(outcome: str, bound: str) -> Callable[[ReportedIncident], Cell]:
        return lambda case: _bound(case.incident.figures.get(outcome), bound)

    return {f"{outcome} {bound}": cell(outcome, bound) for outcome in OUTCOMES for bound in _BOUNDS}


def _bound(figure: Figure | None, bound: str) -> int | None:
    return None if figure is None else {"low": figure.low, "best": figure.best, "high": figure.high}[bound]


_CELLS: Columns[ReportedIncident] = {
    "incident": lambda c: c.incident.id,
    "title": lambda c: c.incident.title,
    "kind": lambda c: c.incident.kind,
    "first possible day": lambda c: str(c.when.start) if c.when.start else None,
    "last possible day": lambda c: str(c.when.end or c.when.start) if c.when.start else None,
    "precision of the days": lambda c: c.when.precision,
    "place": lambda c: c.place.name,
    "admin1": lambda c: c.place.admin1,
    "country": lambda c: c.place.country_name,
    "country code": lambda c: c.place.country,
    "latitude": lambda c: c.place.lat,
    "longitude": lambda c: c.place.lon,
    "precision of the place": lambda c: c.place.precision,
    "held responsible": only_party,
    "killed as said": lambda c: as_said(c.incident.figures.get("killed")),
    "dispute": dispute,
    "sources": lambda c: "; ".join(outlets(c)),
    "urls": lambda c: " ".join(report.url for report in c.reports if report.url),
}
