"""Exclusion: mentions that are of two incidents whatever speaks for one, and about which nobody is asked."""

from tollbook.linking.scoring import MentionProfile, casualties_named, days_between_publications
from tollbook.linking.settings import ONE_NIGHT, days_between, event_days
from tollbook.linking.similarity import day_apart
from tollbook.model import When

#: From this weight on the evidence is strong: it outweighs a day that one report gives otherwise.
_STRONG = 7.0
#: Days between publication after which only the very day of an event shows that two reports are about one.
_LONG_AFTER = 300


def excluded(one: MentionProfile, other: MentionProfile, weight: float) -> bool:
    """Whether two mentions are of two incidents, whatever else agrees: their days lie apart.

    Reports published a year apart are of one incident only if both give the same day. Nobody is killed twice: a
    casualty named in both is evidence for one incident though a report has another day. So is strong evidence, unless
    the figures differ: one of the days is then likelier misread.
    """
    if (days_between_publications(one, other) or 0) > _LONG_AFTER and not _on_one_day(one.when, other.when):
        return True
    days = days_between(event_days(one.when, one.published), event_days(other.when, other.published))
    if days <= ONE_NIGHT or casualties_named(one, other)[0] > 0:
        return False
    other_figures = bool(one.counts and other.counts) and not one.counts & other.counts
    return weight < _STRONG or other_figures


def _on_one_day(one: When | None, other: When | None) -> bool:
    """Whether both give one and the same day."""
    given = one is not None and other is not None and one.precision == other.precision == "day"
    return given and day_apart(one, other) == 0
