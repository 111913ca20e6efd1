"""The thread that reads uploaded files, and reports that were described otherwise, while pages are still answered.

Readers run in a process of their own, documents are parsed in the sandbox; this thread waits for both and writes. What
is to be done is in the book, so a server that was killed goes on where it stopped.
"""

import logging
import os
import threading

from tollbook import reading
from tollbook.book import Book
from tollbook.errors import TollbookError, Unanswered
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader

#: Seconds that the reading process waits for more; starting one takes a few.
_IDLE = 60
#: Seconds that closing the server waits for the report that is being read.
_LEAVING = 10

_CRASHED = message("Reading it failed unexpectedly. Send the file again; if it fails again, save it as text.")
_log = logging.getLogger(__name__)


class ReadingState(Record, frozen=True, kw_only=True):
    """What the thread does: ``busy``, how far it is, and what went wrong if anything did.

    ``again`` ``of`` the reports that are read again are done, and ``linked`` ``of_linked`` readings and decisions.
    After a problem, files may wait until the thread is woken again.
    """

    busy: bool = False
    again: int = 0
    of: int = 0
    linked: int = 0
    of_linked: int = 0
    problem: str = ""


class ReadingWorker:
    """Reads what waits in a book, one thread for each server. ``wake`` it when there may be something to do."""

    def __init__(self, where: str | os.PathLike[str], reader: str | Reader | None = None) -> None:
        """``reader`` reads what comes; without it each report is read by the installed one for its language."""
        self._where, self.reader = where, reader
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._wanted, self._stopped = threading.Event(), threading.Event()
        self._failing = 0
        self.state = ReadingState()

    def wake(self) -> None:
        """There may be something to read."""
        with self._lock:
            self._wanted.set()
            self.state = ReadingState(busy=True)
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._run, name="tollbook-reading", daemon=True)
                self._thread.start()

    def wake_if_needed(self, book: Book) -> None:
        """Continue what an earlier process left."""
        if book.uploads.next_waiting() or book.reports.stale() or book.incidents.is_behind():
            self.wake()

    def stop(self) -> None:
        """End the thread after the report that it reads."""
        self._stopped.set()
        self._wanted.set()
        if self._thread is not None:
            self._thread.join(_LEAVING)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with Book.open(self._where) as book:
                    self._read(book)
            except TollbookError as error:
                self._fail(str(error))
            except Exception:  # noqa: BLE001 - the thread must not end silently, and one bad file must not stop the others
                _log.exception("Reading failed")
                self._fail(_CRASHED)
            if self._leave():
                return

    def _read(self, book: Book) -> None:
        """Read until nothing has come for a while."""
        with reading.apart() as start:
            while self._wanted.wait(_IDLE) and not self._stopped.is_set():
                self._wanted.clear()
                problem = self._read_files(book, start)
                if self._stopped.is_set():
                    return
                reader = self.reader if isinstance(self.reader, LanguageModelReader) else None
                book.settle(start=start, progress=self._progress, linking=self._linking, reader=reader)
                self._failing = 0
                with self._lock:
                    if not self._wanted.is_set():
                        self.state = ReadingState(problem=problem)

    def _read_files(self, book: Book, start: reading.Starter) -> str:
        """Read the files that wait; returns why the rest of them goes on waiting, or nothing."""
        if isinstance(self.reader, LanguageModelReader):
            book.models.here(self.reader).try_again()
        try:
            for _ in book.uploads.read(start, reader=self.reader):
                if self._stopped.is_set():
                    break
        except Unanswered as error:
            return str(error)
        return ""

    def _progress(self, done: int, total: int) -> None:
        self.state = ReadingState(busy=True, again=done, of=total)

    def _linking(self, done: int, total: int) -> None:
        self.state = ReadingState(busy=True, linked=done, of_linked=total)

    def _fail(self, sentence: str) -> None:
        """Try a file once more; then refuse it. What fails without a file is shown, and tried at the next wake."""
        try:
            with Book.open(self._where) as book:
                upload = book.uploads.next_waiting()
                if upload is not None and upload.number == self._failing:
                    book.uploads.refuse(upload, sentence)
        except TollbookError as error:
            upload, sentence = None, str(error)
        if upload is None:
            self.state = ReadingState(problem=sentence)
        else:
            self._failing = upload.number
            self._wanted.set()

    def _leave(self) -> bool:
        """Whether the thread ends, because nothing is wanted."""
        with self._lock:
            if self._wanted.is_set() and not self._stopped.is_set():
                return False
            self._thread = None
            return True
