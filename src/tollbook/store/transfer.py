"""Copying the rows of a book from one database to another, with the log and its hashes unchanged.

Derived data (addresses, the full-text index, derived incidents) is not copied but computed again.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import Column, Connection, Table, func, insert, select, text

from tollbook.errors import BookError
from tollbook.locale.messages import message
from tollbook.page_address import canonical
from tollbook.store import descriptions, search
from tollbook.store import log as entries
from tollbook.store.rows import add_original, has_original, packed_originals
from tollbook.store.schema import claims, log, readings, refusals, reports
from tollbook.store.store import Store

#: Tables by name with the columns that are copied, ordered so that the rows that a row references come first. This is
#: the layout of books of version 2 and does not change: columns of later versions are derived from these.
TABLES: dict[str, tuple[Table, tuple[str, ...]]] = {
    "reports": (
        reports, ("number", "id", "sha256", "outlet", "url", "title", "published", "origin", "text", "about"),
    ),
    "readings": (readings, ("number", "report", "finder", "separate", "payload")),
    "claims": (claims, ("number", "reading", "id", "report", "kind", "start", "payload")),
    "refusals": (refusals, ("id", "at", "origin", "reason")),
    "log": (log, ("seq", "at", "actor", "action", "subject", "payload", "previous", "hash")),
}  # fmt: skip
#: Rows written in one statement.
_BATCH = 1000
Row = dict[str, Any]


class TableRows:
    """The rows of a book as of one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, name: str) -> Iterator[Row]:
        """The rows of a table, ordered by its key."""
        table, columns = TABLES[name]
        selected = [table.c[column] for column in columns]
        query = select(*selected).order_by(*table.primary_key.columns)
        for row in self._connection.execution_options(yield_per=_BATCH).execute(query).mappings():
            yield dict(row)

    def originals(self) -> Iterator[tuple[str, bytes]]:
        """The original bytes of reports with their SHA-256; the same bytes once."""
        last = ""
        for report, sha256, packed in packed_originals(self._connection):
            if sha256 != last:
                yield sha256, _unpacked(packed, report)
            last = sha256

    def head(self) -> str:
        """The hash of the last log entry."""
        return entries.head(self._connection)

    def __len__(self) -> int:
        return self._connection.execute(select(func.count()).select_from(reports)).scalar_one()


@contextmanager
def rows(store: Store) -> Iterator[TableRows]:
    """The rows of a book, all as of one moment."""
    with store.reading() as connection:
        yield TableRows(connection)


def fill(store: Store, of: Callable[[str], Iterable[Row]], original: Callable[[str], bytes]) -> None:
    """Write the rows ``of`` each table into an empty book, and the ``original`` of each SHA-256, in one transaction.

    Raises BookError if the book is not empty.
    """
    with store.writing() as connection:
        if connection.execute(select(log.c.seq).limit(1)).first() is not None:
            raise BookError(message("The book already exists; choose a new file with --book."))
        for name, (table, columns) in TABLES.items():
            kinds = [table.c[column] for column in columns]
            for batch in _batched(_converted(row, kinds) for row in of(name)):
                connection.execute(insert(table), batch)
                if table is reports:
                    _add_derived(connection, batch, original)
            if connection.dialect.name == "postgresql" and "number" in columns:
                _continue_numbers(connection, table)
        descriptions.restore(connection)


def _add_derived(connection: Connection, batch: Iterable[Row], original: Callable[[str], bytes]) -> None:
    """Write the originals of reports, their addresses and their words in the full-text index."""
    for row in batch:
        if not has_original(connection, row["sha256"]):
            add_original(connection, row["id"], row["sha256"], original(row["sha256"]))
        search.add_words(connection, row["id"], row["title"], row["text"])
        shown = {f"shown_{name}": row[name] for name in ("published", "outlet", "title")}
        change = reports.update().where(reports.c.number == row["number"])
        connection.execute(change.values(address=canonical(row["url"]) or None, **shown))


def _converted(row: Row, columns: Iterable[Column[Any]]) -> Row:
    """A row of JSON types as a row of database types."""
    values = {column.name: row[column.name] for column in columns}
    if isinstance(values.get("published"), str):
        values["published"] = date.fromisoformat(values["published"])
    return values


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Let PostgreSQL continue after the numbers of the copied rows."""
    last = connection.execute(select(func.max(table.c.number))).scalar()
    if last is not None:
        sequence = text("SELECT setval(pg_get_serial_sequence(:table, 'number'), :last)")
        connection.execute(sequence, {"table": table.name, "last": last})


def _unpacked(packed: bytes, report: str) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise BookError(
            message("The original of report {report} is damaged; check the book with: tollbook verify", report=report)
        ) from error


def _batched(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
