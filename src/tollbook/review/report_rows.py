"""Reports as rows of a table with day, outlet, title, author and address, and the changes in edited rows."""

from collections.abc import Iterable, Mapping

from tollbook.decisions import descriptions
from tollbook.decisions.decision import Change
from tollbook.errors import Refused
from tollbook.model import Record, Report
from tollbook.report_name import report_name

#: The columns that a person changes, each with the field of a report.
CHANGED = {"day": "published", "outlet": "outlet", "title": "title", "author": "author", "url": "url"}
#: The columns of the table; in a file, ``name`` identifies the report.
COLUMNS = ("report", *CHANGED, "name")
#: The text that a person writes for a value that is not known.
NONE = "-"
#: The cells of one report, by column.
Row = Mapping[str, str]


class RefusedReportRow(Record, frozen=True, kw_only=True):
    """A row that cannot be read, and why."""

    row: int
    report: str
    reason: str


class ReportChanges(Record, frozen=True, kw_only=True):
    """The changed fields of each report, and the rows that cannot be read; with one of these nothing is saved."""

    changes: Mapping[str, Change]
    refused: tuple[RefusedReportRow, ...] = ()


def row(report: Report) -> dict[str, str]:
    """The row of a report as people described it."""
    values = {column: getattr(report, field) for column, field in CHANGED.items()}
    cells = {column: "" if value is None else _line(str(value)) for column, value in values.items()}
    return {"report": report.id} | cells | {"name": report_name(report)}


def changed(given: Row, before: Row) -> dict[str, str | None]:
    """The fields that cells change, None for *not known*; an empty cell leaves the value as it is. Raises Refused."""
    cells = {column: _line(given.get(column, "")) for column in CHANGED}
    differs = {column: cell for column, cell in cells.items() if cell and cell != before[column]}
    return descriptions.checked({CHANGED[column]: None if cell == NONE else cell for column, cell in differs.items()})


def read(rows: Iterable[tuple[int, Row]], before: Mapping[str, Row]) -> ReportChanges:
    """The changes in numbered rows, and rows that cannot be read; ``before`` has the present rows of the reports."""
    changes: dict[str, Change] = {}
    refused: list[RefusedReportRow] = []
    for number, given in rows:
        name = given.get("report", "")
        if name not in before:
            refused.append(RefusedReportRow(row=number, report=name, reason=descriptions.unknown(name)))
            continue
        try:
            if change := changed(given, before[name]):
                changes[name] = change
        except Refused as error:
            refused.append(RefusedReportRow(row=number, report=name, reason=str(error)))
    return ReportChanges(changes=changes, refused=tuple(refused))


def _line(text: str) -> str:
    return " ".join(text.split())
