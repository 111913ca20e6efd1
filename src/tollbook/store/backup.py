"""Backups of a book, also while it is in use: to a file, an encrypted file or a database server."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, delete, func, insert, select, text

from tollbook.errors import BookError, Refused
from tollbook.locale.messages import message
from tollbook.store import engine, locations, search
from tollbook.store.error_messages import as_book_errors, as_sentence
from tollbook.store.schema import book, metadata, originals, passages, reports

#: Rows copied at once. Originals are copied one by one, because one may have many megabytes.
_BATCH = 500


def copy(source: Engine, target: URL, *, passphrase: str | None = None) -> None:
    """Copy the book as of this moment to a new place, without blocking readers and writers.

    A file gets its name only when it is complete. Raises Refused if the target exists, BookError.
    """
    path = locations.file_of(target)
    if path is None:
        _copy_rows(source, target, passphrase)
        return
    locations.can_write(path, create=True)
    if path.exists():
        raise Refused(
            message("{file} already exists and was not changed; choose another file for the copy.", file=path)
        )
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if target.drivername == source.url.drivername == locations.SQLITE and not is_encrypted(source):
            _copy_pages(source, unfinished, target)
        else:
            _copy_rows(source, target.set(database=str(unfinished)), passphrase)
        _publish(unfinished, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            # A file that cannot be removed could not be created either, and that error is raised already.
            with suppress(OSError):
                unfinished.with_name(unfinished.name + suffix).unlink()


def is_encrypted(source: Engine) -> bool:
    """Whether an open book is encrypted."""
    return getattr(source.dialect.dbapi, "__name__", "").startswith("sqlcipher3")


def _copy_pages(source: Engine, path: Path, target: URL) -> None:
    """Copy with SQLite's backup API: the pages as of the start of the copy."""
    raw: Any = source.raw_connection()
    try:
        with closing(sqlite3.connect(path)) as copy:
            raw.driver_connection.backup(copy)
    except sqlite3.Error as error:
        raise as_sentence(target, str(error)) from error
    finally:
        raw.close()


def _copy_rows(source: Engine, target: URL, passphrase: str | None) -> None:
    """Copy row by row, in one transaction on each side, into a new book."""
    new = engine.connect(target, create=True, passphrase=passphrase)
    try:
        with as_book_errors(target), engine.reading(source) as reader, engine.writing(new) as writer:
            if writer.execute(select(func.count()).select_from(reports)).scalar_one():
                raise Refused(
                    message("{name} already holds a book and was not changed.", name=locations.name_of(target))
                )
            writer.execute(delete(book))
            for table in metadata.sorted_tables:
                if table is not passages:
                    _copy_table(reader, writer, table)
            search.rebuild(writer)
    finally:
        new.dispose()


def _copy_table(reader: Connection, writer: Connection, table: Any) -> None:
    batch = 1 if table is originals else _BATCH
    result = reader.execution_options(yield_per=batch).execute(select(table)).mappings()
    for rows in result.partitions(batch):
        writer.execute(insert(table), [dict(row) for row in rows])
    if writer.dialect.name == "postgresql" and "number" in table.c:
        # Explicit numbers do not advance the server's sequence.
        writer.execute(text(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), max(number)) FROM {table.name}"  # noqa: S608
        ))  # fmt: skip


def _publish(unfinished: Path, path: Path) -> None:
    """Give the complete copy its name, after it was flushed to the disk."""
    try:
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        # Created first, so that a file of another process is never overwritten.
        path.touch(exist_ok=False)
        unfinished.replace(path)
    except OSError as error:
        raise BookError(
            message("The copy could not be written to {file}: {error}.", file=path, error=error.strerror)
        ) from error
