"""Running and period totals as rows. They are made group by group: only changed groups are made again.

The totals of one outcome and place are a group (``reconcile.toll_groups``); a busy place has thousands of reports. So
linking only marks what it changes, and :func:`remake` makes the marked groups again, outside the transaction that
keeps other writers waiting.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from tollbook.decisions import verdicts
from tollbook.decisions.constraints import source_constraints
from tollbook.decisions.decision import Decision
from tollbook.decisions.names import settled_names
from tollbook.incidents import build, editions
from tollbook.model import Claim
from tollbook.record import Toll
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import delete_in, insert_all, pack, unpack, where_in
from tollbook.store.incident_tables import reports, toll_changes, toll_reports, tolls

#: Groups that are made together. Most have a few reports; each transaction takes longer than such a group.
_TOGETHER = 50


class _Marked(NamedTuple):
    group: str
    mark: int


def remove(connection: Connection, names: Collection[str]) -> None:
    """Take reports out of their groups, which have to be made again."""
    query = select(toll_reports.c.group).distinct()
    _mark(connection, {row.group for row in where_in(connection, query, toll_reports.c.report, names)})
    delete_in(connection, toll_reports, toll_reports.c.report, names)


def add(connection: Connection, claims: Mapping[str, tuple[Iterable[Claim], bool]]) -> None:
    """Put reports into groups, which have to be made again; ``claims`` has totals, and whether a report is separate."""
    members = [
        {"group": group, "report": name}
        for name, (own, separate) in claims.items()
        for group in build.toll_groups(own, {name} if separate else frozenset())
    ]
    insert_all(connection, toll_reports, members)
    _mark(connection, {str(member["group"]) for member in members})


def remake(store: Store, most: int | None = None) -> None:
    """Make the marked groups again, those with up to ``most`` reports if it is given."""
    with store.derived_rows() as rows:
        remaining = iter(_marked(rows, most))
    while some := list(islice(remaining, _TOGETHER)):
        with store.derived_rows() as rows:
            decisions = verdicts.in_force(store)
            made = [_made(store, rows, each.group, decisions) for each in some]
        with store.derived_rows(write=True) as rows:
            # A group that another process has changed meanwhile stays marked and is made again later.
            for each, tolls_of_group in zip(some, made, strict=True):
                _replace(rows, each, tolls_of_group)


def remake_within(store: Store, rows: Connection) -> None:
    """Make all marked groups again in one transaction, on rows that no other process writes."""
    decisions = verdicts.in_force(store)
    for each in _marked(rows):
        _replace(rows, each, _made(store, rows, each.group, decisions))


def are_waiting(store: Store) -> bool:
    """Whether there are groups to make again."""
    with store.derived_rows() as rows:
        made = incident_rows.rows_state(rows).code == build.code()
        return made and rows.execute(select(toll_changes.c.group).limit(1)).first() is not None


def every(store: Store) -> tuple[Toll, ...]:
    """Every total, as it was last made."""
    with store.derived_rows() as rows:
        stored = list(rows.execute(select(tolls.c.group, tolls.c.record)))
    return build.in_order((row.group, unpack(row.record, Toll)) for row in stored)


def _mark(connection: Connection, groups: Collection[str]) -> None:
    """Mark groups with a new number, higher than that of any earlier mark."""
    mark = secrets.randbits(62)
    delete_in(connection, toll_changes, toll_changes.c.group, groups)
    insert_all(connection, toll_changes, [{"group": name, "mark": mark} for name in sorted(groups)])


def _marked(connection: Connection, most: int | None = None) -> list[_Marked]:
    query = select(toll_changes.c.group, toll_changes.c.mark).order_by(toll_changes.c.group)
    if most is not None:
        large = select(toll_reports.c.group).group_by(toll_reports.c.group).having(func.count() > most)
        query = query.where(toll_changes.c.group.not_in(large))
    return [_Marked(row.group, row.mark) for row in connection.execute(query).all()]


def _made(store: Store, rows: Connection, group: str, decisions: Sequence[Decision]) -> tuple[Toll, ...]:
    """The totals of a group, under the decisions in force."""
    members = select(toll_reports.c.report).where(toll_reports.c.group == group)
    query = select(reports.c.report, reports.c.tolls).where(reports.c.report.in_(members))
    found = list(rows.execute(query.order_by(reports.c.report)))
    names = frozenset(row.report for row in found)
    separate = incident_rows.separate_among(rows, names)
    constraints = source_constraints(decisions, separate, editions.superseded_among(store, names))
    every = (claim for row in found for claim in unpack(row.tolls, tuple[Claim, ...]))
    claims = build.toll_groups(every, constraints.separate)
    settled = settled_names(decisions).reports(store.reports_of(names))
    return build.group_tolls(group, claims.get(group, ()), settled, constraints)


def _replace(connection: Connection, made_for: _Marked, made: Iterable[Toll]) -> None:
    """Store the totals of a group, unless it has been marked anew or somebody else has made it."""
    changes = toll_changes.c
    same = delete(toll_changes).where(changes.group == made_for.group, changes.mark == made_for.mark)
    if not connection.execute(same).rowcount:
        return
    connection.execute(delete(tolls).where(tolls.c.group == made_for.group))
    new = [{"id": toll.id, "group": made_for.group, "record": pack(toll)} for toll in made]
    if new:
        connection.execute(insert(tolls), new)
