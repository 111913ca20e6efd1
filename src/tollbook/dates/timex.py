"""Finds date expressions in a text and takes each apart into weekday, day, month, year and so on.

A *timex* is TimeML's word for a time expression. :mod:`tollbook.dates.grammar` has the forms of a language;
:mod:`tollbook.dates.calendars` computes the days.
"""

import functools
import re
from collections.abc import Iterator

import msgspec

from tollbook.dates.grammar import Form, Grammar, Kind, Unit
from tollbook.dates.other_calendars import Calendar

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
#: Letters that a search without regard to case takes for i, s and k, but that no table holds.
_LOOKALIKES = {0x130: "I", 0x131: "i", 0x17F: "s", 0x212A: "K"}
#: Kinds whose direction, future or past, depends on the verb before them.
_DIRECTED = ("calendar", "month", "weekday", "relative", "day of the month")
_NEAR = 24  # characters: the longest cue is shorter
_BEFORE_IN_SENTENCE = 80  # characters: in most news sentences a verb about the future is this close to its date
_LONG_LINE = 80  # characters: a row of reference numbers is shorter
#: "1511, 1533, 1574": numbers are not years if several of them fill a line.
_NUMBERS_ALONE = re.compile(r"\s*\d+(?:\s*[,;]\s*\d+)+[\s.]*")
_POSIX_PIVOT = 69  # two digits from 69 on are of the 20th century, as in POSIX


class Timex(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a date expression; ``None`` for a part it does not have. ``start`` and ``end`` are code points.

    ``step`` counts units from an anchor (-1 *last*, 0 *this*, 1 *next*). ``count`` is 0 if the words give no number
    ("several days"). The anchor is the publication day, or with ``from_previous`` the date before it in the text.
    ``ahead``: in the future (True), in the past (False), not known (None).
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
    from_previous: bool = False
    calendar: Calendar | None = None


def parse(text: str, grammar: Grammar) -> Iterator[Timex]:
    """The date expressions of a text, in order; none overlaps another."""
    text = text.translate(_LOOKALIKES)
    for match in grammar.dates.finditer(text):
        name = str(match.lastgroup)
        form = grammar.forms[int(name[1:])][1]
        if _is_date(text, *match.span(name), form, grammar):
            ahead = _is_ahead(text, match.start(), grammar) if form.kind in _DIRECTED else form.ahead
            yield _timex(match, int(name[1:]), ahead, grammar)


def clock(words: str, grammar: Grammar) -> tuple[str, str | None] | None:
    """The hour of a date expression, as ``HH:MM``, and its zone as written; None if it has no hour."""
    match = grammar.clock.search(words)
    parts = match and re.match(r"(\d{1,2})[:.]?(\d\d)?", match[0])
    if match is None or not parts:
        return None
    hour, minute = int(parts[1]), int(parts[2] or 0)
    if half := grammar.half_day.search(match[0]):
        hour = hour % 12 + (12 if half["after_noon"] else 0)
    zone = grammar.zone.search(match[0])
    return (f"{hour:02}:{minute:02}", zone[0] if zone else None) if hour < 24 and minute < 60 else None


def without_clock(words: str, grammar: Grammar) -> str:
    """A date expression without its hour."""
    return grammar.clock.sub(" ", words)


def joined(text: str, first: tuple[int, int], second: int, grammar: Grammar) -> bool:
    """Whether the date at span ``first`` and the one that begins at ``second`` are the two ends of one period."""
    before, between = grammar.joins
    start, end = first
    if not between.fullmatch(text[end:second]):
        return False
    return before.search(text[max(0, start - _NEAR) : start]) is not None


def _is_date(text: str, start: int, end: int, form: Form, grammar: Grammar) -> bool:
    """Whether words in the form of a date are one, by the words next to them."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if not before.strip() and not after.strip():
        return True  # nothing but the date: a cell of a table, or the text of a form field
    if form.after:
        return grammar.cue(form.after, before=True).search(before) is not None
    if form.guard == "year" and _NUMBERS_ALONE.fullmatch(_line_of(text, start, end)):
        return False
    if form.guard:
        excluded = grammar.cue(f"no_{form.guard}_after", before=True).search(before)
        follows = grammar.cue(f"no_{form.guard}_before", before=False).match(after)
        # "On Tuesday hospital officials said": only "Hospital" can be a part of a name.
        return not (excluded or (follows and (form.guard != "name" or follows[0].strip(" -")[:1].isupper())))
    return True


def _line_of(text: str, start: int, end: int) -> str:
    """The line of a date, as far as it is near."""
    before, after = text[max(0, start - _LONG_LINE) : start], text[end : end + _LONG_LINE]
    return before.rpartition("\n")[2] + text[start:end] + after.partition("\n")[0]


def _is_ahead(text: str, start: int, grammar: Grammar) -> bool | None:
    """Whether a date is in the future, by the last verb or cue before it in its sentence; None if there is none."""
    sentence = re.split(r"[.;!?]\s", text[max(0, start - _BEFORE_IN_SENTENCE) : start])[-1]
    cues = list(grammar.tenses.finditer(sentence))
    return cues[-1]["ahead"] is not None if cues else None


@functools.lru_cache(maxsize=1 << 10)
def _slots(words: str) -> tuple[str, ...]:
    """The slots of a form that fill a field."""
    names = {name for look, name in re.findall(r"\{(~?)([a-z_]+)\}", words) if not look}
    return tuple(name for name in names if name in _FIELDS)


def _timex(match: re.Match[str], number: int, ahead: bool | None, grammar: Grammar) -> Timex:
    pattern, form = grammar.forms[number]
    values: dict[str, int | str] = {}
    for slot in _slots(pattern):
        words = match[f"{slot}_{number}"]
        if words is not None:
            values[_FIELDS[slot]] = _value(slot, words, grammar)
    defaults = {
        "unit": form.unit, "step": form.step, "from_previous": form.from_previous, "ahead": ahead,
        "calendar": form.calendar,
    }  # fmt: skip
    span = {"start": match.start(), "end": match.end(), "kind": form.kind}
    return msgspec.convert(span | defaults | values, Timex)


def _value(slot: str, words: str, grammar: Grammar) -> int | str | bool:
    key = re.sub(r"\s+", " ", words.lower().rstrip("."))
    if slot in ("unit", "fraction"):
        return grammar.units[key]
    if slot == "fiscal":
        return True
    if slot == "year_words":
        return _year_in_words(key, grammar)
    digits = re.match(r"\d+", key)
    number = int(digits[0]) if digits else grammar.values[key]
    if slot == "yy":
        return number + (1900 if number >= _POSIX_PIVOT else 2000)
    return number + 1900 if slot == "decade" else number


def _year_in_words(words: str, grammar: Grammar) -> int:
    """*nineteen eighty-seven* is 1987; *two thousand and three* is 2003."""
    parts = re.split(r"[ -]", words)
    first, *rest = (grammar.values.get(word, 0) for word in parts)
    has_thousand = any(word in grammar.tables.words.get("thousand", ()) for word in parts)
    return first * (1000 if has_thousand else 100) + sum(rest)
