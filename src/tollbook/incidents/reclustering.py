"""The clusters that a change can reach: new mentions, and the clusters that they are linked with.

In a large archive, links connect most mentions with one another, and each report would make all of them be clustered
again. But clustering joins the strongest pair first (``linking.clustering``), and whether two clusters are joined
depends on these two alone. So a cluster whose joins are the same as before treats its neighbours as before. The
clusters around a change are made again together, and their neighbours with them only where the joins inside of a
cluster changed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection

from tollbook import linking
from tollbook.linking import ClusterMember, Constraints, Join, MentionProfile
from tollbook.store import blocking_rows
from tollbook.store.blocking_rows import StoredMention
from tollbook.store.incident_rows import unpack_small

#: A mention's id, and the features of it that clustering compares.
_Member = tuple[str, ClusterMember]


class Reclustered(NamedTuple):
    """The mentions that were clustered again, by number; their clusters; and the mentions that people decided about."""

    mentions: dict[int, StoredMention]
    clusters: list[frozenset[int]]
    decided: frozenset[int]


class _Clusters(NamedTuple):
    """Clusters as the numbers of their mentions, and the pairs that joined two of them."""

    every: list[frozenset[int]]
    joins: frozenset[Join]


def around(
    rows: Connection,
    new: Collection[int],
    former: Iterable[StoredMention],
    constraints: Constraints,
    *,
    known: Mapping[int, MentionProfile] = MappingProxyType({}),
) -> Reclustered:
    """Cluster again all mentions that new ones, and ``former`` ones that no longer exist, can affect.

    The result equals the clusters of these mentions if all mentions were clustered. ``known`` profiles are not read
    again.
    """
    added = frozenset(new)
    unknown = {mention.cluster for mention in former}
    region = unknown | added | blocking_rows.clusters_of(rows, _linked_with(rows, added))
    while True:
        mentions = blocking_rows.mentions_in(rows, region)
        members = _members(rows, mentions, known, constraints)
        weights = _weights(rows, members)
        made = _clustered(members, weights, constraints)
        before = _before(mentions, unknown | added, members, weights, constraints)
        lost = {number for number, mention in mentions.items() if mention.cluster in unknown}
        changed = _changed(made, before, members, added | lost)
        beyond = blocking_rows.clusters_of(rows, _linked_with(rows, changed) - mentions.keys()) - region
        if not beyond:
            decided = frozenset(number for number, (_, member) in members.items() if member.sets)
            return Reclustered(mentions, made.every, decided)
        region |= beyond


def _linked_with(rows: Connection, numbers: Collection[int]) -> set[int]:
    """Some mentions, and those that are linked with one of them."""
    return {number for pair in blocking_rows.linked_pairs(rows, numbers) for number in pair}


def _members(
    rows: Connection, mentions: Mapping[int, StoredMention], known: Mapping[int, MentionProfile],
    constraints: Constraints,
) -> dict[int, _Member]:  # fmt: skip
    packed = blocking_rows.profiles(rows, mentions.keys() - known.keys())
    profiles = dict(known) | {number: unpack_small(each, MentionProfile) for number, each in packed.items()}
    return {n: (mentions[n].id, linking.cluster_member(profiles[n], constraints)) for n in mentions}


def _weights(rows: Connection, members: Mapping[int, _Member]) -> dict[tuple[str, str], float]:
    """The weight of each edge among some mentions, by the ids of the two, the smaller first."""
    weights = {}
    for edge in blocking_rows.edges_among(rows, members):
        one, other = sorted((members[edge.one][0], members[edge.other][0]))
        weights[one, other] = edge.weight
    return weights


def _clustered(
    members: Mapping[int, _Member], weights: Mapping[tuple[str, str], float], constraints: Constraints
) -> _Clusters:
    numbers = {name: number for number, (name, _) in members.items()}
    every, joins = linking.clusters_and_joins(dict(members.values()), weights, constraints)
    return _Clusters([frozenset(numbers[name] for name in cluster) for cluster in every], frozenset(joins))


def _before(
    mentions: Mapping[int, StoredMention], without: Set[int], members: Mapping[int, _Member],
    weights: Mapping[tuple[str, str], float], constraints: Constraints,
) -> _Clusters:  # fmt: skip
    """The stored clusters, except those in ``without``, with the joins that made each from its own mentions."""
    stored: dict[int, list[int]] = {}
    for number, mention in mentions.items():
        if mention.cluster not in without:
            stored.setdefault(mention.cluster, []).append(number)
    cluster_of = {members[number][0]: cluster for cluster, own in stored.items() for number in own}
    inside: dict[int, dict[tuple[str, str], float]] = {}
    for pair, weight in weights.items():
        cluster = cluster_of.get(pair[0])
        if cluster is not None and cluster == cluster_of.get(pair[1]):
            inside.setdefault(cluster, {})[pair] = weight
    several = [(cluster, own) for cluster, own in stored.items() if len(own) > 1]
    joins = (
        _clustered({number: members[number] for number in own}, inside.get(cluster, {}), constraints).joins
        for cluster, own in several
    )
    return _Clusters([frozenset(own) for own in stored.values()], frozenset().union(*joins))


def _changed(made: _Clusters, before: _Clusters, members: Mapping[int, _Member], added: Collection[int]) -> set[int]:
    """All mentions of the clusters that were not joined in the same way as before."""
    differing = {name for _, *pair in made.joins ^ before.joins for name in pair}
    touched = {number for number, (name, _) in members.items() if name in differing} | set(added)
    clusters: Sequence[frozenset[int]] = [*made.every, *before.every]
    return touched.union(*(cluster for cluster in clusters if not touched.isdisjoint(cluster)))
