"""The possible days and the place of an event, as one report gives them. Mentions with days apart are two incidents.

An incident is of one day and place, unless a report says otherwise; fighting that goes on is several incidents, which
point to each other. A report that gives no day is about something that happened shortly before its publication.
"""

from datetime import date, timedelta
from typing import NamedTuple

from tollbook.linking.claim_conflicts import places_conflict
from tollbook.linking.similarity import are_far_apart, are_two_villages
from tollbook.model import Place, When

#: An event without a day in a report was at most this many days before its publication.
_REPORTED_WITHIN = timedelta(days=3)
#: An event with a day relative to that of the report ("on Tuesday") was at most this many days before it: words for an
#: earlier day name the date or the month.
_RELATIVE_WITHIN = timedelta(days=31)
_IN_DAYS = frozenset({"day", "days", "week"})
#: Days from the first to the last of a week.
_WEEK = 6
#: Days of one night, or in two time zones, differ by one.
ONE_NIGHT = 1


class EventDays(NamedTuple):
    """The first and the last day that an event can have been on."""

    first: date
    last: date


class ClusterMember(NamedTuple):
    """The features of a mention that clustering compares: report, days and place of the event, and constraint sets.

    ``given`` if its report gives the days. ``names`` are its casualties, ``persons`` all persons of its report.
    """

    report: str
    days: EventDays | None = None
    place: Place | None = None
    sets: frozenset[str] = frozenset()
    given: bool = False
    dead: int = 0
    published: date | None = None
    names: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()


def event_days(when: When | None, published: date | None) -> EventDays | None:
    """The possible days of a mention; None if nothing is known.

    A month or a year is not used: too often it belongs to something else in the sentence.
    """
    if when is not None and when.start is not None:
        return EventDays(when.start, when.end or when.start) if when.precision in _IN_DAYS else None
    if when is not None and when.text:
        # The words give an unresolved day. "On Tuesday" is in the last weeks, a stated day can be any day.
        is_recent = published is not None and when.basis == "relative"
        return EventDays(published - _RELATIVE_WITHIN, published) if published is not None and is_recent else None
    return None if published is None else EventDays(published - _REPORTED_WITHIN, published)


def gives_day(when: When | None) -> bool:
    """Whether a report gives the day of an event."""
    return when is not None and when.start is not None and when.precision in _IN_DAYS


def days_between(one: EventDays | None, other: EventDays | None) -> int:
    """Whole days between the two, 0 if they overlap or if either is not known."""
    if one is None or other is None:
        return 0
    return max(0, (max(one.first, other.first) - min(one.last, other.last)).days)


def on_other_days(one: ClusterMember, other: ClusterMember) -> bool:
    """Whether the reports of two mentions give days that lie apart."""
    return one.given and other.given and days_lie_apart(one.days, other.days)


def days_lie_apart(one: EventDays | None, other: EventDays | None) -> bool:
    """Whether more than one night lies between two spans of days. A week has no night after its last day."""
    weeks = any(each is not None and (each.last - each.first).days >= _WEEK for each in (one, other))
    return days_between(one, other) > (0 if weeks else ONE_NIGHT)


def of_other_figures(one: ClusterMember, other: ClusterMember) -> bool:
    """Whether the reports of two mentions give numbers of dead far apart, such as for a strike and for a whole day."""
    return are_far_apart(one.dead, other.dead)


def lie_apart(one: ClusterMember, other: ClusterMember) -> bool:
    """Whether two mentions give different days, or one report gives two places that lie apart.

    Places of two reports only have a weight, because gazetteers err; inside one report errors are the same for both.
    """
    if days_between(one.days, other.days) > 0:
        return True
    if one.report != other.report:
        return False
    return places_conflict(one.place, other.place) or are_two_villages(one.place, other.place)
