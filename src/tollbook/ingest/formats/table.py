"""Lists of reports as CSV or XLSX: each row becomes a row as ``reports.jsonl`` has it, found by the table's header."""

import csv
import io
import json
import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time

import openpyxl

from tollbook.errors import Refused, Unreadable
from tollbook.ingest.archives.zipped import ODD_PACKAGE, check_package
from tollbook.ingest.decode import decode_table
from tollbook.ingest.document import Member, Parsed
from tollbook.ingest.formats.row import MAX_LINE

#: What columns are called, without regard to case, spaces and dashes.
_COLUMNS = {
    "id": ("id", "reportid", "reference", "ref", "documentid"),
    "outlet": ("outlet", "source", "publisher", "publication", "newspaper", "medium", "sourcename"),
    "url": ("url", "link", "sourceurl", "weblink", "href", "address"),
    "title": ("title", "headline"),
    "published": ("published", "date", "publicationdate", "datepublished", "publishedat", "pubdate", "publishdate"),
    "text": ("text", "body", "content", "fulltext", "article", "articletext", "reporttext"),
    "author": ("author", "byline", "writer", "reporter"),
    "modified": ("modified", "updated", "datemodified"),
    "captured": ("captured", "archived", "accessed", "retrieved", "capturedat"),
    "language": ("language", "lang"),
}
_NAMES = {name: field for field, names in _COLUMNS.items() for name in names}
_MOST_ROWS = 200_000
Cells = tuple[object, ...]


def parse_csv(data: bytes, _media_type: str) -> Parsed:
    """The rows of a CSV list; comma, semicolon or tab is found by the header. Raises Refused."""
    text = decode_table(data)
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=header.count)
    csv.field_size_limit(MAX_LINE)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return Parsed(members=tuple(_members((rows.line_num, tuple(row)) for row in rows)))
    except csv.Error as error:
        raise Unreadable(f"It is a damaged CSV list ({error}); save it again from the spreadsheet.") from error


def parse_sheets(data: bytes, _media_type: str) -> Parsed:
    """The rows of every sheet of a workbook that has a header. Raises Refused."""
    check_package(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            members = [
                member for sheet in book.worksheets for member in _sheet(sheet.title, sheet.iter_rows(values_only=True))
            ]
    except ODD_PACKAGE as error:
        raise Unreadable("It is a damaged Excel workbook; open it in a spreadsheet and save it again.") from error
    if not members:
        raise Refused(_NO_HEADER)
    return Parsed(members=tuple(members))


_NO_HEADER = (
    "It has no column called text or url; name the columns in its first row: id, outlet, url, title, published, text."
)


def _sheet(title: str, rows: Iterable[Cells]) -> Iterator[Member]:
    try:
        for member in _members(enumerate(rows, start=1)):
            yield Member(name=f"{title}:{member.name}", data=member.data, media_type=member.media_type)
    except Refused:
        # A workbook may have sheets of notes besides its list.
        return


def _members(rows: Iterable[tuple[int, Cells]]) -> Iterator[Member]:
    """Each row under the header as one line of JSON, every named cell in it, named by the number of its line."""
    fields: dict[int, str] | None = None
    for count, (number, cells) in enumerate(rows):
        if not any(_words(cell) for cell in cells):
            continue
        if fields is None:
            fields = _fields(cells)
            continue
        if count > _MOST_ROWS:
            raise Refused(f"It has more than {_MOST_ROWS:,} rows; split it.")
        row = {name: words for at, name in fields.items() if at < len(cells) and (words := _words(cells[at]))}
        data = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
        yield Member(name=str(number), data=data, media_type="application/json")
    if fields is None:
        raise Unreadable("It is empty.")


def _fields(header: Cells) -> dict[int, str]:
    """What each column holds, by its number; columns without a known name keep their own. Raises Refused."""
    fields: dict[int, str] = {}
    for at, cell in enumerate(header):
        name = _words(cell)
        field = _NAMES.get("".join(c for c in name.lower() if c.isalnum()), name)
        if field and field not in fields.values():
            fields[at] = field
    if not {"text", "url"} & set(fields.values()):
        raise Refused(_NO_HEADER)
    return fields


def _words(cell: object) -> str:
    """A cell as text; a day without its midnight."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat()
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
