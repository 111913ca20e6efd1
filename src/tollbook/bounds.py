"""Values that records cannot have: numbers of people, ages, days and points on the earth out of their bounds.

Readers, decisions and derivation share these checks, so that a value that one accepts is valid for the others.
"""

from datetime import date, timedelta
from functools import cache

from tollbook.locale.messages import message
from tollbook.mentions import DateMention
from tollbook.model import Candidate, Count, Place, Range, Record, When
from tollbook.quantities import WORLD_POPULATION

#: The days that reports can be about. Older years have other calendars; no report is about a later day. Days near the
#: ends of the calendar (years 1 and 9999) cannot be calculated with.
FIRST_DAY, LAST_DAY = date(1000, 1, 1), date(2999, 12, 31)
#: The days that a document may give as its day of publication. A year before 1800 is mostly a typing error; people can
#: still set one. "Today" differs by two days between the time zones furthest apart.
_FIRST_PUBLISHED, _AHEAD = date(1800, 1, 1), timedelta(days=2)
#: When this version of Tollbook was made. No clock that is right shows an earlier day.
RELEASED = date(2026, 11, 27)
#: UCDP GED's where_prec; see ``model.Place``.
PRECISIONS = range(1, 8)
#: The fields of records that hold such values, or records with them.
_INSIDE = ("count", "people", "age", "when", "place", "candidates")


def problem(record: object) -> str | None:
    """A sentence about an impossible value of a record or of the records inside it; None if all values are possible."""
    if isinstance(record, tuple):
        return next(filter(None, map(problem, record)), None) if record else None
    if isinstance(record, Count | Range):
        return _of_numbers(record)
    if isinstance(record, When):
        return _of_days(record.start, record.end)
    if isinstance(record, DateMention):
        return _of_days(record.first, record.last)
    if isinstance(record, Place | Candidate) and (wrong := _of_point(record)):
        return wrong
    if not isinstance(record, Record):
        return None
    for name in _inside(type(record)):
        inside = getattr(record, name)
        if inside is not None and (wrong := problem(inside)):
            return wrong
    return None


def is_published(day: date) -> bool:
    """Whether a report can be from this day, as far as a machine may decide that."""
    return _FIRST_PUBLISHED <= day <= last_published()


def last_published() -> date:
    """The last day from which a report can be by now, anywhere on earth.

    A clock that shows a day before this version of Tollbook was made is wrong, and says nothing about any report.
    """
    today = date.today()
    return today + _AHEAD if today >= RELEASED else LAST_DAY


def not_published(day: date) -> str:
    """Why no report can be from a day: a sentence for people, with what the clock says if that is the reason."""
    if day <= last_published() or day > LAST_DAY:
        return message("No report can have been published on {day}; check the year.", day=day.isoformat())
    return message(
        "No report can have been published on {day}, because the clock of this computer says that today is {today}. "
        "Check the year, and the clock.",
        day=day.isoformat(),
        today=date.today().isoformat(),
    )


@cache
def _inside(kind: type[Record]) -> tuple[str, ...]:
    """The fields of a kind of record that hold such values."""
    return tuple(name for name in _INSIDE if name in kind.__struct_fields__)


def _of_numbers(record: Count | Range) -> str | None:
    known = [n for n in (record.low, record.best, record.high) if n is not None]
    if known == sorted(known) and all(0 <= n <= WORLD_POPULATION for n in known):
        return None
    return message(
        "A number of people or years is negative, greater than {most:,}, or out of order (low ≤ best ≤ high).",
        most=WORLD_POPULATION,
    )


def _of_days(first: date | None, last: date | None) -> str | None:
    known = [day for day in (first, last) if day is not None]
    if known != sorted(known):
        return message("The first day, {first}, is after the last day, {last}.", first=first, last=last)
    if any(not FIRST_DAY <= day <= LAST_DAY for day in known):
        return message("A day lies between {first} and {last}.", first=FIRST_DAY, last=LAST_DAY)
    return None


def _of_point(place: Place | Candidate) -> str | None:
    if not (-90 <= (place.lat or 0) <= 90 and -180 <= (place.lon or 0) <= 180):
        return message("A latitude is -90 to 90 degrees, a longitude -180 to 180.")
    if isinstance(place, Place) and place.precision is not None and place.precision not in PRECISIONS:
        return message("The precision of a place is 1 (a town, village or spot) to 7 (sea or air space).")
    return None
