"""Days of other calendars as Gregorian days: Hijri, Solar Hijri (Jalali), Ethiopian, Julian.

The library *convertdate* does the arithmetic. Its Hijri calendar is the tabular one; a month that begins when the moon
is seen may begin a day earlier or later.
"""

import functools
from datetime import date, timedelta
from typing import Literal

from convertdate import coptic, islamic, julian, persian

from tollbook.locale.messages import message

Calendar = Literal["hijri", "jalali", "ethiopian", "julian"]
#: The Ethiopian year is the Coptic one, counted from 276 years earlier.
_COPTIC_BEHIND = 276
#: Days by which a month may begin earlier or later than the table says.
_MOON = timedelta(days=1)
DOUBTS: dict[Calendar, str] = {
    "hijri": message("a Hijri month begins when the moon is seen, so the day may be one earlier or later")
}
_LENGTHS = {"hijri": (12, 30), "jalali": (12, 31), "ethiopian": (13, 30), "julian": (12, 31)}
#: Days of the first six months of a Solar Hijri year, which have 31 days each; the others have 30.
_LONG_MONTHS = 6 * 31
_NAMES = {"hijri": "Hijri", "jalali": "Solar Hijri", "ethiopian": "Ethiopian", "julian": "Julian"}


def gregorian(calendar: Calendar, year: int, month: int, day: int) -> tuple[date, date]:
    """First and last Gregorian day that the day can be. Raises ValueError with the reason if there is none."""
    months, longest = _LENGTHS[calendar]
    if not (1 <= month <= months and 1 <= day <= longest):
        raise ValueError(
            message(
                "the {calendar} calendar has no day {day} in month {month}",
                calendar=_NAMES[calendar],
                day=day,
                month=month,
            )
        )
    try:
        converted = _convert(calendar, year, month, day)
        exists = _back(calendar, converted) == (year, month, day)
    except (ValueError, OverflowError):
        exists = False
    if not exists:
        raise ValueError(
            message(
                "the {calendar} year {year} has no day {day} in month {month}",
                calendar=_NAMES[calendar], year=year, day=day, month=month,
            )
        )  # fmt: skip
    return (converted - _MOON, converted + _MOON) if calendar == "hijri" else (converted, converted)


def month(calendar: Calendar, year: int, number: int) -> tuple[date, date]:
    """First and last Gregorian day that a month of the calendar can contain. Raises ValueError as :func:`gregorian`."""
    months, _ = _LENGTHS[calendar]
    following = (year, number + 1) if number < months else (year + 1, 1)
    return gregorian(calendar, year, number, 1)[0], gregorian(calendar, *following, 1)[1] - timedelta(days=1)


def _convert(calendar: Calendar, year: int, month: int, day: int) -> date:
    """The Gregorian day of a day that the calendar may lack; then it is the one after its month. Raises ValueError."""
    if calendar == "jalali":
        before = (month - 1) * 31 if month <= 7 else _LONG_MONTHS + (month - 7) * 30
        return date.fromordinal(_nowruz(year) + before + day - 1)
    if calendar == "ethiopian":
        return _day(coptic.to_gregorian(year - _COPTIC_BEHIND, month, day))
    table = {"hijri": islamic, "julian": julian}[calendar]
    return _day(table.to_gregorian(year, month, day))


def _back(calendar: Calendar, day: date) -> tuple[int, int, int]:
    if calendar == "jalali":
        year = day.year - 621 if _nowruz(day.year - 621) <= day.toordinal() else day.year - 622
        passed = day.toordinal() - _nowruz(year)
        if passed < _LONG_MONTHS:
            return year, passed // 31 + 1, passed % 31 + 1
        return year, (passed - _LONG_MONTHS) // 30 + 7, (passed - _LONG_MONTHS) % 30 + 1
    table = {"hijri": islamic, "julian": julian, "ethiopian": coptic}[calendar]
    year, month, number = (int(part) for part in table.from_gregorian(day.year, day.month, day.day))
    return (year + _COPTIC_BEHIND if calendar == "ethiopian" else year), month, number


@functools.lru_cache(maxsize=1000)
def _nowruz(year: int) -> int:
    """The ordinal of the first day of a Solar Hijri year; the library computes equinoxes for 0.07 seconds."""
    return _day(persian.to_gregorian(year, 1, 1)).toordinal()


def _day(parts: tuple[float, ...]) -> date:
    return date(*(int(part) for part in parts))
