"""Numbers of one report that are parts of a larger one of it, and numbers that have risen. All reports are invented."""

import msgspec
import pytest
from reconcile_builders import claim, group, incident, report

from tollbook import reconcile
from tollbook.model import People, Place
from tollbook.reconcile.breakdowns import counts_of_one_kind, parts_of_larger

VELM, TARN = Place(name="Velm"), Place(name="Tarn")
AT_VELM, AT_TARN = Place(name="Velm", lat=1.0, lon=1.0), Place(name="Tarn", lat=2.0, lon=2.0)


def made(number: int, start: int, **fields: object):
    return claim(number, start=start, **fields)


def people(status: str, text: str = "people") -> People:
    return People(text=text, status=status)


SOLDIERS, REBELS = people("combatant", "six soldiers"), people("combatant", "25 rebels")


@pytest.mark.parametrize(
    ("claims", "parts"),
    [
        ([made(31, 0), made(10, 50), made(8, 90, by="a monitor")], [10, 8]),
        ([made(17, 0), made(18, 50)], []),
        ([made(20, 0, by="Ana Brod"), made(10, 50, by="Oren Pasko"), made(5, 90, by="Lena Marik")], []),
        ([made(20, 0, by="Ana Brod", place=VELM), made(6, 50, by="Oren Pasko", place=TARN)], [6]),
        ([made(20, 0, by="Ana Brod", place=VELM), made(6, 50, by="Oren Pasko", place=VELM)], []),
        ([made(20, 0), made(6, 50)], [6]),
        ([made(15, 0), made(6, 50, additional=True)], []),
        # "Two more" that add to no number before them never count everybody.
        ([made(2, 0, additional=True), made(3, 50)], [2]),
        ([made(2, 0), made(3, 50)], []),
        ([made(45, 0), made(36, 50), made(9, 90, additional=True)], [36, 9]),
        ([made(19, 0, people=people("combatant")), made(3, 50, people=people("civilian"))], []),
        # Soldiers are no part of the rebels, whoever counts both.
        ([made(25, 0, by="Ana Brod", people=REBELS), made(6, 50, by="Ana Brod", people=SOLDIERS)], []),
        ([made(25, 0, by="Ana Brod"), made(6, 50, by="Ana Brod", people=SOLDIERS)], [6]),
        ([made(20, 0), made(6, 50, in_="b")], []),
        # Exactly the largest together, whoever gives them.
        ([made(13, 0), made(9, 50, by="Ana Brod"), made(4, 90, by="Oren Pasko")], [9, 4]),
        ([made(13, 0), made(9, 50, by="Ana Brod"), made(5, 90, by="Oren Pasko")], []),
        ([made(13, 0), made(13, 50, by="Ana Brod")], []),
        # The outlet, in its own words, below the number of somebody else, and above it.
        ([made(20, 0, by="Ana Brod"), made(6, 50)], [6]),
        ([made(20, 0, by="Ana Brod"), made(6, 50), made(5, 90, by="Oren Pasko")], [6]),
        ([made(20, 90, by="Ana Brod"), made(6, 50)], []),
        ([made(20, 0, by="Ana Brod"), made(12, 50)], []),
        # Another informant adds at another place.
        ([made(20, 0, place=AT_VELM), made(5, 50, by="Oren Pasko", place=AT_TARN, additional=True)], [5]),
    ],
)
def test_parts_of_a_larger_number_of_the_same_report(claims: list, parts: list[int]) -> None:
    found = parts_of_larger(claims)
    assert [c.count.best for c in claims if c.id in found] == parts


@pytest.mark.parametrize(
    ("called", "parts"),
    [
        ([made(10, 50, by="Ana Brod", scope="part", people=People(text="10 on a bus"))], [8]),
        ([made(10, 50, by="Ana Brod", scope="part", people=People(text="10 children"))], []),
        ([made(10, 50, by="Lena Marik", scope="part")], []),
        ([made(25, 50, by="Ana Brod", scope="part")], []),
        ([made(10, 50, by="Ana Brod", scope="part", in_="b")], []),
        ([], []),
    ],
)
def test_numbers_beside_a_part_are_parts_too(called: list, parts: list[int]) -> None:
    claims = made(31, 0, by="Ana Brod"), made(8, 90, by="Oren Pasko")
    found = parts_of_larger(claims, called)
    assert [c.count.best for c in claims if c.id in found] == parts


CASUALTIES = "Dozens of casualties in Velm. In three raids ten died there. Six others died later."


def told(words: str, number_: object, **fields: object):
    at = CASUALTIES.index(words)
    made_ = claim(number_, start=at, **fields)
    return msgspec.structs.replace(made_, end=at + len(words), quote=words)


def test_casualties_are_the_dead_and_the_wounded() -> None:
    dozens, own = told("Dozens of casualties", "dozens"), claim(6, by="Ana Brod", in_="b")
    reports = {"a": report("a", text=CASUALTIES), "b": report("b")}
    figure = reconcile.incident(group(dozens, own), reports).figures["killed"]
    assert (figure.low, figure.high) == (6, 6)
    fatal = msgspec.structs.replace(dozens, quote="Dozens of casualties killed")
    assert reconcile.incident(group(fatal, own), reports).figures["killed"].high == 24


def test_a_number_that_adds_to_a_joint_total_is_not_a_count_by_itself() -> None:
    joint, more = told("ten died", 10), told("Six others", 6, additional=True)
    own = claim(24, by="Ana Brod", in_="b")
    reports = {"a": report("a", text=CASUALTIES), "b": report("b")}
    one = group(joint, more, own)
    incident = reconcile.incident(one, reports)
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (24, 24)
    [found] = reconcile.explain(incident, one, reports)
    assert found.text.count("counts more than this incident or outcome") == 2


@pytest.mark.parametrize(("civilians", "high"), [(8, 8), (9, 24)])
def test_words_for_many_fighters_are_no_number_of_civilians(civilians: int, high: int) -> None:
    dozens = claim("dozens", in_="a", people=people("combatant"))
    own = claim(civilians, by="Ana Brod", in_="b", people=people("civilian"))
    reports = {"a": report("a"), "b": report("b")}
    figure = reconcile.incident(group(dozens, own), reports).figures["killed"]
    assert figure.high == high


def test_a_number_without_a_word_for_the_people_may_be_of_the_same_children() -> None:
    pupils = claim(13, "injured", by="the school", people=People(text="13 pupils"))
    added = claim(14, "injured", by="the hospital", in_="b")
    figure = incident(pupils, added).figures["injured"]
    assert (figure.low, figure.high, figure.status) == (13, 14, "contested")


def test_the_parts_bound_nothing_and_are_explained() -> None:
    claims = made(31, 0), made(10, 50), made(8, 90, by="a monitor")
    reports = {"a": report("a")}
    incident = reconcile.incident(group(*claims), reports)
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (31, 31)
    [found] = reconcile.explain(incident, group(*claims), reports)
    assert found.text.count("counts only some of those whom a larger number of the same report counts") == 2


def counted(number: int, words: str, report_: str):
    return claim(number, in_=report_, people=People(text=words))


@pytest.mark.parametrize(
    ("claims", "parts"),
    [
        ([counted(58, "58 people", "a"), counted(27, "27 children", "b")], [27]),
        ([counted(58, "58 people", "a"), counted(9, "two women and their seven children", "b")], [9]),
        ([counted(10, "ten people", "a"), counted(8, "eight students between 7 and 12 years old", "b")], [8]),
        ([counted(58, "58 people", "a"), counted(27, "27 people", "b")], []),
        ([counted(58, "58 people", "a"), counted(20, "18 villagers and two children", "b")], []),
        ([counted(10, "ten people", "a"), counted(27, "27 children", "b")], []),
        ([counted(12, "12 women", "a"), counted(27, "27 children", "b")], []),
        # Whether the dead were fighters or civilians is what reports disagree about.
        ([counted(58, "58 civilians", "a"), counted(9, "nine fighters", "b")], []),
    ],
)
def test_a_number_of_children_does_not_contradict_a_number_of_people(claims: list, parts: list[int]) -> None:
    found = counts_of_one_kind(claims)
    assert [c.count.best for c in claims if c.id in found] == parts


def test_a_number_of_children_bounds_nothing_and_is_explained() -> None:
    claims = counted(58, "58 people", "a"), counted(27, "27 children", "b")
    reports = {"a": report("a"), "b": report("b")}
    incident = reconcile.incident(group(*claims), reports)
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (58, 58)
    [found] = reconcile.explain(incident, group(*claims), reports)
    assert "counts people of one age, sex or family only" in found.text


RISEN = "The number of dead has risen to seven, the hospital said."


@pytest.mark.parametrize(
    ("first", "text", "bounds"),
    [
        (5, RISEN, (7, 7, 7)),
        (5, "Seven people died, the hospital said. It is the third.", (5, 7, 7)),
        (2, RISEN, (2, 7, 7)),
        (9, RISEN, (7, 7, 9)),
    ],
)
def test_a_number_that_has_risen_supersedes_lower_ones_published_before(first: int, text: str, bounds: object) -> None:
    old = claim(first, by="Ana Brod", in_="a")
    new = msgspec.structs.replace(claim(7, by="the hospital", in_="b"), end=37)
    reports = {"a": report("a", 5), "b": report("b", 6, text=text)}
    figure = reconcile.incident(group(old, new), reports).figures["killed"]
    assert (figure.low, figure.best, figure.high) == bounds
    assert (figure.superseded_claims == (old.id,)) is (bounds == (7, 7, 7))


def test_the_explanation_says_that_the_number_has_risen() -> None:
    old = claim(5, by="Ana Brod", in_="a")
    new = msgspec.structs.replace(claim(7, by="the hospital", in_="b"), end=37)
    reports = {"a": report("a", 5), "b": report("b", 6, text=RISEN)}
    [found] = reconcile.explain(reconcile.incident(group(old, new), reports), group(old, new), reports)
    assert "was published before the report that says the number has risen to 7" in found.text


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("48 killed and injured in shelling of Velm.", 3),
        ("48 killed in Velm, and injured people were seen.", 48),
    ],
)
def test_one_number_for_the_dead_and_the_wounded_is_not_that_of_the_dead(text: str, high: int) -> None:
    both = msgspec.structs.replace(claim(48, in_="a"), end=9)
    own = claim(3, by="Ana Brod", in_="b")
    reports = {"a": report("a", 5, text=text), "b": report("b", 5)}
    assert reconcile.incident(group(both, own), reports).figures["killed"].high == high
