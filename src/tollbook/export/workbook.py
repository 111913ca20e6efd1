"""The listings as a workbook for Excel and LibreOffice."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tollbook.errors import Refused
from tollbook.export.files import Files, zipped
from tollbook.export.listing import Cell, neutral
from tollbook.export.sheets import SHEETS
from tollbook.locale.messages import message
from tollbook.record import Contents

if TYPE_CHECKING:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

#: The limits of Excel: rows of a sheet, characters of a cell.
_MAX_ROWS, _MAX_CHARACTERS = 1_048_576, 32_767
#: Code points that XML cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The times that openpyxl writes into the file. Without them, equal contents give equal bytes.
_TIME = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def files(contents: Contents) -> Files:
    """A workbook with a sheet for each listing. Raises Refused if a sheet cannot hold all rows."""
    from openpyxl import Workbook  # noqa: PLC0415 - slow to import, and few commands write a workbook

    workbook = Workbook(write_only=True)
    for name, listing in SHEETS.items():
        table = listing(contents)
        if len(table.rows) >= _MAX_ROWS:
            raise Refused(
                message(
                    "A sheet can hold {most:,} rows, and the book has more {records}; export as csv instead.",
                    most=_MAX_ROWS - 1,
                    records=name,
                )
            )
        sheet = workbook.create_sheet(name)
        sheet.freeze_panes = "A2"
        sheet.append([_cell(sheet, column) for column in table.columns])
        for row in table.rows:
            sheet.append([_cell(sheet, row[column]) for column in table.columns])
    packed = io.BytesIO()
    workbook.save(packed)
    return {"tollbook.xlsx": [zipped(_members(packed.getvalue()))]}


def _cell(sheet: "WriteOnlyWorksheet", value: Cell) -> "WriteOnlyCell":
    """A cell. Text is marked as text, so that it is never a formula or a link, and made neutral."""
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415

    safe = neutral(value)
    if not isinstance(safe, str):
        return WriteOnlyCell(sheet, safe)
    cell = WriteOnlyCell(sheet, "")
    cell.value = _shortened(_NOT_XML.sub("", safe))
    cell.data_type = "s"
    return cell


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_CHARACTERS else f"{text[: _MAX_CHARACTERS - 1]}…"


def _members(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        for name in file.namelist():
            yield name, _TIME.sub(rb"\g<1>1980-01-01T00:00:00Z", file.read(name))
