"""Where a book is: a file, an encrypted file or a database server, and how a person would name it."""

import os
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tollbook.errors import BookError, NotABook
from tollbook.store import encryption

SQLITE, ENCRYPTED = "sqlite", "sqlcipher"
#: How people write the URL of a PostgreSQL database, and the driver Tollbook uses for it.
_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def url_of(where: str | os.PathLike[str]) -> URL:
    """The URL of a book from what a person gave. Raises BookError for a URL that cannot be understood."""
    text = os.fspath(where)
    if not text.strip():
        raise BookError("The book has no name; give a file or a URL with --book.")
    if "://" not in text:
        encrypted = encryption.is_encrypted(Path(text))
        return URL.create(ENCRYPTED if encrypted else SQLITE, database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise BookError("The URL of the book cannot be understood; it looks like postgresql://…") from error
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def is_encrypted(url: URL) -> bool:
    """Whether the book is a file that a passphrase opens."""
    return url.drivername == ENCRYPTED


def file_of(url: URL) -> Path | None:
    """The file a book is in; ``None`` for a server, and for a URL that says itself how SQLite is to open the file."""
    if url.drivername not in {SQLITE, ENCRYPTED} or not url.database or "uri" in url.query:
        return None
    return Path(url.database)


def files_of(url: URL) -> frozenset[Path]:
    """The file of a book and what SQLite and the reading room keep beside it, resolved; nothing for a server."""
    path = file_of(url)
    if path is None:
        return frozenset()
    ends = ("", "-wal", "-shm", "-journal", ".accounts")
    return frozenset(path.resolve().with_name(path.name + end) for end in ends)


def name_of(url: URL) -> str:
    """The book as a person would name it; a password never shows."""
    if url.drivername in {SQLITE, ENCRYPTED}:
        return str(url.database)
    return url.render_as_string(hide_password=True)


def can_write(path: Path, *, create: bool) -> bool:
    """Whether the file may be written. Raises where there can be no book at ``path``."""
    if path.is_dir():
        raise NotABook(f"{path} is a folder, not a book; name a file in it with --book.")
    if not path.exists():
        if not create:
            raise BookError(f"There is no book at {path}; make one with: tollbook read PATH --book {path}")
        if not path.parent.is_dir():
            raise BookError(f"The folder {path.parent} does not exist; make it first.")
        return True
    return os.access(path, os.W_OK)


def read_only(path: Path) -> URL:
    """A URL that never writes. A book without unfinished work beside it can be read even from a read-only disk."""
    pending = path.with_name(path.name + "-wal")
    options = {"mode": "ro", "uri": "true"}
    if not pending.exists() or not pending.stat().st_size:
        options["immutable"] = "1"
    return URL.create(SQLITE, database=f"file:{quote(str(path))}", query=options)
