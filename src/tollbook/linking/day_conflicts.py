"""Whether the days that two claims of one report give are those of two events."""

from tollbook.linking.similarity import day_apart
from tollbook.model import When

#: From this many days on a time is that of a campaign, not of one event. A calendar week ("this week") is left out: it
#: may be the vague day of one attack.
_LONG_DAYS = 4


def is_of_month_or_year(when: When | None) -> bool:
    """Whether a time is a month or a year, so that it is no day on which somebody said something."""
    return when is not None and when.start is not None and when.precision in {"month", "year"}


def days_conflict(one: When | None, other: When | None) -> bool:
    """Whether both days are known and at least two days apart (reports of one night differ by one)."""
    return (day_apart(one, other) or 0) > 1


def spans_conflict(one: When | None, other: When | None) -> bool:
    """Whether one gives a day and the other many: "killed six on Sunday", "raids of the past seven days".

    A week may be the vague day of one attack, unless the day is not in it: "on Monday", "last week".
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
    return when is not None and when.precision == "week"
