"""Numbers in words: a phrase of quantity to a Count, as ``docs/contract.md`` lays down.

The claim keeps what was said; a figure's rule may read a vague word otherwise.
"""

import functools
import re
from fractions import Fraction
from importlib import resources
from typing import Literal

import msgspec
from text_to_num import text2num

from tollbook.model import Count, Qualifier

_DIGITS = r"\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+(?:\.\d+)?"
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
_NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_WORD_NUMBER = rf"(?:{_NUMBER_WORDS})\b"
_NUMERAL = rf"{_WORD_NUMBER}(?:[ -](?:{_WORD_NUMBER}|hundred|thousand|million|and(?= {_WORD_NUMBER}))\b)*"
_SCALED = rf"(?:{_DIGITS})(?: ?(?:hundred|thousand|million|billion|dozen)\b)?"
#: More people than there are. A larger number counts something else, or is damaged, and no claim is made of it.
_EVERYBODY = 10_000_000_000
#: "three to four times more": a factor, not a number of people.
MULTIPLE = re.compile(r"\b(\w+)(?: (?:to|or) (\w+))? times (?:more|higher|as many|that|greater|the)", re.I)
_AGE = re.compile(
    r"\b\d+ ?(?:y/?o|y\.o\.?|yrs?[- ]old)\b|"
    r"\b[\w-]+[- ](?:(?:year|month|week|day)s?[- ]old|(?:year|month|week|day|hour|minute)s?[- ]long)\b",
    re.I,
)
_UNKNOWN = re.compile(r"\b(?:unknown|unspecified|undetermined|undisclosed) (?:number|toll)\b", re.I)


class _Units(msgspec.Struct, frozen=True):
    nouns: frozenset[str]


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``locale/en/quantities.toml``."""

    before: dict[Qualifier, list[str]]
    after: dict[Qualifier, list[str]]
    vague: dict[str, int]
    exact: dict[str, int]
    units: _Units


@functools.cache
def _words() -> _Words:
    raw = resources.files("tollbook").joinpath("locale/en/quantities.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Words)


def _either(phrases: list[str]) -> str:
    return "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in sorted(phrases, key=len, reverse=True))


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The compiled grammar: a range, one number with its qualifiers, a vague word."""
    words = _words()
    value = rf"(?:{_SCALED}|{_either(list(words.exact))}|{_NUMERAL})"
    before = _either([p for phrases in words.before.values() for p in phrases])
    after = _either([p for phrases in words.after.values() for p in phrases])
    between = re.compile(
        rf"\b(?:(between|from)\s+)?({value})\s*(?:-|–|—|\bto\b|\band\b|\bor\b)\s*({value})\b(?!-)", re.I
    )
    single = re.compile(rf"(?:\b({before})\s+(?:the\s+)?)?(?<![\w.:-])({value})\b(?!-\w|:\d)(?:\s+({after})\b)?", re.I)
    return between, single, re.compile(rf"(?<!\btoo )\b({_either(list(words.vague))})\b", re.I)


def number(words: str) -> int | None:
    """One plain number in digits or words: ``"1,207"``, ``"twenty-three"``, ``"2 million"``; else None."""
    text = re.sub(r"\s+", " ", words.strip().lower())
    if text in _words().exact:
        return _words().exact[text]
    if match := re.fullmatch(rf"({_DIGITS})(?: ?(hundred|thousand|million|billion|dozen))?", text):
        value = Fraction(re.sub(r"[, ]", "", match[1])) * _SCALES.get(match[2] or "", 1)
        return int(value) if value.denominator == 1 else None
    try:
        return int(text2num(text.replace("-", " "), "en"))
    except ValueError:
        return None


def count(words: str) -> Count | None:
    """The Count said by a noun phrase such as ``"at least 40 bodies"``; None where it holds no quantity.

    The last quantity of the phrase counts, for it stands nearest to the noun: a damaged sentence may begin with a
    date. Ages and lengths of time inside the phrase are not counts and are passed over.
    """
    plain = _AGE.sub(lambda m: " " * len(m.group()), words)
    if _UNKNOWN.search(plain):
        return Count(qualifier="unknown", text=words.strip())
    return _multiple(plain) or _between(plain) or _single(plain)


def _multiple(words: str) -> Count | None:
    match = MULTIPLE.search(words)
    low = number(match[1]) if match else None
    if match is None or low is None:
        return None
    high = number(match[2]) if match[2] else low
    return Count(low=low, best=low if low == high else None, high=high, qualifier="multiple of", text=match.group())


def _between(words: str) -> Count | None:
    match = _last(_patterns()[0], words)
    if match is None:
        return None
    low, high = number(match[2]), number(match[3])
    joined_by_and = " and " in match.group().lower()
    if low is None or high is None or not low < high <= _EVERYBODY or (joined_by_and and not match[1]):
        return None
    return Count(low=low, best=None, high=high, qualifier="between", text=match.group())


def _single(words: str) -> Count | None:
    _, single, vague = _patterns()
    vague_match = _last(vague, words)
    match = _last(single, words)
    if vague_match and (match is None or vague_match.end() >= match.end()):
        low = _words().vague[re.sub(r"\s+", " ", vague_match[1].lower())]
        return Count(low=low, best=None, high=None, qualifier="vague", text=vague_match.group())
    if match is None:
        return None
    value = number(match[2])
    if value is None or value > _EVERYBODY:
        return None
    return bounded(value, _qualifier(match[1], "before") or _qualifier(match[3], "after") or "exactly", match.group())


def _last(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    match = None
    for match in pattern.finditer(words):  # noqa: B007
        pass
    return match


def _qualifier(phrase: str | None, side: Literal["before", "after"]) -> Qualifier | None:
    if phrase is None:
        return None
    said = re.sub(r"\s+", " ", phrase.lower())
    table = _words().before if side == "before" else _words().after
    return next((name for name, phrases in table.items() if said in phrases), None)


def bounded(value: int, qualifier: Qualifier, text: str = "") -> Count:
    """The Count of a value under a qualifier, by the contract's table."""
    low, best, high = {
        "at least": (value, value, None),
        "more than": (value + 1, value + 1, None),
        "at most": (None, value, value),
        "fewer than": (None, value - 1, value - 1),
        "about": (None, value, None),
        "nearly": (None, value, value),
    }.get(qualifier, (value, value, value))
    return Count(low=low, best=best, high=high, qualifier=qualifier, text=text)


@functools.cache
def qualifiers() -> dict[str, Qualifier]:
    """The words that qualify a number after them, and what they make of it."""
    return {phrase: name for name, phrases in _words().before.items() for phrase in phrases}


def unit_nouns() -> frozenset[str]:
    """Nouns that make the number before them something else than a count of people."""
    return _words().units.nouns
