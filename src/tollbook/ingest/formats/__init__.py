"""Document formats: a table from media type to parser. To add a format, add a module and a line here."""

from collections.abc import Callable
from importlib import import_module

from tollbook.errors import Unreadable
from tollbook.ingest.document import ParseResult
from tollbook.locale.messages import message

#: From bytes and their media type, with its parameters, to a result. Raises Refused.
Parser = Callable[[bytes, str], ParseResult]

#: The parser of each media type, as ``module:function``. Imported when first needed, because each needs a library.
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
    # Workbooks as cells, for imports: ``cells.XLSX`` and ``cells.OTHER``.
    "application/x-tollbook-cells-xlsx": "cells:parse_xlsx",
    "application/x-tollbook-cells": "cells:parse_other",
}


def essence(media_type: str) -> str:
    """A media type without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_read(media_type: str) -> bool:
    """Whether documents of this media type can be read."""
    return essence(media_type) in _PARSERS


def parse(data: bytes, media_type: str) -> ParseResult:
    """Parse bytes as ``media_type``. Raises Refused."""
    return load(media_type)(data, media_type)


def load(media_type: str) -> Parser:
    """The parser of a media type, imported with its library. Raises Unreadable if there is none."""
    try:
        module, name = _PARSERS[essence(media_type)].split(":")
    except KeyError:
        raise Unreadable(
            message("Files of type {type} are not read; save it as text, HTML or PDF.", type=essence(media_type)[:80])
        ) from None
    parser: Parser = getattr(import_module(f"{__name__}.{module}"), name)
    return parser


def draw(data: bytes, page: int) -> bytes:
    """A page of a PDF, counted from 0, as a greyscale picture in PGM format. Raises Unreadable."""
    picture: bytes = import_module(f"{__name__}.pdf").draw(data, page)
    return picture
