"""Where two readers read the same words otherwise: what the claim keeps, and the questions. All of it is invented."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.llm_server import proposal
from tests.test_llm import Canned
from tollbook.book import Book
from tollbook.export import release_profiles
from tollbook.export.release import release
from tollbook.incidents.questions import Question
from tollbook.model import Actor, Claim, Count, OtherReading, People, Place, Speaker, Thing, When
from tollbook.readers.llm.combining import RULES, combine
from tollbook.record import Contents
from tollbook.review.answering import Given
from tollbook.store.model_answers import KeptAnswers

TEXT = (
    "Three people were killed in Velmar on Tuesday by gunmen with rifles, the mayor said. "
    "The Northern Brigade was there on Friday, doctor Ana Brod said. Oberfeld is near."
)
BASE = Claim(
    id="b", report="r", start=0, end=24, quote="Three people were killed", kind="killed", finder="rules/1",
    count=Count(low=3, best=3, high=3, qualifier="exactly", text="Three"), people=People(text="people"),
    speakers=(Speaker(name="the mayor"), Speaker(name="Valley Post", role="outlet")),
    place=Place(name="Velmar"), when=When(text="Tuesday"),
)  # fmt: skip


def differing(**fields: Any) -> tuple[str, ...]:
    """The fields that the claim which stays names, if a model read some of its fields otherwise."""
    other = msgspec.structs.replace(BASE, id="", finder="llm/tiny", **fields)
    (kept,) = combine([BASE], [other], "prefer-base").claims
    return () if isinstance(kept.otherwise, msgspec.UnsetType) else kept.otherwise[0].fields


def day(text: str) -> When:
    return msgspec.convert({"start": text, "end": text, "precision": "day"}, When)


@pytest.mark.parametrize(
    ("fields", "differs"),
    [
        ({}, ()),
        ({"count": Count(low=4, best=4, high=4, qualifier="exactly", text="Three")}, ("count",)),
        ({"kind": "injured"}, ("kind",)),
        ({"scope": "part"}, ("scope",)),
        ({"stance": "fears"}, ("stance",)),
        ({"speakers": (Speaker(name="doctor Ana Brod"),)}, ("speakers",)),
        ({"speakers": (Speaker(name="the mayor of Velmar"),)}, ()),
        ({"speakers": ()}, ()),
        ({"by": (Actor(name="The Northern Brigade"),)}, ("by",)),
        ({"place": Place(name="Oberfeld")}, ("place",)),
        ({"place": None}, ()),
        ({"people": People(text="people", status="civilian")}, ()),
        ({"when": None}, ()),
        ({"scope": "part", "stance": "doubts", "place": Place(name="Oberfeld")}, ("scope", "stance", "place")),
    ],
)
def test_a_claim_names_the_fields_in_which_another_reader_differs(
    fields: dict[str, Any], differs: tuple[str, ...]
) -> None:
    assert differing(**fields) == differs


@pytest.mark.parametrize(
    ("field", "mine", "theirs", "differs"),
    [
        ("when", day("2021-10-05"), day("2021-10-08"), True),
        ("when", day("2021-10-05"), day("2021-10-05"), False),
        ("people", People(text="a", status="civilian"), People(text="a", status="combatant"), True),
        ("with_", (Thing(name="rifles", kind="gun"),), (Thing(name="a bomb", kind="bomb"),), True),
        ("with_", (Thing(name="rifles", kind="gun"),), (), False),
        ("with_", (Thing(name="rifles", kind="gun"),), (Thing(name="guns", kind="gun"),), False),
        ("by", (Actor(name="Northern Brigade"),), (Actor(name="The Northern Brigade"),), False),
    ],
)
def test_a_reader_that_says_nothing_or_the_same_does_not_differ(
    field: str, mine: object, theirs: object, *, differs: bool
) -> None:
    one = msgspec.structs.replace(BASE, **{field: mine})
    other = msgspec.structs.replace(one, id="", finder="llm/tiny", **{field: theirs})
    (kept,) = combine([one], [other], "prefer-base").claims
    assert (not isinstance(kept.otherwise, msgspec.UnsetType)) == differs


@hypothesis_settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["killed", "injured"]), st.integers(1, 3)), max_size=4),
    st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["killed", "injured"]), st.integers(1, 3)), max_size=4),
    st.sampled_from(RULES),
)
def test_a_rule_makes_no_claim_and_changes_none_but_for_what_the_other_read(
    base: list[Any], model: list[Any], rule: Any
) -> None:
    def claims(rows: list[Any], finder: str) -> list[Claim]:
        return [
            Claim(id=f"{finder}{n}", report="r", start=at, end=at + 9, quote=TEXT[at : at + 9], kind=kind,
                  finder=finder, count=Count(low=size, best=size, high=size, qualifier="exactly", text="e"))
            for n, (at, kind, size) in enumerate(rows)
        ]  # fmt: skip

    first, second = claims(base, "rules/1"), claims(model, "llm/tiny")
    bare = {msgspec.structs.replace(c, otherwise=msgspec.UNSET) for c in combine(first, second, rule).claims}
    assert bare <= {*first, *second}
    if rule in {"prefer-base", "union"}:
        assert set(first) <= bare


def test_a_claim_of_an_earlier_version_still_says_that_the_number_differs() -> None:
    old = msgspec.json.decode(b'{"finder": "llm/x", "quote": "q", "count": null}', type=OtherReading)
    assert old.fields == ("count",)
    assert b"differs" not in msgspec.json.encode(old)


# --- the questions


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "a.book", create=True) as opened:
        yield opened


def read(book: Book, text: str, proposals: list[dict[str, Any]], tmp_path: Path) -> None:
    """Read an invented report with the answer that a model would give."""
    (tmp_path / "a.txt").write_text(text)
    reader = Canned("{}")
    identity = msgspec.structs.replace(reader.identity, rule="prefer-base")
    reader.identity = identity
    reader.keep_in(KeptAnswers(book._store))
    content = json.dumps({"claims": proposals})
    KeptAnswers(book._store).put(reader.key(text), json.dumps({"content": content}).encode())
    book.read([tmp_path / "a.txt"], reader=reader, published=date(2021, 10, 6))


def asked(book: Book) -> dict[str, Question]:
    return {each.fields[0]: each for each in book.queue() if each.kind == "readers disagree"}


ALL_OTHER = proposal(
    "Three people were killed in Velmar on Tuesday by gunmen with rifles", number="Three", speakers=["doctor Ana Brod"],
    stance="fears", scope="part", place="Oberfeld", when="Friday",
)  # fmt: skip


def test_each_cause_is_one_question_with_both_readings(book: Book, tmp_path: Path) -> None:
    read(book, TEXT, [ALL_OTHER], tmp_path)
    questions = asked(book)
    assert set(questions) == {"speakers", "stance", "scope", "place", "when"}
    for question in questions.values():
        assert [card.label.rpartition(" ")[2] for card in question.cards] == ["(rules)", "(llm)"]
        assert question.claims == question.cards[0].claims == question.cards[1].claims
        assert len({each.sentence for each in questions.values()}) == 5
    assert questions["speakers"].harm == "responsibility"
    assert questions["place"].harm == "day and place"
    assert [card.label for card in questions["place"].cards] == ["Velmar (rules)", "Oberfeld (llm)"]


def test_an_answer_settles_its_field_alone(book: Book, tmp_path: Path) -> None:
    read(book, TEXT, [ALL_OTHER], tmp_path)
    question = asked(book)["place"]
    book.review.answer(question.id, Given(action="accept", card=1), who="Ines")
    left = asked(book)
    assert set(left) == {"speakers", "stance", "scope", "when"}
    book.review.answer(left["speakers"].id, Given(action="accept", card=0), who="Ines")
    assert set(asked(book)) == {"stance", "scope", "when"}
    (claim,) = (c for c in book.export.contents().claims if c.id in question.claims)
    assert claim.place is not None
    assert claim.place.name == "Oberfeld"
    assert [each.name for each in claim.speakers][:1] == ["the mayor"]
    assert book.verify() == []


def test_who_did_it_is_asked_and_enters_the_record_only_by_a_person(book: Book, tmp_path: Path) -> None:
    text = "Three people died beside the Northern Brigade camp in Velmar, the mayor said."
    quote = "Three people died beside the Northern Brigade camp in Velmar"
    read(book, text, [proposal(quote, number="Three", by=["Northern Brigade", "Ortan Vesk"])], tmp_path)
    (incident,) = book.export.contents().incidents
    assert incident.perpetrators == ()
    question = asked(book)["by"]
    assert [card.label for card in question.cards] == ["nobody (rules)", "Northern Brigade (llm)"]
    assert "Brigade camp" not in question.sentence.replace(quote, "")
    book.review.answer(question.id, Given(action="accept", card=1), who="Ines")
    (incident,) = book.export.contents().incidents
    assert [each.name for each in incident.perpetrators] == ["Northern Brigade"]


def test_claims_with_the_same_difference_are_one_question(book: Book, tmp_path: Path) -> None:
    text = "Three people were killed and five people were injured in Velmar, the mayor said. Oberfeld is near."
    proposals = [
        proposal("Three people were killed", number="Three", place="Oberfeld"),
        proposal("five people were injured", "injured", number="five", place="Oberfeld"),
    ]
    read(book, text, proposals, tmp_path)
    assert len(asked(book)["place"].claims) == 2


def test_a_release_has_nothing_of_what_another_reader_read(book: Book, tmp_path: Path) -> None:
    read(book, TEXT, [ALL_OTHER], tmp_path)
    contents = book.export.contents()
    assert any(claim.otherwise for claim in contents.claims)
    for name in ("public", "partners", "court"):
        released: Contents = release(contents, release_profiles.load(name)).contents
        every = [*released.claims, *(claim for reading in released.readings for claim in reading.claims)]
        assert all(isinstance(claim.otherwise, msgspec.UnsetType) for claim in every)
