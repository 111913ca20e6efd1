"""The entry point of ingestion: paths to reports and refusals."""

import io
import os
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from datetime import date
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tollbook.bounds import is_published, not_published
from tollbook.errors import Refused, Unreadable
from tollbook.ingest import formats, media_types, ocr
from tollbook.ingest.archives import zipped
from tollbook.ingest.archives.unpack import GzipStream, UnpackBudget, read_all
from tollbook.ingest.decode import MAX_BYTES
from tollbook.ingest.describe import Capture, ReportDefaults, capture, left_out
from tollbook.ingest.document import MAX_DOCUMENT, EmbeddedDocument, Metadata
from tollbook.ingest.formats import row
from tollbook.ingest.sandbox import Sandbox
from tollbook.ingest.walk import ROWS, files, name_of, refuse, why_not
from tollbook.locale.messages import message
from tollbook.model import Refusal, Report
from tollbook.text import MAX_LENGTH

Paths = Iterable[str | os.PathLike[str]]
Captures = Iterator[Capture | Refusal]
#: How deep archives in archives are read. A mail with a ZIP of PDFs, in a folder packed for sending, is three deep.
MAX_DEPTH = 3
#: How deep documents in documents are read, such as forwarded mails. No correspondence comes close.
_MAX_NESTING = 30
#: Parsed in this process: texts and rows, whose parsers cannot hang. Everything else is parsed in the sandbox.
_SAFE = frozenset({"text/plain", "application/json"})


def read(paths: Paths, *, published: date | None = None, outlet: str | None = None) -> Iterator[Report | Refusal]:
    """Reports from files, folders, archives and lists, in order, and a refusal for everything that could not be read.

    ``published`` and ``outlet`` are used for reports without their own. The day of publication comes from
    the document, else from ``published``, else from the dateline of the text.
    """
    for each in captures(paths, published=published, outlet=outlet):
        yield each if isinstance(each, Refusal) else each.report


def captures(
    paths: Paths, *, published: date | None = None, outlet: str | None = None,
    without: AbstractSet[Path] = frozenset(), links: bool = False,
) -> Captures:  # fmt: skip
    """As ``read``, with the original bytes of each report; ``without`` and ``links`` as in ``walk.files``.

    Raises Refused if no report can be from the day ``published``.
    """
    if published is not None and not is_published(published):
        raise Refused(not_published(published))
    with Sandbox() as sandbox:
        reader = _FileReader(sandbox, ReportDefaults(published=published, outlet=outlet))
        for path in files(paths, without, links=links):
            if isinstance(path, Refusal):
                yield path
            else:
                yield from reader.file(path)


class NamedFile(NamedTuple):
    """A file in memory: its name, the origin that its reports get, and its bytes."""

    name: str
    origin: str
    data: io.BytesIO


def captures_of(named: Iterable[NamedFile]) -> Captures:
    """As ``captures``, from files in memory; the next one is fetched when the one before is read completely."""
    with Sandbox() as sandbox:
        reader = _FileReader(sandbox, ReportDefaults())
        for file in named:
            yield from reader.named(file)


def captures_of_rows(rows: Iterable[tuple[str, bytes]]) -> Captures:
    """As ``captures``, from lines of ``reports.jsonl``, each with the origin that its report gets."""
    with Sandbox() as sandbox:
        reader = _FileReader(sandbox, ReportDefaults())
        for origin, line in rows:
            yield from reader.row(line, origin)


def count(paths: Paths, *, without: AbstractSet[Path] = frozenset(), links: bool = False) -> int:
    """An estimate of how many reports ``paths`` hold, for a progress bar: files, and lines of ``.jsonl`` files."""
    every = files(paths, without, links=links)
    return sum(_line_count(path) if isinstance(path, Path) and path.suffix.lower() == ROWS else 1 for path in every)


class _FileReader:
    """Reads one file after another, of any type."""

    def __init__(self, sandbox: Sandbox, defaults: ReportDefaults) -> None:
        self._sandbox, self._defaults = sandbox, defaults
        self._budget = UnpackBudget(0)

    def file(self, path: Path) -> Captures:
        """All reports of a file."""
        try:
            with path.open("rb") as file:
                size = path.stat().st_size
                self._budget = UnpackBudget(size)
                yield from self._stream(file, path.name, name_of(path), size=size)
        except OSError as error:
            yield refuse(path, why_not(error))

    def named(self, file: NamedFile) -> Captures:
        """All reports of a file in memory."""
        size = len(file.data.getbuffer())
        self._budget = UnpackBudget(size)
        yield from self._stream(file.data, file.name, file.origin, size=size)

    def row(self, line: bytes, origin: str) -> Captures:
        """The report of a line of ``reports.jsonl``."""
        yield from self._document(line, "application/json", origin, outer={}, depth=MAX_DEPTH)

    def _stream(
        self, file: BinaryIO, name: str, origin: str, *, size: int, outer: Metadata | None = None, depth: int = 0
    ) -> Captures:
        """All reports of a byte stream, or a refusal if there is none."""
        try:
            media_type = media_types.detect(file.read(media_types.HEAD), name)
            if media_type == media_types.ZIP:
                media_type = zipped.detect(file)
            file.seek(0)
            if media_type == media_types.ROWS:
                yield from self._rows(file, origin)
            elif media_type in {media_types.ZIP, media_types.WARC, media_types.GZIP}:
                yield from self._archive(file, media_type, name, origin, depth=depth)
            else:
                data = _all(file, media_type, size)
                yield from self._document(data, media_type, origin, outer=outer or {}, depth=depth)
        except Refused as refused:
            yield Refusal(origin=origin, reason=str(refused))

    def _rows(self, file: BinaryIO, origin: str) -> Captures:
        number = 0
        for number, line in row.lines(file):
            yield from self.row(line, f"{origin}:{number}")
        if not number:
            raise Unreadable(message("It is empty."))

    def _archive(self, file: BinaryIO, media_type: str, name: str, origin: str, *, depth: int) -> Captures:
        if depth == MAX_DEPTH:
            raise Unreadable(
                message("It is an archive inside {depth} other archives; unpack it first.", depth=MAX_DEPTH)
            )
        if media_type == media_types.GZIP and not media_types.is_warc(_head(file)):
            data = read_all(GzipStream(file), MAX_DOCUMENT)
            inner = name.removesuffix(".gz")
            yield from self._stream(io.BytesIO(data), inner, origin, size=len(data), depth=depth + 1)
            return
        from tollbook.ingest.archives import warc  # noqa: PLC0415 - warcio is slow to import, and few files need it

        is_zip = media_type == media_types.ZIP
        members = zipped.members(file, self._budget, warc=warc.members) if is_zip else warc.members(file)
        empty = True
        for member in members:
            empty = False
            yield from self._member(member, f"{origin}: {member_name(member)}", depth=depth + 1)
        if empty:
            raise Unreadable(message("The archive holds nothing to read."))

    def _member(self, member: EmbeddedDocument | Refusal, origin: str, *, depth: int) -> Captures:
        if isinstance(member, Refusal):
            yield Refusal(origin=origin, reason=member.reason)
        elif member.media_type is None:
            file = io.BytesIO(member.data)
            size = len(member.data)
            yield from self._stream(file, member.name, origin, size=size, outer=member.metadata, depth=depth)
        else:
            yield from self._document(member.data, member.media_type, origin, outer=member.metadata, depth=depth)

    def _document(self, data: bytes, media_type: str, origin: str, *, outer: Metadata, depth: int) -> Captures:
        """The report of a document, and those of the documents inside it."""
        try:
            if depth > _MAX_NESTING:
                raise Unreadable(
                    message(
                        "It is inside more than {depth} other documents; save it as its own file.", depth=_MAX_NESTING
                    )
                )
            safe = formats.essence(media_type) in _SAFE
            parsed = formats.parse(data, media_type) if safe else self._sandbox.parse(data, media_type)
            document = parsed.document
            if document is not None:
                if document.pages and not document.visible:
                    document = ocr.read(document, data, self._sandbox)
                yield capture(document, data, media_type, origin=origin, outer=outer, defaults=self._defaults)
                if reason := left_out(document, outer):
                    yield Refusal(origin=origin, reason=reason)
            elif not (parsed.members or parsed.refused):
                raise Unreadable(message("It holds nothing to read."))
        except Refused as refused:
            yield Refusal(origin=origin, reason=str(refused))
            return
        inside: tuple[EmbeddedDocument | Refusal, ...] = (*parsed.members, *parsed.refused)
        for member in inside:
            # A row of a list is named like a line of a file, anything else like a document inside another.
            is_row = isinstance(member, EmbeddedDocument) and member.media_type == "application/json"
            mark = ":" if is_row else ": "
            yield from self._member(member, f"{origin}{mark}{member_name(member)}", depth=depth + 1)


def member_name(member: EmbeddedDocument | Refusal) -> str:
    """The name of a member as text that can be stored."""
    name = (member.origin if isinstance(member, Refusal) else member.name) or "a file without a name"
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _head(file: BinaryIO) -> bytes:
    """The first bytes of the content of a gzip file."""
    head = GzipStream(file).read(media_types.HEAD)
    file.seek(0)
    return head


def _all(file: BinaryIO, media_type: str, size: int) -> bytes:
    """The bytes of a document. Its size is checked before they are read."""
    if media_type == "text/plain" and size > MAX_BYTES:
        raise Unreadable(
            message(
                "It has {size:,.0f} MB, and a report may have {most:,} characters; split it into single reports.",
                size=size / 1e6,
                most=MAX_LENGTH,
            )
        )
    if size > MAX_DOCUMENT:
        raise Unreadable(
            message(
                "It has {size:,.0f} MB, and a report may have {most:,.0f} MB; split it into single reports.",
                size=size / 1e6,
                most=MAX_DOCUMENT / 1e6,
            )
        )
    return read_all(file, MAX_BYTES if media_type == "text/plain" else MAX_DOCUMENT)


def _line_count(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 1
