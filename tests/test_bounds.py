"""Values that records cannot have are refused where they are given, and set aside where a book has them already."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.deciding import decide
from tests.test_derivation import DAY, Scene, report_of
from tollbook import bounds
from tollbook.book import Book
from tollbook.decisions import verdicts
from tollbook.decisions.decision import DECIDED
from tollbook.errors import Refused
from tollbook.incidents import cache, check
from tollbook.mentions import DateMention
from tollbook.model import Candidate, Count, People, Place, Range, Record, When, content_id

BY = {"who": "Ines", "why": "Because."}
FAR: dict[str, Any] = {"name": "x", "text": "x", "lat": 1e308, "lon": -999.0, "precision": 1}


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (Count(), ""), (Count(low=0, best=0, high=0), ""), (Count(low=2, high=9), ""), (Range(high=9), ""),
        (Count(low=-1), "negative"), (Count(low=9, high=1), "out of order"), (Count(best=9, high=1), "out of order"),
        (Count(high=10**30), "greater than 10,000,000,000"), (Range(low=3, best=2), "out of order"),
        (When(), ""), (When(start=DAY), ""), (When(start=DAY, end=DAY), ""),
        (When(start=DAY, end=date(1, 1, 1)), "is after the last day"),
        (When(start=date(9999, 12, 31)), "between 1000-01-01 and 2999-12-31"),
        (When(end=date(1, 1, 1)), "between"),
        (DateMention(report="r", start=0, end=1, text="x", first=DAY, last=date(1999, 1, 1)), "is after the last day"),
        (Place(name="x"), ""), (Place(name="x", lat=-90, lon=180, precision=7), ""),
        (Place(name="x", lat=90.1, lon=0), "latitude"), (Place(name="x", lat=0, lon=-180.5), "longitude"),
        (Place(name="x", lat=float("nan"), lon=0), "latitude"), (Place(name="x", precision=0), "precision"),
        (Place(name="x", precision=8), "precision"),
        (Place(name="x", candidates=(Candidate(name="y", lat=91, lon=0),)), "latitude"),
        (People(text="x", age=Range(low=-1)), "negative"),
    ],
)  # fmt: skip
def test_values_out_of_bounds_are_refused(record: Record, says: str) -> None:
    found = bounds.problem(record)
    assert (found is None) == (not says)
    assert says in (found or "")


def scene_of(path: Path) -> Scene:
    scene = Scene(path)
    for number in range(3):
        scene.read(*report_of(number, [(number, number, number, 0), (number, None, None, 1)], number), separate=False)
    return scene


CHANGES: list[dict[str, Any]] = [
    {"place": FAR}, {"place": {"name": "x", "precision": 99}}, {"count": {"low": -5, "best": -5, "high": -5}},
    {"count": {"best": 10**30}}, {"count": {"low": 9, "high": 1}},
    {"when": {"start": "9999-12-31", "end": "0001-01-01", "precision": "day"}},
    {"when": {"start": "9999-12-31", "end": "9999-12-31", "precision": "day"}},
    {"people": {"text": "x", "age": {"low": 9, "high": 1}}}, {"place": {"name": "a\0b"}},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_decision_beyond_the_bounds_is_refused_and_one_in_the_log_is_set_aside(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    scene = scene_of(tmp_path / "a.book")
    before, claim = scene.kept(), scene.claims[0]
    with pytest.raises(Refused):
        decide(scene.store, "correct", claim, change=change, **BY)
    with pytest.raises(Refused):
        decide(scene.store, "correct", scene.claims[1], change={"kind": "injured"}, also={claim: change}, **BY)
    span = {"start": 0, "end": 6, "kind": "killed"}
    with pytest.raises(Refused):
        decide(scene.store, "add", "report 0", change=span | change, **BY)
    # As an earlier version wrote them.
    old = {"why": "Because.", "other": None}
    corrected = scene.store.append(DECIDED, claim, old | {"verdict": "correct", "change": change}, actor="Ines")
    whole = span | {"id": content_id("x"), "report": "report 0", "quote": "A shot"} | change
    scene.store.append(DECIDED, "report 0", old | {"verdict": "add", "change": whole}, actor="Ines")
    assert scene.kept() == before == scene.all_at_once()
    assert [each.decision.verdict for each in verdicts.not_applied(scene.store)] == ["correct", "add"]
    first, second = check.set_aside(scene.store)
    assert first.startswith(f"Decision {corrected.hash[:16]} of Ines on {claim} is not applied.")
    assert first.endswith(f"tollbook undo {corrected.hash[:16]}")
    verdicts.undo(scene.store, corrected.hash[:16], **BY)
    assert list(check.set_aside(scene.store)) == [second]


def test_corrections_of_persons_and_names_beyond_the_bounds(tmp_path: Path) -> None:
    scene = scene_of(tmp_path / "a.book")
    before = scene.kept()
    given = [
        ("correct person", scene.persons[0], {"age": {"low": 9, "high": 1}}),
        ("one name", "places", {"name": "Velm", "spellings": ["Tarn"], "place": {"name": "Velm", "lat": 91, "lon": 0}}),
    ]
    for verdict, subject, change in given:
        with pytest.raises(Refused):
            decide(scene.store, verdict, subject, change=change, **BY)
        kind = {"kind": subject} if verdict == "one name" else {}
        payload = {"verdict": verdict, "why": "Because.", "other": None, "change": change | kind}
        scene.store.append(DECIDED, subject, payload, actor="Ines")
    assert scene.kept() == before == scene.all_at_once()
    assert len(verdicts.not_applied(scene.store)) == 2


def test_a_claim_beyond_the_bounds_in_an_old_book_is_left_out_and_named(tmp_path: Path) -> None:
    scene = scene_of(tmp_path / "a.book")
    before = scene.kept()
    capture, reading = report_of(9, [(1, 1, 1, 0)], 1)
    far = msgspec.structs.replace(reading.claims[0], place=msgspec.convert(FAR, Place))
    scene.read(capture, msgspec.structs.replace(reading, claims=(far,)), separate=True)
    kept = scene.kept()
    assert [each.id for each in kept.incidents] == [each.id for each in before.incidents]
    assert kept == scene.all_at_once()
    (problem,) = check.set_aside(scene.store)
    assert problem.startswith(f"Claim {far.id} of report report 9 is in no incident. A latitude")
    decide(scene.store, "correct", far.id, change={"place": None}, **BY)
    assert list(check.set_aside(scene.store)) == []
    assert {link.id for each in scene.kept().incidents for link in each.reports} >= {"report 9"}


def test_a_book_with_a_decision_beyond_the_bounds_opens_lists_and_verifies(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A shell hit the market in Oberfeld on Monday, killing four people, police said.\n")
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "a.txt"])
        before = book.incidents()
        payload = {"verdict": "correct", "why": "x", "other": None, "change": {"place": FAR}}
        book._store.append(DECIDED, book.incidents.claims()[0].id, payload, actor="Ines")
    with Book.open(tmp_path / "a.book") as book:
        assert book.incidents() == before
        (problem,) = book.verify()
        assert "is not applied. A latitude is -90 to 90 degrees" in problem
        book.export("csv", tmp_path / "out")
        book.undo(problem.split()[1], **BY)
        assert book.verify() == []


TEXTS = st.sampled_from(["", "x", "Velm", "a\0b", "😀" * 300, "=1+1", "<b>", "\u202e"])
NUMBERS = st.one_of(st.none(), st.sampled_from([-1, 0, 1, 2, 9, 10**10, 10**10 + 1, 2**31, 2**63, 10**30]))
DEGREES = st.one_of(st.none(), st.sampled_from([-999.0, -180.0, -90.0, -0.0, 90.0, 90.5, 180.0, 1e308, 5e-324]))
DAYS = st.one_of(st.none(), st.sampled_from(["0001-01-01", "1000-01-01", "2020-05-04", "2999-12-31", "9999-12-31"]))
COUNTS = st.fixed_dictionaries({"low": NUMBERS, "best": NUMBERS, "high": NUMBERS, "text": TEXTS})
ANY_CHANGE = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["killed", "injured", "buried", "denial", "attack", "site damaged"]),
        "count": st.one_of(st.none(), COUNTS),
        "people": st.fixed_dictionaries(
            {"text": TEXTS, "names": st.lists(TEXTS, max_size=3), "roles": st.lists(TEXTS, max_size=2),
             "age": st.one_of(st.none(), st.fixed_dictionaries({"low": NUMBERS, "best": NUMBERS, "high": NUMBERS}))},
        ),
        "scope": st.sampled_from(["incident", "part", "running total", "period total"]),
        "speakers": st.lists(st.fixed_dictionaries({"name": st.one_of(st.none(), TEXTS), "role": TEXTS}), max_size=2),
        "when": st.fixed_dictionaries(
            {"start": DAYS, "end": DAYS, "text": TEXTS, "time": st.one_of(st.none(), TEXTS, st.just("99:99")),
             "precision": st.sampled_from(["day", "days", "week", "month", "year", "unknown"])}),
        "place": st.fixed_dictionaries(
            {"name": TEXTS, "text": TEXTS, "lat": DEGREES, "lon": DEGREES, "country": st.one_of(st.none(), TEXTS),
             "precision": st.one_of(st.none(), st.integers(-1, 9))}),
        "by": st.lists(st.fixed_dictionaries({"name": TEXTS}), max_size=2),
        "with": st.lists(st.fixed_dictionaries({"name": TEXTS, "kind": TEXTS}), max_size=2),
        "sites": st.lists(st.fixed_dictionaries({"name": TEXTS, "kind": TEXTS}), max_size=2),
        "event": st.fixed_dictionaries({"kind": st.sampled_from(["shooting", "attack"]), "text": TEXTS}),
    },
).filter(bool)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), ANY_CHANGE), min_size=1, max_size=4))
def test_any_decision_is_refused_or_everything_can_be_derived(
    tmp_path_factory: pytest.TempPathFactory, given_changes: list[tuple[int, dict[str, Any]]]
) -> None:
    scene = scene_of(tmp_path_factory.mktemp("books") / "a.book")
    for number, change in given_changes:
        try:
            decide(scene.store, "correct", scene.claims[number], change=change, **BY)
        except Refused:
            payload = {"verdict": "correct", "why": "Because.", "other": None, "change": change}
            scene.store.append(DECIDED, scene.claims[number], payload, actor="Ines")
    assert scene.kept() == scene.all_at_once()
    ids = {each.id for each in cache.incidents(scene.store)}
    assert {each.id for each in cache.incidents(scene.store, rule="acled")} == ids
    scene.store.close()
