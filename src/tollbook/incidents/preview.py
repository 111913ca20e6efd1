"""Previews a decision: the incidents before and after it. Nothing is written.

The rows are made again as they would be after the decision, in a transaction that is rolled back. So a preview is
exact, and takes as long as the decision.
"""

from collections.abc import Iterable
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, select

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.decision import Decision
from tollbook.incidents.affected import reports_named, reports_reached
from tollbook.incidents.incremental import relink
from tollbook.model import Claim, IncidentKind, Place, Record, When
from tollbook.record import Figure, Group, Incident
from tollbook.store import Store, incident_tables
from tollbook.store.incident_rows import unpack, where_in


class Outline(Record, frozen=True, kw_only=True):
    """The parts of an incident that a person compares before and after a decision; ``claims`` has its headlines too."""

    id: str
    kind: IncidentKind
    title: str
    when: When | None = None
    place: Place | None = None
    figures: dict[str, Figure] = msgspec.field(default_factory=dict)
    reports: tuple[str, ...] = ()
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


class TakenBack(Exception):
    """Raised to roll a transaction back."""


def preview(store: Store, *proposed: Decision) -> Preview:
    """The incidents that some decisions, which are not in the log, would change together.

    The derived rows must be up to date.
    """
    decisions = (*verdicts.in_force(store), *proposed)
    reports = reports_reached(store, proposed, decisions)
    made, old = set[str](), set[str]()
    after: list[Outline] = []
    totals = frozenset[str]()
    with suppress(TakenBack), store.derived_rows(write=True) as rows:
        reports |= reports_named(rows, proposed, decisions)
        made, old = relink(store, rows, reports, decisions)
        after, totals = outlines(rows, made), _totals(rows, reports)
        raise TakenBack
    with store.derived_rows() as rows:
        before = outlines(rows, old)
    inside, left = ({claim for outline in found for claim in outline.claims} for found in (before, after))
    return Preview(
        before=_in_order(each for each in before if each not in after),
        after=_in_order(each for each in after if each not in before),
        outside=tuple(sorted(inside - left)),
        totals=tuple(sorted((inside - left) & totals)),
    )


def _in_order(outlines: Iterable[Outline]) -> tuple[Outline, ...]:
    return tuple(sorted(outlines, key=lambda outline: (-len(outline.claims), outline.id)))


def outlines(rows: Connection, names: Iterable[str]) -> list[Outline]:
    """Some incidents in short, from the derived rows."""
    columns = incident_tables.incidents.c
    found = where_in(rows, select(columns.record, columns.group), columns.id, names)
    return [_outline(unpack(row.record, Incident), unpack(row.group, Group)) for row in found]


def _totals(rows: Connection, reports: Iterable[str]) -> frozenset[str]:
    """The claims of running and period totals in some reports."""
    columns = incident_tables.reports.c
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
        reports=tuple(link.id for link in incident.reports),
        claims=tuple(sorted(linking.members(group))),
    )
