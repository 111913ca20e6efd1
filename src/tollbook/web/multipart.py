"""Stores files of a request in the book as they arrive, without memory or temporary files for whole files."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fastapi import Request
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from tollbook.book.uploads import ArrivingFile, Uploads, shown_name
from tollbook.errors import BookError, Refused
from tollbook.locale.messages import message
from tollbook.model import Record

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

#: Bytes of the longest field that is not a file, and of the headers of one part.
_LONGEST = 10_000
#: Characters of the name of a batch.
_LONGEST_BATCH = 64


class Received(Record, frozen=True, kw_only=True):
    """One file of a request: whether it is stored, and the reason if it is not."""

    name: str
    stored: bool
    reason: str = ""


async def receive(request: Request, uploads: Uploads, who: str) -> tuple[str, list[Received]]:
    """Store the files of a request; its batch, and the outcome of each. Raises Refused for another kind of request."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise Refused(message("Send files as a form (multipart/form-data)."))
    form = _Form(uploads, who)
    parser = MultipartParser(options[b"boundary"], form.callbacks())
    with form.whatever_happens():
        async for chunk in request.stream():
            await run_in_threadpool(parser.write, chunk)
        parser.finalize()
    return form.batch, form.received


class _Form:
    """Receives the parts of a form from a parser: fields, and files that go to the book."""

    def __init__(self, uploads: Uploads, who: str) -> None:
        self.batch = ""
        self.received: list[Received] = []
        self._uploads, self._who = uploads, who
        self._file: ArrivingFile | None = None
        self._name = self._field = ""
        self._header, self._value, self._text = bytearray(), bytearray(), bytearray()

    def callbacks(self) -> "MultipartCallbacks":
        """The callbacks of the parser."""
        return {
            "on_part_begin": self._begin, "on_part_data": self._data, "on_part_end": self._end,
            "on_header_field": self._header_name, "on_header_value": self._header_value,
            "on_header_end": self._header_end, "on_headers_finished": self._open,
        }  # fmt: skip

    @contextmanager
    def whatever_happens(self) -> Iterator[None]:
        """Remove a file that did not arrive in full. Raises Refused for a form that is broken off or damaged."""
        try:
            yield
        except (MultipartParseError, ClientDisconnect) as error:
            raise Refused(message("The files did not arrive in full; send them again.")) from error
        finally:
            if self._file is not None:
                self._file.discard()

    def _begin(self) -> None:
        self._name = self._field = ""
        self._header, self._value, self._text = bytearray(), bytearray(), bytearray()

    def _header_name(self, data: bytes, start: int, end: int) -> None:
        self._header = _grown(self._header, data[start:end])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value = _grown(self._value, data[start:end])

    def _header_end(self) -> None:
        if bytes(self._header).lower() == b"content-disposition":
            _, options = parse_options_header(bytes(self._value))
            self._field = options.get(b"name", b"").decode("utf-8", "replace")
            self._name = options.get(b"filename", b"").decode("utf-8", "replace")
        self._header, self._value = bytearray(), bytearray()

    def _open(self) -> None:
        """The headers of a part are complete: a part with a file name is a file."""
        if self._name:
            self._try(lambda: self._uploads.receive(self._name, batch=self.batch, who=self._who))

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._file is not None:
            file, part = self._file, data[start:end]
            self._try(lambda: file.write(part))
        elif not self._name:
            self._text = _grown(self._text, data[start:end])

    def _end(self) -> None:
        if self._file is not None:
            file = self._file
            self._try(file.complete)
            if self._file is not None:
                self.received.append(Received(name=file.name, stored=True))
                self._file = None
        elif self._field == "batch":
            value = self._text.decode("utf-8", "replace")
            self.batch = "".join(c for c in value if c.isalnum() or c == "-")[:_LONGEST_BATCH]

    def _try(self, step: Callable[[], ArrivingFile]) -> None:
        """A step with a file; a file that cannot be stored is removed, and the next one is tried."""
        try:
            self._file = step()
        except (Refused, BookError) as error:
            self.received.append(Received(name=shown_name(self._name), stored=False, reason=str(error)))
            if self._file is not None:
                self._file.discard()
                self._file = None


def _grown(field: bytearray, data: bytes) -> bytearray:
    field += data
    if len(field) > _LONGEST:
        raise Refused(message("A field of the form is too long."))
    return field
