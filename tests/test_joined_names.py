"""Names that particles join, cut by the parser. All names are invented."""

import pytest

from tollbook.model import Actor, Claim, Speaker
from tollbook.readers.rules.words import organisation_names


def claim(name: str) -> Claim:
    actor, speaker = Actor(name=name), Speaker(name=name)
    return Claim(id="c", report="r", start=0, end=1, quote="x", kind="killed", by=(actor,), speakers=(speaker,))


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("Lashkar-e-Velm said so.", "Velm", "Lashkar-e-Velm"),
        ("Lashkar-e-Velm said so. Lashkar is banned.", "Lashkar", "Lashkar-e-Velm"),
        # A last word that stands alone too may be somebody else's name.
        ("Lashkar-e-Velm said so in Velm.", "Velm", "Velm"),
        ("The Corvan Front said so.", "Front", "Front"),
        ("The well-to-do said so.", "do", "do"),
    ],
)
def test_a_cut_name_is_made_whole(text: str, cut: str, whole: str) -> None:
    (found,) = organisation_names.with_whole_names([claim(cut)], text)
    assert (found.by[0].name, found.speakers[0].name) == (whole, whole)


def test_the_rest_of_a_cut_name_is_not_a_person() -> None:
    assert [
        each.by for each in organisation_names.with_whole_names([claim("-"), claim("e")], "Lashkar-e-Velm said so.")
    ] == [
        (),
        (),
    ]
