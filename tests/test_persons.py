"""Persons: one record for each person, decisions on persons, and proposals. All names and places are invented."""

from datetime import date
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tests.reconcile_builders import claim, incident, person, report
from tests.small_books import book_of
from tollbook import reconcile
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.questions import Question
from tollbook.model import Actor, Count, People, Place, Range, Report, When
from tollbook.person import Person, PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.not_persons import is_body
from tollbook.reconcile.person_proposals import PersonProposal, across_incidents, groups, in_one_incident, proposals
from tollbook.reconcile.person_records import kin, merged
from tollbook.record import Group, ReportLink
from tollbook.review.answering import Given, action_of
from tollbook.search.person_query import PersonQuery
from tollbook.web.app import create_app

WORDS = st.sampled_from(["Ana", "Anna", "A", "Ilka", "Sergiy", "Sergei", "Brod", "Dost", "B", "Abu", "al-Orsk"])
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
VELMAR = Place(name="Velmar", country="XA", lat=1.0, lon=2.0, precision=1)


# ------------------------------------------------------------------------------------------------ names
@given(NAMES, NAMES)
def test_matching_names_does_not_depend_on_their_order(one: str, other: str) -> None:
    assert name_matching.same_person(one, other) == name_matching.same_person(other, one)
    assert name_matching.same_person(one, one)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Ana B", "Ana Brod", False), ("J Brod", "Jon Brod", True), ("Ana M Brod", "Ana Brod", True),
        ("Sergei Orsk", "Sergiy Orsk", True), ("Jan Brod", "Jana Brod", False), ("Ana", "Ana", True),
    ],
)  # fmt: skip
def test_names_of_one_person(one: str, other: str, *, expected: bool) -> None:
    assert name_matching.same_person(one, other) is name_matching.same_person(other, one) is expected


@pytest.mark.parametrize(
    ("name", "age", "expected"),
    [
        ("Monitor AFP", None, True), ("Sana", None, True), ("Velmar Sana", None, True),
        ("Northern Velmar Sana", None, True), ("Velmar Tass", None, True), ("Interfax", None, True),
        ("Outlet a", None, True), ("Velmar Observatory", None, True), ("Sana Dost", None, False), ("Sana", 6, False),
        ("Velmar", None, False), ("Ana Brod", None, False),
    ],
)  # fmt: skip
def test_agencies_and_monitors_are_no_persons(name: str, age: int | None, *, expected: bool) -> None:
    years = None if age is None else Range(low=age, best=age, high=age)
    about = claim(1, people=People(text=name, names=(name,), age=years), place=VELMAR)
    assert is_body(name, about) is expected
    assert bool(incident(about).persons) is not expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("her son", ("her son",)), ("his six-year-old daughter", ("his six-year-old daughter",)),
        ("the mother of Ana Brod", ("mother of Ana Brod",)), ("Ana Brod's brother", ("Ana Brod's brother",)),
        ("a nurse", ()), ("the season", ()),
    ],
)  # fmt: skip
def test_words_for_relatives(text: str, expected: tuple[str, ...]) -> None:
    assert kin(text) == expected


# ------------------------------------------------------------------------------------------------ records
def people_of(*claims: object, rulings: PersonRulings | None = None) -> list[tuple[str, str, int]]:
    made = record(*claims, rulings=rulings)
    return [(p.name or p.description, p.fate, len(p.sources)) for p in made]


def record(*claims, rulings: PersonRulings | None = None) -> tuple[Person, ...]:
    names = sorted({c.report for c in claims})
    group = Group(
        id="i", kind="attack", claims=tuple(claims), reports=tuple(ReportLink(id=name) for name in names), place=VELMAR,
        when=When(start=date(2021, 10, 5), end=date(2021, 10, 5), precision="day"),
    )  # fmt: skip
    reports = {name: report(name) for name in names}
    return reconcile.incident(group, reports, people=rulings or PersonRulings()).persons


def test_a_record_has_every_spelling_age_and_fate_with_its_source() -> None:
    made = record(
        person("Ilyas Tarn", "injured", named="Ilyas Tarn", age=40),
        person("Ilias Tarn, a baker", named="Ilias Tarn", age=41, in_="b", by="a doctor"),
    )
    (one,) = made
    assert one.names == ("Ilias Tarn", "Ilyas Tarn")
    assert one.fate == "killed"
    assert one.age == Range(low=40, best=40, high=41)
    assert one.place == VELMAR
    assert one.when is not None
    assert one.when.start == date(2021, 10, 5)
    assert one.independent_sources == 2
    assert [(s.report, s.name, s.fate) for s in one.sources] == [
        ("a", "Ilyas Tarn", "injured"),
        ("b", "Ilias Tarn", "killed"),
    ]
    assert one.sources[1].speakers[0].name == "a doctor"
    assert one.id == min(s.id for s in one.sources)


def test_groups_and_counts_are_no_persons() -> None:
    counts = claim(17, people=People(text="Seventeen people")), claim("dozens", people=People(text="dozens"), in_="b")
    assert record(*counts, claim(15, people=People(text="15 children"), in_="c")) == ()


def test_one_of_the_dead_who_is_described_is_a_person() -> None:
    one = claim(1, people=People(text="a boy"), scope="part")
    counted = claim(1, people=People(text="one person"), in_="b", scope="part")
    one, counted = (
        msgspec.structs.replace(c, count=Count(low=1, best=1, high=1, qualifier="exactly", text="One"))
        for c in (one, counted)
    )
    assert people_of(one, counted) == [("a boy", "killed", 1)]


def test_several_names_in_one_claim_have_ids_of_their_own_that_do_not_tell_the_name() -> None:
    both = claim(2, people=People(text="Jon Orsk and Ada Orsk", names=("Jon Orsk", "Ada Orsk")))
    assert {p.id for p in record(both)} == {both.id, f"{both.id}~1"}


def test_a_child_is_not_joined_with_the_parent_named_beside_it() -> None:
    names = ("Jana Petrak", "Ana", "Petre")
    family = claim(5, people=People(text="Jana Petrak and her children Ana and Petre", names=names))
    alone = person("Jana Petrak", named="Jana Petrak", age=38)
    assert [(name, sources) for name, _, sources in people_of(family, alone)] == [
        ("Ana", 1), ("Jana Petrak", 2), ("Petre", 1)
    ]  # fmt: skip


def test_a_second_name_of_a_person_who_is_counted_once_is_the_same_person() -> None:
    both = claim(1, people=People(text="Oren Pasko, known as Pasko", names=("Oren Pasko", "Pasko")))
    assert people_of(both) == [("Oren Pasko", "killed", 2)]


def test_the_day_of_another_person_in_the_sentence_is_not_taken() -> None:
    text = "The dead were Ana Brod, 40, and Jon Orsk, who died on Sunday in hospital."
    sunday = When(start=date(2021, 10, 10), end=date(2021, 10, 10), precision="day", text="on Sunday")
    claims = []
    for name in ("Ana Brod", "Jon Orsk"):
        start = text.index(name)
        made = person(name, named=name, when=sunday, start=start)
        claims.append(msgspec.structs.replace(made, id=name, end=start + len(name), quote=name))
    group = Group(id="i", kind="attack", claims=tuple(claims), when=When(start=date(2021, 10, 9), precision="day"))
    reports = {"a": Report(id="a", sha256="a", text=text)}
    days = {p.name: p.when.start.day for p in reconcile.incident(group, reports).persons if p.when and p.when.start}
    assert days == {"Ana Brod": 9, "Jon Orsk": 10}


MENTION = st.tuples(
    st.sampled_from(["Ana Brod", "Ana Maria Brod", "A Brod", "Brod", "Jon Orsk", "Orsk", None]),
    st.sampled_from([None, 4, 41]), st.sampled_from("abc"), st.sampled_from(["killed", "injured"]),
    st.sampled_from(["a child", "a woman", "a nurse"]),
)  # fmt: skip


@given(st.lists(MENTION, min_size=1, max_size=7), st.randoms(use_true_random=False), st.data())
def test_the_order_of_claims_does_not_matter(mentions: list, random: object, data: st.DataObject) -> None:
    claims = [
        person(name or words, kind, named=name, age=age, in_=in_, start=20 * n)
        for n, (name, age, in_, kind, words) in enumerate(mentions)
    ]
    names = st.sampled_from([c.id for c in claims])
    pairs = data.draw(st.lists(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]), max_size=2))
    rulings = PersonRulings(
        set_of={name: min(pair) for pair in pairs for name in pair},
        apart=frozenset(),
        corrections=(),
    )
    before = record(*claims, rulings=rulings)
    random.shuffle(claims)  # type: ignore[attr-defined]
    assert record(*claims, rulings=rulings) == before
    sources = [source.id for each in before for source in each.sources]
    assert len(sources) == len(set(sources))


def test_joining_over_incidents_does_not_depend_on_the_order() -> None:
    made = [
        msgspec.structs.replace(each, incidents=(f"i{n}",))
        for n, each in enumerate(
            record(*(person(f"Ana Brod {n}", named=f"Ana Brod{'xyz'[n]}", in_="abc"[n]) for n in range(3)))
        )
    ]
    ids = [each.id for each in made]
    rulings = PersonRulings(set_of=dict.fromkeys(ids, min(ids)))
    (one,) = merged(made, rulings)
    assert merged(reversed(made), rulings) == (one,)
    assert one.incidents == ("i0", "i1", "i2")
    assert len(one.sources) == 3


# ------------------------------------------------------------------------------------------------ proposals
def one(**fields) -> Person:
    plain = {"id": fields.pop("id", "x"), "fate": "killed", "incidents": ("i",)} | fields
    if isinstance(plain.get("age"), int):
        plain["age"] = Range(low=plain["age"], best=plain["age"], high=plain["age"])
    return Person(**plain)


def test_a_child_and_a_girl_of_six_are_proposed_and_never_joined() -> None:
    claims = person("a child"), person("a six-year-old girl", age=6, sex="female", in_="b")
    assert len(record(*claims)) == 2
    child, girl = record(*claims)
    assert in_one_incident(child, girl) is not None
    assert in_one_incident(girl, child) is not None


@pytest.mark.parametrize(
    ("first", "other", "proposed"),
    [
        ({"description": "a child"}, {"description": "a woman"}, False),
        ({"description": "a boy", "sex": "male"}, {"description": "a girl", "sex": "female"}, False),
        ({"description": "a boy", "age": 4}, {"name": "Timo Karel", "age": 4}, True),
        ({"description": "a boy", "age": 4}, {"name": "Timo Karel", "age": 9}, False),
        ({"description": "a police officer"}, {"name": "Rolf Orsk", "roles": ("police sergeant",)}, True),
        ({"description": "a farmer"}, {"description": "a nurse"}, False),
        ({"description": "a child", "fate": "injured"}, {"description": "a child"}, False),
        ({"name": "Brod"}, {"name": "Ana Brod"}, True),
        ({"name": "Ana Brod"}, {"name": "Jon Orsk"}, False),
    ],
)
def test_who_may_be_one_within_an_incident(first: dict, other: dict, *, proposed: bool) -> None:
    a, b = one(id="a", **first), one(id="b", **other)
    assert (in_one_incident(a, b) is not None) is (in_one_incident(b, a) is not None) is proposed


@pytest.mark.parametrize(
    ("first", "other", "proposed"),
    [
        ({"name": "Ana Brod", "age": 41}, {"name": "Ana Brod", "age": 42}, True),
        ({"name": "Ana Brod", "age": 41}, {"name": "Ana Brod", "age": 20}, False),
        ({"name": "Ana Brod"}, {"name": "Ana Brod"}, False),
        ({"name": "Ana Brod", "kin": ("sister of Jon",)}, {"name": "Anna Brod", "kin": ("sister of Jon",)}, True),
        ({"name": "Ana", "age": 41}, {"name": "Ana", "age": 41}, False),
    ],
)
def test_who_may_be_one_across_incidents(first: dict, other: dict, *, proposed: bool) -> None:
    a, b = one(id="a", **first), one(id="b", **other)
    assert (across_incidents(a, b) is not None) is (across_incidents(b, a) is not None) is proposed


# ------------------------------------------------------------------------------------------------ in a book
STRIKE = (
    "VELMAR – An air strike hit a school in Velmar on Tuesday and killed a child and two women, the mayor said. "
    "Ana Brod, 41, a nurse, was killed by the strike."
)
LATER = (
    "VELMAR – The air strike on a school in Velmar on Tuesday killed three people, a doctor said. A six-year-old girl "
    "was killed in the strike. Anna Brod, a nurse, was killed by the strike too."
)
OURS = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Ines"}
BY = {"who": "Ines", "why": "As her sister told us."}


@pytest.fixture
def book(tmp_path: Path):
    with Book.open(book_of(tmp_path, {"Valley Post": STRIKE, "Harbour Radio": LATER}, date(2021, 10, 6))) as book:
        yield book


def names(book: Book) -> list[str]:
    return [p.name or p.description for p in book.persons().persons]


def id_of(book: Book, name: str) -> str:
    return next(p.id for p in book.persons().persons if name in {p.name, p.description})


def test_persons_of_a_book(book: Book) -> None:
    found = book.persons()
    assert names(book)[0] in {"Ana Brod", "Anna Brod"}
    assert found.named == 1
    assert found.reports[0] == 2
    nurse = book.persons.get(found.persons[0].id)
    assert nurse.names == ("Ana Brod", "Anna Brod")
    assert [book.persons.get(source.id).id for source in nurse.sources] == [nurse.id] * len(nurse.sources)
    assert book.persons(PersonQuery(text="nurse brod")).total == 1
    assert book.persons(PersonQuery(age_group="child")).named == 0
    assert book.persons(PersonQuery(fate="missing")).total == 0
    assert book.persons(PersonQuery(day_from=date(2021, 10, 6))).total == 0
    assert book.persons(PersonQuery(day_to=date(2021, 10, 5), place="Velmar")).total == found.total
    with pytest.raises(Refused):
        book.persons(PersonQuery(fate="promoted"))
    with pytest.raises(NoSuchRecord):
        book.persons.get("nobody")


def test_a_proposal_that_is_accepted_and_taken_back(book: Book) -> None:
    before = book.export.contents()
    (proposal,) = book.persons.proposals()
    decision = book.decide("same person", proposal.one, other=proposal.other, **BY)
    assert book.persons.proposals() == []
    girl = book.persons.get(proposal.other)
    assert girl.id == book.persons.get(proposal.one).id
    assert girl.age == Range(low=6, best=6, high=6)
    assert girl.decisions == (decision.id,)
    assert book.verify() == []
    book.undo(decision.id, who="Ines", why="A mistake.")
    assert book.export.contents() == before


def test_a_proposal_that_is_rejected_does_not_come_again(book: Book) -> None:
    (proposal,) = book.persons.proposals()
    book.decide("different persons", proposal.one, other=proposal.other, **BY)
    assert book.persons.proposals() == []
    assert len(book.persons().persons) == 3
    # The later decision holds.
    book.decide("same person", proposal.one, other=proposal.other, **BY)
    assert len(book.persons().persons) == 2


def asked(book: Book) -> Question | None:
    return next((each for each in book.queue() if each.kind == "one person?"), None)


@pytest.mark.parametrize(("action", "persons"), [("same person", 2), ("different persons", 3), ("settle", 3)])
def test_who_may_be_one_is_a_question_of_the_queue(book: Book, action: str, persons: int) -> None:
    before, (proposal,) = book.queue(), book.persons.proposals()
    question = asked(book)
    assert question is not None
    assert question.harm == "identity"
    assert {card.label.casefold() for card in question.cards} == {"a child", "a six-year-old girl"}
    assert question.why == proposal.why
    made = book.review.answer(question.id, Given(action=action_of(action)), who="Ines")
    assert asked(book) is None
    assert len(book.persons().persons) == persons
    assert book.persons.proposals() == ([proposal] if action == "settle" else [])
    assert book.verify() == []
    book.undo(made.id, who="Ines", why="A mistake.")
    assert book.queue() == before
    assert book.verify() == []


def test_the_command_line_and_the_api_ask_and_answer_it_too(book: Book, tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    question = asked(book)
    assert question is not None
    shown = CliRunner().invoke(main, ["queue", "--kind", "one person?", "--book", str(where)])
    assert question.id in shown.stdout
    arguments = ["answer", question.id, "different persons", "--who", "Ines", "--book", str(where)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    (made,) = book.review.decisions()
    assert made.verdict == "different persons"
    with TestClient(create_app(where), base_url="http://127.0.0.1") as client:
        assert client.get(f"/api/queue/{question.id}").status_code == 404
        client.post(f"/api/decisions/{made.id}/undo", json={"why": "A mistake."}, headers=OURS)
        assert client.get(f"/api/queue/{question.id}").json()["kind"] == "one person?"
        answer = {"action": "same person"}
        made = client.post(f"/api/queue/{question.id}/answers", json=answer, headers=OURS).json()
        assert made["verdict"] == "same person"


def test_three_who_may_be_one_are_one_question(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name, who in (("a", "a child"), ("b", "a six-year-old girl"), ("c", "Mira Brod, 6,")):
            dead = f"Three people and {who} were killed, police said."
            (tmp_path / f"{name}.txt").write_text(f"An air strike hit the hospital in Velmar on Tuesday. {dead}")
            book.read([tmp_path / f"{name}.txt"], published=date(2021, 10, 6))
        question = asked(book)
        assert question is not None
        assert len(question.cards) == 3
        other = next(n for n, card in enumerate(question.cards) if card.label == "Mira Brod")
        first = book.review.answer(question.id, Given(action="different persons", card=other), who="Ines")
        assert len([each for each in book.review.decisions() if first.id in {each.id, each.part_of}]) == 2
        left = asked(book)
        assert left is not None
        assert {card.label for card in left.cards} == {"a child", "a six-year-old girl"}
        book.undo(first.id, who="Ines", why="A mistake.")
        assert asked(book) == question
        apart = book.review.answer(question.id, Given(action="different persons"), who="Ines")
        assert asked(book) is None
        assert len(book.persons().persons) == 3
        book.undo(apart.id, who="Ines", why="A mistake.")
        book.review.answer(question.id, Given(action="same person"), who="Ines")
        assert [person.name for person in book.persons().persons] == ["Mira Brod"]
        assert book.verify() == []


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1])))
def test_every_proposal_is_in_a_group_of_persons_who_may_all_be_one(pairs: set[tuple[int, int]]) -> None:
    made = groups(PersonProposal(one=str(a), other=str(b), why="") for a, b in pairs)
    known = {(str(a), str(b)) for a, b in pairs}
    within = [set(combinations(group, 2)) for group in made]
    assert set().union(*within) == known
    assert not any(one < other for one in within for other in within), "no group is a part of another one"


def test_sources_of_one_person_can_be_divided(book: Book) -> None:
    nurse = book.persons.get(id_of(book, names(book)[0]))
    mine = [s.id for s in nurse.sources if s.name == "Ana Brod"]
    hers = [s.id for s in nurse.sources if s.name == "Anna Brod"]
    book.decide("different persons", mine[0], other=hers[0], change={"subject": mine, "other": hers}, **BY)
    assert sorted(p.name for p in book.persons().persons if p.name) == ["Ana Brod", "Anna Brod"]
    assert book.verify() == []


def test_fields_that_reports_do_not_give(book: Book) -> None:
    name = id_of(book, "a child")
    killed = book.incidents()[0].figures["killed"]
    book.decide("correct person", name, change={"name": "Lina Orsk", "age": {"low": 6, "best": 6, "high": 6}}, **BY)
    lina = book.persons.get(name)
    assert (lina.name, lina.names, lina.age) == ("Lina Orsk", ("Lina Orsk",), Range(low=6, best=6, high=6))
    assert lina.corrected == ("age", "name")
    assert lina.sources[0].name is None
    assert book.incidents()[0].figures["killed"] == killed
    book.decide("correct person", name, change={"age": None}, **BY)
    assert book.persons.get(name).age is None
    assert book.persons.get(name).name == "Lina Orsk"
    assert book.verify() == []


@pytest.mark.parametrize(
    ("verdict", "other", "change", "error"),
    [
        ("same person", None, None, Refused), ("same person", "nobody", None, NoSuchRecord),
        ("correct person", None, None, Refused), ("correct person", None, {"id": "x"}, Refused),
        ("correct person", None, {"fate": "promoted"}, Refused), ("correct person", None, {"age": "old"}, Refused),
        ("different persons", "nobody", {"both": []}, Refused),
    ],
)  # fmt: skip
def test_decisions_that_are_refused(book: Book, verdict: str, other: str | None, change: dict | None, error) -> None:
    with pytest.raises(error):
        book.decide(verdict, id_of(book, "a child"), other=other, change=change, **BY)
    assert book.review.decisions() == []


def test_a_source_is_on_one_side_only(book: Book) -> None:
    name, other = (p.id for p in book.persons().persons[:2])
    with pytest.raises(Refused, match="on one side"):
        book.decide("different persons", name, other=other, change={"subject": [other]}, **BY)


def test_decisions_are_carried_to_a_new_reading(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (proposal,) = book.persons.proposals()
    book.decide("same person", proposal.one, other=proposal.other, **BY)
    book.decide("correct person", proposal.one, change={"name": "Lina Orsk"}, **BY)
    from tollbook.readers.rules import reader  # noqa: PLC0415 - its name is changed here

    monkeypatch.setattr(reader.version, "current", lambda: "next")
    monkeypatch.setattr(reader, "FINDER", "rules/next")
    for name in ("Valley Post", "Harbour Radio"):
        book.read([tmp_path / f"{name}.txt"], published=date(2021, 10, 6), outlet=name)
    (lina,) = [p for p in book.persons().persons if p.name == "Lina Orsk"]
    assert len(book.persons.get(lina.id).sources) == 2
    assert lina.id != proposal.one
    assert book.verify() == []


def test_exports_have_persons(book: Book, tmp_path: Path) -> None:
    book.export("bundle", tmp_path / "out")
    rows = [
        msgspec.json.decode(line, type=Person) for line in (tmp_path / "out/persons.jsonl").read_bytes().splitlines()
    ]
    assert tuple(rows) == book.export.contents().persons
    book.export("csv", tmp_path / "csv")
    head, first = (tmp_path / "csv/persons.csv").read_text(encoding="utf-8-sig").splitlines()[:2]
    assert head.startswith("id,name,spellings,description,age")
    assert "Ana Brod; Anna Brod" in first


def test_actors_are_no_persons() -> None:
    assert record(claim(1, "accusation", by_=Actor(name="Jon Orsk", kind="individual"))) == ()


def test_a_rank_before_a_name_is_no_description() -> None:
    people = People(text="Sergeant Rolf Brandt", names=("Rolf Brandt",), status="police", roles=("Sergeant",))
    (found,) = record(msgspec.structs.replace(person("x", named="Rolf Brandt"), people=people))
    assert (found.name, found.description, found.roles, found.status) == ("Rolf Brandt", "", ("Sergeant",), "police")


OFFICER = People(text="a police officer", status="police")
SERGEANT = People(text="Sergeant Rolf Brandt", names=("Rolf Brandt",), status="police", roles=("Sergeant",))


def proposed_among(*claims) -> list[set[str]]:
    people = record(*claims)
    reports = {each.id: frozenset(source.report for source in each.sources) for each in people}
    called = {each.id: each.name or each.description for each in people}
    return [{called[each.one], called[each.other]} for each in proposals(people, reports)]


def test_an_officer_and_a_named_one_of_the_police_may_be_one() -> None:
    officer = msgspec.structs.replace(person("a police officer", in_="a"), people=OFFICER)
    sergeant = msgspec.structs.replace(person("x", named="Rolf Brandt", in_="b"), people=SERGEANT)
    assert proposed_among(officer, sergeant) == [{"a police officer", "Rolf Brandt"}]
    # One report may describe two, unless the figure is one person.
    guard = claim(2, by="Ana Brod", in_="b")
    assert proposed_among(officer, msgspec.structs.replace(sergeant, report="a"), guard) == []
    assert proposed_among(officer, msgspec.structs.replace(sergeant, report="a")) == [
        {"a police officer", "Rolf Brandt"}
    ]


def test_somebody_who_died_and_somebody_on_the_list_who_died_may_be_one() -> None:
    def died(words: str, **fields):
        return msgspec.structs.replace(person(words, **fields), quote=f"{words} died")

    woman, listed = died("a woman", sex="female"), person("Lena Marsik", named="Lena Marsik", start=50)
    volk = died("Hanne Volk", named="Hanne Volk", age=33, start=90)
    assert proposed_among(woman, listed, volk) == [{"a woman", "Hanne Volk"}]
    man = died("a man", sex="male")
    assert proposed_among(man, msgspec.structs.replace(volk, people=People(text="Hanne Volk", names=("Hanne Volk",),
                                                                           sex="female"))) == []  # fmt: skip
