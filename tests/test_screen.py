"""What the screen lets through, and how sure claims are said to be."""

from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.base import finder_of
from tollbook.readers.rules import confidence, screen

HARM = "Three villagers were killed in Velmar on Tuesday."
NONE = "The council of Velmar met on Tuesday to talk about parking."


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        (HARM, True),
        (HARM.upper(), True),
        ("A missile hit the school in Velmar.", True),
        ("The minister spoke at length of the killing of the envoy.", True),
        ("They have threatened to kidnap the engineers.", True),
        ("Murder, arson, robbery: the new season of the series.", True),
        (
            "The museum shows old guns, and a rifle of the last century; the council of Velmar pays for it all.",
            False,
        ),
        ("The fighting spirit of the team was praised.", False),
        (NONE, False),
        ("", False),
    ],
)
def test_what_speaks_of_an_attack_or_tells_of_harm_passes_and_a_word_alone_does_not(text: str, passes: bool) -> None:
    assert screen.passes(text) is passes


def test_what_is_held_back_is_kept_and_read_when_handed_in_again(tmp_path: Path) -> None:
    for name, text in (("harm", HARM), ("none", NONE)):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    with Book.open(tmp_path / "a.book", create=True) as book:
        assert book.read(sorted(tmp_path.glob("*.txt")), screen=True).read == 2
        assert book.finders() == {finder_of(rules.READER): 1, screen.FINDER: 1}
        assert len(book.reports()) == 2
        book.read(sorted(tmp_path.glob("*.txt")))
        assert book.finders() == {finder_of(rules.READER): 2}


def claims(text: str) -> dict[str, float]:
    read = rules.read(Report(id="r", sha256="0", text=text))
    return {confidence.form(claim): claim.confidence for claim in read.claims}


def test_a_number_is_surer_than_a_name_and_a_name_than_an_attack_that_nobody_counted() -> None:
    told = claims("Three villagers were killed. Marek Olund was shot. A bomb exploded near the mill.")
    assert told["numbered"] > told["named"] > told["uncounted"]


@pytest.mark.parametrize(
    ("text", "additional"),
    [
        ("A teacher was arrested. Two soldiers were arrested in the same house.", True),
        ("A teacher was arrested. The two soldiers were arrested at night.", False),
        ("A nurse was killed. Two people were killed in the attack.", False),
    ],
)
def test_others_introduced_after_one_person_come_on_top(text: str, additional: bool) -> None:
    last = rules.read(Report(id="r", sha256="0", text=text)).claims[-1]
    assert last.additional is additional


def test_a_place_nobody_knows_takes_the_region_named_beside_it() -> None:
    text = "Three villagers were killed in Quorlan district, Helmand province, Afghanistan."
    place = rules.read(Report(id="r", sha256="0", text=text)).claims[0].place
    assert place is not None
    assert place.admin1 == "Helmand"
