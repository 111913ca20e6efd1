"""Low, best and high of one count of one incident, with the claims under each bound.

Claims about the whole bound a figure; parts and persons told of one by one lift it; what is not known bounds nothing.
``docs/figures.md`` tells the steps in words.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from tollbook.model import Claim, ClaimKind, FigureStatus, Report
from tollbook.reconcile import rules
from tollbook.reconcile.persons import EFFECTS, Person, distinct, told_of_persons
from tollbook.reconcile.rules import Bounds, Source
from tollbook.reconcile.tellings import Telling, narrowed, preferred, superseded, tellings
from tollbook.record import Figure


class Lift(NamedTuple):
    """How many persons the parts and the persons told of make at least, and the claims that say so."""

    number: int
    claims: tuple[str, ...]


class Voice(NamedTuple):
    """What one independent source stands by, and what it has itself replaced."""

    standing: tuple[Telling, ...]
    replaced: tuple[Telling, ...]


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
    told = [c for c in claims if c.kind == fate and c.count is not None and _bounds_anything(c)]
    whole = [_read(c, rule) for c in told if c.scope == "incident" and not told_of_persons(c)]
    voices = _voices(whole, reports, origin)
    lift = _lift(fate, told, people, reports)
    if not voices and not lift.number:
        return None
    sources = [source(v.standing) for v in voices]
    bounds = _lifted(rules.RULES[rule](sources) if sources else Bounds(lift.number, lift.number, lift.number), lift)
    standing = [t for v in voices for t in v.standing]
    return Figure(
        low=bounds.low,
        best=bounds.best,
        high=bounds.high,
        rule=rule,
        status=_status(voices, sources, bounds),
        independent_sources=len(voices) or len({origin[c] for c in lift.claims}),
        low_claims=_under(bounds.low, [(t, source([t]).floor) for t in standing], lift),
        best_claims=_under(bounds.best, [(t, t.count.best) for t in standing], lift),
        high_claims=_under(bounds.high, [(t, source([t]).ceiling) for t in standing], lift),
        superseded_claims=tuple(sorted(c.id for v in voices for t in v.replaced for c in t.claims)),
    )


def source(standing: Sequence[Telling]) -> Source:
    """What the standing tellings of one source come to: the hull of its words, its best the preferred telling's.

    What is only feared is an upper bound and no lower one.
    """
    firm = [t for t in standing if t.firm] or list(standing)
    each = [Source(t.count.low, t.count.best, t.count.high) for t in firm]
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
        standing = narrowed([t for t in held if t not in replaced])
        if standing:
            voices.append(Voice(tuple(standing), tuple(replaced)))
    return voices


def _lift(fate: ClaimKind, told: Sequence[Claim], people: Sequence[Person], reports: Mapping[str, Report]) -> Lift:
    """The larger of the largest part and the number of persons who cannot be one another.

    Parts are not added up: children and civilians among the dead may be the same people.
    """
    parts = [(c.count.low, (c.id,)) for c in told if c.scope == "part" and c.count and c.count.low and _firm(c)]
    sure = [tuple(m for m in p if _firm(m.claim)) for p in people]
    persons = distinct([p for p in sure if p], fate, reports) if fate in EFFECTS else []
    named = tuple(sorted({m.claim.id for p in persons for m in p if m.effect == fate}))
    return Lift(*max([(0, ()), *parts, (len(persons), named)], key=lambda found: (found[0], found[1])))


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
    return "contested" if apart else "range"


def _reach(voice: Voice, side: int) -> float:
    pick = max if side else min
    return pick(t.reach[side] for t in voice.standing)


def _under(bound: int | None, held: Sequence[tuple[Telling, int | None]], lift: Lift) -> tuple[str, ...]:
    if bound is None:
        return ()
    direct = {c.id for telling, number in held if number == bound for c in telling.claims}
    return tuple(sorted(direct | (set(lift.claims) if bound == lift.number else set())))
