"""The list of victims has everybody once, however often a report mentions them. All names are invented."""

import pytest
from reconcile_builders import claim, incident, person

from tollbook.model import Claim, People


def group(words: str, text: str, kind: str = "killed", **fields) -> Claim:
    """A claim that counts people in these words; "-" for no number."""
    return claim("dozens" if words == "-" else words, kind, people=People(text=text), **fields)


ANA, JON = person("Ana Brod", named="Ana Brod"), person("Jon Vell", named="Jon Vell", start=40)
BAKER = person("Ana Brod, a baker", named="Ana Brod")
HURT = person("Jon Vell", "injured", named="Jon Vell", start=60)
ALIKE = [
    # Mentioned again: as many people, or all of them, in the same words or general ones.
    ([group("2", "two traders"), group("2", "the two traders", start=50)], ["two traders"]),
    ([group("2", "two foreign traders"), group("2", "two people", start=50)], ["two foreign traders"]),
    ([group("31", "31 people"), group("-", "the kidnapped villagers", start=50)], ["the kidnapped villagers"]),
    ([group("5", "five people"), group("5", "at least five people", start=50)], ["five people"]),
    ([ANA, JON, group("2", "both traders", start=80)], ["Ana Brod", "Jon Vell"]),
    ([ANA, JON, group("-", "the victims", start=80)], ["Ana Brod", "Jon Vell"]),
    ([BAKER, person("the baker", start=80)], ["Ana Brod"]),
    ([ANA, person("this person", "injured", start=80)], ["Ana Brod"]),
    # A headline describes one of those in the text; nobody else if the text describes others.
    ([person("Man"), person("a 34-year-old man", start=40, age=34)], ["a 34-year-old man"]),
    ([person("Man"), person("a woman", start=40)], ["Man", "a woman"]),
    ([person("Man")], ["Man"]),
    # Others: another number or outcome, other people, a part beside another part, people beside those mentioned before.
    ([group("2", "two traders"), group("3", "three traders", start=50)], ["three traders", "two traders"]),
    ([group("2", "two traders"), group("2", "two nurses", start=50)], ["two nurses", "two traders"]),
    ([group("2", "two traders"), group("2", "two people", "injured", start=50)], ["two people", "two traders"]),
    ([group("2", "two traders"), group("2", "two other people", start=50)], ["two other people", "two traders"]),
    ([ANA, JON, group("3", "three traders", start=80)], ["Ana Brod", "Jon Vell", "three traders"]),
    ([ANA, HURT, group("2", "two people", start=80)], ["Ana Brod", "two people", "Jon Vell"]),
    ([group("-", "civilians"), group("-", "the priests", start=50)], ["civilians", "the priests"]),
    ([BAKER, person("his wife", start=80)], ["Ana Brod", "his wife"]),
    ([ANA, JON, group("2", "his two guards", scope="part", start=80)], ["Ana Brod", "Jon Vell", "his two guards"]),
    ([BAKER, person("the mayor", start=80)], ["Ana Brod", "the mayor"]),
]


@pytest.mark.parametrize(("claims", "listed"), ALIKE, ids=lambda each: str(each)[:40])
def test_everybody_is_listed_once(claims: list[Claim], listed: list[str]) -> None:
    found = [v.name or v.description for v in incident(*claims).victims]
    assert sorted(found) == sorted(listed)


def test_parts_of_one_whole_are_different_people() -> None:
    whole = group("4", "two traders and two people")
    parts = [
        group("2", text, scope="part", part_of=whole.id, start=n)
        for n, text in enumerate(("two traders", "two people"))
    ]
    assert [v.description for v in incident(whole, *parts).victims] == ["two people", "two traders"]


def test_a_group_mentioned_twice_keeps_both_claims_and_its_number() -> None:
    first, again = group("31", "31 people"), group("-", "the kidnapped villagers", start=50)
    (listed,) = incident(first, again).victims
    assert set(listed.claims) == {first.id, again.id}
    assert listed.count is not None
    assert listed.count.best == 31
