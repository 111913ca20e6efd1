"""Where a book is, and a connection to it. Every failure of the database becomes a sentence."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from tollbook.errors import BookError, MissingPart, NotABook
from tollbook.store.schema import VERSION, book, metadata

#: What SQLite says, and what it means to someone who keeps a book.
_MEANINGS = {
    "file is not a database": (NotABook, "is not a book, and it is left as it is; name another file with --book."),
    "malformed": (BookError, "is damaged; restore it from a copy."),
    "readonly": (BookError, "can be read but not written; copy it to where you may write, or ask for the right to."),
    "disk is full": (BookError, "cannot grow, the disk is full; make room and run the command again. Nothing is lost."),
    "disk i/o error": (BookError, "cannot be written, the disk may be full or failing. What was read before is kept."),
    "unable to open": (BookError, "cannot be opened; check that the folder exists and that you may write there."),
    "locked": (BookError, "is being written by another process; wait for it and run the command again."),
}
#: Seconds to wait for another writer. One report takes well under a second to write.
_PATIENCE = 60


def url_of(where: str | os.PathLike[str]) -> URL:
    """The database URL of a file or URL. Raises BookError for a URL that cannot be understood."""
    text = os.fspath(where)
    if not text.strip():
        raise BookError("The book has no name; give a file or a URL with --book.")
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        return make_url(text)
    except (ArgumentError, ValueError) as error:
        raise BookError("The URL of the book cannot be understood; it looks like postgresql+psycopg://…") from error


def connect(url: URL, *, create: bool) -> Engine:
    """An engine on a book; with ``create`` it is made where nothing stands yet. Raises BookError, NotABook."""
    is_file = url.get_backend_name() == "sqlite" and bool(url.database) and "uri" not in url.query
    if is_file and _check_file(Path(str(url.database)), create=create):
        url = _read_only(Path(str(url.database)))
    with meanings(url), ExitStack() as on_failure:
        try:
            engine = create_engine(url)
        except NoSuchModuleError as error:
            raise BookError(f"Tollbook does not know the kind of database {url.drivername}.") from error
        except ImportError as error:
            raise MissingPart(f"To use {url.drivername} install its driver: pip install {error.name}.") from error
        on_failure.callback(engine.dispose)
        if engine.dialect.name == "sqlite":
            _set_up(engine)
        with engine.connect() as connection:
            _check_book(connection, url, create=create)
        on_failure.pop_all()
        return engine


@contextmanager
def meanings(url: URL) -> Iterator[None]:
    """Raise what goes wrong in the database as a BookError that says what to do."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).lower()
        for words, (kind, meaning) in _MEANINGS.items():
            if words in said:
                raise kind(f"{_name(url)} {meaning}") from error
        raise BookError(f"{_name(url)} cannot be used: {error.orig}") from error


def _name(url: URL) -> str:
    """The book as a person would name it; a password never shows."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)


def _check_file(path: Path, *, create: bool) -> bool:
    """Whether an existing file may only be read. Raises when there can be no book at ``path``."""
    if path.is_dir():
        raise NotABook(f"{path} is a folder, not a book; name a file in it with --book.")
    if not path.exists():
        if not create:
            raise BookError(f"There is no book at {path}; make one with: tollbook read PATH --book {path}")
        if not path.parent.is_dir():
            raise BookError(f"The folder {path.parent} does not exist; make it first.")
        return False
    return not os.access(path, os.W_OK)


def _read_only(path: Path) -> URL:
    """A URL that never writes. A book without unfinished work beside it can be read even from a read-only disk."""
    pending = path.with_name(path.name + "-wal")
    options = {"mode": "ro", "uri": "true"}
    if not pending.exists() or not pending.stat().st_size:
        options["immutable"] = "1"
    return URL.create("sqlite", database=f"file:{quote(str(path))}", query=options)


def _set_up(engine: Engine) -> None:
    """SQLite with transactions that hold for reading, for writing and for the making of tables alike."""

    def on_connect(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        # FULL: what was acknowledged outlives not only a killed process but a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _check_book(connection: Connection, url: URL, *, create: bool) -> None:
    tables = inspect(connection).get_table_names()
    if book.name in tables:
        version = connection.execute(select(book.c.value).where(book.c.key == "schema")).scalar()
        if version != str(VERSION):
            raise NotABook(
                f"{_name(url)} was made by another version of Tollbook (tables {version}); install that one."
            )
    elif tables or not create:
        raise NotABook(f"{_name(url)} is not a book, and it is left as it is; name another file with --book.")
    else:
        connection.rollback()
        _make(connection)


def _make(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Outside of a transaction, as SQLite wants it. Kept in the file from then on.
        connection.connection.execute("PRAGMA journal_mode = WAL")
    with connection.begin():
        metadata.create_all(connection)
        connection.execute(insert(book), {"key": "schema", "value": str(VERSION)})
