"""The tables of a spreadsheet export, CSV or workbook: every listing, and a README that explains each column.

The README is in English in every language of the interface, as the headers are: equal books give equal bytes.
"""

from collections.abc import Callable, Mapping

from tollbook.export.detail_tables import DETAILS
from tollbook.export.files import Files
from tollbook.export.listing import Listing, csv_file, listing
from tollbook.export.tables import LISTINGS
from tollbook.model import OUTCOMES
from tollbook.record import Contents

README = "README"
_OUTCOMES: Mapping[str, str] = {outcome: outcome for outcome in OUTCOMES}
_ROW = {
    "reports": "One row for each captured report.",
    "claims": "One row for each thing that a report says, with its exact words. Claims are never merged.",
    "incidents": "One row for each incident, derived from claims. Several sources may contradict each other.",
    "persons": "One row for each person that reports name or describe. Groups and counts are no persons.",
    "tolls": "One row for each value of a running total over a place. A running total is no incident.",
    "series": "One row for each series: incidents at one place on days that follow one another. Nothing is added up.",
    "statements": "One row for what one speaker says about an incident on one day in one stance.",
    "sources": "One row for each informant of an incident. Informants may depend on each other; see the figures.",
    "sites": "One row for each site of an incident.",
}
_BOUNDS = {
    "low": "lowest value; empty: not known, which is not zero",
    "best": "best value, by the rule of this export; empty: no single value",
    "high": "highest value; empty: open or not known",
    "status": "agreed, range, contested, single source or superseded",
    "sources": "number of independent sources",
}
#: The description of a column with the same meaning in every sheet.
_COLUMNS = {
    "id": "id, made from the content; the same in every export",
    "published": "day of publication",
    "outlet": "who published the report",
    "title": "title of the report, or of the incident or series by kind, place and days; a series may be named",
    "claims": "number of claims (reports), or their ids, separated by spaces",
    "url": "address of the report",
    "origin": "where the report was read from",
    "sha256": "hash of the captured bytes",
    "outlet as reported": "name in the report, if somebody settled another name",
    "kind": "kind of claim, incident, total, site or series",
    "figure": "the number as said (“more than 40”, “dozens”), beside its coded bounds",
    "quote": "the exact words, or the sentence they are in",
    "according to": "who says so, original informant first, outlet last",
    "day": "day, or first and last day; see precision",
    "place": "name of the place",
    "scope": "whether the number is of the incident, a part, a running total or a period",
    "stance": "asserts, denies, doubts, estimates, fears …",
    "low": "at least; empty: not said",
    "best": "the value, if the words give one",
    "high": "at most; empty: not said",
    "qualifier": "how the words qualify the number: exactly, at least, about, vague …",
    "words": "the words of the number",
    "people": "the words for the people",
    "first day": "first possible day",
    "last day": "last possible day",
    "precision": "what the day is known to: day, days, week, month, year, unknown",
    "basis": "whether the day is stated, relative to publication, or taken from linked claims",
    "location": "name of the place in the gazetteer",
    "admin1": "first-order division",
    "country": "ISO 3166-1 code of the country",
    "lat": "latitude, WGS 84; a point for an area if where precision is above 1",
    "lon": "longitude, WGS 84; a point for an area if where precision is above 1",
    "geonameid": "id of the place in GeoNames",
    "where precision": "as UCDP GED: 1 exact, 2 within 25 km, 3 district, 4 division, 5 area, 6 country, 7 sea",
    "by": "who is said to have done it",
    "with": "weapons",
    "sites": "what was hit",
    "report": "id of the report",
    "start": "offset of the first character in the text of the report",
    "end": "offset after the last character",
    "incident": "id of the incident",
    "toll": "id of the running total",
    "finder": "the reader that found the claim, with its version",
    "confidence": "how sure the reader is, 0 to 1; empty if that was not measured",
    "speaker as reported": "name in the report, if somebody settled another name",
    "place as reported": "words in the report: a name, a street address or a named site",
    "by as reported": "name in the report",
    "sites as reported": "name in the report",
    "corrected": "fields that somebody corrected",
    "rejected": "yes if somebody rejected the claim",
    "reports": "number of reports, or their ids, separated by spaces",
    "perpetrators": "who is held responsible, with the certainty of the reports",
    "grade": "how well the record is supported",
    "questions": "what a person should look at",
    "address or site": "the street address or the named site of the incident, as most reports with one say it",
    "perpetrators as reported": "names in the reports",
    "sides of perpetrators": "side of each, where somebody settled it",
    "name": "name; empty: not named",
    "spellings": "every spelling of the name",
    "description": "the words for a person without a name",
    "age": "age in years, as said",
    "age low": "lowest age",
    "age high": "highest age",
    "sex": "sex, as reports say",
    "status": "civilian, combatant, police or unknown",
    "roles": "occupation or office",
    "relatives": "words for relatives",
    "fate": "killed, injured, missing, abducted, captured or unharmed",
    "fate in doubt": "yes, if no report states the fate and all of them doubt or fear it; else empty",
    "incidents": "ids of the incidents, or their number (series)",
    "independent sources": "number of independent sources",
    "quotes": "the words of each source, separated by |",
    "set by hand": "fields that somebody set",
    "as of": "day of the value",
    "sources": "number of independent sources",
    "incident title": "title of the incident",
    "speaker": "who said it",
    "other wordings": "other reports of the same statement, separated by |",
    "denied": "the words that say what is denied",
    "informant": "whoever the claims go back to",
    "role": "role of the informant; outlet: the outlet speaks for itself",
    "organisation": "organisation of the informant",
    "side": "side of the informant, where somebody settled it",
    "figures as said": "the numbers of the informant, in words",
    "outlets": "outlets that have the claims",
    "first published": "day of the first report",
    "last published": "day of the last report",
    "urls": "addresses of the reports, separated by spaces",
    "effect": "destroyed, damaged, unharmed or unknown",
    "wordings": "every name that reports give it",
    "as reported": "names in the reports, if somebody settled another name",
    "series": "id of the series that the incident is part of",
    "incident ids": "ids of the incidents, in the order of days",
    "totals": "ids of the running totals of the place and time",
    "derived title": "title of the series by its kind, place and days, if somebody gave it a name",
}
#: Columns with another meaning in one sheet.
_OF_ONE_SHEET = {("tolls", "basis"): "said, or derived from another figure"}


def readme(_contents: Contents) -> Listing:
    """One row for each sheet and each of its columns. The rows are the same for every book."""
    rows = [row for name, make in _TABLES.items() for row in _explained(name, make(Contents()).columns)]
    return listing({"sheet": lambda r: r[0], "column": lambda r: r[1], "holds": lambda r: r[2]}, rows)


def holds(column: str, sheet: str = "") -> str:
    """The description of a column of a sheet. Raises KeyError for a column without one."""
    if (sheet, column) in _OF_ONE_SHEET:
        return _OF_ONE_SHEET[sheet, column]
    if column in _COLUMNS:
        return _COLUMNS[column]
    outcome, _, part = column.rpartition(" ")
    if outcome:
        return f"people {outcome}: {_BOUNDS[part]}"
    return f"people {_OUTCOMES[column]}, as said, low to high"


def tables_of() -> Mapping[str, Callable[[Contents], Listing]]:
    """Every table without the README, by name."""
    return _TABLES


def describe_table(name: str) -> str:
    """A sentence that describes the rows of a table."""
    return "What each sheet and each column holds." if name == README else _ROW[name]


def files(contents: Contents) -> Files:
    """Every sheet as a CSV file, in UTF-8 with the byte order mark that Excel needs."""
    return {f"{name}.csv": csv_file(make(contents)) for name, make in SHEETS.items()}


def _explained(sheet: str, columns: tuple[str, ...]) -> list[tuple[str, str, str]]:
    return [(sheet, "", _ROW[sheet]), *((sheet, column, holds(column, sheet)) for column in columns)]


_TABLES: Mapping[str, Callable[[Contents], Listing]] = {**LISTINGS, **DETAILS}
SHEETS: Mapping[str, Callable[[Contents], Listing]] = {README: readme, **_TABLES}
