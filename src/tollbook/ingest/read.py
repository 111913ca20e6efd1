"""The one door of intake: paths to reports and refusals."""

import io
import os
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from datetime import date
from pathlib import Path
from typing import BinaryIO

from tollbook.errors import Refused, Unreadable
from tollbook.ingest import formats, kinds, ocr, rows
from tollbook.ingest.archives import warc, zipped
from tollbook.ingest.archives.unpack import Budget, Unpacked, read_all
from tollbook.ingest.capture import Capture
from tollbook.ingest.decode import MAX_BYTES
from tollbook.ingest.describe import Given, capture
from tollbook.ingest.document import MAX_DOCUMENT, Facts, Member
from tollbook.ingest.sandbox import Cell
from tollbook.ingest.walk import ROWS, files, name_of, refuse, why_not
from tollbook.model import Refusal, Report
from tollbook.text import MAX_LENGTH

Paths = Iterable[str | os.PathLike[str]]
Found = Iterator[Capture | Refusal]
#: Archives within archives that are followed. A mail with a ZIP of PDFs in a folder packed for handing on is three.
MAX_DEPTH = 3
#: Documents within documents that are followed, such as mails forwarded in mails; no correspondence comes near.
_DEEPEST = 30
#: What is parsed right here: texts and rows, by code that cannot hang. All else is parsed in a cell.
_HERE = frozenset({"text/plain", "application/json"})


def read(paths: Paths, *, published: date | None = None, outlet: str | None = None) -> Iterator[Report | Refusal]:
    """Reports from files, folders, archives and lists, in order, and a refusal for whatever could not be read.

    ``published`` and ``outlet`` hold for reports that do not say themselves. A day of publication is taken from the
    document, else from ``published``, else from the text's own dateline.
    """
    for found in captures(paths, published=published, outlet=outlet):
        yield found if isinstance(found, Refusal) else found.report


def captures(
    paths: Paths, *, published: date | None = None, outlet: str | None = None, without: AbstractSet[Path] = frozenset()
) -> Found:
    """As ``read``, each report together with its original bytes; ``without`` as in ``walk.files``."""
    with Cell() as cell:
        reader = _Reader(cell, Given(published=published, outlet=outlet))
        for path in files(paths, without):
            if isinstance(path, Refusal):
                yield path
            else:
                yield from reader.file(path)


def count(paths: Paths, *, without: AbstractSet[Path] = frozenset()) -> int:
    """How many reports ``paths`` seem to hold: files, and lines of ``.jsonl`` files. For a progress bar."""
    found = files(paths, without)
    return sum(_rows_in(path) if isinstance(path, Path) and path.suffix.lower() == ROWS else 1 for path in found)


class _Reader:
    """Reads one stream of bytes after the other, whatever it turns out to be."""

    def __init__(self, cell: Cell, given: Given) -> None:
        self._cell, self._given = cell, given
        self._budget = Budget(0)

    def file(self, path: Path) -> Found:
        """All reports of a file."""
        try:
            with path.open("rb") as file:
                size = path.stat().st_size
                self._budget = Budget(size)
                yield from self._stream(file, path.name, name_of(path), size=size)
        except OSError as error:
            yield refuse(path, why_not(error))

    def _stream(
        self, file: BinaryIO, name: str, origin: str, *, size: int, around: Facts | None = None, depth: int = 0
    ) -> Found:
        """All reports of some bytes; why, where there are none."""
        try:
            kind = kinds.kind(file.read(kinds.HEAD), name)
            if kind == kinds.ZIP:
                kind = zipped.kind(file)
            file.seek(0)
            if kind == kinds.ROWS:
                yield from self._rows(file, origin)
            elif kind in {kinds.ZIP, kinds.WARC, kinds.GZIP}:
                yield from self._archive(file, kind, name, origin, depth=depth)
            else:
                yield from self._document(_all(file, kind, size), kind, origin, around=around or {}, depth=depth)
        except Refused as refused:
            yield Refusal(origin=origin, reason=str(refused))

    def _rows(self, file: BinaryIO, origin: str) -> Found:
        number = 0
        for number, line in rows.lines(file):
            yield from self._document(line, "application/json", f"{origin}:{number}", around={}, depth=MAX_DEPTH)
        if not number:
            raise Unreadable("It is empty.")

    def _archive(self, file: BinaryIO, kind: str, name: str, origin: str, *, depth: int) -> Found:
        if depth == MAX_DEPTH:
            raise Unreadable(f"It is an archive within {MAX_DEPTH} others; unpack it first.")
        if kind == kinds.GZIP and not warc.is_warc(_head(file)):
            data = read_all(Unpacked(file), MAX_DOCUMENT)
            inner = name.removesuffix(".gz")
            yield from self._stream(io.BytesIO(data), inner, origin, size=len(data), depth=depth + 1)
            return
        members = zipped.members(file, self._budget, warc=warc.members) if kind == kinds.ZIP else warc.members(file)
        nothing = True
        for member in members:
            nothing = False
            yield from self._member(member, f"{origin}: {member_name(member)}", depth=depth + 1)
        if nothing:
            raise Unreadable("The archive holds nothing to read.")

    def _member(self, member: Member | Refusal, origin: str, *, depth: int) -> Found:
        if isinstance(member, Refusal):
            yield Refusal(origin=origin, reason=member.reason)
        elif member.media_type is None:
            file = io.BytesIO(member.data)
            size = len(member.data)
            yield from self._stream(file, member.name, origin, size=size, around=member.facts, depth=depth)
        else:
            yield from self._document(member.data, member.media_type, origin, around=member.facts, depth=depth)

    def _document(self, data: bytes, media_type: str, origin: str, *, around: Facts, depth: int) -> Found:
        """The report of a document, and those of the documents in it."""
        try:
            if depth > _DEEPEST:
                raise Unreadable(f"It lies within more than {_DEEPEST} other documents; save it by itself.")
            here = formats.essence(media_type) in _HERE
            parsed = formats.parse(data, media_type) if here else self._cell.parse(data, media_type)
            document = parsed.document
            if document is not None:
                if document.pages and not document.visible:
                    document = ocr.read(document, data, self._cell)
                yield capture(document, data, media_type, origin=origin, around=around, given=self._given)
            elif not (parsed.members or parsed.refused):
                raise Unreadable("It holds nothing to read.")
        except Refused as refused:
            yield Refusal(origin=origin, reason=str(refused))
            return
        inside: tuple[Member | Refusal, ...] = (*parsed.members, *parsed.refused)
        for member in inside:
            # A row stands in its list as a line in a file; anything else is a document in another.
            mark = ":" if isinstance(member, Member) and member.media_type == "application/json" else ": "
            yield from self._member(member, f"{origin}{mark}{member_name(member)}", depth=depth + 1)


def member_name(member: Member | Refusal) -> str:
    """What a member is called, as text that can be stored."""
    name = (member.origin if isinstance(member, Refusal) else member.name) or "a file without a name"
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _head(file: BinaryIO) -> bytes:
    """The first bytes of a gzip file's content."""
    head = Unpacked(file).read(kinds.HEAD)
    file.seek(0)
    return head


def _all(file: BinaryIO, kind: str, size: int) -> bytes:
    """The bytes of a document, whose size is looked at before they are read."""
    limit = MAX_BYTES if kind == "text/plain" else MAX_DOCUMENT
    if size > limit:
        most = f"{MAX_LENGTH:,} characters" if kind == "text/plain" else f"{limit / 1e6:,.0f} MB"
        raise Unreadable(f"It has {size / 1e6:,.0f} MB, and a report may have {most}; split it into single reports.")
    return read_all(file, limit)


def _rows_in(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 1
