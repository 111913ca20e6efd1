"""A file from outside as a table: headers, numbered rows, and the faults of single rows.

CSV is read by Python's own reader. Workbooks are parsed in the sandbox. The header is the row, among the first, whose
cells suggest most fields: titles and notes above it are left out.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import decode_table
from tollbook.ingest.document import MAX_DOCUMENT
from tollbook.ingest.formats import cells
from tollbook.ingest.sandbox import Sandbox
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.spreadsheets.columns import HEADERS, propose

#: Rows at most: UCDP GED has 390,000 in all years.
MOST_ROWS = 500_000
#: Columns at most: the widest published data sets have a few hundred.
MOST_COLUMNS = 2_000
#: The largest CSV file, in bytes: UCDP GED of all years has a third of it.
MOST_BYTES = 1_000_000_000
#: Rows in which the header is looked for: titles and explanations above a table take a few.
_HEADER_WITHIN = 20
#: Lines in one cell from which on a quotation mark is probably missing; no narrative has as many.
_MOST_LINES = 200
_BROKEN = re.compile("[\ud800-\udfff\ufffd]")
#: Bytes that are no UTF-8, as Python keeps them in a text.
_UNDECODED = re.compile("[\ud800-\udfff]")
_OLD_EXCEL, _ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
Lines = Iterator[tuple[int, Sequence[str]]]


class TableRow(NamedTuple):
    """A row: its number as a spreadsheet shows it, its cells, and the columns that cannot be read, with why."""

    number: int
    cells: Sequence[str]
    faults: dict[int, str]


class Table(NamedTuple):
    """The table of a file. ``others`` are the names of sheets that were left out."""

    headers: tuple[str, ...]
    start: int
    lines: Callable[[], Lines]
    faults: dict[int, dict[int, str]]
    sheet: str = ""
    others: tuple[str, ...] = ()

    def rows(self) -> Iterator[TableRow]:
        """The rows below the header that are not empty and do not repeat it. Raises Refused for a damaged file."""
        for number, line in self.lines():
            if number <= self.start or not any(cell.strip() for cell in line):
                continue
            if [wording.clean(cell) for cell in line if cell.strip()] == [h for h in self.original_headers if h]:
                continue
            yield TableRow(number, line, self.faults.get(number, {}))

    @property
    def original_headers(self) -> list[str]:
        """The headers as the file has them, with repeated ones."""
        return [re.sub(r" \(column \d+\)$", "", header) for header in self.headers]


def open_table(data: bytes, *, sheet: str = "") -> Table:
    """The table of a CSV, TSV, XLSX or ODS file; of a workbook the named sheet, or the one whose header fits best.

    Raises Refused for anything else.
    """
    if data.startswith(_ZIP) or data.startswith(_OLD_EXCEL):
        return _workbook(data, sheet)
    if len(data) > MOST_BYTES:
        raise Refused(message("The file has more than {most:,.0f} MB; split it.", most=MOST_BYTES / 1e6))
    try:
        text = decode_table(data)
    except Unreadable:
        if b"\0" in data or not data.strip():
            raise
        text = data.decode("utf-8-sig", "surrogateescape")
    first = text[: text.find("\n", 0, 1 << 20)] if "\n" in text[: 1 << 20] else text[: 1 << 20]
    delimiter = max(",;\t|", key=first.count)

    def lines() -> Lines:
        csv.field_size_limit(MAX_DOCUMENT)
        try:
            for number, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), start=1):
                if number > MOST_ROWS + _HEADER_WITHIN:
                    raise Refused(message("The file has more than {most:,} rows; split it.", most=MOST_ROWS))
                yield number, line
        except csv.Error as error:
            raise Refused(message("The file is damaged CSV ({error}); save it again as CSV in UTF-8.",
                                  error=error)) from error  # fmt: skip

    start, headers = _header(lines())
    return Table(headers=headers, start=start, lines=lines, faults={})


def fault(row: TableRow, headers: Sequence[str], used: Collection[str]) -> str | None:
    """Why a row cannot be read, whatever its cells mean; None if it can. ``used`` are the headers that matter."""
    if len(row.cells) > len(headers) and any(cell.strip() for cell in row.cells[len(headers) :]):
        return message("It has {n} cells, and the header {m}; put cells with a separator in quotation marks.",
                       n=len(row.cells), m=len(headers))  # fmt: skip
    for at, (header, cell) in enumerate(zip(headers, row.cells, strict=False)):
        if at in row.faults and header in used:
            return message("The cell in the column {column} {why}.", column=header, why=row.faults[at])
        if _BROKEN.search(cell):
            return message("The column {column} has characters in a wrong encoding; save the file as UTF-8.",
                           column=header)  # fmt: skip
        if cell.count("\n") > _MOST_LINES:
            return message("The cell in the column {column} has {n} lines; a quotation mark before it may be missing.",
                           column=header, n=cell.count("\n") + 1)  # fmt: skip
    return None


def _workbook(data: bytes, sheet: str) -> Table:
    if len(data) > MAX_DOCUMENT:
        raise Refused(message("The workbook has more than {most:,.0f} MB; split it, or save it as CSV.",
                              most=MAX_DOCUMENT / 1e6))  # fmt: skip
    is_xlsx = data.startswith(_ZIP) and b"[Content_Types].xml" in data
    with Sandbox() as sandbox:
        members = sandbox.parse(data, cells.XLSX if is_xlsx else cells.OTHER).members
    sheets = [msgspec.json.decode(member.data, type=cells.SheetCells) for member in members]
    if sheet and sheet not in [each.title for each in sheets]:
        raise Refused(message("The file has no sheet “{sheet}”; its sheets are {names}.",
                              sheet=sheet, names=", ".join(each.title for each in sheets)))  # fmt: skip
    found = [_of_sheet(each) for each in sheets if each.rows and sheet in {"", each.title}]
    if not found:
        raise Refused(message("The file is empty."))
    best = max(found, key=lambda table: len(propose(table.headers, HEADERS).columns))
    return best._replace(others=tuple(each.title for each in sheets if each.title != best.sheet and each.rows))


def _of_sheet(sheet: cells.SheetCells) -> Table:
    def lines() -> Lines:
        return iter(sheet.rows)

    start, headers = _header(lines())
    return Table(headers=headers, start=start, lines=lines, faults=sheet.faults, sheet=sheet.title)


def _header(lines: Lines) -> tuple[int, tuple[str, ...]]:
    """The number and the cells of the header. Raises Refused."""
    best: tuple[int, int, tuple[str, ...]] | None = None
    for seen, (number, line) in enumerate(lines):
        if seen == _HEADER_WITHIN:
            break
        if len(line) > MOST_COLUMNS:
            raise Refused(message("The file has {n:,} columns, and {most:,} are read at most.",
                                  n=len(line), most=MOST_COLUMNS))  # fmt: skip
        names = [wording.clean(cell) for cell in line]
        fields = len(propose(names, HEADERS).columns)
        if any(names) and (best is None or fields > best[0]):
            best = fields, number, _distinct(names)
    if best is None:
        raise Refused(message("The file is empty."))
    if broken := next(filter(_UNDECODED.search, best[2]), None):
        raise Refused(message("The header “{header}” has characters in a wrong encoding; save the file as UTF-8.",
                              header=_UNDECODED.sub("�", broken)))  # fmt: skip
    return best[1], best[2]


def _distinct(names: list[str]) -> tuple[str, ...]:
    """The headers with the number of the column behind one that is there before, so that each names one column."""
    seen: Counter[str] = Counter()
    distinct = []
    for at, name in enumerate(names, start=1):
        seen[name] += bool(name)
        distinct.append(f"{name} (column {at})" if seen[name] > 1 else name)
    while distinct and not distinct[-1]:
        distinct.pop()
    return tuple(distinct)
