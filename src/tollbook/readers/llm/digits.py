"""Numbers in digits in a language that has no grammar of quantities here: digits of every script, never words."""

import functools
import re
from collections.abc import Iterator
from importlib import resources

import msgspec

from tollbook import quantities
from tollbook.locale.messages import message
from tollbook.model import Count, Qualifier, Span
from tollbook.quantities import WORLD_POPULATION

#: Digits of any script, with a mark before each three of them, or without. Not a part of a word, a decimal or a date.
_FIGURES = re.compile(
    r"(?<!\w)(?<!\d[.,:/٫-])"
    r"(?:\d{1,3}([.,٬'’\u00a0\u202f ])\d{3}(?:\1\d{3})*|\d+)"
    r"(?![\w%٪]| ?%|[.,:/٫-]\d|-\w)"
)
_NO_DIGITS = re.compile(r"\D+")
#: Numbers of four digits that are more likely years than numbers of people. A judgement: for so many dead, reports
#: write "more than 2,000".
_YEARS = range(1900, 2101)


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/digits.toml``."""

    languages: frozenset[str]
    scales: frozenset[str]
    units: frozenset[str]
    before: dict[Qualifier, list[str]]
    after: dict[Qualifier, list[str]]


@functools.cache
def _words() -> _Words:
    data = resources.files("tollbook.readers.llm").joinpath("lexicon/digits.toml").read_bytes()
    return msgspec.toml.decode(data, type=_Words)


def counted(text: str, quote: Span, number: str | int, language: str) -> Count | str:
    """The count in a quote that matches a number given by a model, or a sentence that says why there is none."""
    wanted = {_value(found) for found in _FIGURES.finditer(str(number))}
    if not wanted:
        return message(
            "The number {number} is not in digits, and Tollbook does not read the words for numbers of the language "
            "“{language}”.",
            number=str(number)[:40], language=language,
        )  # fmt: skip
    found = [each for each in _figures(text, quote) if _value(each) in wanted]
    if not found:
        return message("The digits of the number {number} are not in the quote.", number=str(number)[:40])
    people = next((each for each in found if _can_count_people(text, each)), None)
    if people is None:
        return message("The number {number} in the quote may be a year, an age, a length or a larger number in words.",
                       number=str(number)[:40])  # fmt: skip
    qualifier = _qualifier(text, people, quote[1]) or "exactly"
    if language not in _words().languages:
        qualifier = "about"
    return quantities.bounded(_value(people), qualifier, people.group())


def _figures(text: str, quote: Span) -> Iterator[re.Match[str]]:
    return (each for each in _FIGURES.finditer(text, quote[0]) if each.end() <= quote[1])


def _value(found: re.Match[str]) -> int:
    return int(_NO_DIGITS.sub("", found.group()))


def _can_count_people(text: str, found: re.Match[str]) -> bool:
    """Whether a number can count people, by the number itself and the words after it."""
    plain = found.group().isdigit() and _value(found) in _YEARS
    after = " ".join(text[found.end() : found.end() + 40].casefold().split())
    others = _words().scales | _words().units
    follows = any(after == word or re.match(rf"{re.escape(word)}(?!\w)", after) for word in others)
    return not plain and not follows and _value(found) <= WORLD_POPULATION


def _qualifier(text: str, found: re.Match[str], end: int) -> Qualifier | None:
    """The qualifier of a number, from the words before it or between it and the next number of the quote."""
    before = " ".join(text[max(0, found.start() - 40) : found.start()].casefold().split())
    following = next((each.start() for each in _figures(text, (found.end(), end))), None)
    after = " ".join(text[found.end() : following or end].casefold().split())
    for name, phrase in _longest_first(_words().before):
        if re.search(rf"(?<!\w){re.escape(phrase)}$", before):
            return name
    for name, phrase in _longest_first(_words().after):
        # Words right before the next number are about that one.
        own = after.removesuffix(phrase) if following is not None else after
        if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", own):
            return name
    return None


def _longest_first(table: dict[Qualifier, list[str]]) -> list[tuple[Qualifier, str]]:
    """The phrases of a table; "не більше" comes before "більше", which is a part of it."""
    return sorted(((name, each) for name, listed in table.items() for each in listed), key=lambda each: -len(each[1]))
