"""The review queue, and why reports are linked. All incidents, places and people are invented."""

from datetime import date
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.decision import Decision
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.questions import Question, rank
from tollbook.review.answering import Case, Given, like_cases
from tollbook.review.conflicts import EditConflict
from tollbook.review.same_incident import is_worth_asking
from tollbook.store.blocking_rows import UncertainPair
from tollbook.web.app import create_app

HOSPITAL = "An air strike hit the hospital in Kyiv on Tuesday."
TEXTS = {
    "a": f"{HOSPITAL} Seventeen people were killed, the mayor said. The wounded were taken to a school.",
    "b": f"{HOSPITAL} Twelve people were killed, the ministry of defence said. Rescuers searched the rubble.",
    "c": "A gunman opened fire in a bakery in Velmora. Two people were killed, police said.",
}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book.open(book_of(tmp_path, TEXTS, date(2024, 5, 9), outlets=False))


@pytest.mark.parametrize(
    ("weight", "days", "asked"),
    [
        (4.0, {"i": (date(2021, 10, 5), date(2021, 10, 5)), "j": (date(2021, 11, 12), date(2021, 11, 13))}, False),
        (4.0, {"j": (date(2021, 10, 5), date(2021, 10, 5)), "i": (date(2021, 11, 12), date(2021, 11, 13))}, False),
        (4.0, {"i": (date(2021, 10, 5), date(2021, 10, 5)), "j": (date(2021, 10, 12), date(2021, 10, 12))}, True),
        (4.0, {"i": (date(2021, 10, 5), date(2021, 10, 5))}, True),
        (15.0, {"i": (date(2021, 10, 5), date(2021, 10, 5)), "j": (date(2021, 11, 12), date(2021, 11, 12))}, True),
    ],
)
def test_weak_evidence_for_incidents_of_other_weeks_is_no_question(weight: float, days: dict, *, asked: bool) -> None:
    pair = UncertainPair(weight, "c", "r", "i", "d", "s", "j", 3, None, 1, 2, None, 1)
    assert is_worth_asking(pair, days) == asked


def test_questions_are_in_order_of_importance_with_a_reason(book: Book) -> None:
    asked = book.queue()
    assert [rank(q) for q in asked] == sorted(rank(q) for q in asked)
    contested = next(q for q in asked if q.kind == "contested figure")
    assert "12 or 17" in contested.sentence
    assert "5 people" in contested.why
    assert all(q.sentence and q.why and q.incident for q in asked)
    assert [q.kind for q in asked] == ["held responsible", "contested figure", "unresolved place"]
    claims = {c.id for c in book.incidents.claims()}
    assert all(set(q.claims) <= claims for q in asked)


def test_the_number_on_an_incident_is_the_number_in_its_queue(book: Book) -> None:
    counts = book.review.open_counts([each.id for each in book.incidents()])
    assert counts == {each.id: len(found) for each in book.incidents() if (found := book.queue(incident=each.id))}
    for each in book.queue():
        assert book.review.question(each.id) == each
    with pytest.raises(NoSuchRecord):
        book.review.question("nothing")


def answered(book: Book, kind: str, action: str, card: int | None = None, **more: object) -> Decision:
    question = next(each for each in book.queue() if each.kind == kind)
    given = Given(action=action, card=card, **more)  # type: ignore[arg-type]
    return book.review.answer(question.id, given, who="Ines")


def consistent(book: Book) -> bool:
    """Whether the rows are what claims and decisions give."""
    return book.verify() == []


@pytest.mark.parametrize("action", ["accept", "reject", "total", "other event"])
def test_an_answer_is_written_carried_out_and_undone_as_one(book: Book, action: str) -> None:
    before, incidents = book.queue(), book.incidents()
    first = answered(book, "contested figure", action, 0)
    assert first.who == "Ines"
    assert first.why
    assert consistent(book)
    done = [first]
    if action == "accept":
        assert "contested figure" in {q.kind for q in book.queue()}  # the other card is not decided
        done.append(answered(book, "contested figure", "accept", 1))
    assert "contested figure" not in {q.kind for q in book.queue()}
    for each in reversed(done):
        book.undo(each.id, who="Ines", why="It was another mayor.")
    assert book.queue() == before
    assert book.incidents() == incidents


def test_an_answer_about_several_claims_is_undone_as_one(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, words in (("a", "Tuesday"), ("b", "Tuesday"), ("c", "Friday")):
        dead = "Three people were killed and a clinic was hit by an air strike in Kyiv"
        (tmp_path / "in" / f"{name}.txt").write_text(f"{dead} on {words}, doctor Anira Dost of clinic {name} said.")
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "in"], published=date(2024, 5, 11))
        one = {c.report: c.id for c in book.incidents.claims() if c.kind == "killed"}
        names = list(one.values())
        for other in names[1:]:
            book.decide("same", names[0], other=other, who="Ines", why="One strike.")
        before = book.review.decisions()
        (question,) = [q for q in book.queue() if q.kind == "different days"]
        assert [len(card.claims) > 0 for card in question.cards] == [True, True]
        first = book.review.answer(question.id, Given(action="accept", card=0), who="Ines")
        parts = [each for each in book.review.decisions() if each.part_of == first.id]
        assert parts
        assert "different days" not in {q.kind for q in book.queue()}
        (incident,) = [each for each in book.incidents() if len(each.reports) == 3]
        claims = book.incidents.evidence(incident.id).group.claims
        assert {c.when.start for c in claims if c.when} == {date(2024, 5, 7)}
        assert consistent(book)
        book.undo(first.id, who="Ines", why="Two strikes.")
        assert book.review.decisions() == before
        assert question in book.queue()


def test_like_cases_get_the_same_answer_after_a_look(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for place in ("Kyiv", "Lyon", "Oslo"):
        text = f"The Highland Front shelled a school in {place} on Tuesday, killing four people, the mayor said."
        (tmp_path / "in" / f"{place}.txt").write_text(text)
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "in"], published=date(2024, 5, 9), separate=True)
        found = [q for q in book.queue() if q.kind == "held responsible"]
        assert len(found) == 3
        case = Case(found[0], 0)
        like = book.review.like_cases(case, "reject")
        assert {each.question.id for each in like} == {each.id for each in found[1:]}
        with pytest.raises(NoSuchRecord):
            book.review.answer(found[0].id, Given(action="reject", card=0, like=("nothing",)), who="Ines")
        assert book.review.decisions() == []
        given = Given(action="reject", card=0, like=(like[0].id,))  # the third one was looked at and left out
        first = book.review.answer(found[0].id, given, who="Ines")
        left = [q.id for q in book.queue() if q.kind == "held responsible"]
        assert left == [each.id for each in found if each.id not in {found[0].id, like[0].question.id}]
        assert [len(each.figures) for each in book.incidents()] == [1, 1, 1]  # no count is lost
        assert consistent(book)
        book.undo(first.id, who="Ines", why="It was them.")
        assert [q.id for q in book.queue() if q.kind == "held responsible"] == [each.id for each in found]


def test_a_case_with_another_suggested_answer_is_not_like(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for place in ("Kyiv", "Lyon"):
        text = f"The Highland Front shelled a school in {place} on Tuesday, killing four people, the mayor said."
        (tmp_path / "in" / f"{place}.txt").write_text(text)
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "in"], published=date(2024, 5, 9), separate=True)
        one, other = (q for q in book.queue() if q.kind == "held responsible")
        rules = [card.suggestion and card.suggestion.rule for q in (one, other) for card in q.cards]
        assert rules == ["named as doing it"] * 2
        bare = tuple(msgspec.structs.replace(card, suggestion=None) for card in one.cards)
        plain = msgspec.structs.replace(one, cards=bare)
        assert like_cases([other], Case(plain, 0), "reject") == []
        assert [each.question for each in like_cases([other], Case(plain, 0), "accept")] == [other]


def test_answers_that_a_question_does_not_have_are_refused(book: Book) -> None:
    question = next(q for q in book.queue() if q.kind == "contested figure")
    for given in (
        Given(action="same"), Given(action="accept", card=99), Given(action="accept"),
        Given(action="accept", card=0, change={"count": None}),
    ):  # fmt: skip
        with pytest.raises(Refused):
            book.review.answer(question.id, given, who="Ines")
    assert book.review.decisions() == []
    wrong = {"count": {"low": 3, "best": 3, "high": 3, "qualifier": "exactly", "text": "3"}}
    made = book.review.answer(question.id, Given(action="correct", card=0, change=wrong), who="Ines")
    assert (made.verdict, made.change) == ("correct", wrong)


def test_nothing_is_written_if_somebody_else_decided_first(book: Book) -> None:
    question = next(q for q in book.queue() if q.kind == "contested figure")
    seen = book.review.last_decision()
    book.decide("accept", question.cards[0].claims[0], who="Mirko", why="I was there.")
    with pytest.raises(EditConflict):
        book.review.answer(question.id, Given(action="reject", card=0, seen=seen), who="Ines")
    assert [each.who for each in book.review.decisions()] == ["Mirko"]


def test_a_question_settled_under_a_former_id_stays_settled(book: Book) -> None:
    question = next(q for q in book.queue() if q.kind == "contested figure")
    assert question.former not in {"", question.id}
    book.decide("settle", question.former, who="Ines", why="Settled long ago.")
    assert question.id not in {q.id for q in book.queue()}


def test_figures_are_confirmed_by_the_decisions_on_their_claims(book: Book) -> None:
    incident = next(each for each in book.incidents() if len(each.reports) == 2)

    def fields() -> set[str]:
        return set(book.review.figure_marks(book.incidents.evidence(incident.id).incident))

    assert fields() == set()
    killed = incident.figures["killed"]
    book.decide("accept", killed.low_claims[0], who="Ines", why="Read it.")
    assert "killed" not in fields()  # the other bound is not confirmed
    last = book.decide("accept", killed.high_claims[0], who="Ines", why="Read it.")
    assert "killed" in fields()
    assert book.review.figure_marks(incident)["killed"].who == "Ines"
    book.undo(last.id, who="Ines", why="Not sure.")
    assert "killed" not in fields()


def test_an_older_count_makes_no_figure_and_stays_in_the_reasons(tmp_path: Path) -> None:
    texts = {
        "a": "A bomb killed six people at the market in Oberfeld on Monday, police said.",
        "b": "Seven people were killed by the bomb at the market in Oberfeld on Monday, a hospital doctor said.",
    }
    with Book.open(book_of(tmp_path, texts, date(2024, 5, 9))) as book:
        (incident,) = book.incidents()
        assert (incident.figures["killed"].low, incident.figures["killed"].high) == (6, 7)
        asked = next(each for each in book.queue() if each.kind == "contested figure")
        card = next(n for n, each in enumerate(asked.cards) if each.label == "6")
        book.review.answer(asked.id, Given(action="superseded", card=card), who="Ines")
        (incident,) = book.incidents()
        killed = incident.figures["killed"]
        assert (killed.low, killed.best, killed.high, killed.status) == (7, 7, 7, "single source")
        sentences = [each.text for figure in book.dossier(incident.id).explanation for each in figure.sentences]
        assert any("older count" in each and "police" in each for each in sentences)
        assert asked.id not in {question.id for question in book.queue()}
        assert consistent(book)


def test_an_added_claim_is_confirmed_by_who_added_it(book: Book) -> None:
    incident = next(each for each in book.incidents() if len(each.reports) == 2)
    report = book.review.report(incident.reports[0].id).report
    number = {"low": 2, "best": 2, "high": 2, "qualifier": "exactly"}
    given = {"start": 0, "end": 12, "kind": "missing", "count": number}
    added = book.decide("add", report.id, change=given, who="Ines", why="Left out.")
    claim = (added.change or {})["id"]
    assert {mark.who for mark in book.review.field_marks([claim])[claim].values()} == {"Ines"}
    book.decide("correct", claim, change={"kind": "injured"}, who="Mirko", why="They came back.")
    marks = book.review.field_marks([claim])[claim]
    assert (marks["kind"].how, marks["kind"].who) == ("corrected", "Mirko")
    assert (marks["count"].how, marks["count"].who) == ("confirmed", "Ines")


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
        "a": f"{HOSPITAL} General Oren Pasko denied that his aircraft bombed it. The rebels denied it.",
        "b": f"{HOSPITAL} Oren Pasko said the army would investigate the strike. The mayor condemned it.",
    }
    (tmp_path / "in").mkdir()
    for name, text in said.items():
        (tmp_path / "in" / name).write_text(text)
    with Book.open(tmp_path / "b.book", create=True) as book:
        book.read([tmp_path / "in"], published=date(2024, 5, 9))
        (asked,) = [q for q in book.queue() if q.kind == "changed stance"]
        claims = {c.id: c for c in book.incidents.claims()}
        assert [claims[name].kind for name in asked.claims] == ["denial", "inquiry"]
        assert {claims[name].speakers[0].name for name in asked.claims} == {"Oren Pasko"}


def run(book: Book, tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--book", str(tmp_path / "a.book")])


def test_the_command_line_lists_and_answers_the_same_questions(book: Book, tmp_path: Path) -> None:
    asked = book.queue()
    listed = run(book, tmp_path, "queue", "--format", "jsonl").stdout.splitlines()
    assert [msgspec.json.decode(line, type=Question) for line in listed] == list(asked)
    contested = next(q for q in asked if q.kind == "contested figure")
    one = run(book, tmp_path, "queue", "--kind", "contested figure", "--incident", contested.incident)
    assert one.stdout.startswith(contested.id)
    shown = run(book, tmp_path, "queue", contested.id).stdout
    assert "“Seventeen people were killed”" in shown
    assert "[Seventeen people were killed]" in shown
    assert "total 2: " in shown
    done = run(book, tmp_path, "answer", contested.id, "reject", "--card", "1", "--who", "Ines", "--like")
    assert done.exit_code == 0, done.output
    (made,) = book.review.decisions()
    assert (made.verdict, made.subject, made.who) == ("reject", contested.cards[0].claims[0], "Ines")
    again = run(book, tmp_path, "answer", contested.id, "reject", "--card", "1", "--who", "Ines")
    assert again.exit_code != 0  # the question is gone


def test_the_api_lists_and_answers_the_same_questions(book: Book, tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path / "a.book"), base_url="http://127.0.0.1")
    headers = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Ines"}
    asked = client.get("/api/queue").json()
    assert [each["id"] for each in asked] == [each.id for each in book.queue()]
    question = next(each for each in asked if each["kind"] == "contested figure")
    assert client.get(f"/api/queue/{question['id']}").json() == question
    like = client.get(f"/api/queue/{question['id']}/like", params={"action": "reject", "card": 0})
    assert (like.status_code, like.json()) == (200, [])
    wrong = client.post(f"/api/queue/{question['id']}/answers", json={"action": "burn"}, headers=headers)
    assert wrong.status_code == 422
    given = {"action": "total", "card": 1, "why": "It is of the whole week."}
    made = client.post(f"/api/queue/{question['id']}/answers", json=given, headers=headers).json()
    assert (made["verdict"], made["why"], made["who"]) == ("total", "It is of the whole week.", "Ines")
    assert client.get(f"/api/queue/{question['id']}").status_code == 404


def test_a_claim_of_responsibility_reaches_the_grade_after_somebody_accepts_it(tmp_path: Path) -> None:
    text = "A bomb killed four people in Oslo on Tuesday, police said. The Highland Front claimed the attack."
    with Book.open(book_of(tmp_path, {"a": text}, date(2024, 5, 9))) as book:
        (incident,) = book.incidents()
        assert incident.grade is not None
        assert (incident.grade.value, "once a person confirms it" in incident.grade.why) == ("weak", True)
        asked = next(q for q in book.queue() if q.kind == "admission")
        made = book.review.answer(asked.id, Given(action="accept", card=0), who="Ines")
        (incident,) = book.incidents()
        assert incident.grade is not None
        assert incident.grade.value == "confirmed"
        marks = book.review.field_marks(asked.claims)[asked.claims[0]]
        assert {"by", "stance", "speakers"} <= marks.keys(), "what the card shows"
        assert marks.keys().isdisjoint({"when", "place", "event", "sites", "with"}), "nobody looked at these"
        assert consistent(book)
        book.undo(made.id, who="Ines", why="The police doubt it.")
        (incident,) = book.incidents()
        assert incident.grade is not None
        assert incident.grade.value == "weak"
        assert consistent(book)
