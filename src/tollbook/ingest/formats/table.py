"""Lists of reports as CSV or XLSX: each row becomes a row of ``reports.jsonl``, by the header of the table."""

import csv
import io
import json
import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time

import openpyxl

from tollbook.errors import Refused, Unreadable
from tollbook.ingest.archives.zipped import MALFORMED_PACKAGE, check_package
from tollbook.ingest.decode import decode_table
from tollbook.ingest.document import EmbeddedDocument, ParseResult
from tollbook.ingest.formats.row import MAX_LINE
from tollbook.locale.messages import message

#: Names of columns, ignoring case, spaces and dashes.
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
_MAX_ROWS = 200_000
Cells = tuple[object, ...]


def parse_csv(data: bytes, _media_type: str) -> ParseResult:
    """The rows of a CSV list. The header decides between comma, semicolon, tab and bar. Raises Refused."""
    text = decode_table(data)
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=header.count)
    csv.field_size_limit(MAX_LINE)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return ParseResult(members=tuple(_members((rows.line_num, tuple(row)) for row in rows)))
    except csv.Error as error:
        raise Unreadable(
            message("It is a damaged CSV list ({error}); save it again from the spreadsheet.", error=error)
        ) from error


def parse_sheets(data: bytes, _media_type: str) -> ParseResult:
    """The rows of every sheet with a header. Raises Refused."""
    check_package(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            members = [
                member for sheet in book.worksheets for member in _sheet(sheet.title, sheet.iter_rows(values_only=True))
            ]
    except MALFORMED_PACKAGE as error:
        raise Unreadable(
            message("It is a damaged Excel workbook; open it in a spreadsheet program and save it again.")
        ) from error
    if not members:
        raise Refused(_NO_HEADER)
    return ParseResult(members=tuple(members))


_NO_HEADER = message(
    "It has no column named text or url; name the columns in the first row: id, outlet, url, title, published, text."
)


def _sheet(title: str, rows: Iterable[Cells]) -> Iterator[EmbeddedDocument]:
    try:
        for member in _members(enumerate(rows, start=1)):
            yield EmbeddedDocument(name=f"{title}:{member.name}", data=member.data, media_type=member.media_type)
    except Refused:
        # A workbook may have sheets of notes beside its list.
        return


def _members(rows: Iterable[tuple[int, Cells]]) -> Iterator[EmbeddedDocument]:
    """Each row under the header as one line of JSON with every named cell; its name is the number of the row."""
    fields: dict[int, str] | None = None
    for count, (number, cells) in enumerate(rows):
        if not any(_text_of(cell) for cell in cells):
            continue
        if fields is None:
            fields = _fields(cells)
            continue
        if count > _MAX_ROWS:
            raise Refused(message("It has more than {most:,} rows; split it.", most=_MAX_ROWS))
        row = {name: value for at, name in fields.items() if at < len(cells) and (value := _text_of(cells[at]))}
        data = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
        yield EmbeddedDocument(name=str(number), data=data, media_type="application/json")
    if fields is None:
        raise Unreadable(message("It is empty."))


def _fields(header: Cells) -> dict[int, str]:
    """The field of each column, by column number; a column with an unknown name keeps it. Raises Refused."""
    fields: dict[int, str] = {}
    for at, cell in enumerate(header):
        name = _text_of(cell)
        field = _NAMES.get("".join(c for c in name.lower() if c.isalnum()), name)
        if field and field not in fields.values():
            fields[at] = field
    if not {"text", "url"} & set(fields.values()):
        raise Refused(_NO_HEADER)
    return fields


def _text_of(cell: object) -> str:
    """A cell as text; a date without the midnight that spreadsheets add."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat()
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
