"""A book's rows carried from one database to another, seals and log as they are.

What follows from the rest (addresses, the index of words, what was derived) is not carried but made anew.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import Column, Connection, Table, func, insert, select, text

from tollbook.errors import BookError
from tollbook.page_address import canonical
from tollbook.store import search
from tollbook.store.rows import add_original, has_original, packed_originals
from tollbook.store.schema import claims, log, readings, refusals, reports
from tollbook.store.store import Store

#: Tables by name, with the columns that are carried, in an order in which each row's references are there already.
#: This is the layout of books of version 2, and stays so: what later versions add follows from it.
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
_AT_ONCE = 1000
Row = dict[str, Any]


class Rows:
    """A book's rows as of one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, name: str) -> Iterator[Row]:
        """The rows of a table by its key."""
        table, columns = TABLES[name]
        found = [table.c[column] for column in columns]
        query = select(*found).order_by(*table.primary_key.columns)
        for row in self._connection.execution_options(yield_per=_AT_ONCE).execute(query).mappings():
            yield dict(row)

    def originals(self) -> Iterator[tuple[str, bytes]]:
        """The bytes reports were drawn from, by their SHA-256 as the report has it; the same bytes once."""
        last = ""
        for report, sha256, packed in packed_originals(self._connection):
            if sha256 != last:
                yield sha256, _unpacked(packed, report)
            last = sha256

    def __len__(self) -> int:
        return self._connection.execute(select(func.count()).select_from(reports)).scalar_one()


@contextmanager
def rows(store: Store) -> Iterator[Rows]:
    """The rows of a book, all as of one moment."""
    with store._reading() as connection:
        yield Rows(connection)


def fill(store: Store, of: Callable[[str], Iterable[Row]], original: Callable[[str], bytes]) -> None:
    """Write the rows ``of`` each table into an empty book, and the ``original`` of each SHA-256; all or nothing.

    Raises BookError where the book is not empty.
    """
    with store._writing() as connection:
        if connection.execute(select(log.c.seq).limit(1)).first() is not None:
            raise BookError("There is a book already; name a new file with --book.")
        for name, (table, columns) in TABLES.items():
            kinds = [table.c[column] for column in columns]
            for batch in _batched(_converted(row, kinds) for row in of(name)):
                connection.execute(insert(table), batch)
                if table is reports:
                    _add_beside(connection, batch, original)
            if connection.dialect.name == "postgresql" and "number" in columns:
                _count_on(connection, table)


def _add_beside(connection: Connection, batch: Iterable[Row], original: Callable[[str], bytes]) -> None:
    """The originals of reports, their addresses, and their words in the index."""
    for row in batch:
        if not has_original(connection, row["sha256"]):
            add_original(connection, row["id"], row["sha256"], original(row["sha256"]))
        search.add_words(connection, row["id"], row["title"], row["text"])
        if address := canonical(row["url"]):
            change = reports.update().where(reports.c.number == row["number"]).values(address=address)
            connection.execute(change)


def _converted(row: Row, columns: Iterable[Column[Any]]) -> Row:
    """A row of JSON types as the database takes it."""
    values = {column.name: row[column.name] for column in columns}
    if isinstance(values.get("published"), str):
        values["published"] = date.fromisoformat(values["published"])
    return values


def _count_on(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that were carried with their numbers."""
    last = connection.execute(select(func.max(table.c.number))).scalar()
    if last is not None:
        sequence = text("SELECT setval(pg_get_serial_sequence(:table, 'number'), :last)")
        connection.execute(sequence, {"table": table.name, "last": last})


def _unpacked(packed: bytes, report: str) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise BookError(f"The original of report {report} is damaged; see: tollbook verify") from error


def _batched(found: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in found:
        batch.append(row)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch
