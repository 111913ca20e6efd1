"""The listings as one workbook for Excel and LibreOffice."""

import io
import re
import zipfile
from collections.abc import Iterator

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tollbook.errors import Refused
from tollbook.export.files import Files, zipped
from tollbook.export.tables import LISTINGS, Cell, neutral
from tollbook.record import Contents

#: What the format holds (ECMA-376, Excel's limits): rows of a sheet, characters of a cell.
_ROWS, _CHARACTERS = 1_048_576, 32_767
#: Code points that XML cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The moments openpyxl writes into the file; without them the same book makes the same bytes.
_MOMENT = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def files(contents: Contents) -> Files:
    """Reports, claims, incidents and tolls, a sheet each. Raises Refused where a sheet cannot hold them."""
    workbook = Workbook(write_only=True)
    for name, listing in LISTINGS.items():
        found = listing(contents)
        if len(found.rows) >= _ROWS:
            raise Refused(f"A sheet holds {_ROWS - 1:,} rows, the book has more {name}; export csv instead.")
        sheet = workbook.create_sheet(name)
        sheet.freeze_panes = "A2"
        sheet.append([_cell(sheet, column) for column in found.columns])
        for row in found.rows:
            sheet.append([_cell(sheet, row[column]) for column in found.columns])
    packed = io.BytesIO()
    workbook.save(packed)
    return {"tollbook.xlsx": [zipped(_members(packed.getvalue()))]}


def _cell(sheet: WriteOnlyWorksheet, value: Cell) -> WriteOnlyCell:
    """A cell; text is marked as text, so that nothing in it is a formula or a link, and neutral besides."""
    safe = neutral(value)
    if not isinstance(safe, str):
        return WriteOnlyCell(sheet, safe)
    cell = WriteOnlyCell(sheet, "")
    cell.value = _fitting(_NOT_XML.sub("", safe))
    cell.data_type = "s"
    return cell


def _fitting(text: str) -> str:
    return text if len(text) <= _CHARACTERS else f"{text[: _CHARACTERS - 1]}…"


def _members(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        for name in file.namelist():
            yield name, _MOMENT.sub(rb"\g<1>1980-01-01T00:00:00Z", file.read(name))
