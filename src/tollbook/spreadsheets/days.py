"""Days in cells of a spreadsheet. An ambiguous day is refused, unless a person said which number comes first."""

import re
from datetime import date, timedelta
from typing import NamedTuple

from tollbook import bounds, dates, locale
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Precision, When
from tollbook.spreadsheets.columns import Mapping

_TIME = re.compile(r"[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$")
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_COMPACT = re.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
_SHORT_YEAR = re.compile(r"\d{1,2}([-/.])\d{1,2}\1\d{2}")
_MONTH = re.compile(r"(\d{4})[-/](\d{1,2})|(\d{1,2})/(\d{4})")
_YEAR = re.compile(r"(?:1[89]|20)\d{2}")
_SERIAL = re.compile(r"\d{5}(\.\d+)?")
_BETWEEN = re.compile(r"\s+(?:to|until|–|-|/)\s+")
#: Spreadsheets count days from this one. The last is a bound that no file passes by accident: 31 December 2099.
_ZERO, _LAST_SERIAL = date(1899, 12, 30), 73_050
#: Numbers in words for one day or a range of days: "28 February 2021 to 2 March 2021" has four.
_MOST_NUMBERS = 4


class CellDays(NamedTuple):
    """First and last day, with their precision and doubts."""

    first: date
    last: date
    precision: Precision


def when(words: str, last: str, mapping: Mapping) -> When | None:
    """The days of a row, from the cells of its first and its last day; None without the first. Raises Refused."""
    if not words:
        return None
    found = days(words, mapping)
    if not last or found.precision != "day":
        return When(start=found.first, end=found.last, precision=found.precision, text=words)
    until = days(last, mapping).last
    if until < found.first:
        raise Refused(message("Its last day {last} is before its first day {first}.", last=last, first=words))
    precision: Precision = "day" if until == found.first else "days"
    return When(start=found.first, end=until, precision=precision, text=words)


def days(words: str, mapping: Mapping) -> CellDays:
    """The days that a cell means. Raises Refused with what to do."""
    cell = _TIME.sub("", words.strip())
    parts = _BETWEEN.split(cell)
    if len(parts) == 2 and not re.search(r"[^\W\d_]", cell.replace("to", "").replace("until", "")):
        one, two = (days(part, mapping) for part in parts)
        if one.last <= two.first:
            return CellDays(one.first, two.last, "days")
        raise Refused(message("Its last day {last} is before its first day {first}.", last=parts[1], first=parts[0]))
    found = _numeric(cell, mapping) if not re.search(r"[^\W\d_]", cell) else _worded(cell)
    if found is None:
        raise Refused(_no_day(words, cell))
    if wrong := bounds.problem(When(start=found.first, end=found.last, precision=found.precision)):
        raise Refused(wrong)
    return found


def is_ambiguous(words: str) -> bool:
    """Whether a cell is a day of which either number may be the month."""
    found = _YEAR_LAST.fullmatch(_TIME.sub("", words.strip()))
    return found is not None and found[1].zfill(2) != found[3].zfill(2) and max(int(found[1]), int(found[3])) <= 12


def first_number(cells: list[str]) -> str:
    """``day`` or ``month``, whichever comes first in the unambiguous days of a column; empty if these disagree."""
    found = set()
    for cell in cells:
        if match := _YEAR_LAST.fullmatch(_TIME.sub("", cell.strip())):
            one, two = int(match[1]), int(match[3])
            found |= {"day"} if one > 12 >= two else {"month"} if two > 12 >= one else set()
    return found.pop() if len(found) == 1 else ""


def is_serial(words: str) -> bool:
    """Whether a cell may be the number that a spreadsheet keeps for a day."""
    return _SERIAL.fullmatch(words) is not None and float(words) < _LAST_SERIAL


def _numeric(cell: str, mapping: Mapping) -> CellDays | None:
    if found := _YEAR_FIRST.fullmatch(cell):
        return _day(int(found[1]), int(found[3]), int(found[4]))
    if found := _COMPACT.fullmatch(cell):
        return _day(*map(int, found.groups()))
    if found := _YEAR_LAST.fullmatch(cell):
        one, two, year = int(found[1]), int(found[3]), int(found[4])
        if mapping.numeric:
            day, month = (one, two) if mapping.numeric == "day" else (two, one)
            return _day(year, month, day)
        return None if is_ambiguous(cell) else _day(year, min(one, two), max(one, two))
    if found := _MONTH.fullmatch(cell):
        year, month = (int(n) for n in (found.group(1, 2) if found[1] else found.group(4, 3)))
        return _month(year, month)
    if _YEAR.fullmatch(cell):
        return CellDays(date(int(cell), 1, 1), date(int(cell), 12, 31), "year")
    if mapping.serial and is_serial(cell):
        only = _ZERO + timedelta(days=int(float(cell)))
        return CellDays(only, only, "day")
    return None


def _worded(cell: str) -> CellDays | None:
    """Days with a month in words. None where a number would be silently left out, as in “32 October 2021”."""
    numbers = len(re.findall(r"\d+", cell))
    if numbers > _MOST_NUMBERS:
        return None
    first, last, precision, _ = dates.resolve(cell, None, locale.DEFAULT)
    if first is None or last is None or (precision in {"month", "year"} and numbers > 1):
        return None
    return CellDays(first, last, precision)


def _day(year: int, month: int, day: int) -> CellDays | None:
    try:
        only = date(year, month, day)
    except ValueError:
        return None
    return CellDays(only, only, "day")


def _month(year: int, month: int) -> CellDays | None:
    if not (1 <= month <= 12 and 1 <= year <= 9998):
        return None
    after = date(year + month // 12, month % 12 + 1, 1)
    return CellDays(date(year, month, 1), after - timedelta(days=1), "month")


def _no_day(words: str, cell: str) -> str:
    if is_ambiguous(cell):
        return message(
            "“{words}” can be two days; say which number comes first: --numeric day or --numeric month.", words=words
        )
    if _SHORT_YEAR.fullmatch(cell):
        return message("“{words}” has a year of two digits; write it as 2021-10-05.", words=words)
    if is_serial(cell):
        likely = _ZERO + timedelta(days=int(float(cell)))
        return message(
            "“{words}” is no day; a spreadsheet may have written {likely} as a number. Format the column as a date and "
            "save the file again.", words=words, likely=likely,
        )  # fmt: skip
    return message("“{words}” is not a day; write it as 2021-10-05.", words=words)
