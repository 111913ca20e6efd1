"""Books of every released version open, are migrated at once, and still verify."""

import gzip
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, insert, inspect, select, text

from tests.test_store import execute
from tollbook.book import Book
from tollbook.errors import BookError
from tollbook.store import Store, migrations, search
from tollbook.store.locations import url_of
from tollbook.store.schema import VERSION, metadata

DATA = Path(__file__).parent / "data"
#: Made by those versions from three invented reports: two decisions, one of them undone, and one refusal.
VERSIONS = sorted(int(path.name.split("-")[1].split(".")[0]) for path in DATA.glob("version-*.book.gz"))


def unpack(version: int, path: Path) -> Path:
    with gzip.open(DATA / f"version-{version}.book.gz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return path


def to_server(path: Path, url: str) -> None:
    """The tables and rows of an old book in a file, on a server."""
    here, there, old = create_engine(url_of(path)), create_engine(url_of(url)), MetaData()
    with here.connect() as reader, there.begin() as writer:
        indexed = "passages" in inspect(reader).get_table_names()
        # The full-text index is the database's own.
        old.reflect(reader, only=lambda name, _: name != "passages" and not name.startswith("search"))
        for table in old.tables.values():
            for column in table.columns:
                column.type = column.type.as_generic()
        old.create_all(writer)
        for table in old.sorted_tables:
            if rows := [dict(row) for row in reader.execute(select(table)).mappings()]:
                writer.execute(insert(table), rows)
        if indexed:
            metadata.create_all(writer, tables=[metadata.tables["passages"]])
            for row in reader.execute(text("SELECT id, title, text FROM reports ORDER BY number")).all():
                search.add_words(writer, row.id, row.title, row.text)
    here.dispose()
    there.dispose()


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, anywhere: str, tmp_path: Path) -> str:
    """The location of a book of an earlier version."""
    if anywhere.startswith("postgresql"):
        to_server(unpack(request.param, tmp_path / "old.book"), anywhere)
        # The counters of the server continue after the last row, as in a real book.
        execute(anywhere, *(
            f"SELECT setval(pg_get_serial_sequence('{t}', 'number'), max(number)) FROM {t}"
            for t in ("reports", "readings", "claims")
        ))  # fmt: skip
        return anywhere
    return str(unpack(request.param, Path(anywhere)))


def test_there_is_a_book_of_every_earlier_version() -> None:
    assert list(range(1, VERSION)) == VERSIONS == sorted(migrations._STEPS)


def test_an_old_book_opens_verifies_and_accepts_reports(old: str, tmp_path: Path) -> None:
    with Book.open(old) as book:
        assert book.verify() == []
        assert [report.id for report in book.reports()] == ["bell-1", "radio-1", "bell-2"]
        assert len(book.review.decisions()) == 1
        assert len(book.reports.refusals()) == 1
        assert {incident.figures["killed"].high for incident in book.incidents() if "killed" in incident.figures} == {5}
        assert [hit.report for hit in book._store.search("untertal")] == ["bell-2"]
        last = book.log()[-1]
        assert (last.action, last.payload["to"]) == ("migrated", VERSION)
        new = tmp_path / "new.txt"
        new.write_text("Two people were killed at Untertal on Friday, a nurse said.")
        assert book.read([new]).read == 1
    with Book.open(old) as book:
        assert book.verify() == []
        assert len(book.reports()) == 4
        assert len([entry for entry in book.log() if entry.action == "migrated"]) == 1


def test_verify_finds_changes_in_an_old_report(old: str) -> None:
    Store.open(old).close()
    execute(old, "UPDATE reports SET title = 'Six dead' WHERE id = 'bell-1'")
    store = Store.open(old)
    assert store.verify() == ["Report bell-1 was changed after it was written."]
    execute(
        old,
        "UPDATE reports SET title = 'Four dead at Oberfeld market', about = '{\"author\":\"x\"}' WHERE id = 'bell-1'",
    )
    assert store.verify() == ["Report bell-1 was changed after it was written."]
    store.close()


def test_an_old_read_only_book_is_refused_with_advice(tmp_path: Path) -> None:
    path = unpack(1, tmp_path / "a.book")
    with pytest.raises(BookError, match="older version"):
        Store.open(f"sqlite:///file:{path}?mode=ro&uri=true")
    Store.open(path).close()
    locked = Store.open(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert len(locked.reports()) == 3


def test_derived_tables_of_another_version_are_no_tampering(anywhere: str, tmp_path: Path) -> None:
    report = tmp_path / "new.txt"
    report.write_text("Two people were killed at Untertal on Friday, a nurse said.")
    with Book.open(anywhere, create=True) as book:
        book.read([report])
        before = book.incidents()
    added = (
        "ALTER TABLE derived_incidents ADD COLUMN episode INTEGER",
        "CREATE INDEX derived_incidents_episode ON derived_incidents (episode)",
    )
    execute(anywhere, *added)
    with Book.open(anywhere) as book:
        assert any("episode" in sentence for sentence in book.verify())
    execute(anywhere, "UPDATE derived_state SET value = 'of another version' WHERE key = 'code'")
    with Book.open(anywhere) as book:
        assert book.verify() == []
        assert book.incidents() == before
        assert book.verify() == []


def test_a_killed_migration_changes_nothing(old: str) -> None:
    program = textwrap.dedent("""
        import os, signal, sys
        from tollbook.store import Store, log
        append = log.append
        def then_die(connection, **entry):
            append(connection, **entry)
            os.kill(os.getpid(), signal.SIGKILL)
        log.append = then_die
        Store.open(sys.argv[1])
    """)
    done = subprocess.run([sys.executable, "-c", program, old], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    store = Store.open(old)
    assert store.verify() == []
    assert len(store.log("migrated")) == 1
    assert len(store.search("oberfeld")) == 2
    store.close()


def test_two_processes_migrate_a_book_once(old: str) -> None:
    program = "import sys; from tollbook.store import Store; Store.open(sys.argv[1]).close()"
    both = [subprocess.Popen([sys.executable, "-c", program, old]) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    store = Store.open(old)
    assert len(store.log("migrated")) == 1
    assert store.verify() == []
    store.close()


def test_two_processes_create_one_book(anywhere: str, postgres: Callable[[], str]) -> None:
    program = "import sys; from tollbook.store import Store; Store.open(sys.argv[1], create=True).close()"
    both = [subprocess.Popen([sys.executable, "-c", program, anywhere]) for _ in range(3)]
    assert [process.wait(60) for process in both] == [0, 0, 0]
    store = Store.open(anywhere)
    assert store.log() == []
    store.close()
