"""Which incidents reports and claims belong to, from the derived rows."""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import select

from tollbook.model import Record
from tollbook.record import Group
from tollbook.store import Store, incident_tables
from tollbook.store.incident_rows import titles, unpack, where_in


class TitledIncident(Record, frozen=True, kw_only=True):
    """The id and title of an incident, for lists of reports."""

    id: str
    title: str


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


def by_report(store: Store, reports: Iterable[str]) -> dict[str, tuple[TitledIncident, ...]]:
    """The incidents of each of some reports, those with most of its claims first. The rows must be up to date."""
    wanted = set(reports)
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for group in groups_of_reports(store, wanted):
        for link in group.reports:
            if link.id in wanted:
                found[link.id].append((-link.claims, group.id))
    with store.derived_rows() as rows:
        named = titles(rows, {name for own in found.values() for _, name in own})
    return {
        report: tuple(TitledIncident(id=name, title=named.get(name, "")) for _, name in sorted(own))
        for report, own in found.items()
    }


def incident_of(groups: Iterable[Group]) -> dict[str, str]:
    """The incident of each claim of some groups, and of each report that mentions one only in the headline."""
    return {name: group.id for group in groups for name in (group.id, *(claim.id for claim in group.claims))}


def named_now(store: Store, former: str) -> tuple[str, ...]:
    """The incidents that the one with a ``former`` id may be now, in order of id. The rows must be up to date.

    An incident has the id of its first claim. It gets another one if that claim is set aside or moved, if a report with
    an earlier claim joins, or if the report is read anew. The result is the incident that has the claim now, else every
    incident of the claim's report; empty if the id is not that of a claim.
    """
    claim = (store.former_claims([former]) | store.claims_of([former])).get(former)
    if claim is None:
        return ()
    groups = groups_of_reports(store, [claim.report])
    having = [group.id for group in groups if any(each.id == former for each in group.claims)]
    return tuple(having or [g.id for g in groups if any(each.report == claim.report for each in g.claims)])
