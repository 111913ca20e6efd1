"""The cells of a workbook for imports: every sheet with its rows, and the faults of single cells.

The parsers run in the sandbox. CSV needs none: Python's own reader cannot hang.
"""

import io
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from typing import Any

import msgspec

from tollbook.errors import Unreadable
from tollbook.ingest.archives.zipped import MALFORMED_PACKAGE, check_package
from tollbook.ingest.document import EmbeddedDocument, ParseResult
from tollbook.locale.messages import message

#: Internal media types under which the sandbox parses workbooks as cells. No document has them.
XLSX, OTHER = "application/x-tollbook-cells-xlsx", "application/x-tollbook-cells"
#: Cells that are read at most: more would not fit in the memory of the sandbox, and no documenter writes as many.
_MOST_CELLS = 20_000_000
_DAMAGED = message("It is a damaged workbook; open it in a spreadsheet program and save it again.")


class SheetCells(msgspec.Struct, frozen=True):
    """A sheet: its numbered rows as texts, and the columns of each row without a usable value, with the reason."""

    title: str
    rows: list[tuple[int, list[str]]]
    faults: dict[int, dict[int, str]]


def parse_xlsx(data: bytes, _media_type: str) -> ParseResult:
    """Every sheet of an Excel workbook. Raises Unreadable."""
    # Imported here because it loads numpy, and most commands read no workbook.
    import openpyxl  # noqa: PLC0415

    check_package(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
            formulas = openpyxl.load_workbook(io.BytesIO(data), keep_links=False)
        sheets = [_sheet(sheet, formulas[sheet.title]) for sheet in values.worksheets]
    except MALFORMED_PACKAGE as error:
        raise Unreadable(_DAMAGED) from error
    return _result(sheets)


def parse_other(data: bytes, _media_type: str) -> ParseResult:
    """Every sheet of an OpenDocument or an old Excel workbook, by python-calamine. Raises Unreadable."""
    try:
        # An optional part, for two formats only.
        import python_calamine  # noqa: PLC0415
    except ImportError as error:
        raise Unreadable(message("OpenDocument and old Excel files need python-calamine; tollbook doctor says how to "
                                 "install it. Or save the file as XLSX or CSV.")) from error  # fmt: skip
    if data.startswith(b"PK"):
        check_package(data)
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [
            SheetCells(name, list(_rows(book.get_sheet_by_name(name).to_python(skip_empty_area=False))), {})
            for name in book.sheet_names
        ]
    except (python_calamine.CalamineError, *MALFORMED_PACKAGE) as error:
        raise Unreadable(_DAMAGED) from error
    return _result(sheets)


def _result(sheets: Sequence[SheetCells]) -> ParseResult:
    return ParseResult(members=tuple(
        EmbeddedDocument(name=sheet.title, data=msgspec.json.encode(sheet), media_type=OTHER) for sheet in sheets
    ))  # fmt: skip


def _sheet(values: Any, formulas: Any) -> SheetCells:
    if values.max_row * values.max_column > _MOST_CELLS:
        raise Unreadable(message("It has more than {most:,} cells; split it, or save it as CSV.", most=_MOST_CELLS))
    faults: dict[int, dict[int, str]] = {}
    for area in values.merged_cells.ranges:
        inside = ((row, column) for row in range(area.min_row, area.max_row + 1)
                  for column in range(area.min_col, area.max_col + 1))  # fmt: skip
        for row, column in inside:
            if (row, column) != (area.min_row, area.min_col):
                faults.setdefault(row, {})[column - 1] = message(
                    "is merged with row {n}; unmerge the cells and fill each", n=area.min_row
                )
    for one, other in zip(values.iter_rows(), formulas.iter_rows(), strict=False):
        for cell, formula in zip(one, other, strict=False):
            if cell.data_type == "e":
                faults.setdefault(cell.row, {})[cell.column - 1] = message("is the error of a formula")
            elif formula.data_type == "f" and cell.value is None:
                faults.setdefault(cell.row, {})[cell.column - 1] = message(
                    "is a formula without a stored value; open the file in a spreadsheet program and save it"
                )
    return SheetCells(values.title, list(_rows(values.iter_rows(values_only=True))), faults)


def _rows(rows: Iterable[Sequence[object]]) -> Iterator[tuple[int, list[str]]]:
    for number, cells in enumerate(rows, start=1):
        texts = [_text(cell) for cell in cells]
        if any(texts):
            yield number, texts


def _text(cell: object) -> str:
    """A cell as text; a date without the midnight that spreadsheets add."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    # A character that no report can hold would refuse the whole file; a marked cell refuses one row only.
    return str(cell).strip().encode("utf-8", "replace").decode().replace("\0", "\ufffd")
