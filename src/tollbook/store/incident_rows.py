"""Derived rows: the event mentions of each report, the links between them, and one record for each incident.

They are derived from the rest of the book and can be emptied and made again at any time. They name the code that made
them and the last log entry they include. Pairs of mentions that are nearly linked are kept with their weight, for the
review queue. Their tables are in ``store.incident_tables``.
"""

import hashlib
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Column, Connection, Dialect, Integer, Select, Table, delete, func, insert, inspect, select, text

from tollbook.errors import BookError
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store.incident_tables import (
    facets,
    incidents,
    listed,
    mentions,
    metadata,
    person_pairs,
    person_sources,
    persons,
    questions,
    reports,
    series_points,
    state,
    values,
)

#: Values bound in one statement: below the smallest limit of the supported databases.
_BATCH = 10_000
#: Fast, and a third of the size: rows are written far more often than they are read.
_LEVEL = 1
#: The roles that may read the reports on a server; NULL is everybody.
_READERS = (
    "SELECT DISTINCT rolname FROM pg_class, aclexplode(relacl) AS acl LEFT JOIN pg_roles ON pg_roles.oid = acl.grantee "
    "WHERE pg_class.oid = to_regclass('reports') AND acl.privilege_type = 'SELECT'"
)
#: Tables of earlier versions of the derived rows.
_FORMER_TABLES = ("derived_edges", "derived_episodes", "derived_mentions", "derived_persons", "derived_questions")
Row = dict[str, Any]
T = TypeVar("T")


class _Prepared(NamedTuple):
    """An INSERT statement, what makes each value one that SQLite stores, and the order in which rows are inserted."""

    statement: str
    as_stored: tuple[Callable[[Any], Any] | None, ...]
    order: Callable[[tuple[Any, ...]], Any] | None


class RowsState(Record, frozen=True, kw_only=True):
    """The state that the derived rows were made from: the hash of the code, and the last log entry they include."""

    code: str = ""
    upto: int = 0


def pack(record: object) -> bytes:
    """A record as compressed JSON."""
    return zlib.compress(msgspec.json.encode(record), _LEVEL)


def unpack(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack` packed. Raises BookError for anything else."""
    try:
        return msgspec.json.decode(zlib.decompress(packed), type=kind)
    except (zlib.error, msgspec.DecodeError, TypeError) as error:
        raise _unreadable() from error


def pack_small(record: object) -> bytes:
    """A record as uncompressed MessagePack, for records read so often that decompression would dominate."""
    return msgspec.msgpack.encode(record)


def unpack_small(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack_small` packed. Raises BookError for anything else."""
    try:
        return msgspec.msgpack.decode(packed, type=kind)
    except (msgspec.DecodeError, TypeError) as error:
        raise _unreadable() from error


def _unreadable() -> BookError:
    return BookError(
        message("The stored incidents of this book were changed or are damaged. Make them again with: tollbook verify "
                "--repair")
    )  # fmt: skip


def rows_state(connection: Connection) -> RowsState:
    """The state that the rows were made from; an empty state if there are none."""
    if not inspect(connection).has_table(state.name):
        return RowsState()
    saved = {row.key: row.value for row in connection.execute(select(state))}
    upto = str(saved.get("upto", ""))
    # Rows without a state are made again, like rows of other code.
    return RowsState(code=saved.get("code", ""), upto=int(upto)) if upto.isascii() and upto.isdigit() else RowsState()


def set_rows_state(connection: Connection, new: RowsState) -> None:
    """Record the state that the rows were made from."""
    connection.execute(delete(state))
    connection.execute(insert(state), [{"key": "code", "value": new.code}, {"key": "upto", "value": str(new.upto)}])


def empty(connection: Connection) -> None:
    """Drop the tables and create them empty."""
    metadata.drop_all(connection)
    for name in _FORMER_TABLES:
        connection.execute(text(f"DROP TABLE IF EXISTS {name}"))
    metadata.create_all(connection)
    if connection.dialect.name == "postgresql":
        _let_readers_read(connection)


def _let_readers_read(connection: Connection) -> None:
    """Let every role that may read the reports read the derived rows."""
    quoted = connection.dialect.identifier_preparer.quote
    tables = ", ".join(quoted(table.name) for table in metadata.sorted_tables)
    for role in connection.execute(text(_READERS)).scalars().all():
        to = "PUBLIC" if role is None else quoted(role)
        connection.execute(text(f"GRANT SELECT ON {tables} TO {to}"))


def batches(values: Iterable[Any]) -> Iterator[list[Any]]:
    """Distinct values in sorted order, in batches that one statement can bind."""
    rest = iter(sorted(set(values)))
    while batch := list(islice(rest, _BATCH)):
        yield batch


def where_in(connection: Connection, query: Select[Any], column: Column[Any], values: Iterable[Any]) -> Iterator[Any]:
    """The rows of a query where a column has one of many values, in batches."""
    numbers = connection.dialect.name == "sqlite" and isinstance(column.type, Integer)
    for batch in batches(values):
        # SQLAlchemy processes each number of a list; SQLite accepts the list as one value.
        among = func.json_each(msgspec.json.encode(batch).decode()).table_valued("value") if numbers else None
        chosen = column.in_(batch) if among is None else column.in_(select(among.c.value))
        # One by one, fetching the rows takes longer than reading them.
        yield from connection.execute(query.where(chosen)).all()


def delete_in(connection: Connection, table: Table, column: Column[Any], values: Iterable[Any]) -> None:
    """Delete the rows where a column has one of many values."""
    for batch in batches(values):
        connection.execute(delete(table).where(column.in_(batch)))


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, if any; all have values for the same columns."""
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    # SQLAlchemy prepares each row of values as if it were alone, which takes longer than SQLite needs to write it.
    names = tuple(column.name for column in table.columns if column.name in rows[0])
    prepared = _prepared(connection.dialect, table, names)
    stored = []
    for name, as_stored in zip(names, prepared.as_stored, strict=True):
        given = [row[name] for row in rows]
        stored.append(given if as_stored is None else map(as_stored, given))
    every = list(zip(*stored, strict=True))
    if prepared.order is not None:
        every.sort(key=prepared.order)
    connection.exec_driver_sql(prepared.statement, every)


@lru_cache(maxsize=256)
def _prepared(dialect: Dialect, table: Table, names: tuple[str, ...]) -> _Prepared:
    """How rows with values for some columns are inserted into a table of SQLite."""
    columns = [table.c[name] for name in names]
    # SQLite stores rows without a number in order of their key, so inserting in this order is fastest.
    places = [names.index(column.name) for column in table.primary_key.columns if column.name in names]
    return _Prepared(
        statement=str(insert(table).compile(dialect=dialect, column_keys=list(names))),
        as_stored=tuple(column.type.dialect_impl(dialect).bind_processor(dialect) for column in columns),
        order=None if table.dialect_options["sqlite"]["with_rowid"] else itemgetter(*places),
    )


def value_key(name: str, value: str) -> int:
    """The key of a facet value: the first 64 bits of a hash, the same in every book."""
    hashed = hashlib.blake2b(f"{name}\0{value}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "little", signed=True)


def insert_values(connection: Connection, by_key: Mapping[int, tuple[str, str]]) -> None:
    """Insert facet values that are not there yet, by key. The caller holds the writer's lock."""
    known = {row.key for row in where_in(connection, select(values.c.key), values.c.key, by_key)}
    new = [{"key": key, "name": name, "value": value} for key, (name, value) in by_key.items() if key not in known]
    insert_all(connection, values, new)


def delete_incidents(connection: Connection, numbers: Iterable[int], keep: Collection[str]) -> set[str]:
    """Delete the incidents whose clusters are numbered by some mentions, except those to keep; returns deleted ids."""
    found = {row.id for row in where_in(connection, select(incidents.c.id), incidents.c.cluster, numbers)}
    deleted = found - set(keep)
    delete_in(connection, facets, facets.c.incident, deleted)
    delete_in(connection, listed, listed.c.incident, deleted)
    delete_in(connection, questions, questions.c.incident, deleted)
    delete_in(connection, persons, persons.c.incident, deleted)
    delete_in(connection, person_sources, person_sources.c.incident, deleted)
    delete_in(connection, person_pairs, person_pairs.c.one_incident, deleted)
    delete_in(connection, person_pairs, person_pairs.c.other_incident, deleted)
    delete_in(connection, series_points, series_points.c.incident, deleted)
    delete_in(connection, incidents, incidents.c.id, deleted)
    return deleted


def records(connection: Connection, column: str = "record") -> Iterator[bytes]:
    """The packed ``record`` or ``group`` of every incident, in order of id."""
    yield from connection.execute(select(incidents.c[column]).order_by(incidents.c.id)).scalars()


def titles(connection: Connection, names: Iterable[str]) -> dict[str, str]:
    """The titles of some incidents, by id."""
    query = select(incidents.c.id, incidents.c.title)
    return {row.id: row.title for row in where_in(connection, query, incidents.c.id, names)}


def days(connection: Connection, names: Iterable[str]) -> dict[str, tuple[date, date]]:
    """The first and the last day of some incidents, by id; incidents without days are left out."""
    query = select(listed.c.incident, listed.c.day, listed.c.last_day).where(listed.c.day.is_not(None))
    found = where_in(connection, query, listed.c.incident, names)
    return {row.incident: (row.day, row.last_day or row.day) for row in found}


def packed_questions(
    connection: Connection, most: int, among: Collection[str] | None = None, kind: str | None = None
) -> list[bytes]:
    """The packed questions on all incidents or on some, of all kinds or of one, highest weight first."""
    query = select(questions.c.payload).order_by(questions.c.weight.desc(), questions.c.id, questions.c.incident)
    query = query if among is None else query.where(questions.c.incident.in_(among))
    query = query if kind is None else query.where(questions.c.kind == kind)
    return list(connection.execute(query.limit(most)).scalars().all())


def packed_question(connection: Connection, name: str) -> bytes | None:
    """The packed question with an id, if there is one."""
    return connection.execute(select(questions.c.payload).where(questions.c.id == name).limit(1)).scalar()


def reports_asked_about(connection: Connection, names: Iterable[str]) -> set[str]:
    """The reports of the incidents that questions with some ids are about."""
    asked = {row.incident for row in where_in(connection, select(questions.c.incident), questions.c.id, names)}
    about = where_in(connection, select(mentions.c.report).distinct(), mentions.c.incident, asked)
    return {row.report for row in about}


def with_id_prefix(connection: Connection, prefix: str) -> Iterator[Any]:
    """The rows of the incidents whose ids begin with ``prefix``."""
    end = prefix[:-1] + chr(ord(prefix[-1]) + 1) if prefix else None
    query = select(incidents.c.id, incidents.c.record, incidents.c.group).where(incidents.c.id >= prefix)
    yield from connection.execute(query.where(incidents.c.id < end) if end else query)


def separate_among(connection: Connection, names: Iterable[str]) -> frozenset[str]:
    """The reports among some that were read with ``--separate``, and are not linked with others."""
    query = select(reports.c.report).where(reports.c.separate)
    return frozenset(row.report for row in where_in(connection, query, reports.c.report, names))
