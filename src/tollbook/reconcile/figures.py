"""Low, best and high of one count of one incident, with the claims under each bound.

Claims about the whole incident bound a figure. Parts, and persons reported one by one, raise it. An unknown number
bounds nothing. ``docs/figures.md`` describes the steps.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

import msgspec

from tollbook.model import Claim, ClaimKind, FigureStatus, Report
from tollbook.reconcile import rules
from tollbook.reconcile.counts_of_others import bound_nothing, fighters_alone
from tollbook.reconcile.died_of_wounds import died_since, survivors
from tollbook.reconcile.early_reports import early_counts
from tollbook.reconcile.independence import informant, number_independent
from tollbook.reconcile.joint_totals import joint_totals, own_counts
from tollbook.reconcile.minimums import (
    Minimum,
    minimum_of_persons,
    parts_by_source,
    raised,
    sources_of,
    under,
    with_part,
)
from tollbook.reconcile.person_mentions import describes_persons, is_own_death
from tollbook.reconcile.persons import PersonMentions
from tollbook.reconcile.rules import Bounds, SourceBounds
from tollbook.reconcile.source_counts import (
    SourceCount,
    counts_by_day,
    exact_counts,
    less_exact_counts,
    preferred,
    superseded_counts,
)
from tollbook.reconcile.wordings import wording_of
from tollbook.record import Figure


class BoundEvidence(NamedTuple):
    """The evidence for one bound of a figure: the wording of its counts, and the ids of its claims."""

    said: str
    claims: tuple[str, ...]


class IndependentSource(NamedTuple):
    """The counts of one independent source, by its source id.

    ``current`` are those it has not replaced itself, without those less exact than another (``less_exact``);
    ``superseded`` are those it has replaced.
    """

    id: str
    current: tuple[SourceCount, ...]
    superseded: tuple[SourceCount, ...]
    less_exact: tuple[SourceCount, ...] = ()


class CountingSources(NamedTuple):
    """The sources that count all people of one outcome, in order of id; and early counts, each with its replacement."""

    sources: list[IndependentSource]
    early: list[tuple[SourceCount, SourceCount]]


def figure(
    outcome: ClaimKind,
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    source_of: Mapping[str, str],
    *,
    people: Sequence[PersonMentions] = (),
    rule: str = "range",
) -> Figure | None:
    """The figure of one outcome; None if no claim gives a number, because unknown is not zero.

    ``source_of`` gives the independent source of each claim, ``rule`` is a name of
    :data:`tollbook.reconcile.rules.RULES`. A denied number does not count: "denied that 12 were killed" bounds
    nothing; "no one was hurt" is 0.
    """
    counted = counted_claims(outcome, claims)
    persons = minimum_of_persons(outcome, people, reports)
    if not counted and not persons.number:
        return None
    sources, early = counting_sources(outcome, claims, reports, source_of, rule=rule)
    own, minimums, bounds = bounded(sources, persons, parts_of_sources(counted, source_of), rule)
    if bounds is None:
        return None
    low, best, high = _evidence(bounds, [count for s in sources for count in (*s.current, *s.less_exact)], minimums)
    independent = _number_independent(sources) or sources_of(bounds.low, minimums, claims, source_of)
    replaced = [*(count for s in sources for count in s.superseded), *(old for old, _ in early)]
    return Figure(
        low=bounds.low,
        best=bounds.best,
        high=bounds.high,
        low_said=low.said,
        best_said=best.said,
        high_said=high.said,
        rule=rule,
        status=_status(sources, own, bounds, independent),
        independent_sources=independent,
        low_claims=low.claims,
        best_claims=best.claims,
        high_claims=high.claims,
        superseded_claims=tuple(sorted(c.id for count in replaced for c in count.claims)),
    )


def bounded(
    sources: Sequence[IndependentSource], persons: Minimum, parts: Mapping[str, Minimum], rule: str
) -> tuple[list[SourceBounds], list[Minimum], Bounds | None]:
    """The bounds of each source with its parts, the minimums that count, and the bounds by ``rule`` (None: unknown)."""
    most = max(each.number for each in (persons, *parts.values()))
    if not sources:
        return [], [persons, *parts.values()], Bounds(most, most, most) if most else None
    whole = [_bounds_of_source(s) for s in sources]
    own = [with_part(each, parts.get(s.id)) for s, each in zip(sources, whole, strict=True)]
    raising = [parts[s.id] for s, was, now in zip(sources, whole, own, strict=True) if was != now]
    return own, [persons, *raising], raised(rules.RULES[rule](own), persons)


def counting_sources(
    outcome: ClaimKind,
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    source_of: Mapping[str, str],
    *,
    rule: str,
) -> CountingSources:
    """The independent sources that count all people with one outcome, without counts that their reports call early."""
    counted = counted_claims(outcome, claims)
    counting_all = _whole_counts([c for c in counted if c.scope == "incident" or is_own_death(c)])
    joint = joint_totals(counting_all, reports)
    alone = [c for c in counting_all if c.id not in joint]
    others = bound_nothing(alone, [c for c in counted if c.scope == "part"])
    whole = [claim for claim in counting_all if claim.id not in others]
    died = died_since(claims, reports) if outcome == "injured" else {}
    alive = (survivors(c, died[c.id]) if c.id in died else c for c in whole)
    read = (_read(c, rule) for c in alive)
    bounded = own_counts(list(read), reports)
    sources = _independent_sources(bounded, reports, {**source_of, **_continued(whole, source_of)})
    early = early_counts([count for s in sources for count in (*s.current, *s.less_exact)], claims, reports)
    old = {id(first) for first, _ in early}
    remaining = [
        s._replace(
            current=tuple(count for count in s.current if id(count) not in old),
            less_exact=tuple(count for count in s.less_exact if id(count) not in old),
        )
        for s in sources
    ]
    return CountingSources([s for s in remaining if s.current], early)


def parts_of_sources(counted: Sequence[Claim], source_of: Mapping[str, str]) -> dict[str, Minimum]:
    """The largest part that each source gives, without fighters who are counted alone."""
    fighters = fighters_alone(counted)
    return parts_by_source([c for c in counted if c.id not in fighters], source_of)


def counted_claims(outcome: ClaimKind, claims: Sequence[Claim]) -> list[Claim]:
    """The claims on one outcome that may bound its figure."""
    return [c for c in claims if c.kind == outcome and c.count is not None and may_bound(c)]


@lru_cache(maxsize=1024)
def _bounds_of_source(source: IndependentSource) -> SourceBounds:
    return source_bounds(source.current, source.less_exact)


def source_bounds(current: Sequence[SourceCount], less_exact: Sequence[SourceCount] = ()) -> SourceBounds:
    """The bounds of the current counts of one source: lowest low, highest high, and the best of the preferred count.

    A number that is only feared is an upper bound, not a lower one.
    """
    firm = [count for count in current if count.firm] or list(current)
    each = [
        SourceBounds(count.count.low, count.count.best, count.count.high)
        for count in (*firm, *(count for count in less_exact if count.firm))
    ]
    lows, highs = [s.floor for s in each if s.floor is not None], [s.ceiling for s in each if s.ceiling is not None]
    chosen = preferred(firm)
    return SourceBounds(
        low=min(lows) if any(s.low is not None for s in each) and chosen.firm else None,
        best=chosen.count.best,
        high=max(highs) if any(s.high is not None for s in each) or not chosen.firm else None,
        day=chosen.published,
        firm=chosen.firm,
        reports=len({c.report for count in firm if count.value == chosen.value for c in count.claims}),
    )


def _whole_counts(counted: Sequence[Claim]) -> list[Claim]:
    """The claims that count all people, and those of a person ("a guard") to whom "another two" right after adds."""
    ordered = sorted(counted, key=lambda c: (c.report, c.start, c.end, c.id))
    return [
        claim
        for claim, after in zip_longest(ordered, ordered[1:])
        if not describes_persons(claim)
        or claim.additional
        or (after is not None and after.additional and after.report == claim.report)
    ]


def _continued(whole: Sequence[Claim], source_of: Mapping[str, str]) -> dict[str, str]:
    """The source ids of counts that outlets add in their own words ("two more were held"): as for the count before."""
    continued: dict[str, str] = {}
    for before, after in pairwise(whole):
        if after.additional and after.report == before.report and informant(after) is None:
            continued[after.id] = continued.get(before.id, source_of[before.id])
    return continued


def may_bound(claim: Claim) -> bool:
    """Whether a claim can bound a figure: a denied number cannot, but "nobody was hurt" can."""
    return claim.stance != "denies" or (claim.count is not None and claim.count.best == 0)


def _read(claim: Claim, rule: str) -> Claim:
    if claim.count is None or (count := rules.read(claim.count, rule)) is claim.count:
        return claim
    return msgspec.structs.replace(claim, count=count)


def _independent_sources(
    whole: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> list[IndependentSource]:
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in whole:
        by_source[source_of[claim.id]].append(claim)
    days = {c.report: reports[c.report].published for c in whole if c.report in reports}
    sources = (
        _independent_source(name, tuple(own), tuple(days.get(c.report) for c in own))
        for name, own in sorted(by_source.items())
    )
    return [source for source in sources if source is not None]


# The sensitivity of a figure makes the figure again without each claim, and most sources stay as they are.
@lru_cache(maxsize=1024)
def _independent_source(
    name: str, claims: tuple[Claim, ...], days: tuple[date | None, ...]
) -> IndependentSource | None:  # fmt: skip
    published = {claim.report: day for claim, day in zip(claims, days, strict=True)}
    counts = counts_by_day(claims, published)
    replaced = superseded_counts(counts)
    old = set(map(id, replaced))
    left = [count for count in counts if id(count) not in old]
    if not left:
        return None
    return IndependentSource(name, tuple(exact_counts(left)), tuple(replaced), tuple(less_exact_counts(left)))


def _status(
    sources: Sequence[IndependentSource], own: Sequence[SourceBounds], bounds: Bounds, independent: int
) -> FigureStatus:
    """``agreed``: two or more sources, one exact value. ``contested``: the numbers of two exclude each other.

    Persons reported one by one are a minimum, so several sources of them are a range.
    """
    if len(sources) < 2:
        return "range" if not sources and independent > 1 else "single source"
    if all(s.firm and s.low == s.best == s.high == bounds.low == bounds.high for s in own):
        return "agreed" if independent > 1 else "single source"
    spans = [(min(c.reach[0] for c in s.current), max(c.reach[1] for c in s.current)) for s in sources]
    apart = min(most for _, most in spans) < max(least for least, _ in spans)
    return "contested" if apart and bounds.low != bounds.high else "range"


def _number_independent(sources: Sequence[IndependentSource]) -> int:
    found = [(c, s.id) for s in sources for count in (*s.current, *s.less_exact) for c in count.claims]
    return number_independent((c for c, _ in found), {c.id: name for c, name in found})


def _evidence(bounds: Bounds, current: Sequence[SourceCount], minimums: Sequence[Minimum]) -> list[BoundEvidence]:
    """The evidence for low, best and high."""
    # Equal counts have equal bounds, so each is computed once.
    of_each = {key: source_bounds([count]) for key, count in {(c.count, c.firm): c for c in current}.items()}
    found = []
    for bound, end in zip(bounds, ("floor", "best", "ceiling"), strict=True):
        giving = [c for c in current if bound is not None and getattr(of_each[c.count, c.firm], end) == bound]
        # Persons reported one by one give the bound too, and they have no wording of a count.
        by_persons = any(each.number == bound for each in minimums if each.claims)
        said = "" if by_persons else wording_of(giving, is_high=end == "ceiling")
        found.append(BoundEvidence(said, _claims_under(bound, giving, minimums)))
    return found


def _claims_under(bound: int | None, giving: Sequence[SourceCount], minimums: Sequence[Minimum]) -> tuple[str, ...]:
    """The ids of the claims that give a bound."""
    if bound is None:
        return ()
    return tuple(sorted({c.id for count in giving for c in count.claims} | under(bound, minimums)))
