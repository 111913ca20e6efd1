"""The formats of single documents: a table from media type to the function that reads its bytes."""

from collections.abc import Callable
from importlib import import_module

from tollbook.errors import Unreadable
from tollbook.ingest.document import Parsed

#: Bytes and their media type, parameters and all, to what they hold. Raises Refused.
Parser = Callable[[bytes, str], Parsed]

#: Where the parser of each media type lives. They are imported when first needed: each brings a library with it.
_PARSERS = {
    "text/plain": "plain:parse",
    "text/html": "html:parse",
    "application/xhtml+xml": "html:parse",
    "multipart/related": "mail:parse_page",
    "message/rfc822": "mail:parse",
    "application/pdf": "pdf:parse",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx:parse",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "table:parse_sheets",
    "text/csv": "table:parse_csv",
    "application/rss+xml": "feed:parse",
    "application/atom+xml": "feed:parse",
    "application/json": "row:parse",
}


def essence(media_type: str) -> str:
    """A media type without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_read(media_type: str) -> bool:
    """Whether documents of this media type can be read."""
    return essence(media_type) in _PARSERS


def parse(data: bytes, media_type: str) -> Parsed:
    """What the bytes hold, read as ``media_type``. Raises Refused."""
    return load(media_type)(data, media_type)


def load(media_type: str) -> Parser:
    """The parser of a media type, with the library behind it. Raises Unreadable where there is none."""
    try:
        module, name = _PARSERS[essence(media_type)].split(":")
    except KeyError:
        advice = f"Files of type {essence(media_type)[:80]} are not read; save it as text, HTML or PDF."
        raise Unreadable(advice) from None
    parser: Parser = getattr(import_module(f"{__name__}.{module}"), name)
    return parser


def draw(data: bytes, page: int) -> bytes:
    """A page of a PDF, counted from 0, as a grey picture in PGM. Raises Unreadable."""
    picture: bytes = import_module(f"{__name__}.pdf").draw(data, page)
    return picture
