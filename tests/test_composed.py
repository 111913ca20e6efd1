"""Sentences composed of frames and people: each gives the counts of its parts, and no others."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from test_sentences import notation

from tollbook.model import Report
from tollbook.readers import rules

_TABLE = tomllib.loads(Path(__file__).with_name("composed.toml").read_text(encoding="utf-8"))
_KINDS = {"dead": "killed", "hurt": "injured"}
_FORMS = {"was": ("was", "were"), "has": ("has", "have"), "poss": ("his", "their"), "life": ("life", "lives")}
#: Each people stands with the one so many places on, which has no common divisor with their number.
_STEP = 5


class Composed(NamedTuple):
    """A sentence, and the count that each outcome must have."""

    text: str
    counts: dict[str, str]


def composed(frame: str) -> Iterator[Composed]:
    """The sentences of one frame, with every people as the dead once and as the wounded once."""
    people = _TABLE["people"]
    for at, dead in enumerate(people):
        hurt = people[(at + _STEP) % len(people)]
        chosen = {"dead": dead, "hurt": hurt}

        def word(slot: re.Match[str], chosen: dict[str, dict[str, object]] = chosen) -> str:
            form, _, who = slot[1].rpartition(" ")
            one = chosen[who.lower()]
            if form:
                return _FORMS[form][not one.get("one")]
            text = str(one["text"])
            return text[0].upper() + text[1:] if who[0].isupper() else text

        text = re.sub(r"\{([\w ]+)\}", word, frame)
        counts = {kind: str(chosen[who]["count"]) for who, kind in _KINDS.items() if f"{{{who}}}" in frame.lower()}
        yield Composed(text[0].upper() + text[1:], counts)


def counts_of(text: str) -> dict[str, str]:
    """The counts of whole incidents that a text gives, by outcome."""
    claims = rules.read(Report(id="r", sha256="0", text=text, outlet="The Velmar Courier")).claims
    whole = [c for c in claims if c.kind in _KINDS.values() and c.scope == "incident" and c.count is not None]
    return {
        kind: " and ".join(notation(c.count) for c in whole if c.kind == kind and c.count)
        for kind in {c.kind for c in whole}
    }


@pytest.mark.parametrize("frame", _TABLE["frames"])
def test_a_frame_gives_the_counts_of_its_people(frame: str) -> None:
    wrong = [(each.text, got) for each in composed(frame) if (got := counts_of(each.text)) != each.counts]
    assert not wrong
