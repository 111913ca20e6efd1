"""Verification of the tables themselves: triggers, views and tables that somebody added, columns that are missing."""

import functools
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, Table, create_engine, inspect, select, text

from tollbook.locale.messages import message
from tollbook.store import answer_tables, incident_tables, protection
from tollbook.store.schema import SEARCH, VERSION, book, log, metadata

#: The prefixes of all tables of derived rows, also of those of earlier versions.
_DERIVED = "derived"
#: Tables of earlier versions that are no longer read.
_FORMER = frozenset(
    {"derived", "derived_edges", "derived_episodes", "derived_mentions", "derived_persons", "derived_questions"}
)
_OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
_ON_SERVER = (
    "SELECT 'trigger' AS type, t.tgname AS name, c.relname AS on_table, p.prosrc AS source FROM pg_trigger t "
    "JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
    "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace "
    "UNION ALL SELECT 'rule', rulename, tablename, NULL FROM pg_rules WHERE schemaname = current_schema() ORDER BY 2"
)


class _Object(NamedTuple):
    """A table, an index, a view or a trigger of an SQLite file."""

    type: str
    name: str
    table: str
    sql: str | None


def problems(connection: Connection, *, outdated: bool = False) -> Iterator[str]:
    """A sentence for each part of the database that Tollbook did not make, or that is missing.

    ``outdated``: another version made the derived rows. Its tables may differ, and are made again with the rows.
    """
    stored = {row.key: row.value for row in connection.execute(select(book))}
    if stored != {"schema": str(VERSION)}:
        yield message("The table {name} has rows that Tollbook did not write.", name=book.name)
    is_file = connection.dialect.name == "sqlite"
    yield from _in_file(connection, outdated=outdated) if is_file else _on_server(connection)
    yield from _columns(connection, outdated=outdated)


def _in_file(connection: Connection, *, outdated: bool) -> Iterator[str]:
    own = {(each.type, each.name) for each in _expected()}
    for each in map(_Object._make, connection.exec_driver_sql(_OBJECTS)):
        of_other_code = each.table in _FORMER or (outdated and each.table.startswith(_DERIVED))
        former = of_other_code and each.type in {"table", "index"}
        if ((each.type, each.name) not in own and not former) or (each.name == "search" and each.sql != SEARCH):
            yield _added(each.type, each.name, each.table)


def _on_server(connection: Connection) -> Iterator[str]:
    tables = {table.name for table in (*metadata.sorted_tables, *_remade())}
    for row in connection.execute(text(_ON_SERVER)):
        own = row.on_table == log.name and row.name in protection.TRIGGERS and row.source == protection.BODY
        if row.on_table in tables and not own:
            yield _added(row.type, row.name, row.on_table)


def _added(kind: str, name: str, table: str) -> str:
    return message(
        "“{name}” ({kind}) on the table {table} of the database was not made by Tollbook. To leave it behind, "
        "export an archive and restore it to a new book.",
        kind=kind,
        name=name,
        table=table,
    )


def _columns(connection: Connection, *, outdated: bool) -> Iterator[str]:
    """Tables and columns that are missing, and columns that somebody added."""
    found = inspect(connection)
    names = set(found.get_table_names())
    for table in (*metadata.sorted_tables, *_remade()):
        if outdated and table.name.startswith(_DERIVED):
            continue
        if table.name not in names:
            if table.metadata is metadata:
                yield message("The table {name} is missing.", name=table.name)
            continue
        columns = {column["name"] for column in found.get_columns(table.name)}
        own = {column.name for column in table.columns}
        for name in sorted(columns ^ own):
            yield message(
                "The column {column} of the table {table} was added or removed.", column=name, table=table.name
            )


def _remade() -> list[Table]:
    """The tables that are made when needed, and can be made again."""
    return [*incident_tables.metadata.sorted_tables, *answer_tables.metadata.sorted_tables]


@functools.cache
def _expected() -> frozenset[_Object]:
    """The tables and columns of a new book, including those of the derived rows."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        incident_tables.metadata.create_all(connection)
        answer_tables.metadata.create_all(connection)
        found = frozenset(map(_Object._make, connection.exec_driver_sql(_OBJECTS)))
    engine.dispose()
    return found
