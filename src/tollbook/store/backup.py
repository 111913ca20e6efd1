"""A copy of a book while it is in use: to a file, to an encrypted file, out of a server or into one."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, delete, func, insert, select, text

from tollbook.errors import BookError, Refused
from tollbook.store import engine, locations, search
from tollbook.store.error_messages import as_sentence, meanings
from tollbook.store.schema import book, metadata, originals, passages, reports

#: Rows carried at once; originals are carried one by one, for one may weigh many megabytes.
_AT_ONCE = 500


def copy(source: Engine, target: URL, *, passphrase: str | None = None) -> None:
    """Write the book as of this moment to where there is none yet; whoever reads or writes it meanwhile goes on.

    A file appears under its name only when it is whole. Raises Refused where something stands there, BookError.
    """
    path = locations.file_of(target)
    if path is None:
        _into(source, target, passphrase)
        return
    locations.can_write(path, create=True)
    if path.exists():
        raise Refused(f"{path} exists already and is left as it is; name another file for the copy.")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if target.drivername == source.url.drivername == locations.SQLITE and not is_encrypted(source):
            _page_by_page(source, unfinished, target)
        else:
            _into(source, target.set(database=str(unfinished)), passphrase)
        _put(unfinished, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            # What cannot be cleared away here could not be made either, and that is told already.
            with suppress(OSError):
                unfinished.with_name(unfinished.name + suffix).unlink()


def is_encrypted(source: Engine) -> bool:
    """Whether an open book is behind a passphrase."""
    return getattr(source.dialect.dbapi, "__name__", "").startswith("sqlcipher3")


def _page_by_page(source: Engine, path: Path, target: URL) -> None:
    """SQLite's own way: the pages as of the moment it begins."""
    raw: Any = source.raw_connection()
    try:
        with closing(sqlite3.connect(path)) as there:
            raw.driver_connection.backup(there)
    except sqlite3.Error as error:
        raise as_sentence(target, str(error)) from error
    finally:
        raw.close()


def _into(source: Engine, target: URL, passphrase: str | None) -> None:
    """Row by row, in one transaction on each side, into a book made anew."""
    there = engine.connect(target, create=True, passphrase=passphrase)
    try:
        with meanings(target), engine.reading(source) as reader, engine.writing(there) as writer:
            if writer.execute(select(func.count()).select_from(reports)).scalar_one():
                raise Refused(f"{locations.name_of(target)} holds a book already, and it is left as it is.")
            writer.execute(delete(book))
            for table in metadata.sorted_tables:
                if table is not passages:
                    _carry(reader, writer, table)
            _index(reader, writer)
    finally:
        there.dispose()


def _carry(reader: Connection, writer: Connection, table: Any) -> None:
    lot = 1 if table is originals else _AT_ONCE
    found = reader.execution_options(yield_per=lot).execute(select(table)).mappings()
    for rows in found.partitions(lot):
        writer.execute(insert(table), [dict(row) for row in rows])
    if writer.dialect.name == "postgresql" and "number" in table.c:
        # Numbers given by hand do not move the server's counter.
        writer.execute(text(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), max(number)) FROM {table.name}"  # noqa: S608
        ))  # fmt: skip


def _index(reader: Connection, writer: Connection) -> None:
    query = select(reports.c.id, reports.c.title, reports.c.text).order_by(reports.c.number)
    for row in reader.execution_options(yield_per=_AT_ONCE).execute(query):
        search.add_words(writer, row.id, row.title, row.text)


def _put(unfinished: Path, path: Path) -> None:
    """Give the whole copy its name, once it is on the disk and not only in the memory of the system."""
    try:
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        # Made first, so that what another process put there meanwhile is never overwritten.
        path.touch(exist_ok=False)
        unfinished.replace(path)
    except OSError as error:
        raise BookError(f"The copy could not be put at {path}: {error.strerror}.") from error
