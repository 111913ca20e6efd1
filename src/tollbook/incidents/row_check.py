"""Compares all derived rows with rows that are derived again: lists, facets, questions, persons, names and links.

Rows are numbered in the order of reading, which two derivations need not share. Here a mention is therefore named by
its report and its id, and packed records are compared unpacked.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, Table, create_engine, select, type_coerce
from sqlalchemy.pool import StaticPool
from sqlalchemy.types import NULLTYPE

from tollbook.errors import BookError
from tollbook.incidents import incremental
from tollbook.incidents.person_rows import PersonRow
from tollbook.incidents.questions import Question
from tollbook.linking import EventMention, MentionProfile
from tollbook.model import Claim, Place
from tollbook.reconcile.name_uses import NameDetails
from tollbook.record import Group, Incident, Toll
from tollbook.store import Store, incident_tables
from tollbook.store.incident_rows import unpack, unpack_small, value_key

#: The packed columns, and the type of their contents.
_PACKED: Mapping[tuple[str, str], tuple[Callable[[bytes, Any], Any], Any]] = {
    ("derived_incidents", "record"): (unpack, Incident),
    ("derived_incidents", "group"): (unpack, Group),
    ("derived_reports", "mentions"): (unpack, tuple[EventMention, ...]),
    ("derived_reports", "tolls"): (unpack, tuple[Claim, ...]),
    ("derived_queue", "payload"): (unpack, Question),
    ("derived_event_mentions", "profile"): (unpack_small, MentionProfile),
    ("derived_person_rows", "row"): (unpack_small, PersonRow),
    ("derived_names", "details"): (unpack_small, NameDetails),
    ("derived_series_points", "place"): (unpack_small, Place),
}
#: Columns that have the number of a mention.
_MENTIONS = frozenset({"number", "mention", "one", "other"})
#: The tables with rows for each incident and for each report, with the column that names it.
_OF_INCIDENTS = {
    incident_tables.incidents: "id", incident_tables.listed: "incident", incident_tables.facets: "incident",
    incident_tables.questions: "incident", incident_tables.persons: "incident",
    incident_tables.person_sources: "incident", incident_tables.person_pairs: "one_incident",
    incident_tables.series_points: "incident",
}  # fmt: skip
_OF_REPORTS = {
    incident_tables.reports: "report", incident_tables.names: "report", incident_tables.mentions: "report",
    incident_tables.keys: "mention", incident_tables.edges: "one", incident_tables.toll_reports: "report",
}  # fmt: skip


class Differences(NamedTuple):
    """The incidents and the reports whose rows differ, and whether rows of the whole book do."""

    incidents: frozenset[str]
    reports: frozenset[str]
    book: bool


class _Names(NamedTuple):
    """The meaning of numbers in rows: mentions by report and id, and clusters of mentions by the first of these.

    A cluster has the number of one of its mentions.
    """

    mentions: dict[object, str]
    clusters: dict[object, str]


def differences(store: Store) -> Differences:
    """The differences between the derived rows of a book, which are up to date, and rows that are derived again."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as scratch:
            incremental.derive_all(store, scratch)
            with store.derived_rows() as rows:
                return Differences(
                    incidents=_different(_digests(rows, _OF_INCIDENTS), _digests(scratch, _OF_INCIDENTS)),
                    reports=_different(_digests(rows, _OF_REPORTS), _digests(scratch, _OF_REPORTS)),
                    book=_book_differs(rows, scratch),
                )
    finally:
        engine.dispose()


def _different(one: Mapping[str, int], other: Mapping[str, int]) -> frozenset[str]:
    return frozenset(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def _book_differs(rows: Connection, scratch: Connection) -> bool:
    """Whether the state, totals or facet values differ. Values of former incidents stay, so there may be more."""
    stored, made = ({tuple(row.values()) for row in _raw(each, incident_tables.values)} for each in (rows, scratch))
    states = [sorted(map(repr, _raw(each, incident_tables.state))) for each in (rows, scratch)]
    tolls = [{repr(_toll(row)) for row in _raw(each, incident_tables.tolls)} for each in (rows, scratch)]
    wrong = any(key != value_key(str(name), str(value)) for key, name, value in stored)
    return wrong or not made <= stored or states[0] != states[1] or tolls[0] != tolls[1]


def _toll(row: RowMapping) -> tuple[object, ...]:
    return row["id"], row["group"], _unpacked(row["record"], unpack, Toll)


def _digests(rows: Connection, tables: Mapping[Table, str]) -> dict[str, int]:
    """A digest of the rows of each incident or report, by its id; the order of the rows does not matter."""
    names = _names(rows)
    digests: dict[str, int] = defaultdict(int)
    for table, owner in tables.items():
        for row in _raw(rows, table):
            value = {column: _plain(table.name, column, row[column], names) for column in row}
            if table is incident_tables.edges:
                value["one"], value["other"] = sorted((str(value["one"]), str(value["other"])))
            hashed = hashlib.blake2b(repr((table.name, value)).encode("utf-8", "surrogatepass"), digest_size=16)
            # A mention is named by its report first.
            digests[str(value[owner]).split("\0")[0]] += int.from_bytes(hashed.digest())
    return dict(digests)


def _names(rows: Connection) -> _Names:
    table = incident_tables.mentions
    mentions: dict[object, str] = {}
    clusters: dict[object, str] = {}
    cluster_of: dict[object, object] = {}
    for row in _raw(rows, table):
        mentions[row["number"]] = name = f"{row['report']}\0{row['id']}"
        clusters[row["cluster"]] = min(name, clusters.get(row["cluster"], name))
        cluster_of[row["number"]] = row["cluster"]
    return _Names(mentions, {number: clusters[of] for number, of in cluster_of.items()})


def _plain(table: str, column: str, value: object, names: _Names) -> object:
    """A stored value in a form that two databases and two derivations share."""
    if (table, column) in _PACKED and value is not None:
        return _unpacked(value, *_PACKED[table, column])
    if column in _MENTIONS:
        return names.mentions.get(value, f"{value!r}")
    if column == "cluster":
        return names.clusters.get(value)
    if isinstance(value, bool):
        return int(value)
    return value.isoformat() if isinstance(value, date) else value


def _unpacked(value: object, decode: Callable[[bytes, Any], Any], shape: Any) -> object:
    try:
        return msgspec.json.encode(decode(value, shape), order="deterministic")  # type: ignore[arg-type]
    except BookError:
        return ("unreadable", value)


def _raw(rows: Connection, table: Table) -> Iterator[RowMapping]:
    """Every row of a table as stored, without conversion of column types."""
    columns = [type_coerce(column, NULLTYPE).label(column.name) for column in table.columns]
    yield from rows.execute(select(*columns)).mappings()
