"""Sides of speakers, and pronouns that are speakers. All names and places are invented."""

import pytest

from tollbook.model import Report, Speaker
from tollbook.readers.rules.attribution import attributions
from tollbook.readers.rules.parsing.parser import parse


def first_speaker(text: str) -> Speaker:
    attributed = attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet="Velm Daily"))
    return attributed.chain(*attributed.attributions()[0].content[0])[0]


@pytest.mark.parametrize(
    ("text", "name", "role", "side"),
    [
        ("Kenyan army spokesman Otto Venn said three died.", "Otto Venn", "Kenyan army spokesman", "Kenya"),
        ("A Kenyan nurse said three died.", "a Kenyan nurse", None, None),
        ("Kenya denied the attack.", "Kenya", None, "Kenya"),
        ("Rebel commander Jan Orlik said three died.", "Jan Orlik", "Rebel commander", "rebels"),
        ("Opposition activists said three died.", "opposition activists", None, "opposition"),
        ("A government spokesman denied it.", "a government spokesman", None, "government"),
        ("The Kenyan defence minister, Jan Orlik, said three died.", "Jan Orlik", "Kenyan defence minister", "Kenya"),
        ("A witness said three died.", "a witness", None, None),
    ],
)
def test_a_side_is_stated_or_none(text: str, name: str, role: str | None, side: str | None) -> None:
    speaker = first_speaker(text)
    assert (speaker.name, speaker.role, speaker.side) == (name, role, side)


def test_a_side_stated_once_is_used_in_the_whole_report() -> None:
    text = "Rebel commander Jan Orlik said three died. Orlik added that two were missing."
    attributed = attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet="Velm Daily"))
    assert {attributed.chain(*a.content[0])[0].side for a in attributed.attributions()} == {"rebels"}


def test_a_pronoun_before_the_name_is_the_next_speaker() -> None:
    assert (
        first_speaker("He said three had died. Peter Marsh, the mayor, said two more were hurt.").name == "Peter Marsh"
    )


def test_a_pronoun_is_never_a_victim_named_after_it() -> None:
    assert first_speaker("He said three had died. Peter Marsh, a teacher, was wounded.").name == "He"


def test_a_quoted_pronoun_is_the_speaker_named_before() -> None:
    text = "Otto Venn, the mayor, spoke to the Valley Wire. The agency quoted him as saying three people had died."
    attributed = attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet="Velm Daily"))
    at = text.index("three people")
    assert attributed.chain(at, at + 12)[0].name == "Otto Venn"


def test_two_pronouns_of_different_sex_are_two_speakers() -> None:
    text = "Kim Orlik is a doctor. He said three died. She said four died."
    attributed = attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet="Velm Daily"))
    names = [attributed.chain(text.index(words), text.index(words) + len(words))[0].name for words in ("three", "four")]
    assert names == ["Kim Orlik", "She"]
