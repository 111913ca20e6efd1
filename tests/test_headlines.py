"""Headlines: what the parser reads of a line in title case, and whom it holds responsible. All are invented."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.model import Report
from tollbook.readers.learned import reader
from tollbook.readers.rules.parsing import parser, title_case

#: Words that are no names, as a dictionary has them.
COMMON = {"man", "shoot", "outside", "bar", "leave", "baker", "dead", "two", "after"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Man Shot Outside Orsk Bar", "Man shot outside Orsk bar"),
        ("Shooting Leaves Two Dead\n\nIt was quiet.", "Shooting leaves two dead\n\nIt was quiet."),
        # A word that the text has in small letters is no name there.
        ("Gang Shot Two Outside Mill\n\nThe mill is old.", "Gang shot two outside mill\n\nThe mill is old."),
        # A name of the text stays one, and so do acronyms.
        (
            "Two Shot Outside Baker Home\n\nThe home of Ana Baker burned.",
            "Two shot outside Baker home\n\nThe home of Ana Baker burned.",
        ),
        ("UN Says Two Shot Outside Bar", "UN Says two shot outside bar"),
        # No headlines: sentences, lines without an outcome, lines with small letters.
        ("Man Shot Outside Orsk Bar.", "Man Shot Outside Orsk Bar."),
        ("Orsk Council Leaves Bar Open", "Orsk Council Leaves Bar Open"),
        ("Man Shot outside Orsk Bar", "Man Shot outside Orsk Bar"),
    ],
)  # fmt: skip
def test_a_headline_in_title_case_is_a_sentence(text: str, expected: str) -> None:
    assert title_case.lowered(text, COMMON) == expected


@given(st.text("ABab shotSHOTkilledKilled.\n'İß", max_size=80))
def test_no_offset_moves(text: str) -> None:
    lowered = title_case.lowered(text, COMMON)
    assert len(lowered) == len(text)
    assert lowered.casefold() == text.casefold()


@pytest.mark.parametrize(
    ("headline", "expected"),
    [
        ("Four men shot on Orsk Street", set()),
        ("Police Arrest Suspect in Fatal Orsk Shooting", set()),
        ("Victim Identified in Orsk Shooting", set()),
        ("14 Rebels Killed in Clash With Army", set()),
        ("Gunmen Shot Two Officers in Velmar", {"gunmen"}),
        ("Army Kills 14 Rebels in Clash", {"army"}),
        ("Suicide bomber kills nine at checkpoint.", {"suicide bomber"}),
    ],
)
def test_a_headline_holds_nobody_responsible_whom_it_does_not_name(headline: str, expected: set[str]) -> None:
    report = Report(id="r", sha256="0" * 64, text=headline, title=headline, published=date(2023, 6, 14))
    assert {actor.name.lower() for claim in reader.read(report).claims for actor in claim.by} == expected


def test_a_claim_quotes_the_headline_as_it_is_written() -> None:
    text = "Two Men Wounded in Orsk Shooting"
    (claim,) = (c for c in reader.read(Report(id="r", sha256="0" * 64, text=text)).claims if c.count is not None)
    assert claim.quote == "Two Men Wounded"
    assert parser.parse(text).text == "Two men wounded in Orsk shooting"
