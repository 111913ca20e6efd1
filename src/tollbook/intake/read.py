"""The one door of intake: paths to reports and refusals."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from tollbook.dates import dateline
from tollbook.errors import Refused, Unreadable
from tollbook.intake.capture import Capture
from tollbook.intake.decode import HEAD, MAX_BYTES, check_format, decode
from tollbook.intake.rows import read_rows
from tollbook.intake.walk import ROWS, files, name_of, refuse, why_not
from tollbook.model import Refusal, Report
from tollbook.text import MAX_LENGTH

Paths = Iterable[str | os.PathLike[str]]


def read(paths: Paths, *, published: date | None = None, outlet: str | None = None) -> Iterator[Report | Refusal]:
    """Reports from files, folders and ``.jsonl`` files, in order, and a refusal for whatever could not be read.

    ``published`` and ``outlet`` hold for reports that do not say themselves. A day of publication is taken from the
    row, else from ``published``, else from the text's own dateline.
    """
    for found in captures(paths, published=published, outlet=outlet):
        yield found if isinstance(found, Refusal) else found.report


def captures(paths: Paths, *, published: date | None = None, outlet: str | None = None) -> Iterator[Capture | Refusal]:
    """As ``read``, each report together with its original bytes."""
    for path in files(paths):
        if isinstance(path, Refusal):
            yield path
        elif path.suffix.lower() == ROWS:
            yield from read_rows(path, published=published, outlet=outlet)
        else:
            yield _file(path, published=published, outlet=outlet)


def count(paths: Paths) -> int:
    """How many reports ``paths`` seem to hold: files, and lines of ``.jsonl`` files. For a progress bar."""
    return sum(_rows_in(path) if isinstance(path, Path) and path.suffix.lower() == ROWS else 1 for path in files(paths))


def _file(path: Path, *, published: date | None, outlet: str | None) -> Capture | Refusal:
    try:
        original = _original(path)
        text = decode(original)
    except OSError as error:
        return refuse(path, why_not(error))
    except Refused as refused:
        return refuse(path, str(refused))
    sha256 = hashlib.sha256(original).hexdigest()
    report = Report(
        id=sha256,
        sha256=sha256,
        text=text,
        outlet=outlet,
        published=published or dateline(text),
        origin=name_of(path),
    )
    return Capture(report=report, original=original)


def _original(path: Path) -> bytes:
    """The bytes of a file; its format and size are looked at before it is read whole."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        check_format(head)
        if (size := path.stat().st_size) > MAX_BYTES:
            raise Unreadable(
                f"It has {size / 1e6:,.0f} MB, and a report may have {MAX_LENGTH:,} characters; "
                "split it into single reports."
            )
        return head + file.read(MAX_BYTES)


def _rows_in(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 1
