"""Which incident a claim belongs to, from the derived rows."""

from collections.abc import Iterable

from sqlalchemy import select

from tollbook.record import Group
from tollbook.store import Store, incident_tables
from tollbook.store.incident_rows import unpack, where_in


def groups_of_reports(store: Store, reports: Iterable[str]) -> tuple[Group, ...]:
    """The claims of every incident that some reports may be about, in order of id. The rows must be up to date."""
    mentions, incidents = incident_tables.mentions.c, incident_tables.incidents.c
    with store.derived_rows() as rows:
        named = {row.incident for row in where_in(rows, select(mentions.incident), mentions.report, reports)} - {None}
        # A cluster that decisions divided is stored as several incidents; a mention names one of them.
        clusters = {row.cluster for row in where_in(rows, select(incidents.cluster), incidents.id, named)}
        packed = {
            row.id: row.group
            for row in where_in(rows, select(incidents.id, incidents.group), incidents.cluster, clusters)
        }
    return tuple(unpack(packed[name], Group) for name in sorted(packed))
