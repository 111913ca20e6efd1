"""Rows of the names in each report, as reported: to propose names to settle, and to find reports that they change."""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, select

from tollbook.reconcile.name_uses import NameDetails, NameUse
from tollbook.reconcile.settled_names import spelling_key
from tollbook.store.incident_rows import insert_all, pack_small, unpack_small, where_in
from tollbook.store.incident_tables import names


def add(connection: Connection, uses: Iterable[NameUse]) -> None:
    """Insert the names of some reports that have no rows yet."""
    rows = [
        {
            "key": spelling_key(use.name),
            "kind": use.kind,
            "name": use.name,
            "report": use.report,
            "claim": use.claim,
            "uses": use.uses,
            "details": pack_small(use.details),
        }
        for use in uses
    ]
    insert_all(connection, names, rows)


def reports_with(connection: Connection, keys: Iterable[str]) -> set[str]:
    """The reports with a name of one of these keys."""
    return {row.report for row in where_in(connection, select(names.c.report).distinct(), names.c.key, keys)}


def spellings(connection: Connection, kind: str, keys: Iterable[str]) -> set[str]:
    """Every spelling in the reports that has one of some keys, exactly as it is there."""
    query = select(names.c.name).where(names.c.kind == kind).distinct()
    return {row.name for row in where_in(connection, query, names.c.key, keys)}


def uses_of_kind(connection: Connection, kind: str) -> Iterator[NameUse]:
    """Every name of a kind in every report, by name and report."""
    query = select(names).where(names.c.kind == kind).order_by(names.c.key, names.c.name, names.c.report)
    for row in connection.execute(query):
        yield NameUse(
            kind=row.kind,
            name=row.name,
            report=row.report,
            claim=row.claim,
            uses=row.uses,
            details=unpack_small(row.details, NameDetails),
        )
