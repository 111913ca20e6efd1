"""Incidents are made while reports arrive."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tollbook.book import Book, arrivals
from tollbook.book.arrivals import derived
from tollbook.incidents import check, incremental, row_state
from tollbook.ingest import captures
from tollbook.reading import Outcome, read_into
from tollbook.store import Store
from tollbook.web.app import create_app


def texts(folder: Path, number: int) -> list[Path]:
    paths = []
    for n in range(number):
        paths.append(folder / f"{n}.txt")
        paths[-1].write_text(f"{n + 2} people were killed by a shell in Oberfeld on {n + 1} May 2031, police said.")
    return paths


@pytest.mark.parametrize("every", [1, 3])
def test_no_more_reports_than_that_wait_to_be_linked(tmp_path: Path, every: int) -> None:
    store = Store.open(tmp_path / "a.book", create=True)
    reading = read_into(store, captures(texts(tmp_path, 7)), separate=False)
    seen = [row_state.pending(store) for _ in derived(store, reading, every)]
    assert seen == [n % every for n in range(1, 8)]
    incremental.catch_up(store)
    assert list(check.problems(store)) == []
    store.close()


def test_what_is_known_already_makes_nothing_wait(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        paths = texts(tmp_path, 2)
        book.read(paths)
        asked: list[str] = []

        def outcomes() -> Iterator[Outcome]:
            for path in paths:
                asked.append(path.name)
                yield Outcome(known=True)

        assert len(list(derived(book._store, outcomes(), 1))) == len(asked) == 2


def test_catching_up_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_BATCH", 3)
    store = Store.open(tmp_path / "a.book", create=True)
    assert row_state.pending(store) == 0
    for _ in read_into(store, captures(texts(tmp_path, 7)), separate=False):
        """Every report is stored."""
    said: list[tuple[int, int]] = []
    incremental.catch_up(store, lambda done, total: said.append((done, total)))
    assert said == [(3, 7), (6, 7), (7, 7)]
    assert row_state.pending(store) == 0
    store.close()


def test_a_server_makes_the_incidents_of_a_book_that_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of an older version, or of a read that was killed, are made again before anybody opens a list."""
    monkeypatch.setattr(arrivals, "EVERY", 5)
    where = tmp_path / "a.book"
    store = Store.open(where, create=True)
    for _ in read_into(store, captures(texts(tmp_path, 7)), separate=False):
        """Every report is stored, and none is linked."""
    store.close()
    app = create_app(where)
    with TestClient(app, base_url="http://127.0.0.1"):
        deadline = time.monotonic() + 60
        while app.state.worker.state.busy and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not app.state.worker.state.problem
        with Book.open(where) as book:
            assert book.incidents.pending() == 0
