"""``reports.jsonl``: one report a line, ``{id, outlet, url, title, published, text}``; only ``text`` is required."""

import hashlib
import json
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from tollbook.dates import dateline
from tollbook.errors import Refused, Unreadable
from tollbook.intake.capture import Capture
from tollbook.intake.decode import MAX_BYTES, check_characters, check_text
from tollbook.intake.walk import name_of, why_not
from tollbook.model import Refusal, Report

#: JSON may spend twelve bytes on a code point (an escaped surrogate pair), three times what plain text may.
MAX_LINE = 3 * MAX_BYTES


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line as the contract has it; other fields are passed over."""

    text: str | None = None
    id: str | int | None = None
    outlet: str | None = None
    url: str | None = None
    title: str | None = None
    published: str | None = None


def read_rows(path: Path, *, published: date | None, outlet: str | None) -> Iterator[Capture | Refusal]:
    """The reports of a ``.jsonl`` file, line by line; a broken line is refused by its number and the rest is read."""
    name, taken = name_of(path), False
    try:
        with path.open("rb") as file:
            for number, line in _lines(file):
                taken = True
                origin = f"{name}:{number}"
                try:
                    yield _capture(line, origin, published=published, outlet=outlet)
                except Refused as refused:
                    yield Refusal(origin=origin, reason=str(refused))
    except OSError as error:
        yield Refusal(origin=name, reason=why_not(error))
    if not taken:
        yield Refusal(origin=name, reason="It is empty.")


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank, without their ends. An overlong one is cut at ``MAX_LINE + 1`` bytes."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE + 1)
        if line := line.removeprefix(b"\xef\xbb\xbf").strip():
            yield number, line


def _capture(line: bytes, origin: str, *, published: date | None, outlet: str | None) -> Capture:
    row = _row(line)
    if row.text is None:
        raise Refused("The row has no text; every row needs a field named text.")
    text = check_text(row.text)
    sha256 = hashlib.sha256(line).hexdigest()
    report = Report(
        id=_sound(None if row.id is None else str(row.id)) or sha256,
        sha256=sha256,
        text=text,
        outlet=_sound(row.outlet) or outlet,
        url=_sound(row.url),
        title=_sound(row.title),
        published=_day(row.published) or published or dateline(text),
        origin=origin,
    )
    return Capture(report=report, original=line)


def _row(line: bytes) -> Row:
    if len(line) > MAX_LINE:
        raise Unreadable(f"The line is longer than {MAX_LINE:,} bytes; one line is one report.")
    try:
        return msgspec.convert(json.loads(line.decode("utf-8")), Row)
    except UnicodeDecodeError as error:
        raise Unreadable("The line is not valid UTF-8; save the file again as UTF-8.") from error
    except msgspec.ValidationError as error:
        raise Refused(f"The row does not have the expected fields: {error}.") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The line is not valid JSON ({error}); one line is one report.") from error


def _day(value: str | None) -> date | None:
    if not value:
        return None
    try:
        return datetime.fromisoformat(value).date()
    except ValueError as error:
        raise Refused(f"published is {value[:40]!r}, which is no day such as 2022-03-09; correct the row.") from error


def _sound(value: str | None) -> str | None:
    """A short field that can be stored and shown, or ``None`` where there is nothing in it."""
    return check_characters(value) if value and value.strip() else None
