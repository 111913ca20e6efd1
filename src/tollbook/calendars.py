"""From the parts of a date to the days it means, in the Gregorian calendar.

Every reader takes a :class:`~tollbook.timex.Timex` and an :class:`Anchor` and gives :class:`Days`; where it cannot, it
raises ``ValueError`` with a sentence that says why. A reader for another calendar is one more entry in ``_READERS``.
"""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from tollbook.model import Precision
from tollbook.timex import Kind, Timex, Unit

NO_PUBLICATION_DAY = "the report has no publication day"
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_DAYS = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
_PRECISION: dict[Unit, Precision] = {
    "day": "day", "week": "week", "weekend": "days", "fortnight": "days", "month": "month", "quarter": "month",
    "half": "month", "year": "year", "decade": "year", "century": "year",
}  # fmt: skip
#: A day without a year is taken to lie ahead only where it is this many times nearer than the same day behind:
#: news looks back. Swept over 1, 1.5, 2 and 3 on news with dated expressions.
_LOOKS_BACK = 2


class Anchor(NamedTuple):
    """What a relative date hangs on: the publication day and the last day told of before it in the text."""

    published: date | None = None
    told: date | None = None

    def day(self) -> date:
        """The publication day."""
        if self.published is None:
            raise ValueError(NO_PUBLICATION_DAY)
        return self.published


class Days(NamedTuple):
    """Days from ``first`` to ``last``, inclusive. ``doubt`` says what speaks against them."""

    first: date
    last: date
    precision: Precision
    doubt: str | None = None


def days(timex: Timex, anchor: Anchor) -> Days:
    """The days a date expression means; ``ValueError`` says why it means none that we can know."""
    try:
        return _READERS[timex.kind](timex, anchor)
    except OverflowError:
        raise ValueError("the days lie outside the calendar") from None


def whole(unit: Unit, day: date) -> Days:
    """The calendar day, week (from Monday), month, year … that holds the day."""
    if unit in _DAYS:
        first = day if unit == "day" else day - timedelta(days=day.weekday())
        if unit == "weekend":
            first += timedelta(days=5)
        length = {"weekend": 2}.get(unit, _DAYS[unit])
        return Days(first, first + timedelta(days=length - 1), _PRECISION[unit])
    months = _MONTHS[unit]
    start = (day.year * 12 + day.month - 1) // months * months
    return Days(_month(start).first, _month(start + months - 1).last, _PRECISION[unit])


def shift(day: date, unit: Unit, count: int) -> date:
    """The day that many units later; the last of the month where the month has no such day."""
    if unit in _DAYS:
        return day + timedelta(days=count * _DAYS[unit])
    month = _month(day.year * 12 + day.month - 1 + count * _MONTHS[unit])
    return min(month.last, month.first + timedelta(days=day.day - 1))


def _month(number: int) -> Days:
    """The month of that number, counted from January of the year 0."""
    year, month = divmod(number, 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError
    return Days(date(year, month + 1, 1), date(year, month + 1, monthrange(year, month + 1)[1]), "month")


def _in_month(year: int, month: int) -> Days:
    return _month(year * 12 + month - 1)


def _year(timex: Timex, anchor: Anchor) -> int | None:
    """The year the words give, in figures or as *last year*."""
    if timex.year_step is not None:
        return anchor.day().year + timex.year_step
    return timex.year


def _day_of(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(f"there is no day {day} in month {month} of {year}") from None


def _calendar(timex: Timex, anchor: Anchor) -> Days:
    """A day of a month, or several, with or without its year and weekday."""
    month, number = timex.month or 1, timex.day or 1
    year = _year(timex, anchor)
    first = _nearest(month, number, anchor.day(), timex.ahead) if year is None else _day_of(year, month, number)
    if timex.until is not None:
        last = _day_of(first.year, month, timex.until)
        if last < first:
            raise ValueError(f"the days run backwards, from {number} to {timex.until}")
        return Days(first, last, "days")
    doubt = None
    if timex.weekday is not None and first.weekday() != timex.weekday:
        doubt = f"{first:%-d %B %Y} was a {first:%A}, not the weekday that is said"
    return Days(first, first, "day", doubt)


def _nearest(month: int, number: int, published: date, ahead: bool) -> date:
    """The day of that month nearest to publication; the next one where the words look ahead."""
    fits = [y for y in range(published.year - 4, published.year + 5) if number <= monthrange(y, month)[1]]
    if not fits:
        raise ValueError(f"there is no day {number} in month {month}")

    def far(day: date) -> int:
        distance = (day - published).days
        if ahead:
            return distance if distance >= 0 else -distance * _LOOKS_BACK
        return distance * _LOOKS_BACK if distance > 0 else -distance

    return min((date(y, month, number) for y in fits), key=far)
