"""Reads what waits in a book whenever it is asked to, and reports how far it is, in a process or thread of its own.

It has one end of a pipe. Through the other, a ``ReadingWorker`` sends the number of each time it was woken, and None to
end it. The loop sends a :class:`ReadingState`, whose ``answered`` is the last of these numbers for which everything is
done.
"""

import logging
import os
import time
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection

from tollbook import reading
from tollbook.book import Book
from tollbook.errors import TollbookError, Unanswered
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader

#: Seconds that the loop waits for more; starting a process takes a few.
_IDLE = 60
#: How long nobody links after a batch, as a share of the time that the batch took. A book in a file has one writer at a
#: time and no line of those who wait: with a fixed pause of 0.15 s after batches of 2 s, twenty people waited minutes.
_REST = 0.5

CRASHED = message("Reading it failed unexpectedly. Send the file again; if it fails again, save it as text.")
_log = logging.getLogger(__name__)


class ReadingState(Record, frozen=True, kw_only=True):
    """What is being done: ``busy``, how far it is, and what went wrong if anything did.

    ``again`` ``of`` the reports that are read again are done, and ``linked`` ``of_linked`` readings and decisions.
    After a problem, files may wait until the worker is woken again; ``failed`` means that the file which waits next, if
    any, could not be read.
    """

    busy: bool = False
    again: int = 0
    of: int = 0
    linked: int = 0
    of_linked: int = 0
    problem: str = ""
    answered: int = 0
    failed: bool = False


class ReadingLoop:
    """Reads, links and reports progress, until nobody asks for a while. ``reader`` is as in ``create_app``."""

    def __init__(self, where: str | os.PathLike[str], reader: str | Reader | None, pipe: Connection) -> None:
        self._where, self._reader, self._pipe = where, reader, pipe
        self._asked, self._stopped = 0, False
        self._batch_began = time.monotonic()

    def run(self, readers: AbstractContextManager[reading.Starter], passphrase: str | None = None) -> None:
        """Until nobody asks for a minute, the other side is gone, or something fails, which is reported."""
        try:
            with Book.open(self._where, passphrase=passphrase) as book, readers as start:
                while self._pipe.poll(_IDLE):
                    self._listen()
                    if self._stopped:
                        return
                    self._read(book, start)
        except TollbookError as error:
            self._send(ReadingState(problem=str(error), failed=True))
        except Exception:  # noqa: BLE001 - the loop must not end silently, and one bad file must not stop the others
            _log.exception("Reading failed")
            self._send(ReadingState(problem=CRASHED, failed=True))

    def _listen(self) -> None:
        """Take what was sent, without waiting."""
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
        """Read the files that wait; returns why the rest of them goes on waiting, or nothing."""
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
        """After a batch of linking: report how far it is, and let people write who waited for it."""
        self._send(ReadingState(busy=True, linked=done, of_linked=total))
        if done < total:
            time.sleep(_REST * (time.monotonic() - self._batch_began))
        self._batch_began = time.monotonic()

    def _send(self, state: ReadingState) -> None:
        with suppress(OSError):
            self._pipe.send(state)


def run_in_thread(where: str | os.PathLike[str], reader: LanguageModelReader, pipe: Connection) -> None:
    """For a reader that cannot leave this process: it asks its server here, and what was answered is read elsewhere."""
    ReadingLoop(where, reader, pipe).run(reading.apart())
    pipe.close()


def run_in_process(
    where: str | os.PathLike[str], reader: str | Reader | None, pipe: Connection, passphrase: str | None
) -> None:
    """All of reading and linking, so that the process that answers requests has its time for them alone."""
    reading.end_with_parent()
    ReadingLoop(where, reader, pipe).run(reading.processes(1, None), passphrase)
