"""Lengths, areas, weights, money, lengths of time and ages: what the words say, with the rounding they were said in.

An "80-foot" and a "25-metre" trench are one trench: each number stands for all values that would be rounded to it, and
two measures agree when these overlap. Units and words are data (``locale/en/measures.toml``).
"""

import functools
import re
from collections.abc import Iterator
from importlib import resources
from math import inf
from typing import NamedTuple

import msgspec

from tollbook.model import Dimension, Measure
from tollbook.quantities import number, qualifiers

#: Digits, with thousands and decimals, or one numeral in words, hyphened where it is ("twenty-five").
_NUMERAL = (
    r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|a dozen"
)
_SCALES = {"": 1, "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "m": 1_000_000,
           "bn": 1_000_000_000, "k": 1_000}  # fmt: skip
#: A count of one in words ("a mile") is as rough as its half.
_ROUGH_ONE = 0.5
#: "About" widens the rounding: half as much again. A judgement, not a measurement.
_ABOUT = 1.5


class _Amount(NamedTuple):
    """A number said, and how far off what was measured may be: half of its last place."""

    value: float
    off: float


class _Unit(msgspec.Struct, frozen=True):
    dimension: Dimension
    factor: float
    words: list[str]
    exact: bool = False


class _Tables(msgspec.Struct, frozen=True):
    """The shape of ``locale/en/measures.toml``."""

    units: dict[str, _Unit]
    money: dict[str, str]
    fractions: dict[str, float]
    extents: dict[str, list[str]]


@functools.cache
def _tables() -> _Tables:
    raw = resources.files("tollbook").joinpath("locale/en/measures.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Tables)


@functools.cache
def _units() -> dict[str, tuple[str, _Unit]]:
    """Each word of a unit, with the unit's name."""
    return {word: (name, unit) for name, unit in _tables().units.items() for word in unit.words}


def _either(words: list[str]) -> str:
    spaced = (re.escape(w).replace(r"\ ", r"[\s-]+") for w in sorted(words, key=len, reverse=True))
    return "|".join(spaced)


@functools.cache
def _pattern() -> re.Pattern[str]:
    exact = [w for w, (_, unit) in _units().items() if unit.exact]
    loose = [w for w, (_, unit) in _units().items() if not unit.exact]
    unit = rf"(?:(?:{_either(loose)})|(?-i:{_either(exact)}))(?![\w²])"
    signs = [w for w in _tables().money if not w[-1].isalpha() or w.isupper()]
    names = [w for w in _tables().money if w not in signs]
    value = rf"(?:{_NUMERAL})"
    scale = r"(?:[\s-]?(?:hundred|thousand|million|billion)|(?:bn|m|k)\b)?"
    before = _either(list(qualifiers()))
    fraction = _either(list(_tables().fractions))
    forms = (
        rf"(?P<sign>{_either(signs)})\s?(?P<price>{value})(?P<price_scale>{scale})(?!\w)",
        rf"(?P<part>{fraction})\s+(?:of\s+)?(?:an?\s+)?(?P<part_unit>{unit})",
        rf"(?P<one>an?)\s+(?P<one_unit>{unit})(?P<and_half>\s+and\s+a\s+half)?",
        rf"(?P<low>{value})(?:\s?(?:-|–|to)\s?(?P<high>{value}))?(?P<scale>(?:[\s-](?:hundred|thousand|million|billion))?)"
        rf"(?P<half>\s+and\s+a\s+half)?[\s-]?(?:(?P<short>bn|m|k)?\s?(?P<currency>{_either(names)})(?!\w)|(?P<unit>{unit}))",
    )
    extent = rf"(?:[\s-](?P<extent>{_either(_tables().extents['words'])})\b)?"
    return re.compile(rf"(?:\b(?P<q>{before})\s+)?(?<![\w.,$€£-])(?:{'|'.join(forms)}){extent}", re.I)


def find(text: str) -> Iterator[tuple[int, int, Measure]]:
    """Every measure of a text with its span in code points, in order; none overlaps another."""
    for match in _pattern().finditer(text):
        measure = _measure(match)
        if measure is not None:
            yield match.start(), match.end(), measure


def measure(words: str) -> Measure | None:
    """The measure a phrase gives; None where it gives none."""
    return next((found for _, _, found in find(words)), None)


def agree(one: Measure, other: Measure) -> bool | None:
    """Whether two measures can be of one thing's one extent; None where they cannot be compared.

    Money of two currencies and extents of two directions (long, deep) are not compared.
    """
    if one.dimension != other.dimension or (one.dimension == "money" and one.unit != other.unit):
        return None
    if one.extent and other.extent and one.extent != other.extent:
        return None
    low = max(one.low or 0.0, other.low or 0.0)
    high = min(m.high if m.high is not None else inf for m in (one, other))
    return low <= high


def _measure(match: re.Match[str]) -> Measure | None:
    said = match.groupdict()
    low, high = _amounts(said)
    if low is None:
        return None
    if money := said["sign"] or said["currency"]:
        return _made(match, _Unit("money", 1.0, [money]), _tables().money[_key(money)], low, high)
    name, unit = _units()[_key(said["unit"] or said["part_unit"] or said["one_unit"])]
    return _made(match, unit, name.removesuffix("-sign"), low, high)


def _amounts(said: dict[str, str | None]) -> tuple[_Amount | None, _Amount | None]:
    """The number said, and the second one of a span."""
    if said["part"]:
        part = _tables().fractions[_key(said["part"])]
        return _Amount(part, part / 4), None
    if said["one"]:
        return _Amount(1.5, 0.25) if said["and_half"] else _Amount(1.0, _ROUGH_ONE / 2), None
    scale = said["price_scale"] or said["scale"] or said["short"] or ""
    low = _value(said["price"] or said["low"] or "", scale, half=bool(said["half"]))
    return low, _value(said["high"], scale, half=False) if said["high"] else None


def _key(words: str) -> str:
    """A word as the tables have it."""
    plain = re.sub(r"[\s-]+", " ", words)
    tables = _units() | _tables().fractions | _tables().money
    return next((k for k in (words, plain, words.lower(), plain.lower()) if k in tables), plain.lower())


def _value(words: str, scale: str, *, half: bool) -> _Amount | None:
    """A number in digits or words, times the scale beside it."""
    factor = _SCALES[re.sub(r"[\s-]", "", scale.lower())]
    plain = words.replace(",", "")
    if "." in plain:
        value, step = float(plain), 10.0 ** -len(plain.partition(".")[2])
    else:
        whole = number(plain)
        if whole is None:
            return None
        value, step = float(whole), 12.0 if "dozen" in plain else _step(whole)
    if half:
        value, step = value + 0.5, 0.5
    return _Amount(value * factor, step / 2 * factor)


def _step(value: int) -> float:
    """What an integer seems rounded to: 80 to tens, 25 to fives, 1,200 to hundreds, 47 and 7 to ones."""
    if value == 0:
        return 1
    zeros = len(str(value)) - len(str(value).rstrip("0"))
    if zeros:
        return int(10**zeros)
    return 5 if value % 5 == 0 and value > 5 else 1


def _made(match: re.Match[str], unit: _Unit, name: str, low: _Amount, high: _Amount | None) -> Measure:
    qualifier = qualifiers().get(re.sub(r"\s+", " ", (match["q"] or "").lower()), "between" if high else "exactly")
    wider = _ABOUT if qualifier in {"about", "nearly"} else 1.0
    top = high or low
    if qualifier in {"at least", "more than", "at most", "fewer than"}:
        wider = 0.0  # the words set the bound themselves
    below = max(0.0, low.value - low.off * wider) * unit.factor
    above = (top.value + top.off * wider) * unit.factor
    extent = (match["extent"] or "").lower()
    return Measure(
        dimension=unit.dimension,
        unit=name,
        value=low.value if high is None else None,
        low=None if qualifier in {"at most", "fewer than"} else below,
        high=None if qualifier in {"at least", "more than"} else above,
        qualifier=qualifier,
        extent=extent or None,
        text=match.group(),
    )
