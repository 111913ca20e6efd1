"""The bounds of a number as reports word them: "more than 220,000" and "dozens", not 220,001 and 24.

A record keeps the number that the contract reads from the words, to compute with. People see the words.
"""

import functools
import re
from typing import NamedTuple

import msgspec

from tollbook import locale
from tollbook.model import Count, Range
from tollbook.record import Figure, TollPoint

Bounded = Count | Range | Figure | TollPoint


#: Signs of a bound: more than or fewer than a number, or at least that number.
SIGNS = frozenset({">", "<", "≥"})
#: Qualifiers of a number that words bound.
_BOUNDED = frozenset({"at least", "more than", "at most", "fewer than", "about", "nearly", "between"})
#: A number in figures, a word, or a sign.
_WORD = re.compile(r"\d+(?:[, .]\d{3})*(?!\d)|[^\W\d_]+(?:-[^\W\d_]+)*|[^\w\s]+")
#: The longest number in figures: no count is longer, and Python refuses to read thousands of digits.
_LONGEST = 15
_SEPARATORS = re.compile(r"\D")


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
    """The sign or vague words for a number that words only bound: ``>``, ``<`` or "dozens"; else empty.

    "More than 40" is 41 or more by the table of the contract, and 41 was not said. The high of a figure is ``≥`` if all
    that give it say "at least".
    """
    if count.qualifier == "vague":
        words = " ".join(count.text.lower().split())
        # "Children and others" are two or more; these words are no number, not even a vague one.
        return words if words in _quantities().vague else ""
    return {"more than": ">", "fewer than": "<"}.get(count.qualifier, "")


def words(count: Count) -> str:
    """A bounded number as a report words it: "at least 12", "12 or 13"; empty if the words are no such number.

    A person may have corrected the numbers, and a cell of a table may hold more than a number: the words must hold the
    numbers of the count and words of quantity, and nothing else.
    """
    if count.qualifier not in _BOUNDED:
        return ""
    text = " ".join(count.text.lower().split())
    in_figures = _phrases().sub(lambda found: str(_quantities().exact[found.group()]), text)
    found: set[int] = set()
    for word in _WORD.findall(in_figures):
        if word[0].isdigit() and len(word) <= _LONGEST:
            found.add(int(_SEPARATORS.sub("", word)))
        elif word in _quantities().numerals.words:
            found.add(_quantities().numerals.words[word])
        elif word not in _bounding():
            return ""
    shift = {"more than": -1, "fewer than": 1}.get(count.qualifier, 0)
    numbers = {number + shift for number in (count.low, count.best, count.high) if number is not None}
    return text if found == numbers else ""


def bounds(value: Bounded) -> SaidBounds:
    """The bounds of a count, a range, a figure or a point of a running total."""
    if isinstance(value, Range):
        low, best, high = "", "", ""
    elif isinstance(value, Count):
        low = best = high = said(value)
    else:
        low, best, high = value.low_said, value.best_said, value.high_said
    return SaidBounds(_bound(value.low, low), _bound(value.best, best), _bound(value.high, high))


class _Numerals(msgspec.Struct, frozen=True):
    """The part of ``[numerals]`` that is read here."""

    words: dict[str, int]


class _Range(msgspec.Struct, frozen=True):
    """The part of ``[range]`` that is read here."""

    opening: list[str]
    joining: list[str]


class _Quantities(msgspec.Struct, frozen=True):
    """The part of ``locale/CODE/quantities.toml`` that is read here."""

    numerals: _Numerals
    exact: dict[str, int]
    range: _Range
    before: dict[str, list[str]]
    after: dict[str, list[str]]
    vague: dict[str, int]


@functools.cache
def _quantities() -> _Quantities:
    return locale.DEFAULT.table("quantities", _Quantities)


@functools.cache
def _phrases() -> re.Pattern[str]:
    """Numbers in several words ("half a dozen"), the longest first."""
    several = sorted((phrase for phrase in _quantities().exact if " " in phrase), key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(phrase)}\b" for phrase in several))


@functools.cache
def _bounding() -> frozenset[str]:
    """Every word and sign that may be beside the numbers of a bounded number."""
    known = _quantities()
    phrases = [p for table in (known.before, known.after) for phrases in table.values() for p in phrases]
    words = {word for phrase in phrases for word in _WORD.findall(phrase)}
    return frozenset(words | {*known.range.opening, *known.range.joining, "-", "–"})


def _bound(number: int | None, said: str) -> Bound | None:
    if number is None:
        return None
    if said in SIGNS:
        return Bound(number + {">": -1, "<": 1}.get(said, 0), sign=said)
    return Bound(number, words=" ".join(said.split()))
