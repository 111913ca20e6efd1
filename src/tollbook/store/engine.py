"""A connection to a book, wherever it is. Every failure of the database becomes a sentence."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from tollbook.errors import BookError, MissingPart, NotABook
from tollbook.store import encryption, locations, migrations
from tollbook.store.error_messages import meanings
from tollbook.store.schema import VERSION, book, metadata

#: Seconds to wait for another writer. One report takes well under a second to write.
_PATIENCE = 60
#: Seconds to wait for a server to answer at all.
_ANSWER = 15
#: The number by which writers of one PostgreSQL database find each other; any number does.
_TURN = 7_041_776


def connect(url: URL, *, create: bool, passphrase: str | None = None) -> Engine:
    """An engine on a book, brought up to this version's tables; with ``create`` it is made where nothing stands yet.

    Raises BookError, NotABook, Locked, MissingPart.
    """
    path = locations.file_of(url)
    opened = url
    if path is not None:
        if locations.is_encrypted(url) and encryption.is_plain(path):
            raise BookError(f"{path} is not encrypted; name it without sqlcipher://")
        if not locations.can_write(path, create=create):
            opened = locations.read_only(path).set(drivername=url.drivername)
    with meanings(url), ExitStack() as on_failure:
        engine = _engine(opened, passphrase)
        on_failure.callback(engine.dispose)
        _check_book(engine, url, create=create)
        on_failure.pop_all()
        return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that has the book to itself; whoever else wants to write waits for his turn."""
    with engine.connect().execution_options(tollbook_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the book as of one moment, whatever is written meanwhile."""
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
            options = f"{given if isinstance(given, str) else ' '.join(given)} -c lock_timeout={_PATIENCE}s"
            arguments = {"options": options, "connect_timeout": url.query.get("connect_timeout", str(_ANSWER))}
            engine = create_engine(url, connect_args=arguments, pool_pre_ping=True)
        else:
            engine = create_engine(url)
    except NoSuchModuleError as error:
        raise BookError(f"Tollbook does not know the kind of database {url.drivername}.") from error
    except ImportError as error:
        part = "tollbook[postgres]" if url.get_backend_name() == "postgresql" else error.name
        raise MissingPart(f"To use {url.drivername} install its driver: pip install '{part}'.") from error
    if engine.dialect.name == "sqlite":
        _set_up(engine)
    return engine


def _set_up(engine: Engine) -> None:
    """SQLite with transactions that hold for reading, for writing and for the making of tables alike."""

    def on_connect(connection: Any, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        # FULL: what was acknowledged outlives not only a killed process but a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")

    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("tollbook_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _check_book(engine: Engine, url: URL, *, create: bool) -> None:
    """See that this is a book of these tables; make it, or bring it up to date, where that is to be done."""
    with engine.connect() as connection:
        found = _version(connection, url, create=create)
    if found is None:
        _make(engine)
    elif found < VERSION:
        if engine.url.query.get("mode") == "ro":
            raise BookError(
                f"{locations.name_of(url)} was made by an older Tollbook and must be brought up to date once, but "
                "it can only be read; copy it to where you may write."
            )
        with writing(engine) as connection:
            migrations.forward(connection)


def _version(connection: Connection, url: URL, *, create: bool) -> int | None:
    """The version of a book's tables; ``None`` where one is to be made. Raises NotABook."""
    name = locations.name_of(url)
    tables = inspect(connection).get_table_names()
    if book.name not in tables:
        if tables or not create:
            raise NotABook(f"{name} is not a book, and it is left as it is; name another file with --book.")
        return None
    said = connection.execute(select(book.c.value).where(book.c.key == "schema")).scalar() or ""
    if not said.isdigit() or int(said) < 1:
        raise NotABook(f"{name} does not say which tables it has; restore it from a copy.")
    if int(said) > VERSION:
        raise NotABook(
            f"{name} was made by a newer version of Tollbook (tables {said}, this one knows {VERSION}); install that "
            "version. The book is left as it is."
        )
    return int(said)


def _make(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        # Outside of a transaction, as SQLite wants it. Kept in the file from then on.
        raw: Any = engine.raw_connection()
        raw.execute("PRAGMA journal_mode = WAL")
        raw.close()
    with writing(engine) as connection:
        # Another process may have made it meanwhile.
        if book.name not in inspect(connection).get_table_names():
            metadata.create_all(connection)
            connection.execute(insert(book), {"key": "schema", "value": str(VERSION)})
