"""Errors that only a server has: missing permissions, unknown names, stopped servers. Each becomes a sentence."""

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


def test_errors_of_a_server_become_sentences(url: str) -> None:
    execute(url, "DROP ROLE IF EXISTS ines", "CREATE ROLE ines LOGIN PASSWORD 'right'")
    for where, says in (
        ("postgresql://ines:secret@127.0.0.1:1/book", "cannot be reached"),
        ("postgresql://ines:secret@nowhere.invalid/book", "was not found"),
        (url.replace("/postgres?", "/nothing?"), "does not exist"),
        (with_user(url, "nobody"), "does not exist"),
        (with_user(url, "ines:wrong"), "refused the login"),
        (with_user(url, "ines"), "refused the login"),
    ):
        with pytest.raises(BookError, match=says) as failed:
            Store.open(where, create=True)
        for secret in ("secret", "wrong", "right"):
            assert secret not in str(failed.value)


def test_a_password_is_never_shown() -> None:
    url = url_of("postgres://ines:secret@host/book")
    assert url.drivername == "postgresql+psycopg"
    assert "secret" not in name_of(url)
    assert url_of("postgresql+psycopg://ines@host/book") == url_of("postgresql://ines@host/book")


def test_a_user_without_write_permission_can_read_and_gets_a_reason(url: str) -> None:
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


def test_a_database_with_other_tables_is_not_changed(url: str) -> None:
    execute(url, "CREATE TABLE birds (name TEXT)")
    with pytest.raises(NotABook, match="not a book"):
        Store.open(url, create=True)


def test_the_language_of_a_server_does_not_order_reports(url: str) -> None:
    other = create_engine(url_of(url), isolation_level="AUTOCOMMIT")
    with other.connect() as server:
        server.exec_driver_sql("CREATE DATABASE worded TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'")
    other.dispose()
    store = Store.open(url.replace("/postgres?", "/worded?").partition("&options")[0], create=True)
    for name in ("a-1", "B-1", "b-1", "A-1", "ä-1"):
        add(store, name)
    ordered = ["A-1", "B-1", "a-1", "b-1", "ä-1"]
    assert [hit.report for hit in store.search("three")] == ordered
    assert [report.id for report in store.reports_page(1, 9)[0]] == ordered
    store.close()


def test_a_stopped_server_is_reported_and_no_confirmed_data_are_lost(url: str) -> None:
    store = Store.open(url, create=True)
    add(store)
    other = create_engine(url_of(url))
    everyone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename <> ''"

    def write_while_it_ends() -> None:
        with store.writing() as connection:
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


def test_a_writer_waits_for_the_lock(url: str) -> None:
    one, two = Store.open(url, create=True), Store.open(url)
    done = threading.Event()

    def write() -> None:
        add(two)
        done.set()

    with one.writing():
        thread = threading.Thread(target=write)
        thread.start()
        assert not done.wait(0.5)
    thread.join(30)
    assert done.is_set()
    assert len(one.reports()) == 1
    one.close()
    two.close()


def test_text_that_a_server_cannot_store_is_refused_with_the_reason(url: str) -> None:
    store = Store.open(url, create=True)
    with pytest.raises(Refused, match="NUL"):
        store.add(capture("r-1", "One\0two"), reading(), finder="t", separate=False)
    assert store.reports() == []
    store.close()


def test_a_killed_writer_loses_nothing_confirmed(url: str) -> None:
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


def test_a_complete_book_on_a_server(url: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
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
