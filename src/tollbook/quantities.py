"""Counts of people in words: a phrase of quantity to a ``Count``, by the table in ``docs/contract.md``.

The words are data of a language (``locale/CODE/quantities.toml``). A claim keeps what the report says; a reconciliation
rule may interpret a vague word differently.
"""

import functools
import re
from collections.abc import Iterable
from fractions import Fraction

import msgspec
from text_to_num import text2num

from tollbook.locale import Locale
from tollbook.model import Count, Qualifier, Span

#: More than the population of the earth. A larger number counts something else, or is damaged; no claim is made of it.
WORLD_POPULATION = 10_000_000_000
#: Digits of the longest number that is read, more than any that means something. Python refuses 4,300 of them.
LONGEST = 100
#: A word, or a number in figures.
_WORD = re.compile(r"\w+(?:[.,]\d+)*\+?")
#: Before a qualifier: a word begins here, or a sign that is no part of an arrow, of markup or of another sign.
_OPENS = r"(?:\b(?=\w)|(?<![\w/\"'<>=-])(?=[^\w\s]))"
#: After a qualifier: a word ends here, or a sign that no word follows. A sign may touch its number, a word may not.
_CLOSES = r"(?:(?<=\w)\b|(?<=[^\w\s])(?!\w))"
#: A date in figures, as it stands before some headlines: "05-04-2016".
_DATE = re.compile(r"\b(?:\d{1,2}([-./])\d{1,2}\1\d{4}|\d{4}([-./])\d{1,2}\2\d{1,2})\b")

#: The mark of a footnote, in brackets right after a word or raised after a number: "people[3]", "30²".
_FOOTNOTE = re.compile(r"(?<=[\w.,;:!?)'\"’”])(?:\[\d{1,3}\])+|(?<=\d)[⁰¹²³⁴-⁹]+(?:\[\d{1,3}\])*")


class _Numerals(msgspec.Struct, frozen=True):
    thousands: str
    decimal: str
    scales: dict[str, int]
    multipliers: list[str]
    joining: list[str]
    words: dict[str, int]


class _Range(msgspec.Struct, frozen=True):
    opening: list[str]
    joining: list[str]
    only_after_opening: list[str]


class _Phrases(msgspec.Struct, frozen=True):
    articles: list[str]
    not_vague_after: list[str]
    multiple: str
    age: str
    unknown: str
    corrected: str = "(?!)"


class _Units(msgspec.Struct, frozen=True):
    nouns: frozenset[str]


class _Tables(msgspec.Struct, frozen=True):
    """The shape of ``locale/CODE/quantities.toml``; each table is explained there."""

    numerals: _Numerals
    range: _Range
    phrases: _Phrases
    before: dict[Qualifier, list[str]]
    after: dict[Qualifier, list[str]]
    vague: dict[str, int]
    exact: dict[str, int]
    units: _Units


class _Grammar:
    """The tables of one language, and the patterns made from them."""

    def __init__(self, tables: _Tables) -> None:
        self.tables = tables
        self.multiple = re.compile(tables.phrases.multiple, re.I)
        self.age = re.compile(tables.phrases.age, re.I)
        self.corrected = re.compile(tables.phrases.corrected, re.I)
        self.unknown = re.compile(tables.phrases.unknown, re.I)
        marks = tables.numerals
        figures = _figures(marks)
        self.figures = re.compile(rf"({figures})(?: ?({_any_of(marks.scales)}))?")
        self.separators = re.compile(rf"[{re.escape(marks.thousands)}]")
        self.before_scale = re.compile(rf"\d+[{_signs(marks)}]\d{{1,2}}")
        value = self._value(figures)
        self.between = self._between(value)
        before, after = (_any_of(p for phrases in t.values() for p in phrases) for t in (tables.before, tables.after))
        article = _any_of(tables.phrases.articles)
        self.single = re.compile(
            rf"(?:{_OPENS}({before})(?:\s+(?:(?:{article})\s+)?|(?<=[^\w\s])))?"
            rf"(?<![\w.:-])({value})\b(?!-\w|:\d)(?:\s*({after}){_CLOSES})?",
            re.I,
        )
        no_word_before = "".join(rf"(?<!\b{re.escape(word)} )" for word in tables.phrases.not_vague_after)
        self.vague = re.compile(rf"{no_word_before}\b({_any_of(tables.vague)})\b", re.I)

    def _value(self, figures: str) -> str:
        """One number, in figures or in words."""
        marks = self.tables.numerals
        word = rf"(?:{_any_of(marks.words)})\b"
        inside = rf"{word}|{_any_of(marks.multipliers)}|(?:{_any_of(marks.joining)})(?= {word})"
        in_words = rf"{word}(?:[ -](?:{inside})\b)*"
        scaled = rf"(?:{figures})(?:\s?(?:{_any_of(marks.scales)})\b)?"
        return rf"(?:{scaled}|{_any_of(self.tables.exact)}|{in_words})"

    def _between(self, value: str) -> re.Pattern[str]:
        opening = _any_of(self.tables.range.opening)
        joining = rf"-|–|—|\b(?:{_any_of(self.tables.range.joining)})\b"
        return re.compile(rf"\b(?:({opening})\s+)?({value})\s*(?:{joining})\s*({value})\b(?!-)", re.I)


def _any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of the phrases, the longest first; without phrases it matches nothing."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in ordered) or "(?!)"


def _signs(marks: _Numerals) -> str:
    """The thousands separators that are no space, for a set of characters; a comma in English."""
    return re.escape("".join(marks.thousands.split()))


def _figures(marks: _Numerals) -> str:
    """A number in figures: "1,207", "12,34,567" as in India, "2,5" before "million"; no part of any other "12,5"."""
    separator, sign, scale = re.escape(marks.thousands), _signs(marks), _any_of(marks.scales)
    by_three = rf"\d{{1,3}}(?:[{separator}]\d{{3}})+(?!\d)"
    by_two = rf"\d{{1,2}}(?:[{sign}]\d{{2}})+[{sign}]\d{{3}}(?!\d)"
    before_scale = rf"\d+[{sign}]\d{{1,2}}(?=\s?(?:{scale})\b)"
    plain = rf"\d+(?:{re.escape(marks.decimal)}\d+)?"
    return rf"(?<!\d[{sign}])(?:{by_three}|{by_two}|{before_scale}|{plain})(?![{sign}]\d)"


@functools.cache
def _grammar(locale: Locale) -> _Grammar:
    return _Grammar(locale.table("quantities", _Tables))


def number(words: str, locale: Locale) -> int | None:
    """One plain number in figures or words: ``"1,207"``, ``"twenty-three"``, ``"2 million"``; else None."""
    grammar = _grammar(locale)
    text = re.sub(r"\s+", " ", _FOOTNOTE.sub("", words).strip().lower())
    for known in (grammar.tables.exact, grammar.tables.numerals.words):
        if text in known:
            return known[text]
    if match := grammar.figures.fullmatch(text):
        if grammar.before_scale.fullmatch(match[1]):
            plain = grammar.separators.sub(".", match[1])
        else:
            plain = grammar.separators.sub("", match[1]).replace(grammar.tables.numerals.decimal, ".")
        if len(plain) > LONGEST:
            return None
        value = Fraction(plain) * grammar.tables.numerals.scales.get(match[2] or "", 1)
        return int(value) if value.denominator == 1 else None
    try:
        return int(text2num(text.replace("-", " "), locale.code))
    except ValueError:  # not a number, or a language that the library does not know
        return None


def count(words: str, locale: Locale) -> Count | None:
    """The Count in a noun phrase such as ``"at least 40 bodies"``; None if it holds no quantity.

    The last quantity of the phrase counts, since it is nearest to the noun: a damaged sentence may begin with a date.
    Ages, lengths of time, dates in figures and marks of footnotes inside the phrase are not counts and are skipped.
    """
    plain = _without_other_numbers(words, locale)
    if _grammar(locale).unknown.search(plain):
        return Count(qualifier="unknown", text=words.strip())
    found = _multiple(plain, locale) or _between(plain, locale) or _single(plain, locale)
    if found is None or plain == words:
        return found
    start = plain.rindex(found.text)
    return msgspec.structs.replace(found, text=words[start : start + len(found.text)])


def every(words: str, locale: Locale) -> list[tuple[Count, Span]]:
    """Every Count in some words, with the span of the words it is read from; of two that overlap, the longer."""
    plain = _without_other_numbers(words, locale)
    found: list[tuple[Count, Span]] = []
    for match in _WORD.finditer(plain):
        # The words either continue the last count ("40" to "40 or more") or have a new one.
        ends = [0, *(span[1] for _, span in found)][-2:]
        for start in ends:
            read = count(plain[start : match.end()], locale)
            if read is not None and read.text and plain[start : match.end()].endswith(read.text):
                span = match.end() - len(read.text), match.end()
                found = [one for one in found if one[1][0] < span[0]]
                found.append((msgspec.structs.replace(read, text=words[slice(*span)]), span))
                break
    return found


def _without_other_numbers(words: str, locale: Locale) -> str:
    """The words with spaces for ages, dates, corrected numbers and footnotes: "12 people   " for "12 people[3]"."""
    plain = _grammar(locale).age.sub(_blank, without_footnotes(words))
    return _DATE.sub(_blank, _grammar(locale).corrected.sub(_blank, plain))


def without_footnotes(text: str) -> str:
    """The text with spaces for the marks of footnotes, of the same length: "12 people   " for "12 people[3]"."""
    return _FOOTNOTE.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    """Spaces of the same length, so that nothing else moves."""
    return " " * len(match.group())


def is_multiple(words: str, locale: Locale) -> bool:
    """Whether the words hold a factor ("three to four times more"), which is no number of people by itself."""
    return _grammar(locale).multiple.search(words) is not None


def _multiple(words: str, locale: Locale) -> Count | None:
    match = _grammar(locale).multiple.search(words)
    low = number(match[1], locale) if match else None
    if match is None or low is None:
        return None
    high = number(match[2], locale) if match[2] else low
    return Count(low=low, best=low if low == high else None, high=high, qualifier="multiple of", text=match.group())


def _between(words: str, locale: Locale) -> Count | None:
    grammar = _grammar(locale)
    match = _last(grammar.between, words)
    if match is None:
        return None
    low, high = number(match[2], locale), number(match[3], locale)
    needs_opening = any(f" {word} " in match.group().lower() for word in grammar.tables.range.only_after_opening)
    if low is None or high is None or not low < high <= WORLD_POPULATION or (needs_opening and not match[1]):
        return None
    return Count(low=low, best=None, high=high, qualifier="between", text=match.group())


def _single(words: str, locale: Locale) -> Count | None:
    grammar = _grammar(locale)
    vague = _last(grammar.vague, words)
    match = _last(grammar.single, words)
    if vague and (match is None or vague.end() >= match.end()):
        low = grammar.tables.vague[re.sub(r"\s+", " ", vague[1].lower())]
        return Count(low=low, best=None, high=None, qualifier="vague", text=vague.group())
    if match is None:
        return None
    value = number(match[2], locale)
    if value is None or value > WORLD_POPULATION:
        return None
    tables = grammar.tables
    quotes = _is_quotation_mark(match)
    before = None if quotes else _qualifier(match[1], tables.before)
    qualifier = before or _qualifier(match[3], tables.after) or "exactly"
    return bounded(value, qualifier, words[match.start(2) : match.end()] if quotes else match.group())


def _is_quotation_mark(match: re.Match[str]) -> bool:
    """Whether the sign before a number is that of a quoted line of a mail: ``"> 12 people were killed"``."""
    before = match.string[: match.start()].rpartition("\n")[2]
    return match[1] == ">" and match.end(1) < match.start(2) and not before.strip("> ")


def _last(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    match = None
    for match in pattern.finditer(words):  # noqa: B007
        pass
    return match


def _qualifier(phrase: str | None, table: dict[Qualifier, list[str]]) -> Qualifier | None:
    if phrase is None:
        return None
    plain = re.sub(r"\s+", " ", phrase.lower())
    return next((name for name, phrases in table.items() if plain in phrases), None)


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
def qualifiers(locale: Locale) -> dict[str, Qualifier]:
    """The phrases that qualify the number after them, and the qualifier each means."""
    return {phrase: name for name, phrases in _grammar(locale).tables.before.items() for phrase in phrases}


def unit_nouns(locale: Locale) -> frozenset[str]:
    """Nouns after which a number does not count people ("kilometres", "houses")."""
    return _grammar(locale).tables.units.nouns
