"""The grammar of date expressions in one language, compiled from ``locale/CODE/dates.toml``."""

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from tollbook.dates.other_calendars import Calendar
from tollbook.locale import Locale

Kind = Literal[
    "calendar", "other calendar", "numeric", "day first", "month", "season", "part", "year", "decade", "weekday",
    "relative", "beside", "ago", "into", "span", "overnight", "clock", "day of the month",
]  # fmt: skip
Unit = Literal["day", "week", "weekend", "fortnight", "month", "quarter", "half", "year", "decade", "century"]

_SPACE = r"(?:[^\S\n]{1,40}\n?|\n)[^\S\n]{0,40}"  # bounded: otherwise a page of blanks takes quadratic time
#: A date ends with its word; scraped pages run the next, capitalised word into a year.
_ENDS = r"(?:(?!\w|-(?-i:[a-z]))|(?<=\d{4})(?=(?-i:[A-Z][a-z])))"
_CAPITALISED = ("ambiguous_months", "month_abbreviations", "weekday_abbreviations")
_NOTHING = "(?!)"


class Form(msgspec.Struct, frozen=True):
    """A kind of date and the ways of writing it. The other fields apply unless the words say something else."""

    kind: Kind
    words: list[str]
    after: str | None = None
    guard: Literal["name", "year"] | None = None
    unit: Unit | None = None
    step: int | None = None
    ahead: bool = False
    from_previous: bool = False
    calendar: Calendar | None = None


class Clock(msgspec.Struct, frozen=True):
    """Patterns for the half of the day and the time zone of an hour."""

    before_noon: str
    after_noon: str
    zone: str


class Tables(msgspec.Struct, frozen=True):
    """The shape of ``locale/CODE/dates.toml``; each table is explained there."""

    numbers: dict[str, dict[str, int]]
    units: dict[str, Unit]
    fractions: dict[str, Unit]
    words: dict[str, list[str]]
    slots: dict[str, str]
    clock: Clock
    around: dict[str, list[str]]
    cues: dict[str, list[str]]
    opens: dict[str, list[str]]
    joins: dict[str, list[str]]
    form: list[Form]


class Grammar:
    """The tables of one language, and the patterns made from them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.values = {word: number for table in tables.numbers.values() for word, number in table.items()}
        self.units = tables.units | tables.fractions
        #: Each way of writing a date, with its form. The group ``f<index>`` of ``dates`` says which one matched.
        self.forms = [(words, form) for form in tables.form for words in form.words]
        self._lists = self._of_tables()
        self._cues: dict[tuple[str, bool], re.Pattern[str]] = {}

    def _of_tables(self) -> Mapping[str, str]:
        """A pattern for every table of words, the longest word first."""
        tables: dict[str, Iterable[str]] = {**self.tables.numbers, **self.tables.words}
        tables |= {"units": self.tables.units, "fractions": self.tables.fractions}
        patterns = {}
        for name, words in tables.items():
            ordered = sorted(words, key=len, reverse=True)
            if name in _CAPITALISED:
                patterns[name] = (
                    "(?-i:" + ("|".join(f"{w.capitalize()}|{w.upper()}" for w in ordered) or _NOTHING) + ")"
                )
            else:
                patterns[name] = "(?:" + ("|".join(map(_spaced, ordered)) or _NOTHING) + ")"
        return patterns

    def _pattern(self, form: str, number: int | None = None) -> str:
        """The form as a regular expression. With a number its slots become groups ``<slot>_<number>``."""
        taken: set[str] = set()

        def fill(slot: re.Match[str]) -> str:
            look, name = slot.groups()
            if name not in self.tables.slots:
                return self._lists[name]
            inner = self._pattern(self.tables.slots[name])
            if look or number is None or name in taken:
                return f"(?:{inner})"
            taken.add(name)
            return f"(?P<{name}_{number}>{inner})"

        return re.sub(r"\{(~?)([a-z_]+)\}", fill, _spaced(form))

    def _any_of(self, forms: Iterable[str]) -> str:
        return "|".join(map(self._pattern, forms)) or _NOTHING

    @functools.cached_property
    def dates(self) -> re.Pattern[str]:
        """All forms as one pattern: the last group that matched, ``f<index>``, is the index in ``forms``."""
        before, after = (self._any_of(self.tables.around[side]) for side in ("before", "after"))
        forms = "|".join(f"(?P<f{i}>{self._pattern(words, i)})" for i, (words, _) in enumerate(self.forms))
        around = rf"(?:(?:{before})(?:{_SPACE}|(?<=-))){{0,2}}(?:{forms})(?:{_SPACE}(?:{after})\b)?"
        words, leads, led = (self._any_of(self.tables.opens[name]) for name in ("words", "leads", "led"))
        opening = rf"(?=(?!(?:{leads})\b)(?:{words})|(?:{leads}){_SPACE}(?:{words}|{led}))"
        return re.compile(rf"(?<![\w-]){opening}{around}{_ENDS}", re.I)

    @functools.cached_property
    def clock(self) -> re.Pattern[str]:
        """An hour of the day."""
        return re.compile(self._pattern(self.tables.slots.get("clock", _NOTHING)), re.I)

    @functools.cached_property
    def half_day(self) -> re.Pattern[str]:
        """The half of the day of an hour: the group ``after_noon`` matched for the second half."""
        clock = self.tables.clock
        return re.compile(rf"(?P<after_noon>{clock.after_noon})|(?:{clock.before_noon})", re.I)

    @functools.cached_property
    def zone(self) -> re.Pattern[str]:
        """The time zone of an hour."""
        return re.compile(self.tables.clock.zone, re.I)

    @functools.cached_property
    def tenses(self) -> re.Pattern[str]:
        """Words that say whether a date is in the future (the group ``ahead`` matched) or in the past."""
        ahead, behind = (self._any_of(self.tables.cues[name]) for name in ("ahead", "behind"))
        return re.compile(rf"(?<!\w)(?:(?P<ahead>{ahead})|{behind})(?!\w)", re.I)

    @functools.cached_property
    def joins(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """The words before the first of two dates, and the words between the two, that make them one period."""
        between, to, articles = (
            "|".join(map(re.escape, self.tables.joins[name])) or _NOTHING for name in ("between", "to", "articles")
        )
        return (
            re.compile(rf"\b(?:{between})\s+$", re.I),
            re.compile(rf"\s*(?:{to})\s*(?:(?:{articles})\s+)?", re.I),
        )

    def cue(self, name: str, *, before: bool) -> re.Pattern[str]:
        """A word of ``[cues]`` of this name, directly before a date or directly after it."""
        if (name, before) not in self._cues:
            words = self._any_of(self.tables.cues[name])
            pattern = rf"(?<!\w)(?:{words})\W{{0,3}}$" if before else rf"[^\S\n]?-?(?:{words})(?!\w)"
            self._cues[name, before] = re.compile(pattern, re.I)
        return self._cues[name, before]


def _spaced(form: str) -> str:
    form = form.replace(" ?", r"[^\S\n]?").replace(" ", _SPACE)
    return form.replace("'s", r"(?:[^\S\n]?['’]s)").replace(",?", r"(?:[^\S\n]?,)?")


@functools.cache
def grammar(locale: Locale) -> Grammar:
    """The grammar of a language."""
    return Grammar(locale.table("dates", Tables))
