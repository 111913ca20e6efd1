"""Persons described one by one give figures, from the text to the incident. All reports are invented."""

from datetime import date

import pytest

from tollbook.incidents.build import build
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.store import StoredReading


def figures(text: str) -> dict[str, int | None]:
    report = Report(id="a", sha256="0" * 64, text=text, outlet="Kesten Times", published=date(2026, 3, 12))
    reading = StoredReading(reading=rules.read(report), finder=rules.READER.version(), separate=False)
    (incident,) = build([report], {"a": reading}, ()).incidents
    return {kind: figure.best for kind, figure in incident.figures.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Three students, Oren Pasko, 21, Vil Hasten, 22, and Mira Tolk, 20, were killed in Lumera on Monday. "
            "A waiter, Nila Corro, 19, was injured.",
            {"killed": 3, "injured": 1},
        ),
        ("Two traders, Oren Pasko and Vil Hasten, were shot dead in Lumera on Monday.", {"killed": 2}),
        ("Oren Pasko, 31, was shot dead in Lumera on Monday. Vil Hasten, 44, died in hospital.", {"killed": 2}),
        # One person who is mentioned again is still one.
        ("A man was shot dead in Lumera on Monday. The victim, Oren Pasko, 31, died at the scene.", {"killed": 1}),
        (
            "Gunmen killed Oren Pasko, a teacher, in Lumera on Monday. His wife, Ana Pasko, was wounded.",
            {"killed": 1, "injured": 1},
        ),
    ],
)
def test_persons_add_up(text: str, expected: dict[str, int]) -> None:
    assert figures(text) == expected
