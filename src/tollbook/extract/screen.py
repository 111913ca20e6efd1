"""A sieve before the reader: whether a text can tell of people harmed at all, by its words alone, before any parse.

It is there for streams in which few reports matter. What it holds back is kept in the book without claims and marked
by its finder, never dropped, and is read when it is handed in again without the screen.
"""

import functools
import re
from importlib import resources

import msgspec

from tollbook.model import Reading, Report

#: The finder of a report that the screen held back: it was kept and not read.
FINDER = "screen-en-1"
_WORD = re.compile(r"[a-z]+")
#: Words of attack, all different, that let a report pass which has no word of harm.
_ATTACKS = 2


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``en/screen.toml``."""

    harm: frozenset[str]
    attack: frozenset[str]


@functools.cache
def _words() -> _Words:
    raw = resources.files("tollbook").joinpath("extract/en/screen.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Words)


def passes(text: str) -> bool:
    """Whether a text has a word of harm, or enough words of attack, for a reader to look at it."""
    said, words = set(_WORD.findall(text.lower())), _words()
    return not words.harm.isdisjoint(said) or len(words.attack & said) >= _ATTACKS


def held_back(report: Report) -> Reading:
    """What is kept of a report that does not pass: that it is there."""
    return Reading(report=report.id)
