"""Rows of ``reports.jsonl``, or of a table: ``{id, outlet, url, title, published, text}``."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import BinaryIO

import msgspec

from tollbook import dates, locale
from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import MAX_BYTES, check_text
from tollbook.ingest.document import Metadata, MetadataValue, ParseResult, metadata_value, whole
from tollbook.locale.messages import message

#: JSON may use twelve bytes for a code point (an escaped surrogate pair), three times as many as plain text.
MAX_LINE = 3 * MAX_BYTES
_EXAMPLE = '{"outlet": "…", "text": "…"}'
#: The field that msgspec's error names.
_FIELD = re.compile(r"`\$\.(\w+)`")
#: Words that show whether a text is that of its title: shorter ones ("of", "in") are in every text. Of 4,000 rows of
#: local news 155 had none of their title's, and of 1,100 rows of other sets none.
_LONG_WORD, _FEWEST_WORDS = re.compile(r"[^\W\d_]{4,}"), 2
#: The metadata that a row may give.
_FIELDS = ("title", "outlet", "author", "url", "published", "modified", "captured", "language")


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line in the shape of the contract; other fields are ignored."""

    text: str | None = None
    id: str | int | None = None
    outlet: str | None = None
    url: str | None = None
    title: str | None = None
    published: str | None = None
    author: str | None = None
    modified: str | None = None
    captured: str | None = None
    language: str | None = None


def lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank, without their ends; the file is read in little memory.

    A line that is too long is cut at ``MAX_LINE + 1`` bytes.
    """
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE + 1)
        if line := line.removeprefix(b"\xef\xbb\xbf").strip():
            yield number, line


def parse(line: bytes, _media_type: str) -> ParseResult:
    """The report of a row: all of its text. The archive's own id becomes the metadata ``id``. Raises Refused."""
    row = _row(line)
    if row.text is None:
        if row.url:
            raise Refused(
                message("The row has a URL but no text; first capture the page with: tollbook fetch {url}", url=row.url)
            )
        raise Refused(message("The row has no text; every row needs a field named text."))
    metadata: Metadata = {}
    if row.id is not None and str(row.id).strip():
        metadata["id"] = MetadataValue(value=str(row.id), source="row")
    for name in _FIELDS:
        if (value := metadata_value(getattr(row, name), "row")) is not None:
            metadata[name] = value
    for name in ("published", "modified"):
        if name in metadata:
            metadata[name] = MetadataValue(value=_day(name, metadata[name].value), source="row")
    return whole(_with_title(check_text(row.text), metadata.get("title")), metadata)


def _with_title(text: str, title: MetadataValue | None) -> str:
    """The text; if it has no word of its title, the title as well, as its last line.

    The text of such a row is often a notice of the page ("Sign in"), and the title is all that is left of the report.
    At the end it moves no offset into the text of the row.
    """
    if title is None:
        return text
    named = {word.casefold() for word in _LONG_WORD.findall(title.value)}
    seen = {word.casefold() for word in _LONG_WORD.findall(text)}
    return f"{text}\n\n{title.value}" if len(named) >= _FEWEST_WORDS and named.isdisjoint(seen) else text


def _row(line: bytes) -> ReportRow:
    if len(line) > MAX_LINE:
        raise Unreadable(
            message("The line is longer than {most:,} bytes; each line must be one report.", most=MAX_LINE)
        )
    try:
        return msgspec.convert(json.loads(line.decode("utf-8")), ReportRow)
    except UnicodeDecodeError as error:
        raise Unreadable(message("The line is not valid UTF-8; save the file again as UTF-8.")) from error
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        if field is None:
            raise Refused(
                message("The line is not a JSON object with named fields such as {example}.", example=_EXAMPLE)
            ) from error
        raise Refused(
            message("The value of the field {field} must be text in quotation marks; correct the row.", field=field[1])
        ) from error
    except json.JSONDecodeError as error:
        raise Unreadable(
            message(
                "The line is not valid JSON ({error} at character {position}); each line must be one report.",
                error=error.msg[:1].lower() + error.msg[1:],
                position=error.pos + 1,
            )
        ) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            message("The line is not valid JSON ({error}); each line must be one report.", error=error)
        ) from error


def _day(name: str, value: str) -> str:
    """An ISO 8601 date, or a date with the month as a word: 05/10/2021 does not say which number is the month."""
    try:
        return datetime.fromisoformat(value.strip()).date().isoformat()
    except ValueError as error:
        if any(c.isalpha() for c in value):
            first, _, precision, basis = dates.resolve(value[:80], None, locale.DEFAULT)
            if first is not None and precision == "day" and basis == "stated":
                return first.isoformat()
        raise Refused(
            message(
                "The field {field} is {value}, which is not a date such as 2022-03-09; correct the row.",
                field=name,
                value=repr(value[:40]),
            )
        ) from error
