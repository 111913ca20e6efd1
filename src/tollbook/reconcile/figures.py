"""Low, best and high of one count of one incident, with the claims under each bound.

Claims about the whole bound a figure; parts and persons told of one by one lift it; what is not known bounds nothing.
``docs/figures.md`` tells the steps in words.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, zip_longest
from typing import NamedTuple

import msgspec

from tollbook.model import Claim, ClaimKind, FigureStatus, Report
from tollbook.reconcile import rules
from tollbook.reconcile.died_of_wounds import died_since, left
from tollbook.reconcile.early_reports import outdated
from tollbook.reconcile.independence import informant
from tollbook.reconcile.joint_totals import as_bound, is_shared
from tollbook.reconcile.persons import EFFECTS, Person, distinct, told_of_persons
from tollbook.reconcile.rules import Bounds, Source
from tollbook.reconcile.source_counts import Telling, looser, narrowed, preferred, superseded, tellings
from tollbook.record import Figure


class Lift(NamedTuple):
    """How many people a part, or persons told of one by one, make at least, and the claims that say so."""

    number: int
    claims: tuple[str, ...]


class Heard(NamedTuple):
    """Who counts all people of one fate, in order of origin, and first figures with what took the place of each."""

    voices: list["Voice"]
    outdated: list[tuple[Telling, Telling]]


class Voice(NamedTuple):
    """What one independent source stands by, and what it has itself replaced. ``origin`` is its name.

    ``looser`` is what it also says, less exactly.
    """

    origin: str
    standing: tuple[Telling, ...]
    replaced: tuple[Telling, ...]
    looser: tuple[Telling, ...] = ()


def figure(
    fate: ClaimKind,
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    origin: Mapping[str, str],
    *,
    people: Sequence[Person] = (),
    rule: str = "range",
) -> Figure | None:
    """The figure of one fate; None where nobody says how many, for unknown is not zero.

    ``origin`` gives each claim's independent source, ``rule`` a name of :data:`tollbook.reconcile.rules.RULES`.
    A denial of a number is no number: "denied that 12 were killed" bounds nothing, "no one was hurt" is 0.
    """
    told = _told(fate, claims)
    persons = lift_of(fate, people, reports)
    if not told and not persons.number:
        return None
    voices, early = heard(fate, claims, reports, origin, rule=rule)
    parts = _parts(told, origin)
    lifts = [persons, *parts.values()]
    if not voices and not any(lift.number for lift in lifts):
        return None
    if voices:
        sources = [_with_part(source(v.standing, v.looser), parts.get(v.origin)) for v in voices]
        bounds = _lifted(rules.RULES[rule](sources), persons)
    else:
        sources, most = [], max(lift.number for lift in lifts)
        bounds = Bounds(most, most, most)
    standing = [t for v in voices for t in (*v.standing, *v.looser)]
    # Where many say the same, it is asked once what that bounds.
    ends = {said: source([t]) for said, t in {(t.count, t.firm): t for t in standing}.items()}
    replaced = [*(t for v in voices for t in v.replaced), *(old for old, _ in early)]
    return Figure(
        low=bounds.low,
        best=bounds.best,
        high=bounds.high,
        rule=rule,
        status=_status(voices, sources, bounds),
        independent_sources=len(voices)
        or len({origin[c] for lift in lifts for c in lift.claims if lift.number == bounds.low}),
        low_claims=_under(bounds.low, [(t, ends[t.count, t.firm].floor) for t in standing], lifts),
        best_claims=_under(bounds.best, [(t, t.count.best) for t in standing], lifts),
        high_claims=_under(bounds.high, [(t, ends[t.count, t.firm].ceiling) for t in standing], lifts),
        superseded_claims=tuple(sorted(c.id for t in replaced for c in t.claims)),
    )


def heard(
    fate: ClaimKind, claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str], *, rule: str
) -> Heard:
    """The independent sources that count all people of one fate, and what their reports call first figures."""
    whole = _counting([c for c in _told(fate, claims) if c.scope == "incident"])
    gone = died_since(claims, reports) if fate == "injured" else {}
    alive = (left(c, gone[c.id]) if c.id in gone else c for c in whole)
    read = (_read(c, rule) for c in alive)
    bounded = [as_bound(c) if is_shared(c, reports) else c for c in read]
    voices = _voices(bounded, reports, {**origin, **_continued(whole, origin)})
    early = outdated([t for v in voices for t in (*v.standing, *v.looser)], reports)
    old = [first for first, _ in early]
    both = [tuple(tuple(t for t in held if t not in old) for held in (v.standing, v.looser)) for v in voices]
    kept = [v._replace(standing=s, looser=rest) for v, (s, rest) in zip(voices, both, strict=True)]
    return Heard([v for v in kept if v.standing], early)


def _told(fate: ClaimKind, claims: Sequence[Claim]) -> list[Claim]:
    return [c for c in claims if c.kind == fate and c.count is not None and _bounds_anything(c)]


def source(standing: Sequence[Telling], looser: Sequence[Telling] = ()) -> Source:
    """What the standing tellings of one source come to: the hull of its words, its best the preferred telling's.

    What is only feared is an upper bound and no lower one.
    """
    firm = [t for t in standing if t.firm] or list(standing)
    each = [Source(t.count.low, t.count.best, t.count.high) for t in (*firm, *(t for t in looser if t.firm))]
    lows, highs = [s.floor for s in each if s.floor is not None], [s.ceiling for s in each if s.ceiling is not None]
    chosen = preferred(firm)
    return Source(
        low=min(lows) if any(s.low is not None for s in each) and chosen.firm else None,
        best=chosen.count.best,
        high=max(highs) if any(s.high is not None for s in each) or not chosen.firm else None,
        told=chosen.published,
        firm=chosen.firm,
        reports=len({c.report for t in firm if t.value == chosen.value for c in t.claims}),
    )


def _counting(told: Sequence[Claim]) -> list[Claim]:
    """The claims that count all, and the person on top of whom others are counted ("a guard", then "two more")."""
    ordered = sorted(told, key=lambda c: (c.report, c.start, c.end, c.id))
    return [
        claim
        for claim, after in zip_longest(ordered, ordered[1:])
        if not told_of_persons(claim)
        or claim.additional
        or (after is not None and after.additional and after.report == claim.report)
    ]


def _continued(whole: Sequence[Claim], origin: Mapping[str, str]) -> dict[str, str]:
    """The origin of what an outlet adds in its own words ("two more were held") to what an informant told before."""
    found: dict[str, str] = {}
    for before, after in pairwise(whole):
        if after.additional and after.report == before.report and informant(after) is None:
            found[after.id] = found.get(before.id, origin[before.id])
    return found


def _bounds_anything(claim: Claim) -> bool:
    return claim.stance != "denies" or (claim.count is not None and claim.count.best == 0)


def _read(claim: Claim, rule: str) -> Claim:
    return claim if claim.count is None else msgspec.structs.replace(claim, count=rules.read(claim.count, rule))


def _voices(whole: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]) -> list[Voice]:
    by_origin: dict[str, list[Claim]] = defaultdict(list)
    for claim in whole:
        by_origin[origin[claim.id]].append(claim)
    voices = []
    for name in sorted(by_origin):
        held = tellings(by_origin[name], reports)
        replaced = superseded(held)
        kept = [t for t in held if t not in replaced]
        if kept:
            voices.append(Voice(name, tuple(narrowed(kept)), tuple(replaced), tuple(looser(kept))))
    return voices


def _parts(told: Sequence[Claim], origin: Mapping[str, str]) -> dict[str, Lift]:
    """The largest part each source tells of. Parts are not added up: children and nurses may be the same people.

    Persons are counted by themselves, for who was shot and died is no part of the wounded.
    """
    largest: dict[str, Lift] = {}
    for claim in told:
        one_by_one = claim.kind in EFFECTS and told_of_persons(claim)
        if claim.scope == "part" and claim.count and claim.count.low and _firm(claim) and not one_by_one:
            found, kept = Lift(claim.count.low, (claim.id,)), largest.get(origin[claim.id], Lift(0, ()))
            largest[origin[claim.id]] = max(found, kept)
    return largest


def _with_part(source: Source, part: Lift | None) -> Source:
    """A source that tells of a part says at least so many; of another source's figure its part says nothing."""
    if part is None:
        return source
    low, best, high = (None if n is None else max(n, part.number) for n in (source.low, source.best, source.high))
    return source._replace(low=part.number if low is None else low, best=best, high=high)


def lift_of(fate: ClaimKind, people: Sequence[Person], reports: Mapping[str, Report]) -> Lift:
    """How many persons who cannot be one another the claims tell of, and the claims that say so."""
    sure = [tuple(m for m in p if _firm(m.claim)) for p in people]
    found = distinct([p for p in sure if p], fate, reports) if fate in EFFECTS else []
    return Lift(len(found), tuple(sorted({m.claim.id for p in found for m in p if m.effect == fate})))


def _firm(claim: Claim) -> bool:
    return claim.stance not in {"fears", "doubts"}


def _lifted(bounds: Bounds, lift: Lift) -> Bounds:
    low, best, high = (None if n is None else max(n, lift.number) for n in bounds)
    return Bounds(lift.number if low is None and lift.number else low, best, high)


def _status(voices: Sequence[Voice], sources: Sequence[Source], bounds: Bounds) -> FigureStatus:
    """``agreed``: two or more sources, one exact value. ``contested``: two whose words exclude each other."""
    if len(voices) < 2:
        return "single source"
    if all(s.firm and s.low == s.best == s.high == bounds.low == bounds.high for s in sources):
        return "agreed"
    spans = [(_reach(v, 0), _reach(v, 1)) for v in voices]
    apart = any(a[1] < b[0] or b[1] < a[0] for a, b in combinations(spans, 2))
    return "contested" if apart and bounds.low != bounds.high else "range"


def _reach(voice: Voice, side: int) -> float:
    pick = max if side else min
    return pick(t.reach[side] for t in voice.standing)


def _under(bound: int | None, held: Sequence[tuple[Telling, int | None]], lifts: Sequence[Lift]) -> tuple[str, ...]:
    if bound is None:
        return ()
    direct = {c.id for telling, number in held if number == bound for c in telling.claims}
    return tuple(sorted(direct | {c for lift in lifts if lift.number == bound for c in lift.claims}))
