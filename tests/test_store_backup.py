"""Backups of a book in use, between files and servers."""

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.test_store import ROOT, add, execute
from tollbook.errors import BookError, Refused
from tollbook.model import Refusal
from tollbook.store import Store


def same(one: Store, other: Store) -> None:
    assert other.contents() == one.contents()
    assert other.log() == one.log()
    assert other.refusals() == one.refusals()
    assert other.head() == one.head()


def fill(book: Store) -> None:
    for number in range(5):
        add(book, f"r-{number}")
    add(book, "r-1", finder="newer", number=4)
    book.refuse(Refusal(origin="b.txt", reason="It is empty."))
    book.append("decided", "r-1-3", {"verdict": "accept", "why": "Checked."}, actor="Ines")


def test_a_copy_equals_the_book_and_can_be_written(store: Store, tmp_path: Path) -> None:
    fill(store)
    assert store.backup(tmp_path / "copy.book") == []
    copy = Store.open(tmp_path / "copy.book")
    same(store, copy)
    assert {hit.report for hit in copy.search("ostrava")} == {f"r-{number}" for number in range(5)}
    add(copy, "r-9")
    assert copy.verify() == []
    assert len(store.reports()) == 5
    copy.close()
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.book"]


def test_a_book_moves_to_a_server_and_back(store: Store, postgres: Callable[[], str], tmp_path: Path) -> None:
    fill(store)
    url = postgres()
    assert store.backup(url) == []
    there = Store.open(url)
    same(store, there)
    add(there, "r-9")
    assert there.backup(tmp_path / "back.book") == []
    back = Store.open(tmp_path / "back.book")
    same(there, back)
    with pytest.raises(Refused, match="already holds a book"):
        store.backup(url)
    there.close()
    back.close()


def test_existing_files_are_never_overwritten(store: Store, tmp_path: Path) -> None:
    add(store)
    other = tmp_path / "notes.txt"
    other.write_text("Keep me.")
    with pytest.raises(Refused, match="already exists"):
        store.backup(other)
    assert other.read_text() == "Keep me."
    with pytest.raises(BookError, match="folder"):
        store.backup(tmp_path)
    with pytest.raises(BookError, match="does not exist"):
        store.backup(tmp_path / "no" / "copy.book")


def test_a_copy_of_a_changed_book_is_made_and_reports_the_change(store: Store, anywhere: str, tmp_path: Path) -> None:
    add(store)
    execute(anywhere, "UPDATE reports SET title = 'x'")
    assert store.backup(tmp_path / "copy.book") == ["Report r-1 was changed after it was written."]


def test_a_copy_made_while_another_process_writes_is_complete(store: Store, anywhere: str, tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1])
        for n in range(100_000):
            add(store, f"r-{n}")
            print(n, flush=True)
    """)
    writer = subprocess.Popen([sys.executable, "-c", program, anywhere], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    try:
        counts = []
        for number in range(4):
            acknowledged = int([writer.stdout.readline() for _ in range(10)][-1])
            assert store.backup(tmp_path / f"{number}.book") == []
            copy = Store.open(tmp_path / f"{number}.book")
            counts.append(len(copy.reports()))
            assert counts[-1] == len(copy.log()) > acknowledged
            copy.close()
        assert counts == sorted(counts)
    finally:
        writer.kill()
        writer.wait()


def test_readers_see_one_moment_and_do_not_wait(store: Store, anywhere: str) -> None:
    add(store)
    other = Store.open(anywhere)
    with store.writing() as writing:
        writing.exec_driver_sql("UPDATE refusals SET reason = 'x'")
        assert len(other.reports()) == 1
        assert other.verify() == []
    with other.reading() as reading:
        before = reading.exec_driver_sql("SELECT count(*) FROM reports").scalar()
        add(store, "r-2")
        assert reading.exec_driver_sql("SELECT count(*) FROM reports").scalar() == before == 1
    assert len(other.reports()) == 2
    other.close()
