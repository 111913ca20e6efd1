"""Roles in texts in capitals, and whether a report describes an event. All reports are invented."""

from datetime import date

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import linking
from tollbook.linking import salience
from tollbook.linking.event_mentions import split_into_mentions
from tollbook.mentions import PROMINENT
from tollbook.model import Claim, Report
from tollbook.readers.learned import READER, windows
from tollbook.readers.learned.network import tokenizer
from tollbook.readers.learned.piece_tags import PieceTags
from tollbook.reconcile import criteria

#: Wire | perpetrators | weapons | sites of all its claims.
WIRES = [
    (
        "LORVANE, 4 MAR -- [TEXT] GUERRILLAS OF THE RED DAWN FRONT BLEW UP A POWER STATION IN LORVANE LAST NIGHT WITH "
        "DYNAMITE, KILLING TWO WATCHMEN.",
        {"guerrillas of the red dawn front"}, {"dynamite"}, {"power station"},
    ),
    (
        "LORVANE, 2 APR -- [TEXT] A CAR BOMB EXPLODED IN FRONT OF THE VELMARIAN BANK TODAY. THREE PASSERSBY WERE "
        "INJURED AND THE BUILDING WAS SEVERELY DAMAGED.",
        set(), {"car bomb"}, {"velmarian bank", "building"},
    ),
    # An acronym is no second organisation.
    (
        "LORVANE, 9 MAR -- [TEXT] A BOMB HIT THE KESTRIAN EMBASSY. POLICE BLAMED THE NOOR REVOLUTIONARY BRIGADE [NRB]"
        " FOR THE ATTACK. THE NRB DENIED ANY PART IN IT.",
        {"noor revolutionary brigade"}, {"bomb"}, {"kestrian embassy"},
    ),
]  # fmt: skip
DESCRIBED = [
    "LORVANE, 9 MAR -- [TEXT] FOUR HOODED MEN MURDERED JUDGE IVO LERCH OUTSIDE HIS HOME IN LORVANE THIS MORNING.",
    "LORVANE, 9 MAR -- [TEXT] A BOMB DAMAGED THE KESTRIAN EMBASSY LAST NIGHT. THE NOOR BRIGADE CLAIMED THE ATTACK.",
]
MENTIONED = [
    "LORVANE, 12 MAR -- [TEXT] PRESIDENT DAN ORLIK SPOKE TO THE CONGRESS ABOUT THE ECONOMY TODAY. HE SAID EXPORTS HAD "
    "GROWN. HE RECALLED THAT NINE CITIZENS WERE KILLED IN THE DISTURBANCES OF 1981, AND ASKED FOR A DIALOGUE.",
]
FIGHTING = "LORVANE, 15 MAR -- [TEXT] NINE REBELS WERE KILLED IN A CLASH NEAR LORVANE YESTERDAY, THE ARMY REPORTED."


def claims(text: str) -> tuple[Claim, ...]:
    return READER.read(Report(id="r", sha256="", text=text, published=date(1990, 4, 20))).claims


def prominence(text: str) -> list[float]:
    return [c.prominence for c in claims(text) if isinstance(c.prominence, float)]


@pytest.mark.parametrize(("text", "by", "weapons", "sites"), WIRES, ids=[row[0][:40] for row in WIRES])
def test_roles_in_a_wire(text: str, by: set[str], weapons: set[str], sites: set[str]) -> None:
    found = claims(text)
    assert {a.name.lower() for c in found for a in c.by} == by
    assert {w.name.lower() for c in found for w in c.with_} == weapons
    assert {s.name.lower() for c in found for s in c.sites} == sites


@pytest.mark.parametrize("text", DESCRIBED)
def test_what_a_wire_describes_is_prominent(text: str) -> None:
    assert min(prominence(text)) >= PROMINENT


@pytest.mark.parametrize("text", MENTIONED)
def test_what_a_speech_recalls_is_not_prominent(text: str) -> None:
    assert 0 < max(prominence(text)) < PROMINENT


def test_fighting_and_texts_in_sentence_case_are_not_judged() -> None:
    assert claims(FIGHTING)
    assert not prominence(FIGHTING)
    assert not prominence("A bomb damaged the Kestrian embassy last night.")


def _mentions(*values: float | msgspec.UnsetType) -> list[bool]:
    """Whether each event mention of a report is in passing if its claims have these values."""
    (claim,) = claims("A bomb damaged the Kestrian embassy last night.")
    made = [msgspec.structs.replace(claim, id=f"{n}", prominence=value) for n, value in enumerate(values)]
    split, _ = split_into_mentions(made)
    return [mention.passing for mention in salience.recorded(linking.groups.mark_main(split), None)]


def test_a_main_event_without_prominence_is_in_passing_and_stays_an_incident() -> None:
    below, above = PROMINENT - 0.01, PROMINENT
    assert _mentions(below) == [True]
    assert _mentions(above) == [False]
    assert _mentions(msgspec.UNSET) == [False]
    assert _mentions(below, msgspec.UNSET) == [False]
    assert _mentions(below, above) == [False]


def test_a_wire_that_only_recalls_violence_makes_no_described_incident() -> None:
    for texts, wanted in ((DESCRIBED, 1), (MENTIONED, 0)):
        for text in texts:
            report = Report(id="r", sha256="", text=text, published=date(1990, 4, 20))
            groups = linking.link([READER.read(report)], {"r": report}).groups
            assert groups
            assert sum(criteria.meeting(["described"], group) is not None for group in groups) == wanted


@given(st.integers(0, 1199))
def test_every_piece_is_in_one_window_only(marked: int) -> None:
    words = [f"word{n}" for n in range(1200)]
    text = " ".join(words)
    cut = windows.cut(text, tokenizer())
    start = text.index(words[marked])
    end = start + len(words[marked])
    made = []
    for window in cut:
        tags = np.zeros((len(window.ids), 1, 3), dtype=np.float32)
        inside = np.array([a < end and b > start for a, b in window.offsets])
        tags[:, 0, 0], tags[:, 0, 2] = ~inside, inside
        made.append(tags)
    tags_of_text = PieceTags(text, cut, made)
    assert [text[slice(*at)] for at in tags_of_text.spans(0, 0.5)] == [words[marked]]
    assert tags_of_text.support(words[marked].upper(), [0]) == 1.0
    assert tags_of_text.support("elsewhere", [0]) == 1.0
    assert tags_of_text.most(start, end)[0] == 1.0
    assert tags_of_text.most(end + 1, len(text))[0] == 0


def test_fighters_are_not_responsible_for_their_own_losses() -> None:
    text = (
        "LORVANE, 4 MAR -- [TEXT] REBELS OF THE RED DAWN FRONT ATTACKED THE TOWN OF LORVANE AND MURDERED THREE MAYORS. "
        "FIVE REBELS WERE KILLED AND TWO GUERRILLAS WERE CAPTURED, THE ARMY REPORTED. THE NOOR BRIGADE DENIED ANY PART."
    )
    by = {(c.kind, c.count.best if c.count else None): {a.name.lower() for a in c.by} for c in claims(text)}
    assert by["killed", 3] == {"rebels of the red dawn front"}
    assert by["killed", 5] == by["captured", 2] == set()
    assert not any("noor" in name for names in by.values() for name in names)
