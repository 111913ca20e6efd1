"""How far a figure moves: under the other rules, and if one claim under it were wrong."""

from collections.abc import Mapping, Sequence

from tollbook.model import Claim, Record, Report
from tollbook.reconcile.assemble import figures
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import figure
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
    people = persons(mentions(claims))
    without = {
        claim.id: figures([c for c in claims if c is not claim], reports, origin, rule=rule)
        if _leaned_on(claim, claims)
        else _without(claim, claims, reports, origin, (under[rule], people))
        for claim in _bearing(claims, under[rule])
    }
    return tuple(_of(fate, figure, under, without) for fate, figure in under[rule].items())


def _bearing(claims: Sequence[Claim], made: Mapping[str, Figure]) -> list[Claim]:
    """The claims whose loss can move a figure: those under a bound, and all of a fate with something superseded."""
    bounds = {c for f in made.values() for c in (*f.low_claims, *f.best_claims, *f.high_claims)}
    replacing = {fate for fate, f in made.items() if f.superseded_claims}
    return [c for c in claims if c.id in bounds or c.kind in replacing]


def _without(
    claim: Claim,
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    origin: Mapping[str, str],
    now: tuple[Mapping[str, Figure], Sequence[Person]],
) -> Mapping[str, Figure]:
    """The figures without a claim that only counts, so that no other fate and no person hangs on it. ``now`` holds the
    figures, and the persons told of, with it.
    """
    made, people = now
    left = [c for c in claims if c is not claim]
    found = figure(claim.kind, left, reports, origin, people=people, rule=made[claim.kind].rule)
    return {fate: each for fate, each in made.items() if fate != claim.kind} | ({claim.kind: found} if found else {})


def _leaned_on(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether a claim tells of persons, or is part or whole of another: it then bears on more than its own number."""
    beside = (c for c in claims if c.report == claim.report)
    return told_of_persons(claim) or bool(claim.part_of) or any(c.part_of == claim.id or c.additional for c in beside)


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
