"""Tables of flat rows, for spreadsheets and for the terminal, and their cells as CSV.

A table is defined by its columns, ``{header: function from a record to a cell}``: its header never depends on its rows.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from tollbook.locale import wording
from tollbook.model import Record

T = TypeVar("T")
Cell = str | int | float | None
Columns = Mapping[str, Callable[[T], Cell]]
#: Characters that make a spreadsheet run a cell as a formula if they come first. The wide ones do so in East Asian
#: editions. Invisible characters may precede them.
_FORMULA = re.compile(r"[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


class Listing(Record, frozen=True, kw_only=True):
    """Rows under ``columns``; ``shown`` are the columns that fit in a terminal."""

    columns: tuple[str, ...]
    shown: tuple[str, ...]
    rows: list[dict[str, Cell]]


def listing(columns: Columns[T], records: Iterable[T], *, shown: tuple[str, ...] = ()) -> Listing:
    """One row for each record."""
    rows = [{name: cell(record) for name, cell in columns.items()} for record in records]
    return Listing(columns=tuple(columns), shown=shown, rows=rows)


def csv_lines(table: Listing) -> Iterator[str]:
    """The rows as CSV with a header. Text that a spreadsheet would run as a formula gets a leading apostrophe."""
    yield _csv_line(table.columns)
    for row in table.rows:
        yield _csv_line([neutral(row[column]) for column in table.columns])


def csv_file(table: Listing) -> Iterator[bytes]:
    """The rows as a CSV file in UTF-8, with the byte order mark that Excel needs."""
    yield codecs.BOM_UTF8
    yield from map(str.encode, csv_lines(table))


def neutral(cell: Cell) -> Cell:
    """A cell that no spreadsheet runs as a formula: such text gets a leading apostrophe, as in Excel itself."""
    if not isinstance(cell, str):
        return cell
    # The uncleaned text is checked too: some programs strip a tab or a control character in front of a sign.
    text = wording.clean(cell)
    return f"'{text}" if _FORMULA.match(cell) or _FORMULA.match(text) else text


def _csv_line(cells: Sequence[Cell]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
