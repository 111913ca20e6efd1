"""Days and periods in the Gregorian calendar: whole weeks, months and years, and steps of them."""

from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple

from tollbook.dates.grammar import Unit
from tollbook.locale.messages import message
from tollbook.model import Precision

NO_PUBLICATION_DAY = message("the report has no publication day")
MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
DAYS = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
PRECISION: dict[Unit, Precision] = {
    "day": "day", "week": "week", "weekend": "days", "fortnight": "days", "month": "month", "quarter": "month",
    "half": "month", "year": "year", "decade": "year", "century": "year",
}  # fmt: skip


class Anchor(NamedTuple):
    """The day that a relative date counts from: the publication day, or the previous date of the text.

    ``previous`` is the last single day before it, ``period`` the last day or days.
    """

    published: date | None = None
    previous: date | None = None
    period: "Days | None" = None

    def day(self) -> date:
        """The publication day. Raises ValueError if it is not known."""
        if self.published is None:
            raise ValueError(NO_PUBLICATION_DAY)
        return self.published


class Days(NamedTuple):
    """Days from ``first`` to ``last``, inclusive. ``doubt`` is a reason why they may be wrong."""

    first: date
    last: date
    precision: Precision
    doubt: str | None = None


def whole(unit: Unit, day: date) -> Days:
    """The calendar day, week (from Monday), month, year … that contains the day."""
    if unit in DAYS:
        first = day if unit == "day" else day - timedelta(days=day.weekday())
        if unit == "weekend":
            first += timedelta(days=5)
        length = {"weekend": 2}.get(unit, DAYS[unit])
        return Days(first, first + timedelta(days=length - 1), PRECISION[unit])
    months = MONTHS[unit]
    start = (day.year * 12 + day.month - 1) // months * months
    return Days(nth_month(start).first, nth_month(start + months - 1).last, PRECISION[unit])


def shift(day: date, unit: Unit, count: int) -> date:
    """The day that many units later; the last day of the month if the month has no such day."""
    if unit in DAYS:
        return day + timedelta(days=count * DAYS[unit])
    landed = nth_month(day.year * 12 + day.month - 1 + count * MONTHS[unit])
    return min(landed.last, landed.first + timedelta(days=day.day - 1))


def nth_month(number: int) -> Days:
    """The month of that number, counted from January of the year 0."""
    year, index = divmod(number, 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError
    return Days(date(year, index + 1, 1), date(year, index + 1, monthrange(year, index + 1)[1]), "month")


def in_month(year: int, number: int) -> Days:
    """That month of that year; January is 1."""
    return nth_month(year * 12 + number - 1)
