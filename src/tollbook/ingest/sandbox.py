"""The sandbox: a separate process in which documents are parsed, with a time and a memory limit for each.

The libraries that read PDF, HTML, Word and the rest are large, and a document may have been made to break them. A
parser that hangs, crashes or uses too much memory ends the sandbox process and nothing else: the document is refused,
and the next one gets a new process.
"""

import faulthandler
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

import msgspec

from tollbook.errors import Refused, TollbookError, Unreadable
from tollbook.ingest import formats
from tollbook.ingest.document import ParseResult
from tollbook.locale.messages import message

#: Seconds that parsing a document may take: ten is the limit for anything that hangs, less one to end the process.
SECONDS = 9
#: Bytes of address space of the process, libraries included; they take 0.2 GB before the first document.
_MEMORY = 3 << 30
#: The reason for a document that was stopped.
TOO_SLOW = message(
    "Reading it takes longer than {seconds} seconds; it is very large, or was made to be slow. Save it as text.",
    seconds=SECONDS,
)
_TOO_LARGE = message("Reading it takes too much memory; it is very large, or was made to be. Save it as text.")
#: The reason for a document whose parser crashed: a bug to look into, although no other document is affected.
CRASHED = message("The program that reads it crashed; the file is damaged, or was made to do so. Save it as text.")
_SURROGATES = message("It holds broken characters (lone surrogates); save it as text.")
_START = "import sys; sys.path[:] = sys.argv[1:]; from tollbook.ingest import sandbox; sandbox.serve()"


class _Request(msgspec.Struct, frozen=True):
    data: bytes
    media_type: str
    page: int | None = None


class _Response(msgspec.Struct, frozen=True):
    parsed: ParseResult | None = None
    picture: bytes = b""
    refused: str = ""
    unreadable: str = ""


class Sandbox:
    """Parses documents in a process of its own, which is started when it is first needed. Close it after use."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def parse(self, data: bytes, media_type: str) -> ParseResult:
        """As ``formats.parse``. Raises Refused, also if the parser hangs, crashes or uses too much memory."""
        return self._ask(_Request(data, media_type)).parsed or ParseResult()

    def draw(self, data: bytes, page: int) -> bytes:
        """As ``formats.draw``."""
        return self._ask(_Request(data, "application/pdf", page)).picture

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self._process.kill()
            self._process.wait()
            self._process = None

    def _ask(self, request: _Request) -> _Response:
        process = self._process = self._process or _started()
        if process.stdin is None or process.stdout is None:
            raise Unreadable(CRASHED)
        start = time.monotonic()
        try:
            _send(process.stdin, msgspec.msgpack.encode(request))
            response = msgspec.msgpack.decode(_receive(process.stdout), type=_Response)
        except (OSError, EOFError) as error:
            self.close()
            raise Unreadable(CRASHED if time.monotonic() - start < SECONDS else TOO_SLOW) from error
        if response.unreadable:
            raise Unreadable(response.unreadable)
        if response.refused:
            raise Refused(response.refused)
        return response


def _started() -> subprocess.Popen[bytes]:
    # A plain process and not one of multiprocessing, which would run the caller's own script again.
    command = [sys.executable, "-c", _START, *sys.path]
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


def serve() -> None:
    """Run in the sandbox process: answer one request after another until the caller closes the pipe."""
    # The caller handles Ctrl-C. Output of libraries must not get between the responses.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit_memory()
    with suppress(EOFError, BrokenPipeError), open(os.devnull, "w") as nowhere:  # noqa: PTH123 - faulthandler's
        while True:
            request = msgspec.msgpack.decode(_receive(source), type=_Request)
            try:
                formats.load(request.media_type)
            except ImportError as error:
                _send(sink, _encoded(_Response(unreadable=message(
                    "A library that reads it does not work here ({error}); tollbook doctor says more.",
                    error=" ".join(str(error).split()),
                ))))  # fmt: skip
                continue
            # The timer is a thread in C, so that it works even when Python itself is stuck.
            faulthandler.dump_traceback_later(SECONDS, exit=True, file=nowhere)
            response = _encoded(_respond(request))
            faulthandler.cancel_dump_traceback_later()
            _send(sink, response)


def _encoded(response: _Response) -> bytes:
    try:
        return msgspec.msgpack.encode(response)
    except MemoryError:
        return msgspec.msgpack.encode(_Response(unreadable=_TOO_LARGE))
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_Response(unreadable=_SURROGATES))


def _respond(request: _Request) -> _Response:
    try:
        if request.page is not None:
            return _Response(picture=formats.draw(request.data, request.page))
        return _Response(parsed=formats.parse(request.data, request.media_type))
    except Unreadable as refused:
        return _Response(unreadable=str(refused))
    except TollbookError as refused:
        return _Response(refused=str(refused))
    except MemoryError:
        return _Response(unreadable=_TOO_LARGE)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    head = pipe.read(8)
    data = pipe.read(int.from_bytes(head, "big")) if len(head) == 8 else b""
    if len(head) < 8 or len(data) < int.from_bytes(head, "big"):
        raise EOFError
    return data
