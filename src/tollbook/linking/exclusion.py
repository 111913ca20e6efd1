"""Exclusion: mentions that are of two incidents whatever speaks for one, and about which nobody is asked."""

from tollbook.linking.profiles import Compared, MentionProfile, days_between_publications, most_dead
from tollbook.linking.scoring import MONTH, common_casualties
from tollbook.linking.settings import ONE_NIGHT, days_between, days_lie_apart, event_days, gives_day
from tollbook.linking.similarity import are_far_apart, day_apart
from tollbook.model import When

#: From this weight on the evidence is strong: it outweighs a day that one report gives otherwise.
_STRONG = 7.0
#: From this weight on two reports published within a day of each other are about one event though they give other days.
_VERY_STRONG = 9.0
#: Persons named in both that show it as well: one may be a spokesman or a street.
_SAME_PERSONS = 2
#: Days between publication after which only the very day of an event, or a casualty named in both, shows that two
#: reports are about one.
_LONG_AFTER = 300


def excluded(one: MentionProfile, other: MentionProfile, weight: float) -> bool:
    """Whether two mentions are of two incidents, whatever else agrees: their days lie apart.

    Reports published a year apart are of one incident only if both give the same day, or name the same casualty in much
    the same words. Nobody is killed twice: a casualty named in both is evidence for one incident though a report has
    another day. Where a report gives no day, so is strong evidence, unless the figures differ and no two persons are
    named in both. Where both give one, see :func:`one_day_is_misread`.
    """
    named, gap = bool(common_casualties(one, other)), days_between_publications(one, other)
    if (gap or 0) > _LONG_AFTER and not _on_one_day(one.when, other.when) and not (named and weight >= _STRONG):
        return True
    spans = event_days(one.when, one.published), event_days(other.when, other.published)
    far = are_far_apart(most_dead(one), most_dead(other))
    if far and not (named and days_between(*spans) <= ONE_NIGHT) and not _on_one_day(one.when, other.when):
        return True
    if named:
        return False
    if _published_before(one, other) or _published_before(other, one):
        return True
    given = gives_day(one.when) and gives_day(other.when)
    if not (days_lie_apart(*spans) if given else days_between(*spans) > ONE_NIGHT):
        return False
    if given and days_between(*spans) > MONTH:
        # Such days exclude nothing by themselves: their weight says how often one of them is misread.
        return weight < _STRONG
    other_figures = bool(one.counts and other.counts) and not one.counts & other.counts
    if weight < _STRONG or (other_figures and not _same_persons(one, other)):
        return True
    return given and not one_day_is_misread(one, other, weight)


def are_rows_of_two_days(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether two mentions are rows of one data set with two days: who made the list tells them apart."""
    if not one.listed or one.listed != other.listed:
        return False
    days = [
        each.start for each in (one.when, other.when) if each and each.precision == "day" and each.start == each.end
    ]
    return len(days) == 2 and days[0] != days[1]


def asks_a_person(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether only a person can say that two mentions are about one event: figures far apart, and no common casualty.

    It may be a strike and the total of its day, or a first count and a later one.
    """
    return are_far_apart(most_dead(one), most_dead(other)) and not common_casualties(one, other)


def _published_before(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether one appeared before the day that the other gives, and gives no day itself: no report precedes its event.

    Publication may be a day early, for time zones. A day after the other's own publication is misread.
    """
    day = other.when.start if other.when is not None and gives_day(other.when) else None
    if one.published is None or other.published is None or day is None or gives_day(one.when):
        return False
    return (day - one.published).days > ONE_NIGHT and day <= other.published


def one_day_is_misread(one: Compared, other: Compared, weight: float) -> bool:
    """Whether two mentions are about one event though they give days that lie apart, so one day is likely misread.

    Both name the same casualty, or the same two persons, or appeared within a day of each other with very strong
    evidence. Outlets describe every shelling of a city in the same words, so alike words alone do not show it.
    """
    if common_casualties(one, other) or _same_persons(one, other):
        return True
    gap = days_between_publications(one, other)
    return gap is not None and gap <= ONE_NIGHT and weight >= _VERY_STRONG


def _same_persons(one: Compared, other: Compared) -> bool:
    return len(one.persons & other.persons) >= _SAME_PERSONS


def _on_one_day(one: When | None, other: When | None) -> bool:
    """Whether both give one and the same day."""
    given = one is not None and other is not None and one.precision == other.precision == "day"
    return given and day_apart(one, other) == 0
