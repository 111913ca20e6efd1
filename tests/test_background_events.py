"""Attacks that a report only recalls: they are other events than the one it is about. All sentences are invented."""

from collections.abc import Callable
from datetime import date

import pytest

from tollbook import linking, reconcile
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers.learned import reader as learned
from tollbook.readers.rules import reader as rules
from tollbook.record import Incident

_READERS = pytest.mark.parametrize("read", [rules.read, learned.read], ids=["rules", "learned"])
_Read = Callable[[Report], Reading]
MAIN = "A bomb killed five people at a market in Oberfeld on Tuesday. "

BACKGROUND = [
    "An earlier attack in July left 40 dead.",
    "An earlier attack left 40 dead in July.",
    "In July, an earlier attack left 40 people dead.",
    "An attack on the town in July killed 40 people.",
    "A bombing in Oberfeld last year killed 40 people.",
    "Last year 40 people were killed in a bombing in Oberfeld.",
    "In a previous attack, 40 people were killed.",
    "A previous attack killed 40 people.",
    "A similar attack in March killed 40 people.",
    "A similar bombing two months ago killed 40 people.",
    "In 2019, 40 people died when a bomb exploded at the same market.",
    "The market was also bombed in July, when 40 people died.",
    "The attack came after a bombing in July that killed 40 people.",
    "It was the worst attack since a bombing in July killed 40 people.",
    "Forty people were killed in an earlier bombing of the market.",
    "Last month a car bomb killed 40 people in the town.",
    "Another attack, on 3 July, left 40 dead.",
    "A separate attack in Tarn on Monday killed 40 people.",
    "Two weeks earlier, 40 people had been killed in an attack on a bus.",
    "The town had seen a similar blast in May, in which 40 people were killed.",
    "Forty people died in the town in a shelling last spring.",
    "The previous deadliest attack there killed 40 people in 2018.",
    "Elsewhere, a mine killed 40 people on the same day.",
    "Hours earlier, 40 people were killed near the station.",
]


def incidents(text: str, published: date | None, read: _Read) -> list[Incident]:
    report = Report(id="r", sha256="", text=text, outlet="Velmar Courier", published=published)
    linked = linking.link([read(report)], {"r": report})
    return [reconcile.incident(group, {"r": report}) for group in linked.groups]


def killed(incident: Incident) -> tuple[int | None, int | None]:
    figure = incident.figures.get("killed")
    return (figure.low, figure.high) if figure is not None else (None, None)


@_READERS
@pytest.mark.parametrize("published", [date(2021, 10, 7), None], ids=["dated", "undated"])
@pytest.mark.parametrize("sentence", BACKGROUND)
def test_an_attack_that_is_recalled_is_another_event(sentence: str, published: date | None, read: _Read) -> None:
    found = incidents(MAIN + sentence, published, read)
    assert (5, 5) in [killed(each) for each in found]
    assert all(killed(each) in {(5, 5), (40, 40), (None, None)} for each in found)


@_READERS
def test_insurgents_killed_on_another_day_are_another_event(read: _Read) -> None:
    found = incidents(MAIN + "The army killed 30 militants in an operation on Wednesday.", date(2021, 10, 7), read)
    assert {killed(each) for each in found} == {(5, 5), (30, 30)}


SAME = [
    ("The attack wounded seven others.", "injured", 7),
    ("Another seven people were wounded in the attack.", "injured", 7),
    ("Seven people were injured in the blast, the worst since the truce.", "injured", 7),
    ("Seven of those injured in the attack, which came after weeks of calm, were in hospital.", "injured", 7),
]


@_READERS
@pytest.mark.parametrize(("sentence", "outcome", "number"), SAME, ids=[row[0] for row in SAME])
def test_further_words_on_the_same_attack_stay_with_it(sentence: str, outcome: str, number: int, read: _Read) -> None:
    (incident,) = incidents(MAIN + sentence, date(2021, 10, 7), read)
    assert killed(incident) == (5, 5)
    assert incident.figures[outcome].low == number
