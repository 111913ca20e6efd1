"""Least numbers of people: from parts ("including three children"), and from persons reported one by one.

A part raises the figure of its own source. The number of persons raises every figure below it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tollbook.mentions import DOUBTING
from tollbook.model import Claim, ClaimKind, Report
from tollbook.reconcile.independence import informant, number_independent
from tollbook.reconcile.person_mentions import EFFECTS, describes_persons
from tollbook.reconcile.persons import PersonMentions, distinct_persons
from tollbook.reconcile.rules import Bounds, SourceBounds


class Minimum(NamedTuple):
    """A least number of people, from a part or from persons reported one by one, and the ids of its claims."""

    number: int
    claims: tuple[str, ...]


def parts_by_source(counted: Sequence[Claim], source_of: Mapping[str, str]) -> dict[str, Minimum]:
    """The largest part that each source gives. Parts are not added up: children and nurses may be the same people.

    Persons are counted separately, because a person who was shot and died is not one of the injured.
    """
    largest: dict[str, Minimum] = {}
    for claim in counted:
        one_by_one = claim.kind in EFFECTS and describes_persons(claim)
        if claim.scope == "part" and claim.count and claim.count.low and not (claim.stance in DOUBTING or one_by_one):
            source = source_of[claim.id]
            largest[source] = max(Minimum(claim.count.low, (claim.id,)), largest.get(source, Minimum(0, ())))
    return largest


def with_part(source: SourceBounds, part: Minimum | None) -> SourceBounds:
    """Raises the bounds of a source to the part it gives. A part does not change the figure of another source."""
    if part is None:
        return source
    low, best, high = (None if n is None else max(n, part.number) for n in (source.low, source.best, source.high))
    return source._replace(low=part.number if low is None else low, best=best, high=high)


def minimum_of_persons(outcome: ClaimKind, people: Sequence[PersonMentions], reports: Mapping[str, Report]) -> Minimum:
    """How many persons of one outcome must be different persons, and the ids of the claims about them."""
    stated = [tuple(m for m in person if m.firm) for person in people]
    different = (
        distinct_persons([person for person in stated if person], outcome, reports) if outcome in EFFECTS else []
    )
    claims = {m.claim.id for person in different for m in person if m.effect == outcome}
    return Minimum(len(different), tuple(sorted(claims)))


def raised(bounds: Bounds, minimum: Minimum) -> Bounds:
    """Bounds that are no lower than a least number; it is the low if there is none."""
    low, best, high = (None if n is None else max(n, minimum.number) for n in bounds)
    return Bounds(minimum.number if low is None and minimum.number else low, best, high)


def under(bound: int | None, minimums: Sequence[Minimum]) -> set[str]:
    """The ids of the claims of the parts and persons that give a bound."""
    return {name for each in minimums if each.number == bound for name in each.claims}


def sources_of(
    bound: int | None, minimums: Sequence[Minimum], claims: Iterable[Claim], source_of: Mapping[str, str]
) -> int:
    """How many independent sources report the parts and persons that give a bound.

    If an outlet writes in its own words about a person ("Aid worker found dead") and an informant of the same report
    does too, the outlet is not a second source: it does not count the dead itself.
    """
    names = under(bound, minimums)
    giving = [claim for claim in claims if claim.id in names]
    attributed = {claim.report for claim in giving if informant(claim) is not None}
    own = [claim for claim in giving if informant(claim) is not None or claim.report not in attributed]
    return number_independent(own, source_of)
