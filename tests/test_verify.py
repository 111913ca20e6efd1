"""What ``verify`` names beside the records: lists, the search index, the tables, the end of the log; and its repair."""

import runpy
import sqlite3
from pathlib import Path

import pytest

from bench import tampering
from tests.test_custody import SCRIPT, run, small
from tollbook.book import Book
from tollbook.decisions.decision import Proposal
from tollbook.errors import BookError, Refused


def change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as outside:
        for statement in statements:
            outside.execute(statement)
    outside.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A book with derived rows, a described report and a decision."""
    path = small(tmp_path / "a.book")
    with Book.open(path) as book:
        book.review.propose(
            Proposal(verdict="describe", subject="r-2", why="x", change={"title": "Bell tower hit"}), who="Ines"
        )
        book.settle()
        assert book.incidents() != []
        assert book.verify() == []
    return path


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM derived_listed", "Incident "), ("DELETE FROM derived_facets", "Incident "),
        ("UPDATE derived_listed SET newest = 9", "Incident "), ("UPDATE derived_listed SET day = 'abc'", "Incident "),
        ("UPDATE derived_incidents SET title = 'x'", "Incident "),
        ("UPDATE derived_incidents SET killed = 999", "Incident "),
        ("UPDATE derived_incidents SET record = 'abc'", "Incident "),
        ("UPDATE derived_incidents SET cluster = 99", "Incident "),
        ("INSERT INTO derived_queue VALUES ('q', 'i', 'denial', 1, x'00')", "Incident i "),
        ("DELETE FROM derived_values", "The lists of the book"),
        ("UPDATE derived_values SET key = key + 1", "The lists"),
        ("UPDATE derived_names SET uses = 99", "The links of report "),
        ("DELETE FROM derived_keys", "The links of report "),
        ("UPDATE derived_event_mentions SET incident = 'x'", "The links of report "),
    ],
)  # fmt: skip
def test_every_derived_table_is_compared_and_made_again(path: Path, statement: str, says: str) -> None:
    with Book.open(path) as book:
        before = book.incidents()
    change(path, statement)
    with Book.open(path) as book:
        problems = book.verify()
        assert problems[0].startswith(says)
        assert book.incidents() == before
        assert book.verify() == []


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM passages", "DELETE FROM passages WHERE report = 'r-1'", "UPDATE passages SET report = 'r-2'",
        "INSERT INTO search(search) VALUES ('delete-all')", "UPDATE search_docsize SET sz = x'01'",
        "INSERT INTO search(rowid, words) VALUES (99, 'secret words')",
        "INSERT INTO passages (report) VALUES ('r-1')", "DELETE FROM search_data",
    ],
)  # fmt: skip
def test_a_changed_search_index_is_named_and_made_again(path: Path, statement: str) -> None:
    change(path, statement)
    with Book.open(path) as book:
        assert any("search" in problem.lower() for problem in book.verify())
    done = run("verify", "--repair", "--book", path)
    assert done.exit_code == 0
    with Book.open(path) as book:
        assert {hit.report for hit in book.search.reports("killed")} == {"r-1", "r-2"}
        assert [hit.report for hit in book.search.reports("tower")] == ["r-2"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE reports SET address = 'x.example/1'", "UPDATE reports SET shown_title = 'x'",
        "UPDATE reports SET described = NULL", "UPDATE reports SET described = '{'",
        "UPDATE readings SET described = '{}'",
    ],
)  # fmt: skip
def test_how_reports_are_listed_is_compared_and_made_again(path: Path, statement: str) -> None:
    change(path, statement)
    with Book.open(path) as book:
        assert any("is listed with wrong values" in problem for problem in book.verify())
        book.repair()
        assert book.verify() == []
        assert [report.title for report in book.reports() if report.id == "r-2"] == ["Bell tower hit"]


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE reports SET title = 'x'; END", "“t” (trigger)"),
        ("CREATE VIEW v AS SELECT * FROM reports", "“v” (view)"), ("CREATE TABLE mine (a)", "“mine” (table)"),
        ("ALTER TABLE log ADD COLUMN mine TEXT", "The column mine of the table log"),
        ("INSERT INTO tollbook VALUES ('mine', 'x')", "The table tollbook has rows"),
        ("UPDATE log SET payload = ' ' || payload WHERE seq = 1", "Log entry 1 is not in the form"),
        ("UPDATE log SET payload = '{\"sha256\":\"forged\",' || substr(payload, 2) WHERE seq = 1", "Log entry 1"),
        ("UPDATE reports SET number = 9 WHERE id = 'r-1'", "numbered in another order"),
    ],
)  # fmt: skip
def test_additions_to_the_database_are_named(path: Path, statement: str, says: str) -> None:
    change(path, statement)
    with Book.open(path) as book:
        assert any(says in problem for problem in book.verify())


def test_rows_that_cannot_be_read_give_a_sentence(path: Path) -> None:
    change(path, "UPDATE derived_incidents SET record = 'abc', \"group\" = 'abc'")
    with Book.open(path) as book, pytest.raises(BookError, match="tollbook verify --repair"):
        book.incidents()
    assert run("incidents", "--book", path).exit_code == 2
    change(path, "UPDATE derived_state SET value = 'abc' WHERE key = 'upto'")
    with Book.open(path) as book:
        assert book.incidents() != []


def test_entries_cut_off_the_log_are_found_with_an_earlier_archive_or_timestamp(path: Path, tmp_path: Path) -> None:
    with Book.open(path) as book:
        earlier = book.export.archive(tmp_path / "earlier.zip")
        last = book.log.last()
    assert run("verify", "--book", path, "--since", earlier).exit_code == 0
    change(path, "DELETE FROM log WHERE action = 'exported'")
    with Book.open(path) as book:
        # The archive was packed before its own entry was written, so that nothing it has is missing.
        assert book.log.cut_off_since(earlier) is None
    change(path, "UPDATE reports SET described = NULL, shown_title = title", f"DELETE FROM log WHERE seq >= {last - 2}")
    with Book.open(path) as book:
        assert any("entries were cut off its end" in problem for problem in book.verify())
        assert "entries were cut off its end" in str(book.log.cut_off_since(earlier))
        book.repair()
        # What is left is a whole log of an earlier day.
        assert not any("cut off" in problem for problem in book.verify())
    done = run("verify", "--book", path, "--since", earlier)
    assert done.exit_code == 1
    assert "entries were cut off its end" in done.output
    other = small(tmp_path / "b.book")
    with Book.open(other) as book:
        assert "is of another book" in str(book.log.cut_off_since(earlier))
        with pytest.raises(Refused, match="is not an archive"):
            book.log.cut_off_since(other)


def test_a_timestamp_and_its_authority_need_each_other(path: Path) -> None:
    assert run("verify", "--book", path, "--timestamp", path).exit_code == 2


@pytest.mark.parametrize(
    "statement",
    ["ATTACH DATABASE ':memory:' AS x", "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END", "DROP TABLE a",
     "CREATE VIEW v AS SELECT 1", "PRAGMA journal_mode = WAL", "DELETE FROM a", "CREATE VIRTUAL TABLE f USING fts5(a)"],
)  # fmt: skip
def test_rebuilding_may_only_make_tables_and_rows(statement: str) -> None:
    allowed = runpy.run_path(str(SCRIPT))["ALLOWED"]
    new = sqlite3.connect(":memory:")
    new.execute("CREATE TABLE a (b)")
    new.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY)
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
        new.execute(statement)
    new.close()


def test_no_change_of_any_table_is_lost() -> None:
    """Some of the changes that ``bench/tampering.py`` counts."""
    counts, lost = tampering.measure(29)
    assert lost == []
    assert sum(found.total() for found in counts.values()) > 10
