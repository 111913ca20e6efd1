"""A team on a real PostgreSQL server: its own backup, migration in use, and rights that the server enforces."""

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from click.testing import CliRunner

from tests.test_store import ROOT, add, execute
from tests.test_store_versions import to_server, unpack
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import BookError, Refused
from tollbook.store import Store, engine
from tollbook.store.grants import RECORDS, statements

TEXT = "A shell hit the market in Oberfeld on Monday, killing four people, police said.\n"


@pytest.fixture
def url(postgres: Callable[[], str]) -> str:
    return postgres()


def parts(url: str) -> tuple[str, str]:
    """The folder of the server's socket, and the schema."""
    asked = parse_qs(urlsplit(url).query)
    return asked["host"][0], asked["options"][0].rpartition("=")[2]


def as_role(url: str, role: str) -> str:
    return url.replace("tollbook@", f"{role}@")


def test_the_databases_own_backup_is_a_whole_book(url: str, tmp_path: Path) -> None:
    host, schema = parts(url)
    (tmp_path / "a.txt").write_text(TEXT)
    with Book.open(url, create=True) as book:
        book.read([tmp_path / "a.txt"])
        (incident,) = book.incidents()
        book.alerts.follow(incident.id)
        head = book._store.head()
    dump, server = tmp_path / "book.dump", ["-h", host, "-U", "tollbook"]
    subprocess.run(["pg_dump", *server, "-d", "postgres", "-n", schema, "-Fc", "-f", dump], check=True)
    with psycopg.connect(host=host, user="tollbook", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE restored_{schema}")
    target = f"restored_{schema}"
    subprocess.run(["pg_restore", *server, "-d", target, "--no-owner", "--exit-on-error", dump], check=True)
    with Book.open(url.replace("/postgres?", f"/{target}?")) as copy:
        assert copy.verify() == []
        assert copy._store.head() == head
        assert [each.id for each in copy.incidents()] == [incident.id]
        assert len(copy.alerts.following()) == 1
        (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
        assert copy.read([tmp_path / "b.txt"]).read == 1, "the counters of the server continue"
        assert copy.verify() == []


@pytest.mark.parametrize("version", [3, 4])
def test_a_migration_loses_nothing_that_others_write_meanwhile(url: str, tmp_path: Path, version: int) -> None:
    to_server(unpack(version, tmp_path / "old.book"), url)
    execute(url, *(f"SELECT setval(pg_get_serial_sequence('{t}', 'number'), max(number)) FROM {t}"
                   for t in ("reports", "readings", "claims")))  # fmt: skip
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1])
        for n in range(int(sys.argv[3])):
            add(store, f"{sys.argv[2]}-{n}")
            assert len(store.reports()) > n
        print("done")
    """)
    processes = [
        subprocess.Popen([sys.executable, "-c", program, url, name, "15"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    threads = [threading.Thread(target=lambda: Store.open(url).close()) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.communicate(timeout=120)[0] for process in processes] == ["done\n", "done\n"]
    store = Store.open(url)
    wanted = {f"{name}-{n}" for name in ("one", "two") for n in range(15)} | {"bell-1", "bell-2", "radio-1"}
    assert {report.id for report in store.reports()} == wanted
    assert len(store.log("migrated")) == 1
    assert store.verify() == []
    store.close()


def test_the_role_for_daily_work_adds_and_cannot_change(url: str, tmp_path: Path) -> None:
    _, schema = parts(url)
    role = f"desk_{schema}"
    (tmp_path / "a.txt").write_text(TEXT)
    with Book.open(url, create=True) as book:
        book.read([tmp_path / "a.txt"])
    printed = CliRunner().invoke(main, ["grants", role, "--schema", schema]).output.splitlines()
    execute(url, f"CREATE ROLE {role} LOGIN", *printed)
    with Book.open(as_role(url, role)) as book:
        (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
        assert book.read([tmp_path / "b.txt"]).read == 1
        report = book.reports()[0].id
        claim = next(claim for claim in book.incidents.claims() if claim.kind == "killed")
        book.decide("reject", claim.id, who="Ines", why="A misprint.")
        book.review.describe([report], {"outlet": "Valley Bell"}, who="Ines", why="On its front page.")
        book.settle()
        book.alerts.follow(book.incidents()[0].id, who="Ines")
        assert book.reports()[0].outlet == "Valley Bell" or book.reports()[1].outlet == "Valley Bell"
        assert book.verify() == []
    refused = [
        *(f"DELETE FROM {table}" for table in sorted(RECORDS)), *(f"TRUNCATE {table}" for table in sorted(RECORDS)),
        "UPDATE log SET actor = 'x'", "UPDATE reports SET text = 'x'", "UPDATE reports SET sha256 = 'x'",
        "UPDATE claims SET payload = 'x'", "UPDATE readings SET payload = 'x'", "UPDATE originals SET bytes = ''",
        "UPDATE alerts SET payload = 'x'", "DROP TABLE log", "ALTER TABLE log DISABLE TRIGGER ALL",
    ]  # fmt: skip
    for statement in refused:
        with pytest.raises(Exception, match=r"permission denied|must be owner"):
            execute(as_role(url, role), statement)
    with Book.open(url) as book:
        assert book.verify(replay=False) == []
    execute(url, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def test_the_role_for_reading_changes_nothing(url: str) -> None:
    _, schema = parts(url)
    role = f"guest_{schema}"
    store = Store.open(url, create=True)
    add(store)
    execute(url, f"CREATE ROLE {role} LOGIN", *statements(role, read_only=True, owned=schema))
    guest = Store.open(as_role(url, role))
    assert len(guest.reports()) == 1
    with pytest.raises(BookError, match="can be read but not written"):
        add(guest, "r-2")
    guest.close()
    store.close()
    execute(url, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
    with pytest.raises(Refused, match="1 to 63"):
        list(statements("x" * 64))
    assert '"a ""b"' in next(statements('a "b'))


def test_connections_are_bounded_and_waiting_ends_in_a_sentence(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_POOL_TIMEOUT", 0.2)
    store = Store.open(url, create=True)
    held = [store._engine.connect() for _ in range(engine._POOL + engine._MORE)]
    with pytest.raises(BookError, match=r"too many|connections"):
        store.reports()
    for connection in held:
        connection.close()
    assert store.reports() == []
    store.close()
