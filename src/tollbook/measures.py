"""Measures in a text: lengths, areas, weights, money, lengths of time and ages, with the rounding of the words.

An "80-foot" and a "25-metre" trench can be one trench: each number means all values that round to it, and two
measures agree if these ranges overlap. Units and words are data of a language (``locale/CODE/measures.toml``).
"""

import functools
import re
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import msgspec

from tollbook.locale import Locale
from tollbook.model import Dimension, Measure
from tollbook.quantities import LONGEST, number, qualifiers

#: A count of one in words ("a mile") is exact to half a unit.
_ROUGH_ONE = 0.5
#: "About" widens the rounding by half. A judgement, not a measurement.
_ABOUT = 1.5


class _Amount(NamedTuple):
    """A number, and how far the measured value may be from it: half of its last place."""

    value: float
    error: float


class _Unit(msgspec.Struct, frozen=True):
    dimension: Dimension
    factor: float
    words: list[str]
    exact: bool = False


class _Numbers(msgspec.Struct, frozen=True):
    figures: str
    words: str
    dozen: str
    one: str
    half: str
    of: str
    to: str
    scales: dict[str, int]
    short_scales: dict[str, int]


class _Tables(msgspec.Struct, frozen=True):
    """The shape of ``locale/CODE/measures.toml``; each table is explained there."""

    numbers: _Numbers
    units: dict[str, _Unit]
    money: dict[str, str]
    fractions: dict[str, float]
    extents: dict[str, list[str]]


class _Grammar:
    """The tables of one language, and the pattern made from them."""

    def __init__(self, locale: Locale) -> None:
        self.locale = locale
        self.tables = locale.table("measures", _Tables)
        #: Each word of a unit, with the unit's name.
        self.units = {word: (name, unit) for name, unit in self.tables.units.items() for word in unit.words}
        self.scales = {"": 1} | self.tables.numbers.scales | self.tables.numbers.short_scales
        self._keys = self.units.keys() | self.tables.fractions.keys() | self.tables.money.keys()
        self.pattern = re.compile(
            rf"(?:\b(?P<q>{_any_of(list(qualifiers(locale)))})\s+)?(?<![\w.,$€£-])(?:{'|'.join(self._forms())})"
            rf"(?:[\s-](?P<extent>{_any_of(self.tables.extents['words'])})\b)?",
            re.I,
        )

    def key(self, words: str) -> str:
        """A word as the tables spell it."""
        plain = re.sub(r"[\s-]+", " ", words)
        return next((k for k in (words, plain, words.lower(), plain.lower()) if k in self._keys), plain.lower())

    def _forms(self) -> tuple[str, ...]:
        """Money with its sign first, a fraction of a unit, one unit, and a number or a range of a unit or of money."""
        marks, money = self.tables.numbers, self.tables.money
        value = rf"(?:{marks.figures}|{marks.words})"
        exact = _any_of([w for w, (_, unit) in self.units.items() if unit.exact])
        loose = _any_of([w for w, (_, unit) in self.units.items() if not unit.exact])
        unit = rf"(?:(?:{loose})|(?-i:{exact}))(?![\w²])"
        signs = [w for w in money if not w[-1].isalpha() or w.isupper()]
        names = [w for w in money if w not in signs]
        scales, short, half = _any_of(list(marks.scales)), _any_of(list(marks.short_scales)), marks.half
        return (
            rf"(?P<sign>{_any_of(signs)})\s?(?P<price>{value})(?P<price_scale>(?:[\s-]?(?:{scales})|(?:{short})\b)?)(?!\w)",
            rf"(?P<part>{_any_of(list(self.tables.fractions))})\s+(?:{marks.of}\s+)?(?:{marks.one}\s+)?(?P<part_unit>{unit})",
            rf"(?P<one>{marks.one})\s+(?P<one_unit>{unit})(?P<and_half>\s+{half})?",
            rf"(?P<low>{value})(?:\s?(?:{marks.to})\s?(?P<high>{value}))?(?P<scale>(?:[\s-](?:{scales}))?)"
            rf"(?P<half>\s+{half})?[\s-]?"
            rf"(?:(?P<short>{short})?\s?(?P<currency>{_any_of(names)})(?!\w)|(?P<unit>{unit}))",
        )


def _any_of(words: list[str]) -> str:
    spaced = (re.escape(w).replace(r"\ ", r"[\s-]+") for w in sorted(words, key=len, reverse=True))
    return "|".join(spaced) or "(?!)"


@functools.cache
def _grammar(locale: Locale) -> _Grammar:
    return _Grammar(locale)


def find(text: str, locale: Locale) -> Iterator[tuple[int, int, Measure]]:
    """Every measure of a text with its span in code points, in order; none overlaps another."""
    grammar = _grammar(locale)
    for match in grammar.pattern.finditer(text):
        found = _measure(match, grammar)
        if found is not None:
            yield match.start(), match.end(), found


def measure(words: str, locale: Locale) -> Measure | None:
    """The first measure of a phrase; None if it has none."""
    return next((each for _, _, each in find(words, locale)), None)


def agree(one: Measure, other: Measure) -> bool | None:
    """Whether two measures can be the same extent of the same thing; None if they cannot be compared.

    Money of two currencies and extents of two directions (long, deep) are not compared.
    """
    if one.dimension != other.dimension or (one.dimension == "money" and one.unit != other.unit):
        return None
    if one.extent and other.extent and one.extent != other.extent:
        return None
    low = max(one.low or 0.0, other.low or 0.0)
    high = min(m.high if m.high is not None else inf for m in (one, other))
    return low <= high


def _measure(match: re.Match[str], grammar: _Grammar) -> Measure | None:
    parts = match.groupdict()
    low, high = _amounts(parts, grammar)
    if low is None:
        return None
    if money := parts["sign"] or parts["currency"]:
        return _of_unit(
            match, grammar, _Unit("money", 1.0, [money]), grammar.tables.money[grammar.key(money)], (low, high)
        )
    name, unit = grammar.units[grammar.key(parts["unit"] or parts["part_unit"] or parts["one_unit"])]
    return _of_unit(match, grammar, unit, name.removesuffix("-sign"), (low, high))


def _amounts(parts: dict[str, str | None], grammar: _Grammar) -> tuple[_Amount | None, _Amount | None]:
    """The number, and the second one of a range."""
    if parts["part"]:
        fraction = grammar.tables.fractions[grammar.key(parts["part"])]
        return _Amount(fraction, fraction / 4), None
    if parts["one"]:
        return _Amount(1.5, 0.25) if parts["and_half"] else _Amount(1.0, _ROUGH_ONE / 2), None
    factor = grammar.scales[
        re.sub(r"[\s-]", "", (parts["price_scale"] or parts["scale"] or parts["short"] or "").lower())
    ]
    low = _amount(parts["price"] or parts["low"] or "", factor, grammar, half=bool(parts["half"]))
    return low, _amount(parts["high"], factor, grammar, half=False) if parts["high"] else None


def _amount(words: str, factor: int, grammar: _Grammar, *, half: bool) -> _Amount | None:
    """A number in figures or words, times the scale after it."""
    plain = words.replace(",", "")
    if len(plain) > LONGEST:
        return None
    if "." in plain:
        value, step = float(plain), 10.0 ** -len(plain.partition(".")[2])
    else:
        whole = number(plain, grammar.locale)
        if whole is None:
            return None
        value, step = float(whole), 12.0 if grammar.tables.numbers.dozen in plain else _step(whole)
    if half:
        value, step = value + 0.5, 0.5
    return _Amount(value * factor, step / 2 * factor)


def _step(value: int) -> float:
    """The step to which an integer seems rounded: 80 to tens, 25 to fives, 1,200 to hundreds, 47 and 7 to ones."""
    if value == 0:
        return 1
    zeros = len(str(value)) - len(str(value).rstrip("0"))
    if zeros:
        return int(10**zeros)
    return 5 if value % 5 == 0 and value > 5 else 1


def _of_unit(
    match: re.Match[str], grammar: _Grammar, unit: _Unit, name: str, amounts: tuple[_Amount, _Amount | None]
) -> Measure:
    low, high = amounts
    phrase = re.sub(r"\s+", " ", (match["q"] or "").lower())
    qualifier = qualifiers(grammar.locale).get(phrase, "between" if high else "exactly")
    wider = _ABOUT if qualifier in {"about", "nearly"} else 1.0
    if qualifier in {"at least", "more than", "at most", "fewer than"}:
        wider = 0.0  # the words set the bound themselves
    top = high or low
    below = max(0.0, low.value - low.error * wider) * unit.factor
    above = (top.value + top.error * wider) * unit.factor
    return Measure(
        dimension=unit.dimension,
        unit=name,
        value=low.value if high is None else None,
        low=None if qualifier in {"at most", "fewer than"} else below,
        high=None if qualifier in {"at least", "more than"} else above,
        qualifier=qualifier,
        extent=(match["extent"] or "").lower() or None,
        text=match.group(),
    )
