"""The bounds of a number as reports word them: "more than 220,000" and "dozens", not 220,001 and 24.

A record keeps the number that the contract reads from the words, to compute with. People see the words.
"""

import functools
from typing import NamedTuple

import msgspec

from tollbook import locale
from tollbook.model import Count, Range
from tollbook.record import Figure, TollPoint

Bounded = Count | Range | Figure | TollPoint


#: Signs of a bound: more than or fewer than a number, or at least that number.
SIGNS = frozenset({">", "<", "≥"})


class Bound(NamedTuple):
    """One bound to print: ``words`` if there are any, else ``number`` after its ``sign``, if it has one."""

    number: int
    sign: str = ""
    words: str = ""

    @property
    def is_number(self) -> bool:
        """Whether reports say the number itself."""
        return not self.sign and not self.words


class SaidBounds(NamedTuple):
    """The three bounds of a number; None for one that is not known."""

    low: Bound | None
    best: Bound | None
    high: Bound | None


def said(count: Count) -> str:
    """How words bound a number where they do not say it: ``>``, ``<``, or vague words ("dozens"); empty where they do.

    "More than 40" is 41 or more by the table of the contract, and 41 was not said. The high of a figure is ``≥`` if all
    that give it say "at least".
    """
    if count.qualifier == "vague":
        words = " ".join(count.text.lower().split())
        # "Children and others" are two or more; these words are no number, not even a vague one.
        return words if words in _vague_words() else ""
    return {"more than": ">", "fewer than": "<"}.get(count.qualifier, "")


def bounds(value: Bounded) -> SaidBounds:
    """The bounds of a count, a range, a figure or a point of a running total."""
    if isinstance(value, Range):
        low, best, high = "", "", ""
    elif isinstance(value, Count):
        low = best = high = said(value)
    else:
        low, best, high = value.low_said, value.best_said, value.high_said
    return SaidBounds(_bound(value.low, low), _bound(value.best, best), _bound(value.high, high))


class _Quantities(msgspec.Struct, frozen=True):
    """The part of ``locale/CODE/quantities.toml`` that is read here."""

    vague: dict[str, int]


@functools.cache
def _vague_words() -> frozenset[str]:
    return frozenset(locale.DEFAULT.table("quantities", _Quantities).vague)


def _bound(number: int | None, said: str) -> Bound | None:
    if number is None:
        return None
    if said in SIGNS:
        return Bound(number + {">": -1, "<": 1}.get(said, 0), sign=said)
    return Bound(number, words=" ".join(said.split()))
