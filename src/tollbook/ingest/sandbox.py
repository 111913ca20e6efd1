"""The cell: a process of its own in which documents are parsed, with a time and a memory limit for each.

The libraries that read PDF, HTML, Word and the rest are large, and what they are given may have been made to break
them. A parser that hangs, crashes or eats all memory takes the cell down and nothing else: the document is refused,
and the next one gets a new cell.
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
from tollbook.ingest.document import Parsed

#: Seconds a document may take: the ten that nothing may hang for, less one to end the cell and say so.
SECONDS = 9
#: Bytes of address space of the cell, libraries and all; 0.2 GB of it is taken before the first document.
_MEMORY = 3 << 30
_TOO_SLOW = (
    f"Reading it takes longer than {SECONDS} seconds; it is very large, or was made to be slow. Save it as text."
)
_TOO_LARGE = "Reading it takes too much memory; it is very large, or was made to be. Save it as text."
#: What is said of a document whose parser broke: a fault to look into, though nothing was lost by it.
BROKE = "It broke the program that reads it; it is damaged, or was made to. Save it as text."
_START = "import sys; sys.path[:] = sys.argv[1:]; from tollbook.ingest import sandbox; sandbox.serve()"


class _Task(msgspec.Struct, frozen=True):
    data: bytes
    media_type: str
    page: int | None = None


class _Answer(msgspec.Struct, frozen=True):
    parsed: Parsed | None = None
    picture: bytes = b""
    refused: str = ""
    unreadable: str = ""


class Cell:
    """Parses documents in a process of its own, which is started when first needed. Close it after use."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def parse(self, data: bytes, media_type: str) -> Parsed:
        """As ``formats.parse``. Raises Refused, also where the parser hangs, crashes or takes too much memory."""
        answer = self._ask(_Task(data, media_type))
        return answer.parsed or Parsed()

    def draw(self, data: bytes, page: int) -> bytes:
        """As ``formats.pdf.draw``."""
        return self._ask(_Task(data, "application/pdf", page)).picture

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

    def _ask(self, task: _Task) -> _Answer:
        process = self._process = self._process or _started()
        if process.stdin is None or process.stdout is None:
            raise Unreadable(BROKE)
        began = time.monotonic()
        try:
            _send(process.stdin, msgspec.msgpack.encode(task))
            answer = msgspec.msgpack.decode(_receive(process.stdout), type=_Answer)
        except (OSError, EOFError) as error:
            self.close()
            raise Unreadable(BROKE if time.monotonic() - began < SECONDS else _TOO_SLOW) from error
        if answer.unreadable:
            raise Unreadable(answer.unreadable)
        if answer.refused:
            raise Refused(answer.refused)
        return answer


def _started() -> subprocess.Popen[bytes]:
    # A plain process, not one of multiprocessing: that one would run the caller's own script again.
    command = [sys.executable, "-c", _START, *sys.path]
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


def serve() -> None:
    """The cell's side: answer one task after the other until the caller is gone."""
    # Ctrl-C is the caller's to handle, and what a library prints must not get between the answers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit_memory()
    with suppress(EOFError, BrokenPipeError), open(os.devnull, "w") as nowhere:  # noqa: PTH123 - faulthandler's
        while True:
            task = msgspec.msgpack.decode(_receive(source), type=_Task)
            formats.load(task.media_type)
            # The watch is kept by a thread in C, so that it holds when Python itself is stuck.
            faulthandler.dump_traceback_later(SECONDS, exit=True, file=nowhere)
            answer = _encoded(_answer(task))
            faulthandler.cancel_dump_traceback_later()
            _send(sink, answer)


def _encoded(answer: _Answer) -> bytes:
    try:
        return msgspec.msgpack.encode(answer)
    except MemoryError:
        return msgspec.msgpack.encode(_Answer(unreadable=_TOO_LARGE))
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(
            _Answer(unreadable="It holds broken characters (lone surrogates); save it as text.")
        )


def _answer(task: _Task) -> _Answer:
    try:
        if task.page is not None:
            return _Answer(picture=formats.draw(task.data, task.page))
        return _Answer(parsed=formats.parse(task.data, task.media_type))
    except Unreadable as refused:
        return _Answer(unreadable=str(refused))
    except TollbookError as refused:
        return _Answer(refused=str(refused))
    except MemoryError:
        return _Answer(unreadable=_TOO_LARGE)


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
