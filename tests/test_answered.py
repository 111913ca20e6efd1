"""Answers of people stay valid: in the record, in filters, and after a report is described anew."""

from datetime import date
from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.incidents.questions import Question
from tollbook.search.query import Query

#: Invented reports of one attack, whose numbers contradict each other.
TEXTS = {
    "a": "Shells hit the market of Oberfeld on Monday and killed 17 people, the mayor said.",
    "b": "Shells hit the market of Oberfeld on Monday and killed 17 people, a nurse of the clinic said.",
    "c": "Shells hit the market of Oberfeld on Monday and killed 25 people, the rescue service said.",
}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    opened = Book.open(tmp_path / "a.book", create=True, actor="Vera")
    for day, (name, text) in enumerate(TEXTS.items(), start=9):
        (tmp_path / f"{name}.txt").write_text(text)
        opened.read([tmp_path / f"{name}.txt"], outlet=f"Outlet {name}", published=date(2021, 11, day))
    return opened


def contested(book: Book) -> Question | None:
    return next((question for question in book.queue(100) if question.kind == "contested figure"), None)


def asked(book: Book) -> list[str]:
    return [sentence for incident in book.incidents() for sentence in incident.questions if "How many" in sentence]


def settle(book: Book) -> str:
    question = contested(book)
    assert question is not None
    return book.decide("settle", question.id, who="Vera", why="The range stands.").id


def test_a_settled_question_is_in_no_record_until_it_is_undone(book: Book) -> None:
    assert asked(book)
    settled = settle(book)
    assert not asked(book)
    assert not book.verify()
    book.undo(settled, who="Vera", why="Look again.")
    assert asked(book)
    assert not book.verify()


def test_a_settled_question_stays_settled_if_another_report_becomes_the_first(book: Book) -> None:
    settle(book)
    last = next(report.id for report in book.reports() if report.outlet == "Outlet b")
    book.review.describe([last], {"published": "2021-11-08"}, who="Vera", why="The page says so.")
    book.settle()
    assert contested(book) is None
    assert not asked(book)


def test_the_filter_counts_only_open_questions(book: Book) -> None:
    for question in book.queue(100):
        book.decide("settle", question.id, who="Vera", why="Nothing to do.")
    assert book.search.incidents(Query(needs_person=True)).total == 0
    assert not book.verify()


def test_there_is_no_question_on_a_value_that_a_person_typed(book: Book) -> None:
    report = next(each for each in book.reports() if each.outlet == "Outlet c")
    start = report.text.index("Shells hit the market")
    claim = {"start": start, "end": start + 21, "kind": "attack", "by": [{"name": "Highland Front"}]}
    book.decide("add", report.id, who="Vera", why="The photo caption says so.", change=claim)
    incidents = [each for each in book.incidents() if any(p.name == "Highland Front" for p in each.perpetrators)]
    assert incidents
    assert [each for each in book.queue(100) if each.kind == "held responsible"] == []
