"""Running and period totals: no incidents, but series of their own, and what is derived from them."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from tollbook import locale, quantities
from tollbook.model import Claim, Place, Report, content_id
from tollbook.reconcile import name_matching
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import source
from tollbook.reconcile.independence import origins
from tollbook.reconcile.rules import range_
from tollbook.reconcile.source_counts import narrowed, tellings, told_of
from tollbook.record import Toll, TollPoint

#: What is left of "well-over" once the number and its qualifier are out.
_BROKEN = re.compile(r"^\S*-\s+")


def tolls(
    claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy] = (), *, as_of: date | None = None
) -> tuple[Toll, ...]:
    """Every toll the claims tell of, each a series by day, in order of id.

    Claims are of one toll when they count the same fate over the same place, and over the same period where it is a
    period total. A point holds what was said as of one day: the day told of, else the day of publication. Relative
    numbers ("three to four times more") times the figure they lean on are in ``derived``, never in the series.
    """
    held = [c for c in claims if c.count is not None and (as_of is None or _published_by(c, reports, as_of))]
    relative = [c for c in held if c.count is not None and c.count.qualifier == "multiple of"]
    base: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in sorted(held, key=lambda c: c.id):
        if claim not in relative and (claim.scope in {"running total", "period total"} or claim.kind == "buried"):
            base[_key(claim)].append(claim)
    found = [_toll(key, base[key], relative, reports, copies) for key in sorted(base)]
    return tuple(sorted((t for t in found if t is not None), key=lambda t: t.id))


def _published_by(claim: Claim, reports: Mapping[str, Report], day: date) -> bool:
    published = reports[claim.report].published if claim.report in reports else None
    return published is not None and published <= day


def _key(claim: Claim) -> tuple[str, ...]:
    start = claim.when.start if claim.when is not None else None
    period = str(start or "") if claim.scope == "period total" else ""
    return claim.kind, _place_key(claim.place), claim.scope, period


def _place_key(place: Place | None) -> str:
    if place is None:
        return ""
    return str(place.geonameid) if place.geonameid is not None else name_matching.full_key(place.name)


def _as_of(claim: Claim, reports: Mapping[str, Report]) -> date | None:
    """The day a total stands for: a day told ("by late Monday"), else that of publication.

    "Since August" is where a period begins, and no day a total stands for.
    """
    published = reports[claim.report].published if claim.report in reports else None
    told = told_of(claim) if claim.when is not None and claim.when.precision == "day" else None
    return told if told is not None and (published is None or told <= published) else published


def _toll(
    key: tuple[str, ...],
    claims: Sequence[Claim],
    relative: Sequence[Claim],
    reports: Mapping[str, Report],
    copies: Sequence[Copy],
) -> Toll | None:
    origin = origins([*claims, *(c for c in relative if c not in claims)], reports, copies)
    by_day: dict[date | None, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_day[_as_of(claim, reports)].append(claim)
    series = [_point(day, by_day[day], reports, origin) for day in sorted(by_day, key=lambda d: d or date.min)]
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
        independent_sources=len({origin[i] for i in counted}),
        derived=_derived(claims, relative, reports, origin),
    )


def _people(claims: Sequence[Claim]) -> str:
    """Whom the series counts, in the words used most, numbers left out."""
    said = Counter(words for c in claims if (words := _without_number(c)))
    return min(said, key=lambda words: (-said[words], -len(words), words), default="")


def _without_number(claim: Claim) -> str:
    """The people of a claim without how many they are: "at least 40 bodies" are bodies."""
    if claim.people is None:
        return ""
    words = claim.people.text
    for count in (quantities.count(words, locale.DEFAULT), claim.count):
        words = words.replace(count.text, "") if count is not None else words
    return _BROKEN.sub("", words.strip(" -"))


def _point(
    day: date | None, claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]
) -> TollPoint | None:
    by_origin: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_origin[origin[claim.id]].append(claim)
    standing = [told for name in sorted(by_origin) if (told := narrowed(tellings(by_origin[name], reports)))]
    if not standing:
        return None
    low, best, high = range_([source(told) for told in standing])
    ids = tuple(sorted(c.id for told in standing for t in told for c in t.claims))
    return TollPoint(as_of=day, low=low, best=best, high=high, claims=ids)


def _derived(
    claims: Sequence[Claim], relative: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]
) -> tuple[TollPoint, ...]:
    """Each relative number times the figure of the same informant it leans on: the same report's before any other's."""
    found = []
    for claim in sorted(relative, key=lambda c: (_as_of(c, reports) or date.min, c.id)):
        stated = [
            c for c in claims if c.kind == claim.kind and origin[c.id] == origin[claim.id] and _exact(c) is not None
        ]
        stated = [c for c in stated if c.report == claim.report] or [
            c for c in stated if _place_key(c.place) == _place_key(claim.place)
        ]
        if not stated or claim.count is None:
            continue
        base = max(stated, key=lambda c: (_as_of(c, reports) or date.min, c.id))
        number = _exact(base) or 0
        low, high = (None if factor is None else factor * number for factor in (claim.count.low, claim.count.high))
        day = _as_of(claim, reports)
        found.append(TollPoint(as_of=day, low=low, high=high, claims=tuple(sorted((claim.id, base.id)))))
    return tuple(found)


def _exact(claim: Claim) -> int | None:
    if claim.count is None:
        return None
    return claim.count.best if claim.count.best is not None else claim.count.low
