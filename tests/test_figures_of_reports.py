"""The figures of an incident that one short report tells of, from its text on."""

from datetime import date

import pytest

from tollbook.incidents.build import build
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.store import StoredReading


def figures(text: str) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Low, best and high of each outcome, over all incidents of the report."""
    report = Report(id="r", sha256="0", text=text, outlet="The Velmar Courier", published=date(2026, 5, 8))
    stored = StoredReading(reading=rules.read(report), finder="rules", separate=True)
    built = build([report], {report.id: stored}, ())
    return {kind: (f.low, f.best, f.high) for i in built.incidents for kind, f in i.figures.items()}


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        # An attacker who dies is beside those whom he kills, and in the total of all.
        ("A man killed his wife before killing himself.", 2),
        ("A man killed his wife before taking his own life.", 2),
        ("A clerk shot and killed three women before killing himself. The clerk was 40.", 4),
        ("A clerk killed three women and then killed himself. Police said four people died.", 4),
        ("Four people are dead. A clerk killed three women and then took his own life.", 4),
        ("A bomber killed two guards and himself.", 3),
        ("A clerk killed his own brother.", 1),
        # Somebody who cannot be one of those before is one more.
        ("Two guards were killed and a cook died of his wounds.", 3),
        ("A bomb killed three women in Orsk. A man also died.", 4),
        ("Nine people were killed, and a cook died of his wounds.", 9),
        ("Four soldiers were killed, and one of them was a woman.", 4),
    ],
)
def test_the_dead_of_a_report_are_counted_once(text: str, dead: int) -> None:
    assert figures(text)["killed"] == (dead, dead, dead)


@pytest.mark.parametrize(
    ("text", "dead", "hurt"),
    [
        ("Four clerks were shot in Orsk. Three of them died.", 3, (1, 1, 4)),
        ("Medics found two cooks suffering from gunshot wounds. A 33-year-old cook was pronounced dead.", 1, (1, 1, 2)),
        ("Six porters were shot, one fatally, medics said.", 1, (5, 5, 6)),
        ("Six porters were wounded. A cook was killed.", 1, (6, 6, 6)),
    ],
)
def test_the_dead_are_not_among_the_wounded(text: str, dead: int, hurt: tuple[int, int, int]) -> None:
    found = figures(text)
    assert found["killed"] == (dead, dead, dead)
    assert found["injured"] == hurt
