"""Ways to divide one incident into parts: by day, by place, by episode. Every member is in exactly one part.

A member is a claim, or a report without claims, by its id. A claim without a day or place of its own goes with the
nearest claim of its report that has one; a report without any goes with the largest part.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from tollbook.linking.clustering import AVERAGE, clusters, components
from tollbook.linking.constraints import NONE
from tollbook.linking.groups import cluster_member
from tollbook.linking.profiles import MentionProfile
from tollbook.linking.scoring import DOUBT, THRESHOLD, weigh
from tollbook.linking.similarity import kilometres
from tollbook.mentions import STATEMENTS
from tollbook.model import Claim, Place, Report
from tollbook.record import Group

Parts = tuple[tuple[str, ...], ...]
#: Places nearer than this are one place: the centre of a town and its outskirts.
_ONE_PLACE_KM = 12.0
#: UCDP precision up to which a place has coordinates of its own.
_FINE = 3
#: The largest average weight tried to find episodes: two reports that agree in everything do not weigh more.
_STRICTEST = 40


def members(group: Group) -> tuple[str, ...]:
    """The ids of a group's claims, and of its reports without claims."""
    return (*(c.id for c in group.claims), *(link.id for link in group.reports if not link.claims))


def by_day(group: Group, reports: Mapping[str, Report]) -> Parts:
    """A part for each day that claims give. A report that gives none goes with the last day before its publication."""
    days = ((c.id, _own_day(c)) for c in group.claims if c.kind not in STATEMENTS)
    known = {name: day for name, day in days if day is not None}

    def of_report(name: str) -> str | None:
        published = str((name in reports and reports[name].published) or "")
        return max((day for day in known.values() if day <= published), default=None)

    return _divided(group, known, of_report)


def by_place(group: Group) -> Parts:
    """A part for each place that claims give; if they give no two exact places, for each region."""
    exact = {c.id: c.place for c in group.claims if c.place and c.place.lat is not None and _precision(c) <= _FINE}
    known = _near(exact)
    if len(set(known.values())) < 2:
        regions = ((c.id, c.place) for c in group.claims if c.place is not None)
        known = {name: f"{at.country} {at.admin1}" for name, at in regions if at.country and at.admin1}
    return _divided(group, known, lambda _: None)


def by_episode(group: Group, profiles: Sequence[MentionProfile]) -> Parts:
    """The parts that linking joined last: the same clustering, with the lowest threshold that gives two parts.

    Decisions are ignored. One part if the reports describe one event, or the incident has one mention.
    """
    mentions = {p.id: cluster_member(p) for p in profiles}
    weighed = ((a, b, weigh(a, b)) for a, b in combinations(profiles, 2) if a.report != b.report)
    weights = {(min(a.id, b.id), max(a.id, b.id)): weight for a, b, weight in weighed if weight >= THRESHOLD - DOUBT}
    found = [list(mentions)]
    for average in range(round(AVERAGE), _STRICTEST):
        found = clusters(mentions, weights, NONE, average=average)
        if len(found) > 1:
            break
    part_of = {name: number for number, part in enumerate(found) for name in part}
    known = {claim: str(part_of[p.id]) for p in profiles for claim in p.claims}
    return _divided(group, {name: known[name] for name in members(group) if name in known}, lambda _: None)


def _own_day(claim: Claim) -> str | None:
    """The day of a claim, if its report gives one."""
    when = claim.when
    if when is None or when.precision not in {"day", "days"} or when.basis not in {"stated", "relative"}:
        return None
    return str(when.start) if when.start else None


def _precision(claim: Claim) -> int:
    return (claim.place and claim.place.precision) or 9


def _near(places: Mapping[str, Place]) -> dict[str, str]:
    """The places of some claims, with those near each other under one name."""
    spots = {(place.name, place.lat, place.lon): place for place in places.values()}
    names = {spot: str(number) for number, spot in enumerate(sorted(spots, key=str))}
    by_name = {names[spot]: place for spot, place in spots.items()}
    near = [(a, b) for a, b in combinations(by_name, 2) if (kilometres(by_name[a], by_name[b]) or 0) <= _ONE_PLACE_KM]
    part_of = {name: part[0] for part in components(by_name, near) for name in part}
    return {claim: part_of[names[place.name, place.lat, place.lon]] for claim, place in places.items()}


def _divided(group: Group, known: Mapping[str, str], of_report: Callable[[str], str | None]) -> Parts:
    """The members by their own day or place, else by that of the nearest claim, else by that of their report."""
    sizes = Counter(known.values())
    if len(sizes) < 2:
        return (tuple(sorted(members(group))),)
    largest = min(sizes, key=lambda key: (-sizes[key], key))
    own = {c.id: c for c in group.claims}
    parts: dict[str, list[str]] = {}
    for name in members(group):
        key = known.get(name) or _nearest(own.get(name), group, known)
        report = own[name].report if name in own else name
        parts.setdefault(key or of_report(report) or largest, []).append(name)
    return tuple(tuple(sorted(parts[key])) for key in sorted(parts))


def _nearest(claim: Claim | None, group: Group, known: Mapping[str, str]) -> str | None:
    """The day or place of the nearest claim of the same report."""
    if claim is None:
        return None
    near = [c for c in group.claims if c.report == claim.report and c.id in known]
    return known[min(near, key=lambda c: (abs(c.start - claim.start), c.id)).id] if near else None
