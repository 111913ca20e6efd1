"""Finds figures that a report gives again: in its headline, and later as what is known of an event of another day."""

from collections.abc import Iterable

from tollbook.linking.claim_conflicts import kinds_conflict
from tollbook.linking.day_conflicts import days_conflict, is_in_days
from tollbook.mentions import CASUALTIES
from tollbook.model import Claim

#: From this number on two equal figures of one report are of one event. In ``world/read``, ``war``, ``war/more`` and
#: reports with own labels 19 of 20 such pairs are, whose places or days differ; of those of three and four, 8 of 13.
_FEWEST = 5


def is_restated(claim: Claim, group: Iterable[Claim]) -> bool:
    """Whether a claim of a group gives the same figure, so that the claim is of its event even at another place.

    The place or day of one is then misread, or less exact: a headline names the province, a recapitulation the month.
    Days that both give and that lie apart are of two events, and so are kinds of attack that nobody confuses.
    """
    number = _figure(claim)
    return number >= _FEWEST and any(
        c.kind == claim.kind and _figure(c) == number and not _are_two_events(c, claim) for c in group
    )


def _figure(claim: Claim) -> int:
    """The number of people harmed in the whole event; 0 if there is none, or if it is of people besides others."""
    if claim.kind not in CASUALTIES or claim.scope != "incident" or claim.additional or claim.count is None:
        return 0
    return claim.count.best or 0


def _are_two_events(one: Claim, other: Claim) -> bool:
    given = is_in_days(one.when) and is_in_days(other.when)
    return kinds_conflict(one, other) or (given and days_conflict(one.when, other.when))
