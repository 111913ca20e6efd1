"""What only a server has: users who may not, names that are not there, servers that are gone. Each is a sentence."""

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable

import pytest
from sqlalchemy import create_engine

from tests.test_store import ROOT, add, capture, execute, reading
from tollbook.book import Book
from tollbook.errors import BookError, NotABook, Refused
from tollbook.store import Store
from tollbook.store.locations import name_of, url_of


@pytest.fixture
def url(postgres: Callable[[], str]) -> str:
    return postgres()


def with_user(url: str, who: str) -> str:
    return url.replace("tollbook@", f"{who}@")


def test_what_a_server_says_becomes_a_sentence(url: str) -> None:
    execute(url, "DROP ROLE IF EXISTS ines", "CREATE ROLE ines LOGIN PASSWORD 'right'")
    for where, says in (
        ("postgresql://ines:secret@127.0.0.1:1/book", "cannot be reached"),
        ("postgresql://ines:secret@nowhere.invalid/book", "cannot be found"),
        (url.replace("/postgres?", "/nothing?"), "does not exist"),
        (with_user(url, "nobody"), "does not exist"),
        (with_user(url, "ines:wrong"), "does not let you in"),
        (with_user(url, "ines"), "does not let you in"),
    ):
        with pytest.raises(BookError, match=says) as failed:
            Store.open(where, create=True)
        for secret in ("secret", "wrong", "right"):
            assert secret not in str(failed.value).replace("the right", "")


def test_a_password_never_shows() -> None:
    url = url_of("postgres://ines:secret@host/book")
    assert url.drivername == "postgresql+psycopg"
    assert "secret" not in name_of(url)
    assert url_of("postgresql+psycopg://ines@host/book") == url_of("postgresql://ines@host/book")


def test_who_may_only_read_reads_and_is_told_why_he_cannot_write(url: str) -> None:
    store = Store.open(url, create=True)
    add(store)
    schema = url.rsplit("%3D", 1)[1]
    execute(url, "DROP ROLE IF EXISTS omar", "CREATE ROLE omar LOGIN", f"GRANT USAGE ON SCHEMA {schema} TO omar",
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO omar")  # fmt: skip
    for where in (with_user(url, "omar"), url + "%20-cdefault_transaction_read_only%3Don"):
        reader = Store.open(where)
        assert len(reader.reports()) == 1
        assert reader.verify() == []
        with pytest.raises(BookError, match="can be read but not written"):
            add(reader, "r-2")
        reader.close()
    execute(url, "DROP OWNED BY omar; DROP ROLE omar")
    store.close()


def test_tables_of_others_are_left_alone(url: str) -> None:
    execute(url, "CREATE TABLE birds (name TEXT)")
    with pytest.raises(NotABook, match="not a book"):
        Store.open(url, create=True)


def test_a_server_that_ends_is_told_and_what_was_acknowledged_is_there(url: str) -> None:
    store = Store.open(url, create=True)
    add(store)
    other = create_engine(url_of(url))
    everyone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename <> ''"

    def write_while_it_ends() -> None:
        with store._writing() as connection:
            with other.connect() as killer:
                killer.exec_driver_sql(everyone)
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(BookError, match="was lost"):
        write_while_it_ends()
    other.dispose()
    assert len(store.reports()) == 1
    assert add(store, "r-2")
    assert store.verify() == []
    store.close()


def test_a_writer_waits_for_his_turn(url: str) -> None:
    one, two = Store.open(url, create=True), Store.open(url)
    done = threading.Event()

    def write() -> None:
        add(two)
        done.set()

    with one._writing():
        thread = threading.Thread(target=write)
        thread.start()
        assert not done.wait(0.5)
    thread.join(30)
    assert done.is_set()
    assert len(one.reports()) == 1
    one.close()
    two.close()


def test_what_a_server_cannot_keep_is_refused_with_the_reason(url: str) -> None:
    store = Store.open(url, create=True)
    with pytest.raises(Refused, match="NUL"):
        store.add(capture("r-1", "One\0two"), reading(), finder="t", separate=False)
    assert store.reports() == []
    store.close()


def test_a_killed_writer_loses_nothing_acknowledged(url: str) -> None:
    Store.open(url, create=True).close()
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1])
        for n in range(100_000):
            add(store, f"r-{n}")
            print(n, flush=True)
    """)
    writer = subprocess.Popen([sys.executable, "-c", program, url], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    while int(writer.stdout.readline()) < 20:
        pass
    writer.kill()
    writer.wait()
    store = Store.open(url)
    assert {f"r-{n}" for n in range(21)} <= {report.id for report in store.reports()}
    assert store.verify() == []
    store.close()


def test_a_whole_book_on_a_server(url: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = tmp_path / "a.txt"
    text.write_text("A shell hit the market in Oberfeld on Monday, killing four people, police said.\n")
    with Book.open(url, create=True) as book:
        assert book.read([text]).read == 1
        (incident,) = [each for each in book.incidents() if "killed" in each.figures]
        assert incident.figures["killed"].low == 4
        claim = next(claim.id for claim in book.incidents.claims() if claim.kind == "killed")
        decision = book.decide("reject", claim, who="Ines", why="A misprint.")
        assert not any("killed" in each.figures for each in book.incidents())
        book.undo(decision.id, who="Ines", why="It was none.")
        assert any("killed" in each.figures for each in book.incidents())
        assert book.verify() == []
        assert book.export("csv", tmp_path / "out")
