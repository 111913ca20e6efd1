"""Connections to a book in a file or on a server. Every database error becomes a sentence."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from tollbook.errors import BookError, MissingPart, NotABook
from tollbook.locale.messages import message
from tollbook.store import encryption, locations, migrations
from tollbook.store.error_messages import as_book_errors, not_a_book
from tollbook.store.schema import VERSION, book, metadata

#: Seconds to wait for another writer. Writing one report takes well under a second.
_LOCK_TIMEOUT = 60
#: Seconds between two attempts where SQLite itself does not wait for another process.
_LOCK_PAUSE = 0.05
#: Seconds to wait for a server to respond.
_CONNECT_TIMEOUT = 15
#: Connections of one process to a server that stay open, and additional ones while it is busy. A page needs one
#: at a time, and a server accepts 100 by default: enough for five processes.
_POOL, _MORE = 5, 15
#: Seconds to wait for a free connection, and after which a connection is replaced: firewalls drop idle ones in an hour.
_POOL_TIMEOUT, _POOL_AGE = 30, 1800
#: The number of the advisory lock that writers of one PostgreSQL database take; any number would do.
_WRITE_LOCK = 7_041_776
#: When SQLite waits for the disk. With FULL, confirmed writes survive a power cut as well as a killed process.
_SYNCHRONOUS = "FULL"
#: Words in the errors of SQLite if it cannot make the files that it keeps beside a book, as on a full disk.
_CANNOT_GROW = ("disk i/o error", "disk is full", "unable to open")


def connect(url: URL, *, create: bool, passphrase: str | None = None, read_only: bool = False) -> Engine:
    """A database engine for a book, migrated to the tables of this version. ``create`` makes a new book if needed.

    With ``read_only`` the database refuses every write of these connections. A book on a full disk can still be read.
    Raises BookError, NotABook, Locked, MissingPart.
    """
    path = locations.file_of(url)
    opened = url
    if path is not None:
        if locations.is_encrypted(url) and encryption.is_plain(path):
            raise BookError(message("{file} is not encrypted; give its path without sqlcipher://", file=path))
        if not locations.can_write(path, create=create):
            opened = locations.read_only(path).set(drivername=url.drivername)
    is_new = path is not None and not path.is_file()
    with as_book_errors(url):
        try:
            return _opened(url, opened, create=create, passphrase=passphrase, read_only=read_only)
        except DBAPIError as error:
            if path is None or is_new or not any(words in str(error.orig).lower() for words in _CANNOT_GROW):
                raise
            opened = locations.read_only(path, unshared=True).set(drivername=url.drivername)
            engine = _opened(url, opened, create=False, passphrase=passphrase, read_only=read_only)
            _refuse_with(engine, error)
            return engine


def _opened(url: URL, opened: URL, *, create: bool, passphrase: str | None, read_only: bool) -> Engine:
    path = locations.file_of(url)
    with ExitStack() as on_failure:
        engine = _engine(opened, passphrase)
        on_failure.callback(engine.dispose)
        if read_only:
            _refuse_writes(engine)
        is_new = path is not None and not path.is_file()
        if path is not None and not is_new:
            _mark_in_use(engine, path, url)
        _check_book(engine, url, create=create, read_only=read_only or opened.query.get("mode") == "ro")
        if path is not None and is_new and path.is_file():
            _mark_in_use(engine, path, url)
        on_failure.pop_all()
        return engine


def _mark_in_use(engine: Engine, path: Path, url: URL) -> None:
    """Keep everything else in this process from opening the file until the engine is disposed of."""
    end = encryption.in_use(path, encrypted=locations.is_encrypted(url))
    event.listen(engine, "engine_disposed", lambda _: end(), once=True)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction with the write lock; other writers wait until it ends."""
    with engine.connect().execution_options(tollbook_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _WRITE_LOCK})
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the book as of one moment, even if others write at the same time."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def _engine(url: URL, passphrase: str | None) -> Engine:
    try:
        if locations.is_encrypted(url):
            secret = passphrase or encryption.passphrase_of(str(url.database))
            engine = create_engine(
                url.set(drivername=locations.SQLITE), module=encryption.driver(), creator=encryption.opener(url, secret)
            )
        elif url.get_backend_name() == "postgresql":
            given = url.query.get("options", "")
            options = f"{given if isinstance(given, str) else ' '.join(given)} -c lock_timeout={_LOCK_TIMEOUT}s"
            arguments = {"options": options, "connect_timeout": url.query.get("connect_timeout", str(_CONNECT_TIMEOUT))}
            engine = create_engine(
                url, connect_args=arguments, pool_pre_ping=True, pool_size=_POOL, max_overflow=_MORE,
                pool_timeout=_POOL_TIMEOUT, pool_recycle=_POOL_AGE,
            )  # fmt: skip
        else:
            engine = create_engine(url)
    except (NoSuchModuleError, ImportError) as error:
        if isinstance(error, ImportError) and url.get_backend_name() == "postgresql":
            raise MissingPart(
                message("Books in PostgreSQL need a driver; tollbook doctor says how to install it.")
            ) from error
        raise BookError(
            message("Tollbook does not support the database {name}; use a file or PostgreSQL.", name=url.drivername)
        ) from error
    if engine.dialect.name == "sqlite":
        _set_up(engine)
    return engine


def _set_up(engine: Engine) -> None:
    """Set up SQLite with full transactions for reading, writing and creating tables."""

    def on_connect(connection: Any, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
        connection.execute(f"PRAGMA busy_timeout = {_LOCK_TIMEOUT * 1000}")

    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("tollbook_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _refuse_writes(engine: Engine) -> None:
    """Make the database itself refuse writes."""
    read_only = "PRAGMA query_only = ON" if engine.dialect.name == "sqlite" else "SET TRANSACTION READ ONLY"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(read_only))


def _refuse_with(engine: Engine, error: DBAPIError) -> None:
    """Make every write raise the error that kept the file from being opened for writing."""

    def on_begin(connection: Connection) -> None:
        if connection.get_execution_options().get("tollbook_writes"):
            raise error.with_traceback(None)

    event.listen(engine, "begin", on_begin, insert=True)


def _check_book(engine: Engine, url: URL, *, create: bool, read_only: bool) -> None:
    """Check that this is a book with the tables of this version; create or migrate it if needed."""
    with engine.connect() as connection:
        version = _version(connection, url, create=create)
    if version is None:
        _create(engine)
    elif version < VERSION:
        if read_only:
            raise BookError(
                message(
                    "{name} was made by an older version of Tollbook and must be upgraded once, but it is read-only; "
                    "copy it to a folder that you can write to.",
                    name=locations.name_of(url),
                )
            )
        with writing(engine) as connection:
            migrations.forward(connection)


def _version(connection: Connection, url: URL, *, create: bool) -> int | None:
    """The version of a book's tables; ``None`` if the book is to be created. Raises NotABook."""
    name = locations.name_of(url)
    tables = inspect(connection).get_table_names()
    if book.name not in tables:
        if tables or not create:
            raise NotABook(not_a_book(name))
        return None
    stored = connection.execute(select(book.c.value).where(book.c.key == "schema")).scalar() or ""
    if not stored.isdigit() or int(stored) < 1:
        raise NotABook(
            message("{name} is damaged: the version of its tables is missing. Restore it from a backup.", name=name)
        )
    if int(stored) > VERSION:
        raise NotABook(
            message(
                "{name} was made by a newer version of Tollbook (table version {newer}, supported here {supported}); "
                "install that version. The book was not changed.",
                name=name,
                newer=stored,
                supported=VERSION,
            )
        )
    return int(stored)


def _keep_write_ahead_log(engine: Engine) -> None:
    """Make an SQLite file keep a write-ahead log. SQLite requires this outside a transaction; the setting is permanent.

    SQLite does not wait here: it refuses at once while another process opens the same new file. So it is tried again.
    """
    raw: Any = engine.raw_connection()
    end = time.monotonic() + _LOCK_TIMEOUT
    try:
        while True:
            try:
                raw.execute("PRAGMA journal_mode = WAL")
            except engine.dialect.loaded_dbapi.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(_LOCK_PAUSE)
            else:
                return
    finally:
        raw.close()


def _create(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        _keep_write_ahead_log(engine)
    with writing(engine) as connection:
        # Another process may have created it since.
        if book.name not in inspect(connection).get_table_names():
            metadata.create_all(connection)
            connection.execute(insert(book), {"key": "schema", "value": str(VERSION)})
