"""Resolves date expressions of events. A reported event is not after publication, so "this week" ends that day."""

from calendar import monthrange
from datetime import date, timedelta

from msgspec.structs import replace

from tollbook import dates
from tollbook.mentions import DateMention
from tollbook.model import Precision, Report, When
from tollbook.readers.rules.words.language import LOCALE

#: A date longer than a weekend dates an event only if it belongs to the verb that reports it.
_LONG_DAYS = 3
#: Time zones and nights can make a day one too late.
_NIGHT = timedelta(days=1)
#: From so many days on, an earlier time is given in months or years, without its day.
_MONTH, _YEAR = 30, 365


def when(mention: DateMention, published: date | None) -> When:
    """The days of a date expression. Events of "this week" were not after publication, so it ends on that day."""
    first, last = mention.first, mention.last
    goes_on = first is not None and last is not None and published is not None and first <= published < last
    return When(
        start=first,
        end=published if goes_on and mention.precision in {"week", "month", "year"} else last,
        precision=mention.precision,
        basis=mention.basis,
        text=mention.text,
        time=mention.time,
        zone=mention.zone,
        reason=mention.reason,
    )


def by(day: When | None) -> When | None:
    """Some day up to another one."""
    return day and replace(day, start=None, end=day.end or day.start, precision="unknown", time=None, zone=None)


def is_after(one: When, other: When | None) -> bool:
    """Whether a day is later than another one."""
    return bool(other and one.start and other.start and one.start > other.start)


def days_before(later: When | None, days: int) -> When | None:
    """The day so many days before another, or its month or year; a day without a date if that is not known."""
    if later is None or later.start is None or later.precision != "day" or days < 0:
        return None if later is None else When(text=later.text, basis=later.basis, reason=later.reason)
    unit: Precision = "year" if days >= _YEAR else "month" if days >= _MONTH else "day"
    first = last = later.start - timedelta(days=days)
    if unit != "day":
        start, end = (1, 12) if unit == "year" else (first.month, first.month)
        first, last = date(first.year, start, 1), date(first.year, end, monthrange(first.year, end)[1])
    return replace(later, start=first, end=last, precision=unit, basis="relative", time=None, zone=None)


def in_the_past(mention: DateMention, report: Report) -> DateMention:
    """The day of a finding in the latest year up to publication, if the words give no year: "2 November".

    "A truce that will begin on Monday" gives a day that is ahead, whatever the year.
    """
    first, last = mention.first, mention.last
    is_dated = dates.in_figures(mention.text, LOCALE)
    if first is None or last is None or not is_dated or not _is_well_after(mention, report):
        return mention
    return replace(mention, first=_a_year_before(first), last=_a_year_before(last))


def _a_year_before(day: date) -> date:
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - 1, day=28 if is_leap_day else day.day)


def _is_well_after(mention: DateMention, report: Report) -> bool:
    """Whether a day without a stated year is more than a night after publication: a hearing, or a wrong year."""
    if mention.basis != "relative" or mention.first is None or report.published is None:
        return False
    return mention.first > report.published + _NIGHT


def is_ahead(mention: DateMention, report: Report) -> bool:
    """Whether words refer to a day after publication, as "next week" does: a plan is not an event."""
    after = mention.first is not None and report.published is not None and mention.first > report.published
    in_words = after and not dates.in_figures(mention.text, LOCALE)
    return in_words or _is_well_after(mention, report)


def is_long(mention: DateMention) -> bool:
    """Whether a date is of more days than a weekend."""
    return mention.first is not None and mention.last is not None and (mention.last - mention.first).days > _LONG_DAYS
