"""The process that reads and links for a server: killed, failing, asked again, and ended with its server."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.web.reading_loop import CRASHED
from tollbook.web.reading_worker import ReadingWorker

#: Spawning a process and loading a reader takes some seconds on a busy machine.
_PATIENCE = 120


@dataclass(frozen=True)
class Killed:
    """A reader whose process is killed at reports with the word, at most so many times; ``folder`` counts them."""

    folder: str
    word: str
    times: int
    name: str = "killed"
    languages: frozenset[str] = frozenset({"en"})

    def version(self) -> str:
        return "1"

    def read(self, report: Report) -> Reading:
        deaths = Path(self.folder)
        if self.word in report.text and len(list(deaths.iterdir())) < self.times:
            (deaths / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Reading(report=report.id)


def _sent(where: Path, *texts: str) -> None:
    with Book.open(where, create=True) as book:
        for n, text in enumerate(texts):
            book.uploads.receive(f"{n}.txt", batch="b", who="Vera").write(text.encode()).complete()


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _read(where: Path, reader: Killed) -> ReadingWorker:
    """The worker, after it has read all that waits."""
    worker = ReadingWorker(where, reader)
    worker.wake()
    _until(lambda: not worker.state.busy)
    worker.stop()
    return worker


@pytest.fixture
def deaths(tmp_path: Path) -> Path:
    folder = tmp_path / "deaths"
    folder.mkdir()
    return folder


def _texts(number: int, word: str, at: int) -> list[str]:
    return [f"Report {n} of Oberfeld: {word if n == at else 'calm'}, said the mayor on Monday." for n in range(number)]


def test_a_file_whose_reading_was_killed_is_read_by_the_next_process(tmp_path: Path, deaths: Path) -> None:
    where = tmp_path / "a.book"
    _sent(where, *_texts(3, "boom", 1))
    worker = _read(where, Killed(str(deaths), "boom", times=1))
    assert len(list(deaths.iterdir())) == 1
    assert worker.state.problem == ""
    with Book.open(where) as book:
        assert [each.state for each in book.uploads.of_batch("b")] == ["done"] * 3
        assert [len(each.outcome.refused) for each in book.uploads.of_batch("b")] == [0, 0, 0]
        assert len(book.reports()) == 3
        assert book.verify() == []


def test_a_file_that_kills_its_reader_twice_is_refused_and_the_rest_is_read(tmp_path: Path, deaths: Path) -> None:
    where = tmp_path / "a.book"
    _sent(where, *_texts(3, "boom", 1))
    _read(where, Killed(str(deaths), "boom", times=9))
    assert len(list(deaths.iterdir())) == 2
    with Book.open(where) as book:
        refused = [each.outcome.refused for each in book.uploads.of_batch("b")]
        assert [[(each.origin, each.reason) for each in some] for some in refused] == [[], [("1.txt", CRASHED)], []]
        assert len(book.reports()) == 2


def test_files_that_arrive_while_it_reads_or_rests_are_read_too(tmp_path: Path, deaths: Path) -> None:
    where = tmp_path / "a.book"
    _sent(where, *_texts(2, "boom", 9))
    worker = ReadingWorker(where, Killed(str(deaths), "boom", times=0))
    worker.wake()
    _sent(where, "One more of Oberfeld, said the mayor on Tuesday.")
    worker.wake()
    _until(lambda: not worker.state.busy)
    _sent(where, "Another one of Oberfeld, said the mayor on Friday.")
    worker.wake()
    assert worker.state.busy
    _until(lambda: not worker.state.busy)
    worker.stop()
    with Book.open(where) as book:
        assert len(book.reports()) == 4


def test_a_book_that_cannot_be_opened_is_a_problem_until_it_can(tmp_path: Path, deaths: Path) -> None:
    where = tmp_path / "a.book"
    worker = ReadingWorker(where, Killed(str(deaths), "boom", times=0))
    worker.wake()
    _until(lambda: not worker.state.busy)
    assert "a.book" in worker.state.problem
    _sent(where, *_texts(1, "boom", 9))
    worker.wake()
    _until(lambda: not worker.state.busy)
    worker.stop()
    assert worker.state.problem == ""
    with Book.open(where) as book:
        assert len(book.reports()) == 1


def test_a_stopped_worker_leaves_no_process_and_starts_none(tmp_path: Path, deaths: Path) -> None:
    before = multiprocessing.active_children()
    where = tmp_path / "a.book"
    _sent(where, *_texts(1, "boom", 9))
    worker = ReadingWorker(where, Killed(str(deaths), "boom", times=0))
    worker.wake()
    _until(lambda: not worker.state.busy)
    assert _processes(before) == ["tollbook-reading"]
    worker.stop()
    _until(lambda: _processes(before) == [])
    worker.wake()
    assert worker._thread is None
    assert _processes(before) == []


def _processes(before: list[BaseProcess]) -> list[str]:
    """The processes of this test: another test in the same process may have left one."""
    return [each.name for each in multiprocessing.active_children() if each not in before]
