"""The location of a book: a file, an encrypted file or a database server, and its name in messages."""

import os
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tollbook.errors import BookError, NotABook
from tollbook.locale.messages import message
from tollbook.store import encryption

SQLITE, ENCRYPTED = "sqlite", "sqlcipher"
#: The usual schemes of URLs of PostgreSQL databases, and the driver that Tollbook uses.
_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def url_of(where: str | os.PathLike[str]) -> URL:
    """The URL of a book from a path or URL. Raises BookError for an invalid URL."""
    text = os.fspath(where)
    if not text.strip():
        raise BookError(message("The name of the book is empty; give a file or a URL with --book."))
    if "://" not in text:
        encrypted = encryption.is_encrypted(Path(text))
        return URL.create(ENCRYPTED if encrypted else SQLITE, database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise BookError(
            message("The URL of the book is not valid; a URL looks like postgresql://user@server/database.")
        ) from error
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def is_encrypted(url: URL) -> bool:
    """Whether the book is an encrypted file."""
    return url.drivername == ENCRYPTED


def file_of(url: URL) -> Path | None:
    """The file of a book; ``None`` for a server, and for a URL with its own options for SQLite."""
    if url.drivername not in {SQLITE, ENCRYPTED} or not url.database or "uri" in url.query:
        return None
    return Path(url.database)


def files_of(url: URL) -> frozenset[Path]:
    """The files that SQLite and the web interface keep for a book, resolved; none for a database server."""
    path = file_of(url)
    if path is None:
        return frozenset()
    ends = ("", "-wal", "-shm", "-journal", ".accounts")
    return frozenset(path.resolve().with_name(path.name + end) for end in ends)


def name_of(url: URL) -> str:
    """The name of a book in messages, without its password."""
    if url.drivername in {SQLITE, ENCRYPTED}:
        return str(url.database)
    return url.render_as_string(hide_password=True)


def can_write(path: Path, *, create: bool) -> bool:
    """Whether the file can be written. Raises BookError or NotABook if there can be no book at ``path``."""
    if path.is_dir():
        raise NotABook(message("{folder} is a folder and not a book; choose a file in it with --book.", folder=path))
    if not path.exists():
        if not create:
            raise BookError(
                message("There is no book at {file}; create one with: tollbook read PATH --book {file}", file=path)
            )
        if not path.parent.is_dir():
            raise BookError(message("The folder {folder} does not exist; create it first.", folder=path.parent))
        return True
    return os.access(path, os.W_OK)


def read_only(path: Path, *, unshared: bool = False) -> URL:
    """A URL that opens the file read-only. Without a write-ahead log, the file can be on a read-only disk.

    With ``unshared`` SQLite keeps the index of the log in memory, because a full disk has no room for its file.
    """
    pending, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    options = {"mode": "ro", "uri": "true"}
    if unshared and pending.exists() and shared.exists():
        options["readonly_shm"] = "1"
    elif not pending.exists() or not pending.stat().st_size:
        options["immutable"] = "1"
    return URL.create(SQLITE, database=f"file:{quote(str(path))}", query=options)
