"""Sensitivity: how a figure changes under the other rules, and without one of its claims."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.model import OUTCOMES, Claim, ClaimKind, Record, Report
from tollbook.person import PersonRulings
from tollbook.reconcile.assemble import figures
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import bounded, counted_claims, counting_sources, parts_of_sources
from tollbook.reconcile.independence import source_ids
from tollbook.reconcile.minimums import Minimum, minimum_of_persons
from tollbook.reconcile.person_mentions import describes_persons, victim_mentions
from tollbook.reconcile.persons import NO_RULINGS, PersonMentions, persons
from tollbook.reconcile.rules import RULES
from tollbook.record import Figure, Group

#: Bounds of a figure: low, best, high.
Numbers = tuple[int | None, int | None, int | None]


class ClaimLoss(Record, frozen=True, kw_only=True):
    """The figure without one claim; ``without`` is None if there would be none. ``moves`` is how far it changes."""

    claim: str
    without: Numbers | None
    moves: int


class Sensitivity(Record, frozen=True, kw_only=True):
    """How one figure changes. ``rules`` holds the numbers under each rule, ``least`` and ``most`` the extremes of them.

    ``claims`` are the claims whose loss would change it, the one that changes it most first. The size of a change is
    the sum over the three bounds; a bound that appears or disappears counts with its whole number.
    """

    fate: str
    figure: Numbers
    rules: dict[str, Numbers]
    least: int | None
    most: int | None
    claims: tuple[ClaimLoss, ...] = ()


def sensitivity(
    group: Group,
    reports: Mapping[str, Report],
    copies: Sequence[Copy] = (),
    *,
    rule: str = "range",
    people: PersonRulings = NO_RULINGS,
) -> tuple[Sensitivity, ...]:
    """The sensitivity of each figure that ``rule`` makes of a group's claims, in the order of outcomes.

    The sources stay the same when a claim is left out: a source that only repeated it does not become independent.
    """
    claims = sorted({c.id: c for c in group.claims}.values(), key=lambda c: c.id)
    source_of = source_ids(claims, reports, copies)
    under = {name: figures(claims, reports, source_of, rule=name, people=people) for name in RULES}
    baseline = _baseline(under[rule], claims, reports, people)
    without = {claim.id: _without(claim, claims, reports, source_of, baseline) for claim in claims}
    return tuple(_of(outcome, figure, under, without) for outcome, figure in under[rule].items())


class _Baseline(NamedTuple):
    """The result of all claims: figures, persons, the minimum of persons of each figure, and claims that have parts."""

    made: Mapping[ClaimKind, Figure]
    people: Sequence[PersonMentions]
    minimums: Mapping[ClaimKind, Minimum]
    wholes: frozenset[str]
    rulings: PersonRulings


def _baseline(
    made: Mapping[str, Figure], claims: Sequence[Claim], reports: Mapping[str, Report], rulings: PersonRulings
) -> _Baseline:
    people = persons(victim_mentions(claims), rulings)
    by_outcome = {outcome: made[outcome] for outcome in OUTCOMES if outcome in made}
    minimums = {outcome: minimum_of_persons(outcome, people, reports) for outcome in by_outcome}
    return _Baseline(by_outcome, people, minimums, frozenset(c.part_of for c in claims if c.part_of), rulings)


def _without(
    claim: Claim,
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    source_of: Mapping[str, str],
    baseline: _Baseline,
) -> Mapping[str, Numbers | None]:
    """The numbers of the figures that the loss of one claim can change, without it.

    A claim affects the figure of another outcome through the persons it describes, through the dead who are no longer
    among the injured, and by a number that its outlet withdraws.
    """
    left = [c for c in claims if c is not claim]
    about_persons = (
        describes_persons(claim)
        or (claim.people and (claim.people.names or claim.people.members))
        or claim.part_of
        or claim.id in baseline.wholes
    )
    people = persons(victim_mentions(left), baseline.rulings) if about_persons else baseline.people
    numbers_left: dict[str, Numbers | None] = {}
    for outcome, known in baseline.made.items():
        least = minimum_of_persons(outcome, people, reports) if about_persons else baseline.minimums[outcome]
        concerned = outcome == claim.kind or claim.stance == "denies" or (claim.kind, outcome) == ("killed", "injured")
        if concerned or least != baseline.minimums[outcome]:
            numbers_left[outcome] = _numbers_of(outcome, left, reports, source_of, persons=least, rule=known.rule)
    return numbers_left


def _numbers_of(
    outcome: ClaimKind, claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str],
    *, persons: Minimum, rule: str,
) -> Numbers | None:  # fmt: skip
    """Low, best and high alone of the figure of some claims; ``persons`` is the minimum of those one by one."""
    counted = counted_claims(outcome, claims)
    if not counted and not persons.number:
        return None
    sources, _ = counting_sources(outcome, claims, reports, source_of, rule=rule)
    _, _, bounds = bounded(sources, persons, parts_of_sources(counted, source_of), rule)
    return None if bounds is None else (bounds.low, bounds.best, bounds.high)


def _of(
    outcome: str,
    figure: Figure,
    under: Mapping[str, Mapping[str, Figure]],
    without: Mapping[str, Mapping[str, Numbers | None]],
) -> Sensitivity:
    now = numbers(figure)
    rules = {name: numbers(made[outcome]) for name, made in under.items() if outcome in made}
    every = [n for bounds in rules.values() for n in bounds if n is not None]
    losses = [_loss(name, now, left[outcome]) for name, left in without.items() if outcome in left]
    return Sensitivity(
        fate=outcome,
        figure=now,
        rules=rules,
        least=min(every, default=None),
        most=max(every, default=None),
        claims=tuple(sorted((each for each in losses if each.moves), key=lambda each: (-each.moves, each.claim))),
    )


def numbers(figure: Figure) -> Numbers:
    """Low, best and high."""
    return figure.low, figure.best, figure.high


def _loss(claim: str, now: Numbers, left: Numbers | None) -> ClaimLoss:
    moves = sum(_apart(a, b) for a, b in zip(now, left or (None, None, None), strict=True))
    # Losing a figure of 0 moves no number, but still counts as a change.
    return ClaimLoss(claim=claim, without=left, moves=max(moves, int(left is None)))


def _apart(one: int | None, other: int | None) -> int:
    if one is None or other is None:
        return 0 if one is other else max(one or 0, other or 0)
    return abs(one - other)
