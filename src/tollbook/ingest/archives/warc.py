"""WARC files, packed or not: every captured document in them, with its address and the moment of its capture."""

import contextlib
import io
from collections.abc import Iterator
from typing import BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from tollbook.errors import Unreadable
from tollbook.ingest.archives.unpack import Unpacked, decoded, read_all
from tollbook.ingest.document import MAX_DOCUMENT, Member, fact, facts_of
from tollbook.ingest.formats import essence, is_read
from tollbook.model import Refusal

_GZIP = b"\x1f\x8b"
_DAMAGED = "It is damaged here; what comes after this cannot be read. Get an undamaged copy."
#: What warcio raises over files that no crawler would write.
_ODD = (
    ArchiveLoadFailed,
    EOFError,
    ValueError,
    AttributeError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    OSError,
)
#: Pages about a page: what a crawl fetches on its way.
_BY_THE_WAY = ("/robots.txt", "/favicon.ico", "/sitemap.xml")
#: Bytes without a line's end at which a file is taken for damaged: pictures and films have one every few hundred.
_LONGEST_LINE = 8 << 20


def members(file: BinaryIO) -> Iterator[Member | Refusal]:
    """The documents captured in a WARC file, in its order. What is no document, as pictures, is passed over."""
    number = 0
    try:
        for number, record in enumerate(_records(file), start=1):
            found = _document(record, number)
            if found is not None:
                yield found
    except Unreadable as error:
        yield Refusal(origin=f"record {number + 1}", reason=str(error))
    except _ODD:
        yield Refusal(origin=f"record {number + 1}", reason=_DAMAGED)


def is_warc(head: bytes) -> bool:
    """Whether the first bytes, unpacked, are those of a WARC or ARC file."""
    return head.startswith((b"WARC/", b"filedesc://"))


class _Stream(io.RawIOBase):
    """Any readable stream, no line of which is followed beyond a bound: a file may be one line of a gigabyte."""

    def __init__(self, file: BinaryIO | Unpacked) -> None:
        self._file = file
        self._line = 0

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes. Raises Unreadable within a line that does not end."""
        part = self._file.read(size) or b""
        end = part.rfind(b"\n")
        self._line = self._line + len(part) if end < 0 else len(part) - end - 1
        if self._line > _LONGEST_LINE:
            raise Unreadable("A line in it does not end; it is damaged or no WARC file.")
        return part


def _records(file: BinaryIO) -> Iterator[ArcWarcRecord]:
    """The records of a WARC file; what warcio would tell a terminal about damaged ones is not shown."""
    head = file.read(len(_GZIP))
    file.seek(0)
    records = iter(ArchiveIterator(_Stream(Unpacked(file) if head == _GZIP else file), arc2warc=True))
    while True:
        with contextlib.redirect_stderr(io.StringIO()):
            record = next(records, None)
        if record is None:
            return
        yield record


def _document(record: ArcWarcRecord, number: int) -> Member | Refusal | None:
    """The document of a record; ``None`` where it holds none."""
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    media_type = _media_type(record)
    if media_type is None or not url.startswith(("http://", "https://")) or url.endswith(_BY_THE_WAY):
        return None
    name = f"record {number} ({url[:300]})"
    status = record.http_headers.get_statuscode() if record.http_headers else "200"
    if status.startswith("3") or not is_read(media_type):
        return None
    if status != "200":
        return Refusal(
            origin=name, reason=f"The server answered {status[:3]}: there was no such report when it was captured."
        )
    try:
        data = _body(record)
    except Unreadable as error:
        return Refusal(origin=name, reason=str(error))
    facts = facts_of(
        url=fact(url, "WARC-Target-URI"), captured=fact(record.rec_headers.get_header("WARC-Date"), "WARC-Date")
    )
    return Member(name=name, data=data, media_type=media_type, facts=facts) if data else None


def _body(record: ArcWarcRecord) -> bytes:
    """The body of a response as its server meant it: in one piece, its codings taken off. Raises Unreadable."""
    stream, headers = record.raw_stream, record.http_headers
    if headers and (headers.get_header("Transfer-Encoding") or "").lower() == "chunked":
        stream = ChunkedDataReader(stream)
    body = read_all(stream, MAX_DOCUMENT)
    return decoded(body, headers.get_header("Content-Encoding") or "") if headers else body


def _media_type(record: ArcWarcRecord) -> str | None:
    """What a response, resource or conversion holds, by its own header."""
    if record.rec_type == "response" and record.http_headers is not None:
        found = record.http_headers.get_header("Content-Type")
    elif record.rec_type in {"resource", "conversion"}:
        found = record.rec_headers.get_header("Content-Type")
    else:
        return None
    return str(found)[:200] if found and essence(found) else None
