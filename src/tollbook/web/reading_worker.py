"""Reads uploaded files, and reports with changed metadata, while the server answers requests.

Reading and linking run in a process of their own (``reading_loop``); a thread of the server listens to it. The work
to do is in the book, so a restarted server continues where the former one stopped.
"""

import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from tollbook.book import Book
from tollbook.errors import TollbookError
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader
from tollbook.web import reading_loop
from tollbook.web.reading_loop import CRASHED, ReadingState

_log = logging.getLogger(__name__)
#: Seconds that closing the server waits for the report that is being read.
_LEAVING = 10


class ReadingWorker:
    """Reads waiting files of a book; one for each server. ``wake`` it when there may be something to do."""

    def __init__(self, where: str | os.PathLike[str], reader: str | Reader | None = None) -> None:
        """``reader`` reads all files; without it each report is read by the installed reader for its language."""
        self._where, self.reader = where, reader
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._pipe: Connection | None = None
        self._woken, self._answered = 0, 0
        self._stopped = False
        self._failing = 0
        self.state = ReadingState()

    def wake(self) -> None:
        """Start reading, or continue, because there may be something to read."""
        with self._lock:
            self._woken += 1
            self.state = ReadingState(busy=True)
            if self._stopped:
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tollbook-reading", daemon=True)
                self._thread.start()
            else:
                self._send(self._woken)

    def wake_if_needed(self, book: Book) -> None:
        """Continue the work that an earlier process left."""
        if book.uploads.next_waiting() or book.reports.stale() or book.incidents.is_behind():
            self.wake()

    def stop(self) -> None:
        """End reading after the report that is being read."""
        with self._lock:
            self._stopped, thread = True, self._thread
            self._send(None)
        if thread is not None:
            thread.join(_LEAVING)

    def _run(self) -> None:
        while not self._leave():
            ours, theirs = multiprocessing.Pipe()
            try:
                ended_well = self._started(theirs)
            except OSError:
                _log.exception("No process for reading could be started")
                self._fail(CRASHED)
                continue
            with self._lock:
                self._pipe = ours
                self._send(None if self._stopped else self._woken)
            failed = self._listen(ours)
            with self._lock:
                self._pipe = None
            ours.close()
            problem = failed.problem if failed else ""
            if not ended_well() and not self._stopped:
                problem = problem or CRASHED
            if problem:
                self._fail(problem, disk_full=failed is not None and failed.disk_full)

    def _started(self, pipe: Connection) -> Callable[[], bool]:
        """Start the loop on its side of the pipe.

        Returns a function that waits for its end and returns whether it ended well.
        """
        if isinstance(self.reader, LanguageModelReader):
            return _in_thread(reading_loop.run_in_thread, self._where, self.reader, pipe)
        return _in_process(reading_loop.run_in_process, self._where, self.reader, pipe, Book.passphrase_of(self._where))

    def _listen(self, pipe: Connection) -> ReadingState | None:
        """Follow the loop until it ends. Returns its last state if it failed."""
        with suppress(EOFError, OSError):
            while True:
                state: ReadingState = pipe.recv()
                if state.failed:
                    return state
                with self._lock:
                    self._answered = max(self._answered, state.answered)
                    if state.busy or self._answered == self._woken:
                        self.state = state
                    if not state.busy:
                        self._failing = 0
        return None

    def _send(self, number: int | None) -> None:
        """Tell the loop; if it has just ended, another one is started."""
        if self._pipe is not None:
            with suppress(OSError):
                self._pipe.send(number)

    def _fail(self, sentence: str, *, disk_full: bool = False) -> None:
        """Try a file once more; then refuse it. Other failures are shown, and tried again at the next wake."""
        try:
            with Book.open(self._where) as book:
                upload = book.uploads.next_waiting()
                if upload is not None and upload.number == self._failing:
                    book.uploads.refuse(upload, sentence)
        except TollbookError as error:
            upload, sentence = None, str(error)
        with self._lock:
            if upload is None:
                self._answered = self._woken
                self.state = ReadingState(problem=sentence, disk_full=disk_full)
            else:
                self._failing = upload.number

    def _leave(self) -> bool:
        """Whether the thread ends, because nothing is wanted."""
        with self._lock:
            if self._answered < self._woken and not self._stopped:
                return False
            self._thread = None
            return True


def _in_thread(run: Callable[..., None], *arguments: object) -> Callable[[], bool]:
    thread = threading.Thread(target=run, args=arguments, name="tollbook-asking", daemon=True)
    thread.start()

    def ended_well() -> bool:
        thread.join()
        return True

    return ended_well


def _in_process(run: Callable[..., None], *arguments: object) -> Callable[[], bool]:
    """The process is spawned, not forked, because this one has threads and connections."""
    process = multiprocessing.get_context("spawn").Process(
        target=run, args=arguments, name="tollbook-reading", daemon=True
    )
    process.start()
    for pipe in arguments:
        if isinstance(pipe, Connection):
            pipe.close()

    def ended_well() -> bool:
        process.join()
        return process.exitcode == 0

    return ended_well
