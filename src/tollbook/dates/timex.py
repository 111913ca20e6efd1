"""The grammar of date expressions: where one stands in a text, and which parts of a date it gives.

A *timex* is TimeML's word for a time expression. Its forms and words are data (``locale/en/dates.toml``); the days it
means are worked out in :mod:`tollbook.dates.calendars`.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Literal

import msgspec

from tollbook.dates.other_calendars import Calendar

Kind = Literal[
    "calendar", "other calendar", "slashed", "month", "season", "part", "year", "decade", "weekday", "relative",
    "beside", "ago", "into", "span", "overnight", "clock", "day of the month",
]  # fmt: skip
Unit = Literal["day", "week", "weekend", "fortnight", "month", "quarter", "half", "year", "decade", "century"]

#: The field of a timex that each slot fills.
_FIELDS = {
    "month": "month", "month_name": "month", "month_verb": "month", "month_short": "month", "mm": "month",
    "day": "day", "dd": "day", "nth_day": "day", "glued_day": "day", "until": "until", "weekday": "weekday",
    "weekday_name": "weekday", "year": "year", "yy": "year", "year_words": "year", "decade": "year", "season": "season",
    "unit": "unit", "fraction": "unit", "step": "step", "beside": "step", "year_step": "year_step",
    "week_step": "week_step", "count": "count", "nth": "nth", "quarter": "nth", "first": "first", "second": "second",
    "fiscal": "fiscal", "hijri_month": "month", "jalali_month": "month", "ethiopian_month": "month",
    "solar_year": "year",
}  # fmt: skip
_SPACE = r"(?:[^\S\n]{1,40}\n?|\n)[^\S\n]{0,40}"  # bounded: a page of blanks must not cost its square
#: Letters that a search without regard to case takes for i, s and k, but that no table holds.
_LOOKALIKES = {0x130: "I", 0x131: "i", 0x17F: "s", 0x212A: "K"}
#: A date ends with its word; scraped pages run the next, capitalised word into a year.
_ENDS = r"(?:(?!\w|-(?-i:[a-z]))|(?<=\d{4})(?=(?-i:[A-Z][a-z])))"
_DIRECTED = ("calendar", "month", "weekday", "day of the month")  # kinds that a verb before them turns ahead or back
_CAPITALISED = ("ambiguous_months", "month_abbreviations", "weekday_abbreviations")
_NEAR = 24  # characters: the longest cue is shorter
_BEFORE_IN_SENTENCE = 80  # characters: a verb that looks ahead stands no further from its date in most news sentences
_LONG_LINE = 80  # characters: a row of reference numbers is shorter
#: "1511, 1533, 1574": several numbers and nothing else in a line are no years.
_NUMBERS_ALONE = re.compile(r"\s*\d+(?:\s*[,;]\s*\d+)+[\s.]*")
_POSIX_PIVOT = 69  # two digits from 69 on are of the 20th century, as in POSIX


class Timex(msgspec.Struct, frozen=True, kw_only=True):
    """A date expression taken apart; a part that is ``None`` is not said. ``start`` and ``end`` are code points.

    ``step`` counts units from an anchor (-1 *last*, 0 *this*, 1 *next*), ``count`` 0 says no number ("several days").
    The anchor is the publication day, or where ``told`` the day told of before. ``ahead`` is the way it
    looks, where known.
    """

    start: int
    end: int
    kind: Kind
    weekday: int | None = None
    day: int | None = None
    until: int | None = None
    month: int | None = None
    year: int | None = None
    unit: Unit | None = None
    step: int | None = None
    year_step: int | None = None
    week_step: int | None = None
    count: int | None = None
    nth: int | None = None
    season: int | None = None
    first: int | None = None
    second: int | None = None
    fiscal: bool = False
    ahead: bool | None = None
    told: bool = False
    calendar: Calendar | None = None


class _Form(msgspec.Struct, frozen=True):
    """A kind of date and the ways of writing it; the other fields hold where the words do not say themselves."""

    kind: Kind
    words: list[str]
    after: str | None = None
    guard: Literal["name", "year"] | None = None
    unit: Unit | None = None
    step: int | None = None
    ahead: bool = False
    told: bool = False
    calendar: Calendar | None = None


class _Grammar(msgspec.Struct, frozen=True):
    """The shape of ``locale/en/dates.toml``."""

    numbers: dict[str, dict[str, int]]
    units: dict[str, Unit]
    fractions: dict[str, Unit]
    words: dict[str, list[str]]
    slots: dict[str, str]
    around: dict[str, list[str]]
    cues: dict[str, list[str]]
    opens: dict[str, list[str]]
    joins: dict[str, list[str]]
    form: list[_Form]


@functools.cache
def _grammar() -> _Grammar:
    raw = resources.files("tollbook").joinpath("locale/en/dates.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Grammar)


@functools.cache
def _values() -> dict[str, int]:
    return {word: number for table in _grammar().numbers.values() for word, number in table.items()}


@functools.cache
def _lists() -> Mapping[str, str]:
    """A pattern for every table of words, the longest word first."""
    tables: dict[str, Iterable[str]] = {**_grammar().numbers, **_grammar().words}
    tables |= {"units": _grammar().units, "fractions": _grammar().fractions}
    patterns = {}
    for name, words in tables.items():
        ordered = sorted(words, key=len, reverse=True)
        if name in _CAPITALISED:
            patterns[name] = "(?-i:" + "|".join(f"{w.capitalize()}|{w.upper()}" for w in ordered) + ")"
        else:
            patterns[name] = "(?:" + "|".join(_spaced(w) for w in ordered) + ")"
    return patterns


def _spaced(form: str) -> str:
    form = form.replace(" ?", r"[^\S\n]?").replace(" ", _SPACE)
    return form.replace("'s", r"(?:[^\S\n]?['’]s)").replace(",?", r"(?:[^\S\n]?,)?")


def _pattern(form: str, number: int | None = None) -> str:
    """The form as a regular expression; its slots become groups ``<slot>_<number>`` unless no number is given."""

    taken: set[str] = set()

    def fill(slot: re.Match[str]) -> str:
        look, name = slot.groups()
        if name not in _grammar().slots:
            return _lists()[name]
        inner = _pattern(_grammar().slots[name])
        if look or number is None or name in taken:
            return f"(?:{inner})"
        taken.add(name)
        return f"(?P<{name}_{number}>{inner})"

    return re.sub(r"\{(~?)([a-z_]+)\}", fill, _spaced(form))


@functools.cache
def _forms() -> list[tuple[str, _Form]]:
    return [(words, form) for form in _grammar().form for words in form.words]


@functools.cache
def _dates() -> re.Pattern[str]:
    """All forms as one pattern: the group ``f<number>`` tells which of them matched."""
    before = "|".join(_pattern(w) for w in _grammar().around["before"])
    after = "|".join(_pattern(w) for w in _grammar().around["after"])
    forms = "|".join(f"(?P<f{i}>{_pattern(words, i)})" for i, (words, _) in enumerate(_forms()))
    around = rf"(?:(?:{before})(?:{_SPACE}|(?<=-))){{0,2}}(?:{forms})(?:{_SPACE}(?:{after})\b)?"
    words, leads, led = ("|".join(_pattern(w) for w in _grammar().opens[k]) for k in ("words", "leads", "led"))
    opening = rf"(?=(?!(?:{leads})\b)(?:{words})|(?:{leads}){_SPACE}(?:{words}|{led}))"
    return re.compile(rf"(?<![\w-]){opening}{around}{_ENDS}", re.I)


@functools.cache
def cue(name: str, *, before: bool) -> re.Pattern[str]:
    """One of the words of ``[cues]`` of this name, just before a date or just after it."""
    words = "|".join(_pattern(w) for w in _grammar().cues[name])
    return re.compile(rf"(?<!\w)(?:{words})\W{{0,3}}$" if before else rf"\W{{0,2}}(?:{words})(?!\w)", re.I)


def parse(text: str) -> Iterator[Timex]:
    """The date expressions of a text, in order and apart from each other."""
    text = text.translate(_LOOKALIKES)
    for match in _dates().finditer(text):
        name = str(match.lastgroup)
        form = _forms()[int(name[1:])][1]
        if _stands(text, *match.span(name), form):
            ahead = _looks_ahead(text, match.start()) if form.kind in _DIRECTED else form.ahead
            yield _timex(match, int(name[1:]), form, ahead)


@functools.cache
def _clocks() -> re.Pattern[str]:
    return re.compile(_pattern(_grammar().slots["clock"]), re.I)


def clock(words: str) -> tuple[str, str | None] | None:
    """The hour a date expression gives, as ``HH:MM``, and the zone as it is written; None where it gives none."""
    found = _clocks().search(words)
    parts = found and re.match(r"(\d{1,2})[:.]?(\d\d)?", found[0])
    if found is None or not parts:
        return None
    hour, minute = int(parts[1]), int(parts[2] or 0)
    half = re.search(r"([ap])\.? ?m", found[0], re.I)
    if half:
        hour = hour % 12 + (12 if half[1].lower() == "p" else 0)
    zone = re.search(r"(?:gmt|utc|est|edt|local time)$", found[0], re.I)
    return (f"{hour:02}:{minute:02}", zone[0] if zone else None) if hour < 24 and minute < 60 else None


def without_clock(words: str) -> str:
    """A date expression without the hour it gives."""
    return _clocks().sub(" ", words)


def joined(text: str, start: int, end: int, second: int) -> bool:
    """Whether a date ``[start, end)`` and the one that begins at ``second`` are written as ends of one stretch."""
    joins = {k: "|".join(map(re.escape, words)) for k, words in _grammar().joins.items()}
    if not re.fullmatch(rf"\s*(?:{joins['to']})\s*(?:the\s+)?", text[end:second], re.I):
        return False
    return re.search(rf"\b(?:{joins['between']})\s+$", text[max(0, start - _NEAR) : start], re.I) is not None


def _stands(text: str, start: int, end: int, form: _Form) -> bool:
    """Whether what is written like a date is one, by the words beside it."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if not before.strip() and not after.strip():
        return True  # nothing but the date: a cell of a table, words asked about
    if form.after:
        return cue(form.after, before=True).search(before) is not None
    if form.guard == "year" and _NUMBERS_ALONE.fullmatch(_line_of(text, start, end)):
        return False
    if form.guard:
        no = cue(f"no_{form.guard}_after", before=True).search(before)
        return not (no or cue(f"no_{form.guard}_before", before=False).match(after))
    return True


def _line_of(text: str, start: int, end: int) -> str:
    """The line that a date stands in, as far as it is near."""
    before, after = text[max(0, start - _LONG_LINE) : start], text[end : end + _LONG_LINE]
    return before.rpartition("\n")[2] + text[start:end] + after.partition("\n")[0]


def _looks_ahead(text: str, start: int) -> bool | None:
    """Which way the sentence looks before the date: the last word that tells decides."""
    sentence = re.split(r"[.;!?]\s", text[max(0, start - _BEFORE_IN_SENTENCE) : start])[-1]
    told = list(_tenses().finditer(sentence))
    return told[-1]["ahead"] is not None if told else None


@functools.cache
def _tenses() -> re.Pattern[str]:
    ahead, behind = ("|".join(_pattern(w) for w in _grammar().cues[name]) for name in ("ahead", "behind"))
    return re.compile(rf"(?<!\w)(?:(?P<ahead>{ahead})|{behind})(?!\w)", re.I)


@functools.cache
def _slots(number: int) -> list[str]:
    """The slots of a form that fill a field."""
    names = {name for look, name in re.findall(r"\{(~?)([a-z_]+)\}", _forms()[number][0]) if not look}
    return [name for name in names if name in _FIELDS]


def _timex(match: re.Match[str], number: int, form: _Form, ahead: bool | None) -> Timex:
    said: dict[str, int | str] = {}
    for slot in _slots(number):
        words = match[f"{slot}_{number}"]
        if words is not None:
            said[_FIELDS[slot]] = _value(slot, words)
    filled = {"unit": form.unit, "step": form.step, "told": form.told, "ahead": ahead, "calendar": form.calendar} | said
    return msgspec.convert({"start": match.start(), "end": match.end(), "kind": form.kind} | filled, Timex)


def _value(slot: str, words: str) -> int | str | bool:
    key = re.sub(r"\s+", " ", words.lower().rstrip("."))
    if slot in ("unit", "fraction"):
        return (_grammar().units | _grammar().fractions)[key]
    if slot == "fiscal":
        return True
    if slot == "year_words":
        return _year_in_words(key)
    digits = re.match(r"\d+", key)
    number = int(digits[0]) if digits else _values()[key]
    if slot == "yy":
        return number + (1900 if number >= _POSIX_PIVOT else 2000)
    return number + 1900 if slot == "decade" else number


def _year_in_words(words: str) -> int:
    """*nineteen eighty-seven* is 1987; *two thousand and three* is 2003."""
    first, *rest = [_values().get(w, 0) for w in re.split(r"[ -]", words)]
    return (2000 if "thousand" in words else 100 * first) + sum(rest)
