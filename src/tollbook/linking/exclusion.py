"""Exclusion: mentions that are of two incidents whatever speaks for one, and about which nobody is asked."""

from tollbook.linking.scoring import Compared, MentionProfile, casualties_named, days_between_publications
from tollbook.linking.settings import ONE_NIGHT, days_between, event_days, gives_day
from tollbook.linking.similarity import day_apart
from tollbook.model import When

#: From this weight on the evidence is strong: it outweighs a day that one report gives otherwise.
_STRONG = 7.0
#: From this weight on two reports published within a day of each other are about one event though they give other days.
_VERY_STRONG = 9.0
#: Days between publication after which only the very day of an event shows that two reports are about one.
_LONG_AFTER = 300


def excluded(one: MentionProfile, other: MentionProfile, weight: float) -> bool:
    """Whether two mentions are of two incidents, whatever else agrees: their days lie apart.

    Reports published a year apart are of one incident only if both give the same day. Nobody is killed twice: a
    casualty named in both is evidence for one incident though a report has another day. Where a report gives no day,
    so is strong evidence, unless the figures differ. Where both give one, see :func:`one_day_is_misread`.
    """
    if (days_between_publications(one, other) or 0) > _LONG_AFTER and not _on_one_day(one.when, other.when):
        return True
    days = days_between(event_days(one.when, one.published), event_days(other.when, other.published))
    if days <= ONE_NIGHT or casualties_named(one, other)[0] > 0:
        return False
    other_figures = bool(one.counts and other.counts) and not one.counts & other.counts
    if weight < _STRONG or other_figures:
        return True
    return gives_day(one.when) and gives_day(other.when) and not one_day_is_misread(one, other, weight)


def one_day_is_misread(one: Compared, other: Compared, weight: float) -> bool:
    """Whether two mentions are about one event though they give days that lie apart, so one day is likely misread.

    Both name the same person, or appeared within a day of each other with very strong evidence. Outlets describe every
    shelling of a city in the same words, so alike words alone do not show it.
    """
    if casualties_named(one, other)[0] > 0 or one.persons & other.persons:
        return True
    gap = days_between_publications(one, other)
    return gap is not None and gap <= ONE_NIGHT and weight >= _VERY_STRONG


def _on_one_day(one: When | None, other: When | None) -> bool:
    """Whether both give one and the same day."""
    given = one is not None and other is not None and one.precision == other.precision == "day"
    return given and day_apart(one, other) == 0
