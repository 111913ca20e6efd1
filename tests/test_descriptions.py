"""What people set about reports: one decision for many, undone, carried to later editions, and read with."""

import json
from datetime import date
from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.decisions import descriptions
from tollbook.errors import NoSuchRecord, Refused
from tollbook.store.descriptions import BY_PERSON

BY = {"who": "Ines Falk", "why": "Printed on the page."}
SHELL = "A shell hit the market in Oberfeld on Monday, killing four people, police said."
GUNMEN = "Gunmen abducted two teachers near the bridge at Untertal on Tuesday, villagers said."


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A book of two reports without day and outlet."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(SHELL)
    (tmp_path / "in" / "b.txt").write_text(GUNMEN)
    book = Book.open(tmp_path / "a.book", create=True)
    assert book.read([tmp_path / "in"]).read == 2
    return book


def _days(book: Book) -> list[date | None]:
    return sorted((i.when.start if i.when else None for i in book.incidents()), key=str)


def test_one_decision_describes_many_reports_and_their_days_follow(book: Book) -> None:
    names = [report.id for report in book.reports()]
    assert _days(book) == [None, None]
    assert book.reports.lacking() == {"day": 2, "outlet": 2, "title": 2}
    before = book.log.last()
    decision = book.review.describe(names, {"published": "2021-10-06", "outlet": " Valley\nPost "}, **BY)
    assert len(book.log.since(before)) == 1
    assert decision.subjects == frozenset(names)
    assert {(r.outlet, r.published) for r in book.reports()} == {("Valley Post", date(2021, 10, 6))}
    assert {r.provenance["outlet"] for r in book.reports()} == {BY_PERSON}
    assert book.reports.captured(names[0]).outlet is None  # type: ignore[union-attr]
    assert book.settle() == 2
    assert _days(book) == [date(2021, 10, 4), date(2021, 10, 5)]
    assert book.reports.lacking() == {"day": 0, "outlet": 0, "title": 2}
    assert book.reports.page(outlet="Valley Post")[1] == 2
    assert book.verify() == []
    book.undo(decision.id, **BY)
    assert book.settle() == 2
    assert _days(book) == [None, None]
    assert book.verify() == []
    assert book.settle() == 0


def test_a_later_decision_is_in_force_field_by_field(book: Book) -> None:
    name = book.reports()[0].id
    book.review.describe([name], {"outlet": "Valley Post", "title": "Four dead"}, **BY)
    later = book.review.describe([name], {"outlet": None}, **BY)
    report = book.reports.of([name])[name]
    assert (report.outlet, report.title) == (None, "Four dead")
    book.undo(later.id, **BY)
    assert book.reports.of([name])[name].outlet == "Valley Post"
    assert [hit.report for hit in book.search.reports("dead")] == [name]


def test_reading_the_file_again_keeps_values_that_people_set(book: Book, tmp_path: Path) -> None:
    names = [report.id for report in book.reports()]
    book.review.describe(names, {"published": "2021-10-06"}, **BY)
    again = book.read([tmp_path / "in"])
    assert (again.read, again.known) == (0, 2)
    # Reports that a killed process did not read again are read again at the end of any reading.
    assert book.reports.stale() == []
    assert _days(book) == [date(2021, 10, 4), date(2021, 10, 5)]


def test_a_later_edition_gets_values_that_it_lacks_too(tmp_path: Path) -> None:
    def rows(name: str, captured: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps({"url": "https://valley.example/1", "captured": captured, "text": text}) + "\n")
        return path

    with Book.open(tmp_path / "b.book", create=True) as book:
        book.read([rows("one.jsonl", "2021-10-06T08:00:00", SHELL)])
        first = book.reports()[0]
        # The outlet is the host of the URL in both captures, and the day is missing in both.
        made = book.review.describe([first.id], {"published": "2021-10-06", "outlet": "Valley Post"}, **BY)
        book.read([rows("two.jsonl", "2021-10-06T18:00:00", SHELL.replace("four people", "five people"))])
        later = next(report for report in book.reports() if report.id != first.id)
        assert (later.outlet, later.published) == ("Valley Post", date(2021, 10, 6))
        carried = [each for each in book.review.decisions() if each.carried == made.id]
        assert [(each.who, each.subject) for each in carried] == [("Ines Falk", later.id)]
        assert book.verify() == []
        book.undo(made.id, **BY)
        book.settle()
        assert {report.published for report in book.reports()} == {None}


def test_an_archive_and_a_backup_keep_values_that_people_set(book: Book, tmp_path: Path) -> None:
    book.review.describe([report.id for report in book.reports()], {"published": "2021-10-06"}, **BY)
    book.settle()
    Book.restore(book.export.archive(tmp_path / "a.zip"), tmp_path / "restored.book")
    assert book.backup(tmp_path / "copy.book") == []
    for name in ("restored.book", "copy.book"):
        with Book.open(tmp_path / name) as other:
            assert other.verify() == []
            assert other.reports() == book.reports()
            assert other.reports.stale() == []
            assert _days(other) == _days(book)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Nothing was set"),
        ({"text": "x"}, "cannot be set: text"),
        ({"published": "yesterday"}, "not a day"),
        ({"published": "3021-10-06"}, "check the year"),
        ({"url": "javascript:alert(1)"}, "begins with http"),
        ({"url": "file:///etc/passwd"}, "begins with http"),
        ({"title": "x" * 501}, "500 characters"),
    ],
)
def test_invalid_values_are_refused_and_not_logged(book: Book, change: dict[str, str], said: str) -> None:
    before = book.log.last()
    with pytest.raises(Refused, match=said):
        book.review.describe([book.reports()[0].id], change, **BY)
    with pytest.raises(NoSuchRecord):
        book.review.describe(["no such report"], {"outlet": "Valley Post"}, **BY)
    assert book.log.last() == before


def test_values_are_one_line_without_characters_that_turn_text() -> None:
    assert descriptions.checked({"title": "a\u202e\x1b b\n c"})["title"] == "a b c"
