"""WARC files, compressed or not: every captured document with its address and the time of its capture."""

import contextlib
import io
from collections.abc import Iterator
from typing import BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from tollbook.errors import Unreadable
from tollbook.ingest.archives.unpack import GzipStream, decoded, read_all
from tollbook.ingest.document import MAX_DOCUMENT, EmbeddedDocument, metadata_of, metadata_value
from tollbook.ingest.formats import essence, is_read
from tollbook.locale.messages import message
from tollbook.model import Refusal

_GZIP = b"\x1f\x8b"
_DAMAGED = message("The file is damaged here, and the rest of it cannot be read. Get an undamaged copy.")
#: Exceptions that warcio raises for malformed files.
_MALFORMED = (
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
#: Pages that a crawler fetches for itself.
_CRAWLER_PAGES = ("/robots.txt", "/favicon.ico", "/sitemap.xml")
#: Bytes of a line from which on a file counts as damaged: pictures and films have a line end every few hundred bytes.
_MAX_LINE = 8 << 20


def members(file: BinaryIO) -> Iterator[EmbeddedDocument | Refusal]:
    """The documents captured in a WARC file, in its order. Pictures and the like are skipped."""
    number = 0
    try:
        for number, record in enumerate(_records(file), start=1):
            member = _document(record, number)
            if member is not None:
                yield member
    except Unreadable as error:
        yield Refusal(origin=f"record {number + 1}", reason=str(error))
    except _MALFORMED:
        yield Refusal(origin=f"record {number + 1}", reason=_DAMAGED)


class _Stream(io.RawIOBase):
    """A readable stream with a limit on the length of a line: a file may be one line of a gigabyte."""

    def __init__(self, file: BinaryIO | GzipStream) -> None:
        self._file = file
        self._line = 0

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes. Raises Unreadable if a line is too long."""
        part = self._file.read(size) or b""
        end = part.rfind(b"\n")
        self._line = self._line + len(part) if end < 0 else len(part) - end - 1
        if self._line > _MAX_LINE:
            raise Unreadable(message("A line in it is too long; it is damaged or not a WARC file."))
        return part


def _records(file: BinaryIO) -> Iterator[ArcWarcRecord]:
    """The records of a WARC file; messages of warcio about damaged ones on standard error are discarded."""
    head = file.read(len(_GZIP))
    file.seek(0)
    records = iter(ArchiveIterator(_Stream(GzipStream(file) if head == _GZIP else file), arc2warc=True))
    while True:
        with contextlib.redirect_stderr(io.StringIO()):
            record = next(records, None)
        if record is None:
            return
        yield record


def _document(record: ArcWarcRecord, number: int) -> EmbeddedDocument | Refusal | None:
    """The document of a record; ``None`` if it holds none."""
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    media_type = _media_type(record)
    if media_type is None or not url.startswith(("http://", "https://")) or url.endswith(_CRAWLER_PAGES):
        return None
    name = f"record {number} ({url[:300]})"
    status = record.http_headers.get_statuscode() if record.http_headers else "200"
    if status.startswith("3") or not is_read(media_type):
        return None
    if status != "200":
        return Refusal(
            origin=name,
            reason=message(
                "The server responded with status {status}, so the report was not captured.", status=status[:3]
            ),
        )
    try:
        data = _body(record)
    except Unreadable as error:
        return Refusal(origin=name, reason=str(error))
    metadata = metadata_of(
        url=metadata_value(url, "WARC-Target-URI"),
        captured=metadata_value(record.rec_headers.get_header("WARC-Date"), "WARC-Date"),
    )
    return EmbeddedDocument(name=name, data=data, media_type=media_type, metadata=metadata) if data else None


def _body(record: ArcWarcRecord) -> bytes:
    """The body of a response, in one piece and with its encodings removed. Raises Unreadable."""
    stream, headers = record.raw_stream, record.http_headers
    if headers and (headers.get_header("Transfer-Encoding") or "").lower() == "chunked":
        stream = ChunkedDataReader(stream)
    body = read_all(stream, MAX_DOCUMENT)
    return decoded(body, headers.get_header("Content-Encoding") or "") if headers else body


def _media_type(record: ArcWarcRecord) -> str | None:
    """The media type of a response, resource or conversion, from its own header."""
    if record.rec_type == "response" and record.http_headers is not None:
        declared = record.http_headers.get_header("Content-Type")
    elif record.rec_type in {"resource", "conversion"}:
        declared = record.rec_headers.get_header("Content-Type")
    else:
        return None
    return str(declared)[:200] if declared and essence(declared) else None
