"""Rows for blocking: event mentions, their index keys, and the edges between mentions that were compared."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, select

from tollbook.store.incident_rows import Row, batches, delete_in, insert_all, where_in
from tollbook.store.incident_tables import edges, incidents, keys, mentions, reports
from tollbook.store.incident_tables import names as names_table


class StoredMention(NamedTuple):
    """One event mention: its report, its cluster (the smallest number in it), and the incident it belongs to."""

    number: int
    id: str
    report: str
    cluster: int
    incident: str | None


class StoredEdge(NamedTuple):
    """Two mentions, the smaller number first, with the weight of the evidence and whether they are linked."""

    one: int
    other: int
    weight: float
    linked: bool


class UncertainPair(NamedTuple):
    """Two mentions of two incidents that may be one: the weight of the evidence, and the size of both incidents."""

    weight: float
    one: str
    one_report: str
    one_incident: str
    other: str
    other_report: str
    other_incident: str
    one_killed: int | None
    one_injured: int | None
    one_reports: int
    other_killed: int | None
    other_injured: int | None
    other_reports: int


def delete_reports(connection: Connection, names: Collection[str]) -> list[StoredMention]:
    """Delete the rows of some reports; returns their mentions."""
    found = [StoredMention._make(row) for row in where_in(connection, _mentions(), mentions.c.report, names)]
    numbers = [mention.number for mention in found]
    delete_in(connection, keys, keys.c.mention, numbers)
    delete_in(connection, edges, edges.c.one, numbers)
    delete_in(connection, edges, edges.c.other, numbers)
    delete_in(connection, mentions, mentions.c.number, numbers)
    delete_in(connection, reports, reports.c.report, names)
    delete_in(connection, names_table, names_table.c.report, names)
    return found


def mentions_in(connection: Connection, clusters: Iterable[int]) -> dict[int, StoredMention]:
    """The mentions of some clusters, by number."""
    found = (StoredMention(*row) for row in where_in(connection, _mentions(), mentions.c.cluster, clusters))
    return {mention.number: mention for mention in found}


def _mentions() -> Select[tuple[int, str, str, int, str]]:
    return select(mentions.c.number, mentions.c.id, mentions.c.report, mentions.c.cluster, mentions.c.incident)


def add_mentions(connection: Connection, rows: Sequence[Row]) -> list[int]:
    """Insert mentions, each in a cluster of its own; returns their numbers in the order of the rows."""
    last = connection.execute(select(mentions.c.number).order_by(mentions.c.number.desc()).limit(1)).scalar() or 0
    numbers = list(range(last + 1, last + 1 + len(rows)))
    insert_all(connection, mentions, [row | {"number": n, "cluster": n} for n, row in zip(numbers, rows, strict=True)])
    return numbers


def mentions_with_keys(connection: Connection, wanted: Iterable[int]) -> dict[int, list[int]]:
    """The numbers of the mentions indexed under each of some keys."""
    found: dict[int, list[int]] = {}
    for key, mention in where_in(connection, select(keys.c.key, keys.c.mention), keys.c.key, wanted):
        found.setdefault(key, []).append(mention)
    return found


def linked_pairs(connection: Connection, numbers: Collection[int]) -> list[tuple[int, int]]:
    """The linked pairs that contain one of some mentions."""
    query = select(edges.c.one, edges.c.other).where(edges.c.linked)
    ends = (edges.c.one, edges.c.other)
    return sorted({(row.one, row.other) for end in ends for row in where_in(connection, query, end, numbers)})


def edges_among(connection: Connection, numbers: Collection[int]) -> list[StoredEdge]:
    """The edges between some mentions, linked or nearly linked."""
    inside = set(numbers)
    query = select(edges.c.one, edges.c.other, edges.c.weight, edges.c.linked)
    found = (StoredEdge(*row) for row in where_in(connection, query, edges.c.one, numbers))
    return [edge for edge in found if edge.other in inside]


def set_clusters(connection: Connection, cluster_of: Mapping[int, int]) -> None:
    """Record the cluster of some mentions, by number."""
    by_cluster: dict[int, list[int]] = {}
    for number, cluster in cluster_of.items():
        by_cluster.setdefault(cluster, []).append(number)
    for cluster, numbers in by_cluster.items():
        for batch in batches(numbers):
            connection.execute(mentions.update().where(mentions.c.number.in_(batch)).values(cluster=cluster))


def clusters_of(connection: Connection, numbers: Collection[int]) -> set[int]:
    """The clusters of some mentions, by number."""
    query = select(mentions.c.cluster).distinct()
    return {row.cluster for row in where_in(connection, query, mentions.c.number, numbers)}


def set_incidents(connection: Connection, incident_of: Mapping[int, str]) -> None:
    """Record the incident of some mentions, by number."""
    rows = [{"number_": number, "incident_": name} for number, name in incident_of.items()]
    if rows:
        change = mentions.update().where(mentions.c.number == bindparam("number_"))
        connection.execute(change.values(incident=bindparam("incident_")), rows)


def mentions_of(connection: Connection, incident: str) -> list[StoredMention]:
    """The mentions of an incident, by number."""
    query = _mentions().where(mentions.c.incident == incident).order_by(mentions.c.number)
    return [StoredMention._make(row) for row in connection.execute(query).all()]


def profiles(connection: Connection, numbers: Iterable[int]) -> dict[int, bytes]:
    """The packed profiles of some mentions, by number."""
    query = select(mentions.c.number, mentions.c.profile)
    return {row.number: row.profile for row in where_in(connection, query, mentions.c.number, numbers)}


def uncertain_pairs(connection: Connection, most: int, among: Collection[str] | None = None) -> list[UncertainPair]:
    """The edges between two incidents, those nearest to the threshold on either side first, with the sizes of both.

    ``among`` restricts them to those of some incidents. Headlines of reports without claims are left out: no figure
    depends on them.
    """
    one, other = mentions.alias(), mentions.alias()
    ends = [end.c[name] for end in (one, other) for name in ("id", "report", "incident")]
    query = (
        select(edges.c.weight, edges.c.distance, *ends)
        .join(one, one.c.number == edges.c.one)
        .join(other, other.c.number == edges.c.other)
        .where(one.c.incident != other.c.incident, one.c.id != one.c.report, other.c.id != other.c.report)
    )
    if among is None:
        nearest = query.order_by(edges.c.distance, one.c.id, other.c.id).limit(most)
        found = [tuple(row) for row in connection.execute(nearest).all()]
    else:
        own = {row.number for row in where_in(connection, select(mentions.c.number), mentions.c.incident, among)}
        both = {tuple(row) for end in (edges.c.one, edges.c.other) for row in where_in(connection, query, end, own)}
        found = sorted(both, key=lambda row: (row[1], row[2], row[5]))[:most]
    sizes = _sizes(connection, {row[place] for row in found for place in (4, 7)})
    return [UncertainPair._make((row[0], *row[2:], *sizes[row[4]], *sizes[row[7]])) for row in found]


def _sizes(connection: Connection, names: Iterable[str]) -> dict[str, tuple[int | None, int | None, int]]:
    """How many were killed and injured in some incidents, and how many reports each has."""
    columns = incidents.c
    query = select(columns.id, columns.killed, columns.injured, columns.reports)
    found = where_in(connection, query, columns.id, names)
    return {row.id: (row.killed, row.injured, row.reports) for row in found}
