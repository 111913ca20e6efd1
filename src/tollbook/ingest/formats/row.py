"""A row of ``reports.jsonl``, or of a table turned into one: ``{id, outlet, url, title, published, text}``."""

import json
import re
from datetime import datetime

import msgspec

from tollbook import dates, locale
from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import MAX_BYTES, check_text
from tollbook.ingest.document import Fact, Facts, Parsed, whole

#: JSON may spend twelve bytes on a code point (an escaped surrogate pair), three times what plain text may.
MAX_LINE = 3 * MAX_BYTES
#: Where msgspec says which field is wrong.
_FIELD = re.compile(r"`\$\.(\w+)`")
#: What a row may say of its report.
FIELDS = ("title", "outlet", "author", "url", "published", "modified", "captured", "language")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line as the contract has it; other fields are passed over."""

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


def parse(line: bytes, _media_type: str) -> Parsed:
    """The report of a row: its text to the letter. The archive's own id is the fact ``id``. Raises Refused."""
    row = _row(line)
    if row.text is None:
        if row.url:
            raise Refused(f"The row has a URL and no text; capture the page first with: tollbook fetch {row.url}")
        raise Refused("The row has no text; every row needs a field named text.")
    facts: Facts = {}
    for name in ("id", *FIELDS):
        value = getattr(row, name)
        if value is not None and str(value).strip():
            facts[name] = Fact(value=str(value), source="row")
    for name in ("published", "modified"):
        if name in facts:
            facts[name] = Fact(value=_day(name, facts[name].value), source="row")
    return whole(check_text(row.text), facts)


def _row(line: bytes) -> Row:
    if len(line) > MAX_LINE:
        raise Unreadable(f"The line is longer than {MAX_LINE:,} bytes; one line is one report.")
    try:
        return msgspec.convert(json.loads(line.decode("utf-8")), Row)
    except UnicodeDecodeError as error:
        raise Unreadable("The line is not valid UTF-8; save the file again as UTF-8.") from error
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        if field is None:
            raise Refused('The line is no row of named fields such as {"outlet": "…", "text": "…"}.') from error
        raise Refused(f"The field {field[1]} does not hold words in quotation marks; correct the row.") from error
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise Unreadable(
            f"The line is not valid JSON ({what} at character {error.pos + 1}); one line is one report."
        ) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The line is not valid JSON ({error}); one line is one report.") from error


def _day(name: str, value: str) -> str:
    """ISO 8601, or a day whose month is a word: in 05/10/2021 nobody can tell the day from the month."""
    try:
        return datetime.fromisoformat(value.strip()).date().isoformat()
    except ValueError as error:
        if any(c.isalpha() for c in value):
            first, _, precision, basis = dates.resolve(value[:80], None, locale.DEFAULT)
            if first is not None and precision == "day" and basis == "stated":
                return first.isoformat()
        raise Refused(f"{name} is {value[:40]!r}, which is no day such as 2022-03-09; correct the row.") from error
