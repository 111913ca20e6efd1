"""Perpetrators: tables of invented sentences and the actors that each names."""

import pytest

from tollbook.readers.rules import parser
from tollbook.readers.rules.events import perpetrators

CASES = [
    ("Two unidentified gunmen killed the mayor of Velmar.", ["individual: unidentified gunmen"]),
    ("The mayor was killed by a group of armed men.", ["individual: armed men"]),
    (
        "Members of the Corvan Liberation Front (CLF) attacked the bridge.",
        ["individual: Members of Corvan Liberation Front", "organisation: Corvan Liberation Front"],
    ),
    ("The army shelled the village of Dursa.", ["organisation: army"]),
    ("The bomb was planted by two young men, who fled.", ["individual: young men"]),
    ("The officers were involved in the killing of the priest.", ["individual: officers"]),
    ("The attack was blamed on the rebels.", ["individual: rebels"]),
    ("Army soldiers burned three houses in Dursa.", ["individual: Army soldiers", "organisation: Army"]),
    ("The assassination was carried out by soldiers and policemen.", ["individual: soldiers", "individual: policemen"]),
    ("The shelling by government forces went on all night.", ["organisation: government forces"]),
]

NO_ACTOR = [
    "The mayor spoke of peace in Velmar.",
    "People killed time in the cafes of Velmar.",
    "Rebels did not attack the bridge.",
    "The rebels threatened to kill the mayor.",
    "They burned the house.",
    "Three vehicles, burned last night, blocked the road.",
]


def perpetrators_of(text: str) -> list[str]:
    found = (perpetrators.of_sentence(sentence) for sentence in parser.parse(text).sents)
    return [f"{actor.kind}: {actor.name}" for each in found for actor in each]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_sentence_names_perpetrators(text: str, expected: list[str]) -> None:
    assert perpetrators_of(text) == expected


@pytest.mark.parametrize("text", NO_ACTOR)
def test_a_sentence_names_no_perpetrator(text: str) -> None:
    assert perpetrators_of(text) == []


def test_an_explained_acronym_gives_the_name() -> None:
    text = "The Corvan Liberation Front (CLF) met in Velmar. On Sunday the CLF attacked the bridge."
    assert perpetrators_of(text) == ["organisation: Corvan Liberation Front"]


def test_without_an_agent_there_are_no_actors() -> None:
    assert perpetrators.find(None) == ()
