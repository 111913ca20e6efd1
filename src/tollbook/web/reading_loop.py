"""Reads waiting files of a book on request, and reports its progress, in a process or thread of its own.

It has one end of a pipe. Through the other, a ``ReadingWorker`` sends a number for each request, and None to end the
loop. The loop sends a :class:`ReadingState`; its ``answered`` is the number of the last completed request.
"""

import logging
import os
import time
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection

from tollbook import reading
from tollbook.book import Book
from tollbook.errors import DiskFull, TollbookError, Unanswered
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader

#: Seconds that the loop waits for further requests; starting a process takes a few.
_IDLE = 60
#: The pause of linking after a batch, as a share of the time that the batch took. A book in a file has one writer at a
#: time and no queue of waiting writers: with a fixed pause of 0.15 s after batches of 2 s, twenty people waited
#: minutes.
_REST = 0.5

CRASHED = message("Reading it failed unexpectedly. Send the file again; if it fails again, save it as text.")
_log = logging.getLogger(__name__)


class ReadingState(Record, frozen=True, kw_only=True):
    """The state of the loop: ``busy``, its progress, and the problem if there was one.

    ``again`` of ``of`` reports have been read again, and ``linked`` of ``of_linked`` readings and decisions are linked.
    After a problem, files may wait until the worker is woken again; ``failed`` means that the file which waits next, if
    any, could not be read; ``disk_full`` that nothing can be stored.
    """

    busy: bool = False
    again: int = 0
    of: int = 0
    linked: int = 0
    of_linked: int = 0
    problem: str = ""
    answered: int = 0
    failed: bool = False
    disk_full: bool = False


class ReadingLoop:
    """Reads, links and reports progress, until there is no request for a while. ``reader`` is as in ``create_app``."""

    def __init__(self, where: str | os.PathLike[str], reader: str | Reader | None, pipe: Connection) -> None:
        self._where, self._reader, self._pipe = where, reader, pipe
        self._asked, self._stopped = 0, False
        self._batch_began = time.monotonic()

    def run(self, readers: AbstractContextManager[reading.Starter], passphrase: str | None = None) -> None:
        """Run until there is no request for a minute, the other side is gone, or something fails and is reported."""
        try:
            with Book.open(self._where, passphrase=passphrase) as book, readers as start:
                while self._pipe.poll(_IDLE):
                    self._listen()
                    if self._stopped:
                        return
                    self._read(book, start)
        except TollbookError as error:
            full = isinstance(error, DiskFull)
            self._send(ReadingState(problem=str(error), failed=True, disk_full=full))
        except Exception:  # noqa: BLE001 - the loop must not end silently, and one bad file must not stop the others
            _log.exception("Reading failed")
            self._send(ReadingState(problem=CRASHED, failed=True))

    def _listen(self) -> None:
        """Receive the requests that were sent, without waiting."""
        try:
            while self._pipe.poll():
                asked = self._pipe.recv()
                self._stopped = self._stopped or asked is None
                self._asked = max(self._asked, asked or 0)
        except (EOFError, OSError):
            self._stopped = True

    def _read(self, book: Book, start: reading.Starter) -> None:
        asked = self._asked
        problem = self._read_files(book, start)
        if self._stopped:
            return
        model = self._reader if isinstance(self._reader, LanguageModelReader) else None
        self._batch_began = time.monotonic()
        book.settle(start=start, progress=self._progress, linking=self._linking, reader=model)
        self._send(ReadingState(problem=problem, answered=asked))

    def _read_files(self, book: Book, start: reading.Starter) -> str:
        """Read the waiting files; returns the reason why some still wait, or an empty string."""
        if isinstance(self._reader, LanguageModelReader):
            book.models.here(self._reader).try_again()
        try:
            for _ in book.uploads.read(start, reader=self._reader):
                self._listen()
                if self._stopped:
                    break
        except Unanswered as error:
            return str(error)
        return ""

    def _progress(self, done: int, total: int) -> None:
        self._send(ReadingState(busy=True, again=done, of=total))

    def _linking(self, done: int, total: int) -> None:
        """After a batch of linking: report the progress, and let waiting writers write."""
        self._send(ReadingState(busy=True, linked=done, of_linked=total))
        if done < total:
            time.sleep(_REST * (time.monotonic() - self._batch_began))
        self._batch_began = time.monotonic()

    def _send(self, state: ReadingState) -> None:
        with suppress(OSError):
            self._pipe.send(state)


def run_in_thread(where: str | os.PathLike[str], reader: LanguageModelReader, pipe: Connection) -> None:
    """The loop for a reader that cannot leave this process: its model is asked here, and answers are read elsewhere."""
    ReadingLoop(where, reader, pipe).run(reading.apart())
    pipe.close()


def run_in_process(
    where: str | os.PathLike[str], reader: str | Reader | None, pipe: Connection, passphrase: str | None
) -> None:
    """The loop in its own process, so that reading and linking do not slow down the process that answers requests."""
    reading.end_with_parent()
    ReadingLoop(where, reader, pipe).run(reading.processes(1, None), passphrase)
