"""Questions about persons who stand in two incidents. All reports are invented."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import lxml.html
import pytest
from click.testing import CliRunner

from tests.web_client import person
from tollbook.book import Book
from tollbook.cli import main
from tollbook.incidents.questions import Question
from tollbook.review.answering import Given, action_of
from tollbook.search.query import Query

#: The day of publication and the text of each report.
TEXTS = (
    (
        date(2024, 5, 8),
        "An air strike hit a market in Velmar on Tuesday. Mira Dalen, 6, and nine others were killed.",
    ),
    (date(2024, 7, 17), "Gunmen stormed the clinic in Tarnhold on Tuesday. Mira Dalen, 6, was killed, police said."),
)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "a.book", create=True) as book:
        for number, (published, text) in enumerate(TEXTS):
            (tmp_path / f"{number}.txt").write_text(text)
            book.read([tmp_path / f"{number}.txt"], published=published)
        if len({claim.incident for claim in book.incidents.claims() if claim.kind == "killed"}) == 1:
            mira = [claim for claim in book.incidents.claims() if claim.people and claim.people.names]
            book.decide("not same", mira[0].id, other=mira[-1].id, who="Ines", why="Another attack.")
        yield book


def asked(book: Book, incident: str | None = None) -> list[Question]:
    return [each for each in book.queue(incident=incident) if each.kind == "one person?" and each.other_incident]


def test_a_name_in_two_incidents_is_a_question_of_both(book: Book) -> None:
    (question,) = asked(book)
    assert [card.label for card in question.cards] == ["Mira Dalen", "Mira Dalen"]
    assert question.why == "The same name and the same age in two incidents."
    assert asked(book, question.incident) == asked(book, question.other_incident) == [question]
    assert question.suggestion is None
    assert len([each for each in book.persons().persons if each.name]) == 2
    counted = book.review.open_counts({question.incident, question.other_incident})
    assert all(counted.values())


def test_the_question_shows_each_incident_and_up_to_three_reports_of_each_person(book: Book, tmp_path: Path) -> None:
    (before,) = asked(book)
    strike = before.incident if "Velmar" in book.incidents.get(before.incident).title else before.other_incident
    for number in range(4):
        (tmp_path / "more.txt").write_text(f"{TEXTS[0][1]} Officials of district {number} said so.")
        book.read([tmp_path / "more.txt"], published=TEXTS[0][0], outlet=f"Post {number}")
    (question,) = asked(book)
    (strike,) = book.incidents.named_now(strike)
    incidents = {each.id: each for each in book.incidents()}
    assert {card.incident for card in question.cards} == {question.incident, question.other_incident} == {*incidents}
    sources = {card.incident: len(card.claims) for card in question.cards}
    assert sources == {strike: 5, next(each for each in incidents if each != strike): 1}
    assert {*question.claims} == {claim for card in question.cards for claim in card.claims}
    cards = lxml.html.fromstring(person(tmp_path / "a.book", "Ines").get(f"/queue?at={question.id}").text).xpath(
        "//article[@data-card]"
    )
    for shown, card in zip(cards, question.cards, strict=True):
        assert shown.xpath("./p/a/@href")[0] == f"/incidents/{card.incident}"
        title = incidents[card.incident].title
        assert title in shown.text_content()
        assert len(shown.xpath(".//p[@class='context'][not(ancestor::details)]")) == min(3, len(card.claims))
    listed = CliRunner().invoke(main, ["queue", question.id, "--book", str(tmp_path / "a.book")]).output
    assert all(f"{name}  {each.title}\n" in listed for name, each in incidents.items())
    book.review.answer(question.id, Given(action="different persons"), who="Ines")
    assert asked(book) == []


@pytest.mark.parametrize(("action", "persons"), [("same person", 1), ("different persons", 2), ("settle", 2)])
def test_only_a_person_answers_it(book: Book, action: str, persons: int) -> None:
    (question,) = asked(book)
    made = book.review.answer(question.id, Given(action=action_of(action)), who="Ines")
    assert asked(book) == []
    assert len([each for each in book.persons().persons if each.name]) == persons
    assert book.verify() == []
    book.undo(made.id, who="Ines", why="A mistake.")
    assert asked(book) == [question]


def test_incidents_with_such_a_question_alone_need_review(book: Book) -> None:
    (question,) = asked(book)
    for each in book.queue():
        if each.id != question.id:
            book.decide("settle", each.id, who="Ines", why="Nothing to do.")
    both = {question.incident, question.other_incident}
    assert not any(each.questions for each in book.incidents())
    assert {each.id for each in book.search.incidents(Query(needs_person=True)).incidents} == both
    for query in (Query(), Query(needs_person=True), Query(needs_person=True, text="Mira")):
        found = book.search.incidents(query)
        assert (found.total, dict(found.facets["flag"])["needs a person"]) == (2, 2)
    book.decide("settle", question.id, who="Ines", why="Nothing to do.")
    assert book.search.incidents(Query(needs_person=True)).total == 0
    assert "needs a person" not in dict(book.search.incidents(Query()).facets["flag"])
