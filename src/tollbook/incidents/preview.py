"""What a decision would change: the incidents as they are, and as they would be. Nothing is written.

The rows are made again as they would be after the decision, in a transaction that is taken back. So a preview says
exactly what the decision will do, and costs what it costs.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, select

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Decision
from tollbook.incidents.affected import reports_reached
from tollbook.incidents.incremental import relink
from tollbook.model import Claim, IncidentKind, Place, Record, When
from tollbook.record import Figure, Group, Incident, ReportLink
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import unpack, where_in


class Outline(Record, frozen=True, kw_only=True):
    """What a person compares of an incident before and after a decision."""

    id: str
    kind: IncidentKind
    title: str
    when: When | None = None
    place: Place | None = None
    figures: dict[str, Figure] = msgspec.field(default_factory=dict)
    reports: tuple[ReportLink, ...] = ()
    claims: tuple[str, ...] = ()


class Preview(Record, frozen=True, kw_only=True):
    """The incidents that a decision changes, before and after it, those with most claims first.

    ``outside`` are claims that were in one of them and then are in none; those of a running total are also in
    ``totals``.
    """

    before: tuple[Outline, ...] = ()
    after: tuple[Outline, ...] = ()
    outside: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()


_Stored = tuple[Incident, Group]


class _TakenBack(Exception):
    """Ends a transaction without a trace."""


def preview(store: Store, decision: Decision) -> Preview:
    """What a decision that is not in the log would change. The derived rows must be up to date."""
    decisions = (*verdicts.in_force(store), decision)
    reports = reports_reached(store, [decision], decisions)
    made, old = set[str](), set[str]()
    after: dict[str, _Stored] = {}
    totals = frozenset[str]()
    with suppress(_TakenBack), store.derived_rows(write=True) as rows:
        made, old = relink(store, rows, reports, decisions)
        after, totals = _stored(rows, made), _totals(rows, reports)
        raise _TakenBack
    with store.derived_rows() as rows:
        before = _stored(rows, old)
    same = {name for name in before.keys() & after.keys() if before[name] == after[name]}
    return _preview(_others(before, same), _others(after, same), totals)


def _preview(before: Iterable[_Stored], after: Iterable[_Stored], totals: frozenset[str]) -> Preview:
    shown = tuple(_outline(*each) for each in before), tuple(_outline(*each) for each in after)
    inside, left = ({claim for outline in outlines for claim in outline.claims} for outlines in shown)
    outside = tuple(sorted(inside - left))
    return Preview(
        before=shown[0], after=shown[1], outside=outside, totals=tuple(name for name in outside if name in totals)
    )


def _others(stored: Mapping[str, _Stored], same: Collection[str]) -> list[_Stored]:
    """The incidents that change, those with most claims first."""
    changed = (each for name, each in stored.items() if name not in same)
    return sorted(changed, key=lambda each: (-len(each[1].claims), each[0].id))


def _stored(rows: Connection, names: Iterable[str]) -> dict[str, _Stored]:
    columns = incident_rows.incidents.c
    query = select(columns.id, columns.record, columns.group)
    return {
        row.id: (unpack(row.record, Incident), unpack(row.group, Group))
        for row in where_in(rows, query, columns.id, names)
    }


def _totals(rows: Connection, reports: Iterable[str]) -> frozenset[str]:
    """The claims of running and period totals in some reports."""
    columns = incident_rows.reports.c
    query = select(columns.tolls).where(columns.tolls.is_not(None))
    packed = where_in(rows, query, columns.report, reports)
    return frozenset(claim.id for row in packed for claim in unpack(row.tolls, tuple[Claim, ...]))


def _outline(incident: Incident, group: Group) -> Outline:
    return Outline(
        id=incident.id,
        kind=incident.kind,
        title=incident.title,
        when=incident.when,
        place=incident.place,
        figures=incident.figures,
        reports=incident.reports,
        claims=linking.members(group),
    )
