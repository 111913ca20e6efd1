"""Sensitivity: how a figure changes under the other rules, and without one of its claims."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.model import OUTCOMES, Claim, ClaimKind, Record, Report
from tollbook.person import PersonRulings
from tollbook.reconcile.assemble import figures
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import figure
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
    without = {
        claim.id: _without(claim, claims, reports, source_of, baseline) for claim in _relevant(claims, under[rule])
    }
    return tuple(_of(outcome, figure, under, without) for outcome, figure in under[rule].items())


def _relevant(claims: Sequence[Claim], made: Mapping[str, Figure]) -> list[Claim]:
    """The claims whose loss can change a figure: those under a bound, and all of an outcome with superseded claims."""
    bounds = {c for f in made.values() for c in (*f.low_claims, *f.best_claims, *f.high_claims)}
    replacing = {outcome for outcome, f in made.items() if f.superseded_claims}
    return [c for c in claims if c.id in bounds or c.kind in replacing]


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
) -> Mapping[str, Figure]:
    """The figures of the baseline without one claim.

    A claim affects the figure of another outcome only through the persons it describes.
    """
    left = [c for c in claims if c is not claim]
    about_persons = (
        describes_persons(claim)
        or (claim.people and (claim.people.names or claim.people.members))
        or claim.part_of
        or claim.id in baseline.wholes
    )
    people = persons(victim_mentions(left), baseline.rulings) if about_persons else baseline.people
    figures_left: dict[str, Figure] = {}
    for outcome, known in baseline.made.items():
        if outcome != claim.kind and (
            people is baseline.people or minimum_of_persons(outcome, people, reports) == baseline.minimums[outcome]
        ):
            figures_left[outcome] = known
        elif (made := figure(outcome, left, reports, source_of, people=people, rule=known.rule)) is not None:
            figures_left[outcome] = made
    return figures_left


def _of(
    outcome: str,
    figure: Figure,
    under: Mapping[str, Mapping[str, Figure]],
    without: Mapping[str, Mapping[str, Figure]],
) -> Sensitivity:
    now = numbers(figure)
    rules = {name: numbers(made[outcome]) for name, made in under.items() if outcome in made}
    every = [n for bounds in rules.values() for n in bounds if n is not None]
    losses = [_loss(name, now, made.get(outcome)) for name, made in without.items()]
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


def _loss(claim: str, now: Numbers, then: Figure | None) -> ClaimLoss:
    left = None if then is None else numbers(then)
    moves = sum(_apart(a, b) for a, b in zip(now, left or (None, None, None), strict=True))
    # Losing a figure of 0 moves no number, but still counts as a change.
    return ClaimLoss(claim=claim, without=left, moves=max(moves, int(left is None)))


def _apart(one: int | None, other: int | None) -> int:
    if one is None or other is None:
        return 0 if one is other else max(one or 0, other or 0)
    return abs(one - other)
