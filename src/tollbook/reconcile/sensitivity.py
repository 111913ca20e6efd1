"""How far a figure moves: under the other rules, and if one claim under it were wrong."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.model import FATES, Claim, ClaimKind, Record, Report
from tollbook.reconcile.assemble import figures
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import Lift, figure, lift_of
from tollbook.reconcile.independence import origins
from tollbook.reconcile.persons import Person, mentions, persons, told_of_persons
from tollbook.reconcile.rules import RULES
from tollbook.record import Figure, Group

#: Bounds of a figure: low, best, high.
Numbers = tuple[int | None, int | None, int | None]


class Lost(Record, frozen=True, kw_only=True):
    """What a figure would be without one claim; ``without`` is None where there would be none at all."""

    claim: str
    without: Numbers | None
    moves: int


class Sensitivity(Record, frozen=True, kw_only=True):
    """How one figure moves. ``rules`` holds what each rule makes of the same claims, ``least`` and ``most`` the ends.

    ``claims`` are the claims whose loss would change it, the one that changes it most first. A claim moves a figure by
    the sum of what its three bounds move; a bound that is lost or found moves by its whole number.
    """

    fate: str
    figure: Numbers
    rules: dict[str, Numbers]
    least: int | None
    most: int | None
    claims: tuple[Lost, ...] = ()


def sensitivity(
    group: Group, reports: Mapping[str, Report], copies: Sequence[Copy] = (), *, rule: str = "range"
) -> tuple[Sensitivity, ...]:
    """The sensitivity of each figure that ``rule`` makes of a group's claims, in the order of fates.

    Who has it from whom stays as it is when a claim is left out: who only repeated it is still no source of its own.
    """
    claims = sorted({c.id: c for c in group.claims}.values(), key=lambda c: c.id)
    origin = origins(claims, reports, copies)
    under = {name: figures(claims, reports, origin, rule=name) for name in RULES}
    now = _now(under[rule], claims, reports)
    without = {claim.id: _without(claim, claims, reports, origin, now) for claim in _bearing(claims, under[rule])}
    return tuple(_of(fate, figure, under, without) for fate, figure in under[rule].items())


def _bearing(claims: Sequence[Claim], made: Mapping[str, Figure]) -> list[Claim]:
    """The claims whose loss can move a figure: those under a bound, and all of a fate with something superseded."""
    bounds = {c for f in made.values() for c in (*f.low_claims, *f.best_claims, *f.high_claims)}
    replacing = {fate for fate, f in made.items() if f.superseded_claims}
    return [c for c in claims if c.id in bounds or c.kind in replacing]


class _Now(NamedTuple):
    """What all claims make: the figures, the persons told of, and how many of them each figure counts at least."""

    made: Mapping[ClaimKind, Figure]
    people: Sequence[Person]
    lifts: Mapping[ClaimKind, Lift]
    wholes: frozenset[str]


def _now(made: Mapping[str, Figure], claims: Sequence[Claim], reports: Mapping[str, Report]) -> _Now:
    people = persons(mentions(claims))
    by_fate = {fate: made[fate] for fate in FATES if fate in made}
    lifts = {fate: lift_of(fate, people, reports) for fate in by_fate}
    return _Now(by_fate, people, lifts, frozenset(c.part_of for c in claims if c.part_of))


def _without(
    claim: Claim, claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str], now: _Now
) -> Mapping[str, Figure]:
    """The figures that are left of those there are ``now``, without one claim.

    What another fate's claims say stays what it is; only by the persons told of does a claim bear on its figure.
    """
    left = [c for c in claims if c is not claim]
    tells = told_of_persons(claim) or (claim.people and claim.people.names) or claim.part_of or claim.id in now.wholes
    people = persons(mentions(left)) if tells else now.people
    found: dict[str, Figure] = {}
    for fate, known in now.made.items():
        if fate != claim.kind and (people is now.people or lift_of(fate, people, reports) == now.lifts[fate]):
            found[fate] = known
        elif (made := figure(fate, left, reports, origin, people=people, rule=known.rule)) is not None:
            found[fate] = made
    return found


def _of(
    fate: str,
    figure: Figure,
    under: Mapping[str, Mapping[str, Figure]],
    without: Mapping[str, Mapping[str, Figure]],
) -> Sensitivity:
    now = numbers(figure)
    rules = {name: numbers(made[fate]) for name, made in under.items() if fate in made}
    every = [n for bounds in rules.values() for n in bounds if n is not None]
    lost = [_lost(name, now, made.get(fate)) for name, made in without.items()]
    return Sensitivity(
        fate=fate,
        figure=now,
        rules=rules,
        least=min(every, default=None),
        most=max(every, default=None),
        claims=tuple(sorted((each for each in lost if each.moves), key=lambda each: (-each.moves, each.claim))),
    )


def numbers(figure: Figure) -> Numbers:
    """Low, best and high."""
    return figure.low, figure.best, figure.high


def _lost(claim: str, now: Numbers, then: Figure | None) -> Lost:
    left = None if then is None else numbers(then)
    moves = sum(_apart(a, b) for a, b in zip(now, left or (None, None, None), strict=True))
    # That a figure of nought would be lost moves no number, but it is no small thing either.
    return Lost(claim=claim, without=left, moves=max(moves, int(left is None)))


def _apart(one: int | None, other: int | None) -> int:
    if one is None or other is None:
        return 0 if one is other else max(one or 0, other or 0)
    return abs(one - other)
