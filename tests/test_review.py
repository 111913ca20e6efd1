"""Decisions are recorded, followed and can be undone. All incidents, places and people are invented."""

from datetime import date
from pathlib import Path

import pytest

from tests.small_books import book_of
from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.model import Claim

TEXTS = {
    "a": "Four people were killed in an air strike on Velmora on Tuesday, a doctor said.",
    "b": "A mine collapsed near Tarnel on Friday. Two drillers died, police said.",
}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book.open(book_of(tmp_path, TEXTS, date(2024, 5, 9), outlets=False))


def a_claim(book: Book, words: str) -> Claim:
    return next(c for c in book.incidents.claims() if words.lower() in c.quote.lower())


def report_with(book: Book, words: str) -> str:
    return next(r.id for r in book.reports() if words in r.text)


def mark(book: Book, words: str) -> dict[str, object]:
    text = next(r.text for r in book.reports() if words in r.text)
    start = text.index(words)
    count = {"low": 2, "best": 2, "high": 2, "qualifier": "exactly", "text": words}
    return {"start": start, "end": start + len(words), "kind": "injured", "count": count}


def test_a_claim_made_by_hand_is_a_claim_of_that_person_and_can_be_taken_back(book: Book) -> None:
    before = book.export.contents()
    report = report_with(book, "Tarnel")
    decision = book.decide("add", report, who="Ines", why="The finder passed over it.", change=mark(book, "drillers"))
    made = next(c for c in book.incidents.claims() if c.quote == "drillers")
    assert (made.finder, made.report, made.kind) == ("Ines", report, "injured")
    assert [s.role for s in made.speakers] == ["outlet"]
    assert book.verify() == []
    book.decide("correct", made.id, who="Omar", why="They died.", change={"kind": "killed"})
    book.decide("reject", made.id, who="Omar", why="Counted already.")
    book.undo(decision.id, who="Ines", why="It was counted already.")
    assert book.export.contents() == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({}, "give the place of its words"),
        ({"start": 3, "end": 999, "kind": "killed"}, "must lie within"),
        ({"start": 3, "end": 3, "kind": "killed"}, "must lie within"),
        ({"start": 0, "end": 4, "kind": "sunburnt"}, "shape of a claim"),
        ({"start": 0, "end": 4, "kind": "killed", "quote": "Five"}, "mark the words again"),
        ({"start": 0, "end": 4, "kind": "killed", "id": "mine"}, "by hand: id"),
    ],
)
def test_a_claim_that_cannot_be_added(book: Book, change: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        book.decide("add", report_with(book, "Tarnel"), who="Ines", why="Because.", change=change)


@pytest.mark.parametrize("verdict", ["one source", "independent"])
def test_a_decision_on_two_reports_can_be_undone(book: Book, verdict: str) -> None:
    one, other = (report_with(book, place) for place in ("Velmora", "Tarnel"))
    decision = book.decide(verdict, one, other=other, who="Ines", why="Asked both desks.")
    assert book.review.decisions() == [decision]
    book.undo(decision.id, who="Ines", why="Misheard.")
    assert book.review.decisions() == []


@pytest.mark.parametrize("verdict", ["same", "not same", "one source", "independent"])
def test_a_verdict_on_two_needs_two_known_ids(book: Book, verdict: str) -> None:
    subject = a_claim(book, "four").id if "same" in verdict else report_with(book, "Velmora")
    for other, error in ((None, Refused), (subject, Refused), ("nope", NoSuchRecord)):
        with pytest.raises(error):
            book.decide(verdict, subject, other=other, who="Ines", why="Because.")
