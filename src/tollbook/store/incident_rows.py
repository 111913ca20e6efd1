"""Derived rows: the event mentions of each report, the links between them, and one record for each incident.

They follow from the rest of the book and can be emptied and made again at any time. They name the code that made them
and the last log entry they include. Their tables are created when first needed and are not part of the book's schema
version. Pairs of mentions that are nearly linked are kept with their weight, for the review queue.
"""

import hashlib
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    delete,
    insert,
    inspect,
    select,
    text,
)

from tollbook.model import Record

_metadata = MetaData()

#: ``code``: the hash of the code that made the rows; ``upto``: the last log entry they include.
state = Table("derived_state", _metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

#: The event mentions of one report, packed, and its claims that are running or period totals.
reports = Table(
    "derived_reports",
    _metadata,
    Column("report", Text, primary_key=True),
    Column("separate", Boolean, nullable=False),
    Column("mentions", LargeBinary, nullable=False),
    Column("tolls", LargeBinary),
)

mentions = Table(
    "derived_mentions",
    _metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, index=True),
    Column("report", Text, nullable=False, index=True),
    Column("component", Integer, nullable=False, index=True),
    Column("incident", Text),
    Column("profile", LargeBinary, nullable=False),
)

keys = Table(
    "derived_keys",
    _metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("mention", Integer, primary_key=True, autoincrement=False),
    Index("derived_keys_mention", "mention"),
    sqlite_with_rowid=False,
)

#: Pairs of mentions that are linked or nearly linked, with the weight of the evidence; the smaller number first.
edges = Table(
    "derived_edges",
    _metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("other", Integer, primary_key=True, autoincrement=False),
    Column("weight", Float, nullable=False),
    Column("linked", Boolean, nullable=False),
    Index("derived_edges_other", "other"),
    sqlite_with_rowid=False,
)

#: One incident: its group of claims, its record by the default rule, and the columns that lists are sorted by.
#: ``cluster`` is the smallest number of its mentions.
incidents = Table(
    "derived_incidents",
    _metadata,
    Column("id", Text, primary_key=True),
    Column("cluster", Integer, nullable=False, index=True),
    Column("killed", Integer),
    Column("injured", Integer),
    Column("reports", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("group", LargeBinary, nullable=False),
)

#: The facet values of each incident: its places, kinds, speakers, outlets …
facets = Table(
    "derived_facets",
    _metadata,
    Column("incident", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Index("derived_facets_value", "name", "value"),
    sqlite_with_rowid=False,
)

#: The narrow rows that every listing scans: the days, the sort key of the newest first, and the keys of all facet
#: values, packed as 64-bit numbers, lowest byte first. ``first_published`` is the day of the first report. As of
#: ``complete_from`` or any later day, the record is the same as today's; null if that is not certain, because a report
#: has no day or its page was captured more than once.
listed = Table(
    "derived_listed",
    _metadata,
    Column("incident", Text, primary_key=True),
    Column("newest", Integer, nullable=False),
    Column("day", Date),
    Column("last_day", Date),
    Column("first_published", Date),
    Column("complete_from", Date),
    Column("facets", LargeBinary, nullable=False),
    Index("derived_listed_newest", "newest", "incident"),
    sqlite_with_rowid=False,
)

#: Every facet value that any incident has had, by its key.
values = Table(
    "derived_values",
    _metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
)

#: Questions for the review queue, weighted by the harm of a wrong record and how much the answer may change.
questions = Table(
    "derived_questions",
    _metadata,
    Column("id", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("weight", Float, nullable=False, index=True),
    Column("payload", LargeBinary, nullable=False),
)

#: The persons of each incident in short, for lists over the whole book.
persons = Table(
    "derived_persons",
    _metadata,
    Column("incident", Text, primary_key=True),
    Column("rows", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: The names in each report, as reported: ``key`` is that of the spelling, ``claim`` the first claim with it, empty for
#: an outlet, ``uses`` how many claims have it, and ``details`` what the report says about the name, packed.
names = Table(
    "derived_names", _metadata,
    *(Column(each, Text, primary_key=True) for each in ("key", "kind", "name", "report")),
    Column("claim", Text, nullable=False), Column("uses", Integer, nullable=False),
    Column("details", LargeBinary, nullable=False),
    Index("derived_names_report", "report"), Index("derived_names_kind", "kind"),
    sqlite_with_rowid=False,
)  # fmt: skip

#: Values bound in one statement: below the smallest limit of the supported databases.
_BATCH = 10_000
#: Fast, and a third of the size: rows are written far more often than they are read.
_LEVEL = 1
#: Tables of earlier versions of the derived rows.
_FORMER_TABLES = ("derived_episodes",)
Row = dict[str, Any]
T = TypeVar("T")


class RowsState(Record, frozen=True, kw_only=True):
    """What the derived rows were made from: the hash of the code, and the last log entry they include."""

    code: str = ""
    upto: int = 0


def pack(record: object) -> bytes:
    """A record as compressed JSON."""
    return zlib.compress(msgspec.json.encode(record), _LEVEL)


def unpack(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack` packed."""
    return msgspec.json.decode(zlib.decompress(packed), type=kind)


def pack_small(record: object) -> bytes:
    """A record as uncompressed MessagePack, for records read so often that decompression would dominate."""
    return msgspec.msgpack.encode(record)


def unpack_small(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack_small` packed."""
    return msgspec.msgpack.decode(packed, type=kind)


def rows_state(connection: Connection) -> RowsState:
    """What the rows were made from; an empty state if there are none."""
    if not inspect(connection).has_table(state.name):
        return RowsState()
    saved = {row.key: row.value for row in connection.execute(select(state))}
    return RowsState(code=saved.get("code", ""), upto=int(saved.get("upto", 0)))


def set_rows_state(connection: Connection, new: RowsState) -> None:
    """Record what the rows were made from."""
    connection.execute(delete(state))
    connection.execute(insert(state), [{"key": "code", "value": new.code}, {"key": "upto", "value": str(new.upto)}])


def empty(connection: Connection) -> None:
    """Drop the tables and create them empty."""
    _metadata.drop_all(connection)
    for name in _FORMER_TABLES:
        connection.execute(text(f"DROP TABLE IF EXISTS {name}"))
    _metadata.create_all(connection)


def batches(values: Iterable[Any]) -> Iterator[list[Any]]:
    """Distinct values in sorted order, in batches that one statement can bind."""
    rest = iter(sorted(set(values)))
    while batch := list(islice(rest, _BATCH)):
        yield batch


def where_in(connection: Connection, query: Select[Any], column: Column[Any], values: Iterable[Any]) -> Iterator[Any]:
    """The rows of a query where a column has one of many values, in batches."""
    for batch in batches(values):
        yield from connection.execute(query.where(column.in_(batch)))


def delete_in(connection: Connection, table: Table, column: Column[Any], values: Iterable[Any]) -> None:
    """Delete the rows where a column has one of many values."""
    for batch in batches(values):
        connection.execute(delete(table).where(column.in_(batch)))


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, if any."""
    if rows:
        connection.execute(insert(table), rows)


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
    delete_in(connection, incidents, incidents.c.id, deleted)
    return deleted


def records(connection: Connection, column: str = "record") -> Iterator[bytes]:
    """The packed ``record`` or ``group`` of every incident, in order of id."""
    yield from connection.execute(select(incidents.c[column]).order_by(incidents.c.id)).scalars()


def packed_persons(connection: Connection) -> Iterator[bytes]:
    """The packed persons of every incident that has any, in order of the incident's id."""
    yield from connection.execute(select(persons.c.rows).order_by(persons.c.incident)).scalars()


def titles(connection: Connection, names: Iterable[str]) -> dict[str, str]:
    """The titles of some incidents, by id."""
    query = select(incidents.c.id, incidents.c.title)
    return {row.id: row.title for row in where_in(connection, query, incidents.c.id, names)}


def packed_questions(connection: Connection, most: int, among: Collection[str] | None = None) -> list[bytes]:
    """The packed questions on all incidents or on some, highest weight first."""
    query = select(questions.c.payload).order_by(questions.c.weight.desc(), questions.c.id, questions.c.incident)
    query = query if among is None else query.where(questions.c.incident.in_(among))
    return list(connection.execute(query.limit(most)).scalars())


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
    """Those of some reports that were read with ``--separate``, and are not linked with others."""
    query = select(reports.c.report).where(reports.c.separate)
    return frozenset(row.report for row in where_in(connection, query, reports.c.report, names))
