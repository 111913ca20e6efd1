"""Several persons of one phrase: one claim that describes each of them, and one person for each in the record."""

import msgspec
import pytest

from tests.reconcile_builders import claim, incident, person
from tollbook.model import Actor, Claim, People, Range, Report
from tollbook.readers import rules
from tollbook.readers.rules.casualties import counted_once
from tollbook.reconcile.person_mentions import victim_mentions
from tollbook.reconcile.persons import persons
from tollbook.record import Victim
from tollbook.review.incident_fields import of_person

# sentence | what counts people: kind, number, and the members of each (words, name, age)
SENTENCES = [
    ("A guard and his son were killed.", [("killed", 2, [("A guard", None, None), ("his son", None, None)])]),
    (
        "Ana Brod, 24, and her husband, Jon Vell, 30, were shot dead.",
        [("killed", 2, [("Ana Brod", "Ana Brod", 24), ("her husband", "Jon Vell", 30)])],
    ),
    (
        "A guard and his son, Jon Vell, 6, were killed.",
        [("killed", 2, [("A guard", None, None), ("his son", "Jon Vell", 6)])],
    ),
    (
        "A driver, Peter Holm, 60, and a nurse were killed.",
        [("killed", 2, [("A driver", "Peter Holm", 60), ("a nurse", None, None)])],
    ),
    ("A woman and a child were wounded.", [("injured", 2, [("A woman", None, None), ("a child", None, None)])]),
    # groups with a number of their own stay claims
    ("Two nurses and a child were killed.", [("killed", 3, []), ("killed", 2, []), ("killed", 1, [])]),
    ("30 soldiers and 39 rebels were killed.", [("killed", 69, []), ("killed", 30, []), ("killed", 39, [])]),
    # and so do those who are only some of the whole
    ("Nine people, including a nurse, were killed.", [("killed", 9, []), ("killed", 1, [])]),
    # lists of names, where a parser loses the thread
    (
        "Police named the dead as Ana Brod, 24; Ilse Holm, 31, who taught music; and Jon Vell, 45.",
        [("killed", 3, [("Ana Brod", "Ana Brod", 24), ("Ilse Holm", "Ilse Holm", 31), ("Jon Vell", "Jon Vell", 45)])],
    ),
    (
        "The paramedic Karl Holm and a nurse, Ana Brod, 55, were among the dead.",
        [("killed", 2, [("The paramedic Karl Holm", "Karl Holm", None), ("Ana Brod", "Ana Brod", 55)])],
    ),
    (
        "Nine people died in the blast. They include Ana Brod, a nurse, and Jon Vell, a driver.",
        [("killed", 9, []), ("killed", 2, [("Ana Brod", "Ana Brod", None), ("Jon Vell", "Jon Vell", None)])],
    ),
    # a wife of another name is another person, and the names after "her parents" are theirs
    (
        "The dead were named as Jon Vell, 41, his wife Ana, and their son Emil, 12.",
        [
            (
                "killed", 3,
                [("Jon Vell", "Jon Vell", 41), ("his wife Ana", "Ana", None), ("their son", "Emil", 12)],
            )
        ],
    ),
    (
        "Gunmen shot dead Jon Vell, 41, his wife Ana, 38, and their son Emil, 9.",
        [
            (
                "killed", 3,
                [("Jon Vell", "Jon Vell", 41), ("his wife Ana", "Ana", 38), ("their son", "Emil", 9)],
            )
        ],
    ),
    (
        "Ana Brod, 49, and her parents, Jan and Ilse Ek, were killed.",
        [("killed", 3, []), ("killed", 1, []), ("killed", 2, [])],
    ),
    (
        "Ana Brod and her sisters Ida and Ilse Holm were killed.",
        [("killed", 3, []), ("killed", 1, []), ("killed", 2, [])],
    ),
    # relatives after one name are no apposition to it, and who comes after them is none of them
    (
        "The dead include Ana Brod, 34, her sons Emil, 6, and Jan, 9.",
        [("killed", 3, []), ("killed", 1, []), ("killed", 2, [("Emil", "Emil", 6), ("Jan", "Jan", 9)])],
    ),
    (
        "Killed were Ana Brod, 34, her two sons, Emil, 6, and Jan, 9, and her neighbour Ilse Holm, 71.",
        [
            ("killed", 4, []), ("killed", 1, []), ("killed", 1, []),
            ("killed", 2, [("Emil", "Emil", 6), ("Jan", "Jan", 9)]),
        ],
    ),
    (
        "A shell killed Ana Brod, 31, her parents, a guard and two nurses.",
        [("killed", 6, []), ("killed", 1, []), ("killed", 2, []), ("killed", 1, []), ("killed", 2, [])],
    ),
    (
        "Ana Brod and Ilse Holm, her cousins, were killed.",
        [("killed", 2, [("Ana Brod", "Ana Brod", None), ("Ilse Holm", "Ilse Holm", None)])],
    ),
    (
        "The bodies of Ana Brod and Jon Vell were found on Monday.",
        [("killed", 2, [("Ana Brod", "Ana Brod", None), ("Jon Vell", "Jon Vell", None)])],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=lambda each: str(each)[:40])
def test_persons_of_one_phrase_are_members_of_one_claim(text: str, expected: list[object]) -> None:
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    counted = [(c.kind, c.count.best, _members(c)) for c in claims if c.count is not None]
    assert sorted(counted, key=str) == sorted(expected, key=str)
    assert len({c.id for c in claims}) == len(claims)


def _members(of: Claim) -> list[tuple[str, str | None, int | None]]:
    members = of.people.members if of.people is not None else ()
    return [(m.text, next(iter(m.names), None), m.age.best if m.age else None) for m in members]


def both(**changes: object) -> Claim:
    """A claim about a guard and Jon Vell, 6."""
    son = People(text="his son, Jon Vell", names=("Jon Vell",), sex="male", age=Range(low=6, best=6, high=6))
    people = People(text="a guard and his son", names=("Jon Vell",), members=(People(text="a guard"), son))
    return claim(2, people=msgspec.structs.replace(people, **changes))


def test_each_member_is_a_person_of_the_record() -> None:
    found = {(p.name, p.description, p.age.best if p.age else None) for p in incident(both()).persons}
    assert found == {(None, "a guard", None), ("Jon Vell", "his son, Jon Vell", 6)}
    figure = incident(both()).figures["killed"]
    assert (figure.low, figure.high) == (2, 2)


def test_members_of_one_claim_are_never_one_person() -> None:
    alike = (People(text="a man"), People(text="a man"))
    mentions = victim_mentions([both(names=(), members=alike)])
    assert len({m.id for m in mentions}) == len(persons(mentions)) == 2
    assert len(incident(both(names=(), members=alike)).persons) == 2


def test_each_member_is_one_person_whatever_names_it_has() -> None:
    """A language model may give one member two names."""
    members = (People(text="a guard", names=("Ana Brod", "Anna Brod")), People(text="a nurse"))
    mentions = victim_mentions([both(names=("Ana Brod", "Anna Brod"), members=members)])
    assert len({m.id for m in mentions}) == len(mentions) == 2


def test_names_that_a_person_corrects_come_before_the_members() -> None:
    """The members do not have the new name, so the claim names one of two people again."""
    names = {m.name for m in victim_mentions([both(names=("Jon Velmar",))])}
    assert names == {"Jon Velmar", None}


def test_one_member_is_corrected_and_the_other_stays() -> None:
    victim = Victim(
        name="Jon Vell", description="his son, Jon Vell", effect="killed", count=Range(low=1, best=1, high=1)
    )
    (change,) = of_person(
        [both()], victim, {"names": ["Jon Velmar"], "age": {"low": 7, "best": 7, "high": 7}}, None
    ).values()
    people = msgspec.convert(change["people"], People)
    assert people.names == ("Jon Velmar",)
    assert [(m.text, m.names, m.age and m.age.best) for m in people.members] == [
        ("a guard", (), None), ("his son, Jon Vell", ("Jon Velmar",), 7),
    ]  # fmt: skip


@pytest.mark.parametrize(("suspected", "claims"), [((), 1), ((Actor(name="his neighbour", certainty="suspected"),), 3)])
def test_the_suspect_of_one_member_is_kept(suspected: tuple[Actor, ...], claims: int) -> None:
    whole = msgspec.structs.replace(claim(2, people=People(text="a guard and his son")), end=30)
    guard, son = person("a guard", part_of=whole.id), person("his son", part_of=whole.id, start=14)
    parts = [msgspec.structs.replace(guard, by=suspected), msgspec.structs.replace(son, by=())]
    assert len(counted_once.joined([msgspec.structs.replace(whole, by=()), *parts])) == claims
