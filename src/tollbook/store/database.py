"""The database of a book: opening it, its transactions, backup and verification."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import URL, Connection, Engine, create_engine, update
from sqlalchemy.pool import StaticPool

from tollbook.errors import BookError
from tollbook.store import audit, backup, encryption, engine, locations
from tollbook.store.error_messages import as_book_errors, check_readable
from tollbook.store.schema import book

#: SQLite's page cache while rows are derived, in KiB.
_DERIVING_KIB = 128 * 1024


class BookDatabase:
    """A book in a file or on a database server. All methods raise BookError with a sentence if the database fails."""

    def __init__(self, url: URL, database: Engine) -> None:
        self._url = url
        self._engine = database
        self._memory: Engine | None = None
        #: All threads share the one connection to rows in memory, so only one of them uses it at a time.
        self._memory_lock = threading.RLock()
        self._passphrase: str | None = None

    @classmethod
    def open(
        cls, where: str | os.PathLike[str], *, create: bool = False, passphrase: str | None = None,
        read_only: bool = False,
    ) -> Self:  # fmt: skip
        """The store in a file or at a URL. A book of an earlier version is migrated, unless ``read_only``.

        Raises BookError if there is none, NotABook if it is something else, Locked without its passphrase.
        """
        url = locations.url_of(where)
        store = cls(url, engine.connect(url, create=create, passphrase=passphrase, read_only=read_only))
        store._passphrase = passphrase
        return store

    @property
    def kind(self) -> str:
        """The database of the book: ``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def files(self) -> frozenset[Path]:
        """The files of the book, whether they exist or not; none for a database server."""
        return locations.files_of(self._url)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def backup(self, where: str | os.PathLike[str], *, passphrase: str | None = None, plain: bool = False) -> list[str]:
        """Copy the book as of this moment, also while it is in use. Returns the problems ``verify`` finds in the copy.

        The copy of an encrypted book has the same passphrase, unless another is given or it is to be ``plain``. The
        copy of any other book is encrypted if a passphrase is given. Raises Refused if ``where`` exists.
        """
        target = locations.url_of(where)
        if locations.is_encrypted(self._url) and not plain:
            passphrase = passphrase or self._passphrase or encryption.passphrase_of(str(self._url.database))
        if passphrase and locations.file_of(target) is not None:
            target = target.set(drivername=locations.ENCRYPTED)
        with as_book_errors(self._url):
            backup.copy(self._engine, target, passphrase=passphrase)
        duplicate = type(self)(target, engine.connect(target, create=False, passphrase=passphrase))
        try:
            return duplicate.verify()
        finally:
            duplicate.close()

    def verify(self) -> list[str]:
        """A sentence for each record that was changed after it was written; if none was, for each wrong list."""
        return self.record_problems() or self.derived_problems()

    def record_problems(self) -> list[str]:
        """A sentence for each report, reading, claim or log entry that was changed after it was written."""
        with self.reading() as connection:
            return list(audit.problems(connection))

    def derived_problems(self, *, outdated: bool = False) -> list[str]:
        """A sentence for each list or index that does not follow from the records; see ``audit.derived_problems``."""
        with self.reading() as connection:
            return list(audit.derived_problems(connection, outdated=outdated))

    def check_writable(self) -> None:
        """Raise BookError if the book is read-only. Call it before long work whose result is to be written."""
        with self.writing():
            pass

    def derive_in_memory(self) -> None:
        """Keep derived rows in memory from now on, as far as this process goes: its book cannot be written.

        Rows that are stored already are not used any more.
        """
        with self._memory_lock:
            if self._memory is None:
                self._memory = create_engine(
                    "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
                )

    @contextmanager
    def derived_rows(self, *, write: bool = False) -> Iterator[Connection]:
        """A transaction on the derived rows. For a read-only book they are in memory, for as long as it is open.

        Writing takes the write lock first, so that two processes never derive at once.
        """
        if write and self._memory is None:
            try:
                self.check_writable()
            except BookError:
                self.derive_in_memory()
        if self._memory is not None:
            with self._memory_lock, self._memory.begin() as connection:
                yield connection
        else:
            with self.writing() if write else self.reading() as connection:
                if write and connection.dialect.name == "sqlite":
                    # Keys come in random order: with SQLite's own 2 MiB nearly every one of them would read a page.
                    connection.exec_driver_sql(f"PRAGMA cache_size = -{_DERIVING_KIB}")
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads. Raises BookError if the book cannot be read."""
        with as_book_errors(self._url), check_readable(self._url), engine.reading(self._engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction with the write lock. It writes at once, so that a read-only book raises at once."""
        with as_book_errors(self._url), engine.writing(self._engine) as connection:
            connection.execute(update(book).where(book.c.key == "schema").values(value=book.c.value))
            yield connection
