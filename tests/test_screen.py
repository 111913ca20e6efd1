"""The screen and the confidence of claims."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tollbook.book import Book
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.base import finder_of
from tollbook.readers.rules import confidence, screen
from tollbook.readers.rules.words import lexicon

CASUALTIES = "Three villagers were killed in Velmar on Tuesday."
NONE = "The council of Velmar met on Tuesday to talk about parking."


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        (CASUALTIES, True),
        (CASUALTIES.upper(), True),
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
def test_reports_of_casualties_and_attacks_pass_and_a_word_alone_does_not(text: str, passes: bool) -> None:
    assert screen.passes(text) is passes


@pytest.fixture
def garrotte(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The lexicon with one verb more."""
    types = lexicon.casualty_types()
    killed = msgspec.structs.replace(types["killed"], done_to=types["killed"].done_to | {"garrotte"})
    monkeypatch.setattr(lexicon, "casualty_types", lambda: types | {"killed": killed})
    for cached in (lexicon.casualty_type_of, screen.words):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in (lexicon.casualty_type_of, screen.words):
        cached.cache_clear()


@pytest.mark.usefixtures("garrotte")
def test_a_verb_added_to_the_lexicon_passes_the_screen_inflected() -> None:
    assert {"garrotte", "garrottes", "garrotted", "garrotting"} <= screen.words()
    assert screen.passes("Three farmers were garrotted in Velmar.")


def test_a_report_held_back_is_stored_and_read_when_it_is_added_without_the_screen(tmp_path: Path) -> None:
    for name, text in (("casualties", CASUALTIES), ("none", NONE)):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    with Book.open(tmp_path / "a.book", create=True) as book:
        assert book.read(sorted(tmp_path.glob("*.txt")), screen=True).read == 2
        assert book.reports.finders() == {finder_of(rules.READER): 1, screen.FINDER: 1}
        assert len(book.reports()) == 2
        book.read(sorted(tmp_path.glob("*.txt")))
        assert book.reports.finders() == {finder_of(rules.READER): 2}


def claims(text: str) -> dict[str, float]:
    read = rules.read(Report(id="r", sha256="0", text=text))
    return {confidence.form(claim): claim.confidence for claim in read.claims}


def test_confidence_falls_from_numbers_to_names_to_uncounted_attacks() -> None:
    found = claims("Three villagers were killed. Marek Olund was shot. A bomb exploded near the mill.")
    assert found["numbered"] > found["named"] > found["uncounted"]


def test_a_place_unknown_to_the_gazetteer_takes_the_region_named_next_to_it() -> None:
    text = "Three villagers were killed in Quorlan district, Helmand province, Afghanistan."
    place = rules.read(Report(id="r", sha256="0", text=text)).claims[0].place
    assert place is not None
    assert place.admin1 == "Helmand"
