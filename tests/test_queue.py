"""The review queue, and why reports are linked. All incidents, places and people are invented."""

from datetime import date
from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.errors import NoSuchRecord

HOSPITAL = "An air strike hit the hospital in Kyiv on Tuesday."
TEXTS = {
    "a.txt": f"{HOSPITAL} Seventeen people were killed, the mayor said. The wounded were taken to a school.",
    "b.txt": f"{HOSPITAL} Twelve people were killed, the ministry of defence said. Rescuers searched the rubble.",
    "c.txt": "A gunman opened fire in a bakery in Velmora. Two people were killed, police said.",
}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    (tmp_path / "in").mkdir()
    for name, text in TEXTS.items():
        (tmp_path / "in" / name).write_text(text)
    made = Book.open(tmp_path / "a.book", create=True)
    made.read([tmp_path / "in"], published=date(2030, 5, 9))
    return made


def test_questions_that_may_change_most_come_first_with_a_reason(book: Book) -> None:
    asked = book.queue()
    assert [q.moves for q in asked] == sorted((q.moves for q in asked), reverse=True)
    contested = next(q for q in asked if q.kind == "contested figure")
    assert "12 or 17" in contested.sentence
    assert "5 people" in contested.why
    assert all(q.sentence and q.why and q.incident for q in asked)
    assert [q.kind for q in asked] == ["contested figure", "unresolved place"]
    claims = {c.id for c in book.incidents.claims()}
    assert all(set(q.claims) <= claims for q in asked)


def test_every_answer_removes_its_question_from_the_queue(book: Book) -> None:
    for kind in ("contested figure", "unresolved place"):
        question = next(q for q in book.queue() if q.kind == kind)
        settle = next(a for a in question.answers if a.verdict == "settle")
        settled = book.decide("settle", settle.subject, who="Ines", why="Asked the mayor.")
        assert question.id not in {q.id for q in book.queue()}
        book.undo(settled.id, who="Ines", why="It was another mayor.")
        assert question in book.queue()
    contested = next(q for q in book.queue() if q.kind == "contested figure")
    reject = next(a for a in contested.answers if a.verdict == "reject")
    book.decide(reject.verdict, reject.subject, who="Ines", why="Misread.")
    assert contested.id not in {q.id for q in book.queue()}


def test_links_have_evidence_for_and_against(book: Book) -> None:
    both = next(i for i in book.incidents() if len(i.reports) == 2)
    (tie,) = book.why_linked(both.id)
    assert {tie.one, tie.other} == {link.id for link in both.reports}
    assert tie.weight >= tie.threshold
    assert tie.weight == pytest.approx(sum(r.weight for r in tie.reasons), abs=0.3)
    assert any("Kyiv" in r.says for r in tie.reasons)
    assert all(r.says.endswith(".") and r.says[0].isupper() for r in tie.reasons)
    with pytest.raises(NoSuchRecord):
        book.why_linked("nothing")


def test_decisions_show_in_the_reasons_for_links(book: Book) -> None:
    def claim(words: str) -> str:
        return next(c.id for c in book.incidents.claims() if words in c.quote)

    merged = book.decide("same", claim("Two"), other=claim("Seventeen"), who="Ines", why="One strike.")
    (one,) = [i for i in book.incidents() if len(i.reports) == 3]
    ties = book.why_linked(one.id)
    assert len(ties) == 3
    assert any(t.decisions == (merged.id,) for t in ties)
    book.decide("not same", claim("Twelve"), other=claim("Seventeen"), who="Ines", why="Two strikes.")
    assert sorted(len(i.reports) for i in book.incidents())[-1] == 2


def test_a_change_of_stance_is_asked_with_the_claims_of_its_speaker(tmp_path: Path) -> None:
    said = {
        "a.txt": f"{HOSPITAL} General Oren Pasko denied that his aircraft bombed it. The rebels denied it.",
        "b.txt": f"{HOSPITAL} Oren Pasko said the army would investigate the strike. The mayor condemned it.",
    }
    (tmp_path / "in").mkdir()
    for name, text in said.items():
        (tmp_path / "in" / name).write_text(text)
    with Book.open(tmp_path / "b.book", create=True) as book:
        book.read([tmp_path / "in"], published=date(2030, 5, 9))
        (asked,) = [q for q in book.queue() if q.kind == "changed stance"]
        claims = {c.id: c for c in book.incidents.claims()}
        assert [claims[name].kind for name in asked.claims] == ["denial", "inquiry"]
        assert {claims[name].speakers[0].name for name in asked.claims} == {"Oren Pasko"}
