"""Clustering: splits connected event mentions into incidents. The order of the mentions does not matter."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from tollbook.linking.constraints import Constraints
from tollbook.linking.exclusion import one_day_is_misread
from tollbook.linking.profiles import MentionProfile
from tollbook.linking.scoring import THRESHOLD
from tollbook.linking.settings import ONE_NIGHT, ClusterMember, EventDays, lie_apart, of_other_figures, on_other_days

Pair = tuple[str, str]
#: The weight of a pair of mentions that joined two clusters, and the pair.
Join = tuple[float, str, str]
N = TypeVar("N", int, str)
#: The least average weight between two clusters that joins them. On 3,998 reports of shootings 2.5 gave a B-cubed F1 of
#: 93.9, 3 94.0, 3.5 93.9; for the incidents of found claims in 40 labelled war dispatches 80.9, 84.0, 84.6.
AVERAGE = 3.0
#: The least weight of a pair that joins two clusters with places far apart, or a mention of an unknown day.
_APART = 9.0
#: The most days of one incident, if its reports give single days. Days-long fighting is several incidents.
_MOST_DAYS = 3


def must_link(one: MentionProfile, other: MentionProfile, constraints: Constraints) -> bool:
    """Whether a person decided that a claim of the one and a claim of the other are about the same incident."""
    sets = constraints.must_link
    return bool(sets and sets & constraints.sets_of(one.claims) & constraints.sets_of(other.claims))


def components(names: Iterable[N], edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """The connected components of a graph, each sorted, in the order of their smallest names."""
    component_of = {name: [name] for name in names}
    for a, b in edges:
        small, large = sorted((component_of[a], component_of[b]), key=len)
        if small is not large:
            large += small
            component_of |= dict.fromkeys(small, large)
    return _distinct(component_of)


def clusters(
    mentions: Mapping[str, ClusterMember],
    weights: Mapping[Pair, float],
    constraints: Constraints,
    *,
    average: float = AVERAGE,
) -> list[list[str]]:
    """The incidents among the mentions of one component, as sorted ids: greedy average linkage, strongest pair first.

    ``mentions`` are the mentions by id. ``weights`` gives the weight of each edge by pair of mention ids, the smaller
    id first; a pair without an edge weighs 0. Mentions that a person linked start in one cluster; clusters that a
    person separated are never joined. Clusters of different days are joined only by a pair that shows that a day was
    misread. Clusters with numbers of dead far apart are joined only if a person decided on one of them.
    ``average`` is the least average weight that joins two clusters.
    """
    return clusters_and_joins(mentions, weights, constraints, average=average)[0]


def clusters_and_joins(
    mentions: Mapping[str, ClusterMember],
    weights: Mapping[Pair, float],
    constraints: Constraints,
    *,
    average: float = AVERAGE,
) -> tuple[list[list[str]], list[Join]]:
    """As :func:`clusters`, with the pairs that joined two clusters, in order."""
    cluster_of, joined_by = _must_link_clusters(mentions, constraints), list[Join]()
    # A cluster only grows, so its first member and its length identify it. If a pair did not join two clusters, a
    # weaker pair does not join them either, unless it shows that a day was misread. Most pairs of a large component lie
    # between the same few clusters, and each comparison takes all their members.
    kept_apart: set[tuple[str, int, str, int]] = set()
    for (a, b), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        if weight < THRESHOLD:
            break
        one, other = cluster_of[a], cluster_of[b]
        if one is other:
            continue
        given = mentions[a].given and mentions[b].given
        misread = one_day_is_misread(mentions[a], mentions[b], weight, given=given)
        both = (one[0], len(one), other[0], len(other))
        if both in kept_apart and not misread:
            continue
        pair = _Pair(one, other, weight, misread=misread, apart=on_other_days(mentions[a], mentions[b]))
        joins = _may_join(pair, weights, mentions, constraints)
        if joins and _average_weight(one, other, weights, mentions) >= average:
            joined = one + other
            cluster_of |= dict.fromkeys(joined, joined)
            joined_by.append((weight, a, b))
        else:
            kept_apart |= {both, (*both[2:], *both[:2])}
    return _distinct(cluster_of), joined_by


class _Pair(NamedTuple):
    """Two clusters and the weight of a pair of mentions between them; the pair may show that a day was misread.

    ``apart`` if the days of the pair themselves lie apart.
    """

    one: list[str]
    other: list[str]
    weight: float
    misread: bool
    apart: bool


def _may_join(
    pair: _Pair, weights: Mapping[Pair, float], mentions: Mapping[str, ClusterMember], constraints: Constraints
) -> bool:
    """Whether nothing excludes that two clusters are one incident.

    A pair of one day shows nothing of the other days, so it makes no incident longer than one may be.
    """
    one, other, weight, misread, apart = pair
    if constraints.cannot_join(_sets(one, mentions), _sets(other, mentions)):
        return False
    if weight < _APART and _any_apart(one, other, weights, mentions, lie_apart):
        return False
    if not misread and _any_apart(one, other, weights, mentions, on_other_days):
        return False
    if constraints.must_link & (_sets(one, mentions) | _sets(other, mentions)):
        return True
    if _any_apart(one, other, weights, mentions, of_other_figures):
        return False
    return (misread and apart) or not _too_long(one, other, mentions)


def _any_apart(
    one: Iterable[str],
    other: Sequence[str],
    weights: Mapping[Pair, float],
    mentions: Mapping[str, ClusterMember],
    apart: Callable[[ClusterMember, ClusterMember], bool],
) -> bool:
    """Whether two mentions, one of each cluster, are of different days or places and are not linked by an edge."""
    return any(
        apart(mentions[x], mentions[y]) and weights.get((min(x, y), max(x, y)), 0.0) < THRESHOLD
        for x, y in product(one, other)
    )


def _too_long(one: Iterable[str], other: Iterable[str], mentions: Mapping[str, ClusterMember]) -> bool:
    """Whether two clusters together cover more days than one event, and more than any report gives.

    Only days on which a report is fresh count: a day well before publication is more often misread.
    """
    spans = [days for name in (*one, *other) if (days := _fresh_days(mentions[name])) is not None]
    lengths = [(span.last - span.first).days + 1 for span in spans]
    covered = (max(s.last for s in spans) - min(s.first for s in spans)).days + 1 if spans else 0
    return covered > max(_MOST_DAYS, *lengths, 0)


def _fresh_days(member: ClusterMember) -> EventDays | None:
    """The days that a report gives, if it appeared on the last of them or on the day after."""
    if not member.given or member.days is None or member.published is None:
        return None
    return member.days if 0 <= (member.published - member.days.last).days <= ONE_NIGHT else None


def _distinct(group_of: Mapping[N, list[N]]) -> list[list[N]]:
    """Each group once, sorted, in the order of their smallest members."""
    return sorted(sorted(members) for members in {id(m): m for m in group_of.values()}.values())


def _average_weight(
    one: Iterable[str], other: Sequence[str], weights: Mapping[Pair, float], mentions: Mapping[str, ClusterMember]
) -> float:
    """The average weight between two clusters over pairs of reports. Each pair counts with its strongest mentions.

    So a report that mentions an event twice counts no less than one that mentions it once.
    """
    strongest: dict[Pair, float] = {}
    for x, y in product(one, other):
        pair = (mentions[x].report, mentions[y].report)
        if pair[0] != pair[1]:
            strongest[pair] = max(strongest.get(pair, 0.0), weights.get((min(x, y), max(x, y)), 0.0))
    return sum(sorted(strongest.values())) / len(strongest)


def _must_link_clusters(mentions: Mapping[str, ClusterMember], constraints: Constraints) -> dict[str, list[str]]:
    """The cluster each mention starts in: with the other mentions that a person linked it to, else by itself."""
    first: dict[str, str] = {}
    names = sorted(mentions)
    linked = ((name, each) for name in names for each in sorted(constraints.must_link & mentions[name].sets))
    edges = [(first.setdefault(each, name), name) for name, each in linked]
    return {name: members for members in components(names, edges) for name in members}


def _sets(members: Iterable[str], mentions: Mapping[str, ClusterMember]) -> frozenset[str]:
    return frozenset().union(*(mentions[m].sets for m in members))
