"""The rows that are derived: what each report tells, which episodes are linked, one record for each incident.

They follow from the rest of the book and may be emptied and made again at any time. They name the code that made them
and the log entry they are made up to. Their tables are made when they are first needed and belong to no version of the
book's own. What was in doubt between two episodes is kept as a weight, for the queue.
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
)

from tollbook.model import Record

_metadata = MetaData()

#: ``code``: the hash of the code that made the rows; ``upto``: the last log entry that went into them.
state = Table("derived_state", _metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

#: What one report tells, packed; and the claims of it that are totals, for the tolls.
told = Table(
    "derived_reports",
    _metadata,
    Column("report", Text, primary_key=True),
    Column("alone", Boolean, nullable=False),
    Column("episodes", LargeBinary, nullable=False),
    Column("tolls", LargeBinary),
)

episodes = Table(
    "derived_episodes",
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
    Column("episode", Integer, primary_key=True, autoincrement=False),
    Index("derived_keys_episode", "episode"),
    sqlite_with_rowid=False,
)

#: Pairs of episodes that may be one incident, or nearly may be, with the weight of the evidence; the smaller first.
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

#: One incident: its claims as linking left them, its record by the default rule, and what lists are ordered by besides.
#: ``cluster`` is the smallest number of its episodes.
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

#: What an incident is found by: its places, kinds, speakers, outlets …
facets = Table(
    "derived_facets",
    _metadata,
    Column("incident", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Index("derived_facets_value", "name", "value"),
    sqlite_with_rowid=False,
)

#: What every listing goes through, in rows so narrow that all of them are read in a moment: the days, the place in the
#: order of the newest, and the keys of all facet values, packed as 64-bit numbers, lowest byte first. ``first_told`` is
#: when the first report was published; from ``last_told`` on the record of a day is that of today. It is null where
#: that is not sure: a report without a day, a page captured again.
listed = Table(
    "derived_listed",
    _metadata,
    Column("incident", Text, primary_key=True),
    Column("newest", Integer, nullable=False),
    Column("day", Date),
    Column("last_day", Date),
    Column("first_told", Date),
    Column("last_told", Date),
    Column("facets", LargeBinary, nullable=False),
    Index("derived_listed_newest", "newest", "incident"),
    sqlite_with_rowid=False,
)

#: Every value of a facet that an incident ever had, by its key.
values = Table(
    "derived_values",
    _metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
)

#: What a person should look at, by how much his answer may change.
questions = Table(
    "derived_questions",
    _metadata,
    Column("id", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("weight", Float, nullable=False, index=True),
    Column("payload", LargeBinary, nullable=False),
)

#: Values bound in one statement, below the least any of the databases takes.
_AT_ONCE = 10_000
#: Fast, and a third of the size: rows are written far more often than they are read.
_LEVEL = 1
Row = dict[str, Any]
T = TypeVar("T")


class Mark(Record, frozen=True, kw_only=True):
    """How far the derived rows go: made by this code, up to this log entry."""

    code: str = ""
    upto: int = 0


def pack(record: object) -> bytes:
    """A record as compressed JSON."""
    return zlib.compress(msgspec.json.encode(record), _LEVEL)


def unpack(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack` packed."""
    return msgspec.json.decode(zlib.decompress(packed), type=kind)


def pack_small(record: object) -> bytes:
    """A record as MessagePack: what is looked at so often that compressing it would take longer than all else."""
    return msgspec.msgpack.encode(record)


def unpack_small(packed: bytes, kind: type[T]) -> T:
    """The record that :func:`pack_small` packed."""
    return msgspec.msgpack.decode(packed, type=kind)


def mark(connection: Connection) -> Mark:
    """How far the rows go; an empty mark where there are none."""
    if not inspect(connection).has_table(state.name):
        return Mark()
    found = {row.key: row.value for row in connection.execute(select(state))}
    return Mark(code=found.get("code", ""), upto=int(found.get("upto", 0)))


def set_mark(connection: Connection, new: Mark) -> None:
    """Say how far the rows go."""
    connection.execute(delete(state))
    connection.execute(insert(state), [{"key": "code", "value": new.code}, {"key": "upto", "value": str(new.upto)}])


def empty(connection: Connection) -> None:
    """Make the tables anew, with nothing in them."""
    _metadata.drop_all(connection)
    _metadata.create_all(connection)


def parts(values: Iterable[Any]) -> Iterator[list[Any]]:
    """Values in lots that one statement can carry, in order."""
    rest = iter(sorted(set(values)))
    while part := list(islice(rest, _AT_ONCE)):
        yield part


def where_in(connection: Connection, query: Select[Any], column: Column[Any], values: Iterable[Any]) -> Iterator[Any]:
    """The rows of a query where a column has one of many values, asked for in parts."""
    for some in parts(values):
        yield from connection.execute(query.where(column.in_(some)))


def delete_in(connection: Connection, table: Table, column: Column[Any], values: Iterable[Any]) -> None:
    """Delete the rows where a column has one of many values."""
    for some in parts(values):
        connection.execute(delete(table).where(column.in_(some)))


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, if any."""
    if rows:
        connection.execute(insert(table), rows)


def value_key(name: str, value: str) -> int:
    """The key of a facet's value: the first 64 bits of a hash, so that it is the same in every book."""
    hashed = hashlib.blake2b(f"{name}\0{value}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "little", signed=True)


def insert_values(connection: Connection, found: Mapping[int, tuple[str, str]]) -> None:
    """Keep facet values by key; those that are there already stay. The caller holds the writer's lock."""
    known = {row.key for row in where_in(connection, select(values.c.key), values.c.key, found)}
    new = [{"key": key, "name": name, "value": value} for key, (name, value) in found.items() if key not in known]
    insert_all(connection, values, new)


def forget_incidents(connection: Connection, numbers: Iterable[int], but: Collection[str]) -> set[str]:
    """Drop the incidents of clusters that are named by some episodes, but for those to keep; the ids dropped."""
    found = {row.id for row in where_in(connection, select(incidents.c.id), incidents.c.cluster, numbers)}
    gone = found - set(but)
    delete_in(connection, facets, facets.c.incident, gone)
    delete_in(connection, listed, listed.c.incident, gone)
    delete_in(connection, questions, questions.c.incident, gone)
    delete_in(connection, incidents, incidents.c.id, gone)
    return gone


def records(connection: Connection, what: str = "record") -> Iterator[bytes]:
    """The packed record, or ``group``, of every incident in order of id."""
    yield from connection.execute(select(incidents.c[what]).order_by(incidents.c.id)).scalars()


def titles(connection: Connection, names: Iterable[str]) -> dict[str, str]:
    """The titles of some incidents, by id."""
    query = select(incidents.c.id, incidents.c.title)
    return {row.id: row.title for row in where_in(connection, query, incidents.c.id, names)}


def asked(connection: Connection, most: int, incident: str | None = None) -> list[bytes]:
    """The packed questions of incidents, or of one, those that move most first."""
    query = select(questions.c.payload).order_by(questions.c.weight.desc(), questions.c.id, questions.c.incident)
    query = query if incident is None else query.where(questions.c.incident == incident)
    return list(connection.execute(query.limit(most)).scalars())


def beginning_with(connection: Connection, name: str) -> Iterator[Any]:
    """The rows of the incidents whose ids begin with ``name``."""
    end = name[:-1] + chr(ord(name[-1]) + 1) if name else None
    query = select(incidents.c.id, incidents.c.record, incidents.c.group).where(incidents.c.id >= name)
    yield from connection.execute(query.where(incidents.c.id < end) if end else query)


def alone(connection: Connection, reports: Iterable[str]) -> frozenset[str]:
    """Those of some reports that are kept by themselves."""
    query = select(told.c.report).where(told.c.alone)
    return frozenset(row.report for row in where_in(connection, query, told.c.report, reports))
