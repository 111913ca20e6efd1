"""Tolls: running and period totals over a place, as time series separate from incidents."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook import locale, quantities
from tollbook.model import Claim, Place, Report, content_id
from tollbook.reconcile import name_matching
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import source_bounds
from tollbook.reconcile.independence import source_ids
from tollbook.reconcile.rules import range_
from tollbook.reconcile.source_counts import exact_counts, source_counts
from tollbook.reconcile.totals import counted, day_of
from tollbook.reconcile.wordings import wording_of
from tollbook.record import Toll, TollPoint

#: The rest of "well-over" without the number and its qualifier.
_BROKEN = re.compile(r"^\S*-\s+")


def tolls(
    claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy] = (), *, as_of: date | None = None
) -> tuple[Toll, ...]:
    """Every toll in the claims, each a series by day, in order of id.

    Claims belong to one toll if they count the same outcome of the same people and cause over the same place and time.
    A point has the numbers as of one day: the day in the words, else the day they were said or published.
    A relative number ("three to four times more"), multiplied with its base, is in ``derived``, never in the series.
    """
    counting = [c for c in claims if c.count is not None and (as_of is None or _published_by(c, reports, as_of))]
    relative = [c for c in counting if _is_relative(c)]
    base = _by_series([c for c in sorted(counting, key=lambda c: c.id) if _is_total(c)], reports)
    every = [_toll(key, base[key], _concerning(base[key], relative), reports, copies) for key in sorted(base)]
    return tuple(sorted((t for t in every if t is not None), key=lambda t: t.id))


def toll_groups(claims: Iterable[Claim]) -> dict[str, list[Claim]]:
    """The claims of totals by outcome and place, in order of id: a toll depends on the claims of one group alone.

    A relative number is in the groups of its outcome whose totals are over its place or in its report.
    """
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_report[claim.report].append(claim)
    groups: dict[str, list[Claim]] = defaultdict(list)
    for own in by_report.values():
        stated = {(c.kind, _group(c)) for c in own if _is_total(c)}
        for claim in own:
            beside = {group for kind, group in stated if kind == claim.kind} if _is_relative(claim) else set()
            for group in {_group(claim)} | beside:
                groups[group].append(claim)
    return {group: sorted(groups[group], key=lambda c: c.id) for group in sorted(groups)}


def _group(claim: Claim) -> str:
    return f"{claim.kind} {_place_key(claim.place)}"


def _is_relative(claim: Claim) -> bool:
    """Whether a claim is a multiple of another number: "three to four times more"."""
    return claim.count is not None and claim.count.qualifier == "multiple of"


def _is_total(claim: Claim) -> bool:
    return not _is_relative(claim) and (claim.scope in {"running total", "period total"} or claim.kind == "buried")


def _concerning(totals: Sequence[Claim], relative: Iterable[Claim]) -> list[Claim]:
    """The relative numbers that may be multiples of some totals: of their outcome, and of their place or report."""
    kinds, places, reports = ({c.kind for c in totals}, {_place_key(c.place) for c in totals},
                              {c.report for c in totals})  # fmt: skip
    return [c for c in relative if c.kind in kinds and (_place_key(c.place) in places or c.report in reports)]


def _published_by(claim: Claim, reports: Mapping[str, Report], day: date) -> bool:
    published = reports[claim.report].published if claim.report in reports else None
    return published is not None and published <= day


def _by_series(claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[tuple[str, ...], list[Claim]]:
    """The claims of each series: by outcome, place, people and cause, and by the time that is counted.

    Running totals are one series, both "so far" and "since August". A total without a beginning belongs to the series
    with one, if there is only one.
    """
    series: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in claims:
        what = counted(claim, reports)
        start = claim.when.start if claim.when is not None and claim.scope == "period total" else None
        time = ("since", what.since) if what.goes_on else (claim.scope, str(start or ""))
        series[claim.kind, _place_key(claim.place), what.people, what.cause, *time].append(claim)
    for key in [key for key in series if key[-2:] == ("since", "")]:
        begun = [other for other in series if other != key and other[:-1] == key[:-1]]
        if len(begun) == 1:
            series[begun[0]] += series.pop(key)
    return {key: sorted(own, key=lambda c: c.id) for key, own in series.items()}


def _place_key(place: Place | None) -> str:
    if place is None:
        return ""
    return str(place.geonameid) if place.geonameid is not None else name_matching.full_key(place.name)


def _toll(
    key: tuple[str, ...],
    claims: Sequence[Claim],
    relative: Sequence[Claim],
    reports: Mapping[str, Report],
    copies: Sequence[Copy],
) -> Toll | None:
    source_of = source_ids([*claims, *(c for c in relative if c not in claims)], reports, copies)
    by_day: dict[date | None, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_day[day_of(claim, reports)].append(claim)
    series = [_point(day, by_day[day], reports, source_of) for day in sorted(by_day, key=lambda d: d or date.min)]
    points = tuple(p for p in series if p is not None)
    if not points:
        return None
    counted = {i for p in points for i in p.claims}
    return Toll(
        id=content_id("toll", *key),
        kind=key[0],
        place=min((c.place for c in claims if c.place is not None), key=lambda p: (p.name, p.text), default=None),
        people=_people(claims),
        series=points,
        independent_sources=len({source_of[i] for i in counted}),
        derived=_derived(claims, relative, reports, source_of),
    )


def _people(claims: Sequence[Claim]) -> str:
    """The people that the series counts, in the most frequent words, without numbers."""
    times = Counter(words for c in claims if (words := _without_number(c)))
    return min(times, key=lambda words: (-times[words], -len(words), words), default="")


def _without_number(claim: Claim) -> str:
    """The words for the people of a claim without their number: "bodies" of "at least 40 bodies"."""
    if claim.people is None:
        return ""
    words = claim.people.text
    for count in (quantities.count(words, locale.DEFAULT), claim.count):
        words = words.replace(count.text, "") if count is not None else words
    return _BROKEN.sub("", words.strip(" -"))


def _point(
    day: date | None, claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> TollPoint | None:
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_source[source_of[claim.id]].append(claim)
    current = [own for name in sorted(by_source) if (own := exact_counts(source_counts(by_source[name], reports)))]
    if not current:
        return None
    low, best, high = range_([source_bounds(own) for own in current])
    counts = [(count, source_bounds([count])) for own in current for count in own]
    ids = tuple(sorted(c.id for own in current for count in own for c in count.claims))
    return TollPoint(
        as_of=day,
        low=low,
        best=best,
        high=high,
        low_said=wording_of(count for count, ends in counts if ends.floor == low),
        best_said=wording_of(count for count, ends in counts if ends.best == best),
        high_said=wording_of((count for count, ends in counts if ends.ceiling == high), is_high=True),
        claims=ids,
    )


def _derived(
    claims: Sequence[Claim], relative: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> tuple[TollPoint, ...]:
    """Each relative number multiplied with the figure of the same informant, if possible from the same report."""
    points = []
    for claim in sorted(relative, key=lambda c: (day_of(c, reports) or date.min, c.id)):
        stated = [
            c
            for c in claims
            if c.kind == claim.kind and source_of[c.id] == source_of[claim.id] and _exact(c) is not None
        ]
        stated = [c for c in stated if c.report == claim.report] or [
            c for c in stated if _place_key(c.place) == _place_key(claim.place)
        ]
        if not stated or claim.count is None:
            continue
        base = max(stated, key=lambda c: (day_of(c, reports) or date.min, c.id))
        number = _exact(base) or 0
        low, high = (None if factor is None else factor * number for factor in (claim.count.low, claim.count.high))
        day = day_of(claim, reports)
        points.append(TollPoint(as_of=day, low=low, high=high, claims=tuple(sorted((claim.id, base.id)))))
    return tuple(points)


def _exact(claim: Claim) -> int | None:
    if claim.count is None:
        return None
    return claim.count.best if claim.count.best is not None else claim.count.low
