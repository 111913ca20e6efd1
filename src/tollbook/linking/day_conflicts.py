"""Decides whether the days of two claims of one report show that they are about two events."""

import functools
from collections.abc import Collection, Iterable
from datetime import date

import msgspec

from tollbook import dates, locale
from tollbook.linking.similarity import day_apart
from tollbook.model import Claim, ClaimKind, When

#: From this many days on a time is that of a campaign, not of one event. A calendar week ("this week") is left out: it
#: may be the vague day of one attack.
_LONG_DAYS = 4
#: A day of each month, as possible days of publication: on one of them "in July" is the current month.
_DAYS = tuple(date(2001, month, 15) for month in range(1, 13))


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/days.toml``."""

    weekend: frozenset[str]


@functools.cache
def _words() -> _Words:
    return locale.DEFAULT.lexicon("linking", "days", _Words)


def is_of_month_or_year(when: When | None) -> bool:
    """Whether a time is a month or a year, and so cannot be the day of a statement."""
    return when is not None and when.start is not None and when.precision in {"month", "year"}


def is_in_days(when: When | None) -> bool:
    """Whether a time is a day or some days, not a month or a year."""
    return when is not None and when.precision in {"day", "days", "week"}


def days_conflict(one: When | None, other: When | None) -> bool:
    """Whether both days are known and at least two days apart (reports of one night differ by one)."""
    return (day_apart(one, other) or 0) > 1


def spans_conflict(one: When | None, other: When | None) -> bool:
    """Whether one time is a day and the other many days: "killed six on Sunday", "raids of the past seven days".

    A week or a weekend may be the vague day of one attack, unless the day is not in it: "on Monday", "last week".
    """
    apart = day_apart(one, other)
    if apart is None:
        return False
    return _is_long(one) != _is_long(other) or (apart > 0 and _is_week(one) != _is_week(other))


def _is_long(when: When | None) -> bool:
    if when is None or when.start is None or when.end is None or when.precision != "days":
        return False
    return (when.end - when.start).days >= _LONG_DAYS


def _is_week(when: When | None) -> bool:
    """Whether a time is a week or a weekend, so that its length is not that of a night."""
    if when is None:
        return False
    return when.precision == "week" or not _words().weekend.isdisjoint(when.text.lower().split())


def was_before(part: Claim, claims: Iterable[Claim], of_kinds: Collection[ClaimKind] = ()) -> bool:
    """Whether a person or group is of an earlier day than a count of people, and so not part of it.

    The count is of the same kind of outcome, or of those of ``of_kinds``.

    "Killed a woman on Sunday", of 73 killed on Tuesday. Somebody may die of wounds on a later day than the others.
    """
    if part.when is None or part.when.precision != "day":
        return False
    kinds = of_kinds or {part.kind}
    whens = [c.when for c in claims if c.kind in kinds and c.scope == "incident" and c.when and c.when.start]
    return any(days_conflict(part.when, when) and _starts_before(part.when, when) for when in whens)


def _starts_before(one: When, other: When) -> bool:
    return one.start is not None and other.start is not None and one.start < other.start


def lie_apart_anyhow(one: When | None, other: When | None) -> bool:
    """Whether the words for two days that nothing resolved lie apart on most days on which a report can be published.

    "Tuesday" and "July" of a report without a day are two events; "Tuesday" and "this week" need not be, nor "Tuesday"
    and "July 3". A year or a month of a year that is given beside "Tuesday" is mostly another one.
    """
    if one is None or other is None or not (one.text and other.text):
        return False
    if one.start is None and other.start is None:
        return _apart_anyhow(*sorted((one.text, other.text)))
    known, open_ = (one, other) if other.start is None else (other, one)
    return open_.start is None and known.precision in {"month", "year"} and _is_a_day(open_.text)


def _is_a_day(words: str) -> bool:
    return _resolved(words, _DAYS[0]).precision == "day"


def _is_dated(words: str) -> bool:
    """Whether words are a day of a month, not a weekday: "July 3"."""
    return dates.in_figures(words, locale.DEFAULT)


@functools.lru_cache(maxsize=4096)
def _apart_anyhow(one: str, other: str) -> bool:
    words = set(one.split()), set(other.split())
    if words[0] <= words[1] or words[1] <= words[0]:
        return False  # "Sunday, 23 August" and "23 August"
    if _is_a_day(one) and _is_a_day(other) and _is_dated(one) != _is_dated(other):
        return False
    apart = [(day_apart(_resolved(one, day), _resolved(other, day)) or 0) > 1 for day in _DAYS]
    return 2 * sum(apart) > len(apart)


def _resolved(words: str, published: date) -> When:
    first, last, precision, basis = dates.resolve(words, published, locale.DEFAULT)
    return When(start=first, end=last, precision=precision, basis=basis, text=words)
