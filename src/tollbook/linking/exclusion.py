"""Exclusion: finds mentions that are of two incidents despite any evidence for one, without a question to a person."""

from tollbook.linking.profiles import Compared, MentionProfile, days_between_publications, most_dead
from tollbook.linking.scoring import MONTH, common_casualties
from tollbook.linking.settings import ONE_NIGHT, days_between, days_lie_apart, event_days, gives_day
from tollbook.linking.similarity import are_far_apart, day_apart
from tollbook.linking.spots import on_one_street
from tollbook.model import When

#: From this weight on the evidence is strong: it outweighs a different day in one report.
_STRONG = 7.0
#: From this weight on two reports published within a day of each other are about one event despite different days.
_VERY_STRONG = 9.0
#: From this weight on they are, whenever they appeared. Shootings, B-cubed F1: 94.52 without, 94.69 at 12, 94.74 at 11,
#: 94.79 at 10. War dispatches over more than three days: 8 in each case but the last, with 10.
_CERTAIN = 11.0
#: The number of persons named in both that shows it as well: one person may be a spokesman or a street.
_SAME_PERSONS = 2
#: Days between publication after which only the same day of an event, or a casualty named in both, shows that two
#: reports are about one.
_LONG_AFTER = 300


def excluded(one: MentionProfile, other: MentionProfile, weight: float) -> bool:
    """Whether two mentions are of two incidents because their days lie apart, even if everything else agrees.

    Reports published a year apart are about one incident only if both give the same day, or name the same casualty in
    similar words. A casualty named in both excludes nothing even if the days differ, because nobody is killed twice. If
    a report gives no day, neither does strong evidence, unless the figures differ and neither two persons nor one
    street are named in both.
    If both give a day, see :func:`one_day_is_misread`.
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
        # Such days exclude nothing by themselves: their weight accounts for misread days.
        return weight < _STRONG
    other_figures = bool(one.counts and other.counts) and not one.counts & other.counts
    alike = _same_persons(one, other) or on_one_street(one.place, other.place)
    if weight < _STRONG or (other_figures and not alike):
        return True
    return given and not one_day_is_misread(one, other, weight, given=given)


def are_rows_of_two_days(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether two mentions are rows of one data set with two days: the maker of the list separated them."""
    if not one.listed or one.listed != other.listed:
        return False
    days = [
        each.start for each in (one.when, other.when) if each and each.precision == "day" and each.start == each.end
    ]
    return len(days) == 2 and days[0] != days[1]


def asks_a_person(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether only a person can decide that two mentions are of one event: figures far apart, and no common casualty.

    It may be a strike and the total of its day, or a first count and a later one.
    """
    return are_far_apart(most_dead(one), most_dead(other)) and not common_casualties(one, other)


def _published_before(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether a report without a day appeared before the day in the other, because no report precedes its event.

    Publication may be a day early, for time zones. A day after the publication of its own report is misread.
    """
    day = other.when.start if other.when is not None and gives_day(other.when) else None
    if one.published is None or other.published is None or day is None or gives_day(one.when):
        return False
    return (day - one.published).days > ONE_NIGHT and day <= other.published


def one_day_is_misread(one: Compared, other: Compared, weight: float, *, given: bool) -> bool:
    """Whether two mentions are about one event though they give days that lie apart, so one day is likely misread.

    Both name the same casualty, or the same two persons. If both give a day (``given``), it is enough that they name
    one street with strong evidence, or appeared within a day of each other with very strong evidence, or that the
    evidence leaves no doubt. Outlets describe every shelling of a city in the same words, so similar words alone are
    not enough, and a report without a day shows nothing about the day of another.
    """
    if common_casualties(one, other) or _same_persons(one, other):
        return True
    if not given:
        return False
    if weight >= _CERTAIN or (weight >= _STRONG and on_one_street(one.place, other.place)):
        return True
    gap = days_between_publications(one, other)
    return gap is not None and gap <= ONE_NIGHT and weight >= _VERY_STRONG


def _same_persons(one: Compared, other: Compared) -> bool:
    return len(one.persons & other.persons) >= _SAME_PERSONS


def _on_one_day(one: When | None, other: When | None) -> bool:
    """Whether both give one and the same day."""
    given = one is not None and other is not None and one.precision == other.precision == "day"
    return given and day_apart(one, other) == 0
