"""Database errors as sentences for documenters."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tollbook.errors import BookError, DiskFull, Locked, NotABook
from tollbook.locale.messages import message
from tollbook.store import locations


def not_a_book(name: str) -> str:
    """The sentence for a file or database that holds something else."""
    return message("{name} is not a book and was not changed; choose another file with --book.", name=name)


def _read_only(name: str) -> str:
    return message(
        "{name} can be read but not written; copy it to a folder that you can write to, or ask for write permission.",
        name=name,
    )


def _not_yours(name: str) -> str:
    return message(
        "{name} does not let your role write this: a personal role writes under its own name, and only what its job "
        "is. Nothing was written.",
        name=name,
    )


def _owners(name: str) -> str:
    return message(
        "Only the owner of its tables can change the tables of {name}, as an upgrade does. Let the owner run tollbook "
        "migrate, and then the statements of tollbook grants again.",
        name=name,
    )


def _busy(name: str) -> str:
    return message("Another process is writing to {name}; wait until it has finished and try again.", name=name)


def _disk_full(name: str) -> str:
    return message(
        "{name} cannot grow because the disk is full; free some space and try again. Nothing is lost.", name=name
    )


def _login_failed(name: str) -> str:
    return message("{name} refused the login; check the user name and the password.", name=name)


def _too_many_users(name: str) -> str:
    return message("{name} has too many connections at the moment; try again later.", name=name)


def _connection_lost(name: str) -> str:
    return message("The connection to {name} was lost. Everything confirmed so far is stored; try again.", name=name)


def _unknown_host(name: str) -> str:
    return message("The server of {name} was not found; check its name.", name=name)


def _unreachable(name: str) -> str:
    return message("{name} cannot be reached; check that its server is running, and its address and port.", name=name)


#: Words in the errors of SQLite and PostgreSQL, the exception and the sentence. The first match counts.
_SENTENCES: tuple[tuple[str, type[BookError], Callable[[str], str]], ...] = (
    ("file is not a database", NotABook, not_a_book),
    ("malformed", BookError, lambda name: message("{name} is damaged; restore it from a backup.", name=name)),
    ("readonly", BookError, _read_only),
    ("read-only transaction", BookError, _read_only),
    ("row-level security", BookError, _not_yours),
    ("must be owner", BookError, _owners),
    ("permission denied", BookError, _read_only),
    ("disk is full", DiskFull, _disk_full),
    ("no space left", DiskFull, _disk_full),
    (
        "disk i/o error",
        DiskFull,
        lambda name: message(
            "{name} cannot be written; the disk may be full or failing. Everything read before is stored.", name=name
        ),
    ),
    (
        "unable to open",
        BookError,
        lambda name: message(
            "{name} cannot be opened; check that the folder exists and that you can write to it.", name=name
        ),
    ),
    ("locked", BookError, _busy),
    ("lock timeout", BookError, _busy),
    ("password authentication failed", BookError, _login_failed),
    ("no password supplied", BookError, _login_failed),
    ("authentication failed", BookError, _login_failed),
    ("no pg_hba.conf entry", BookError, _login_failed),
    (
        "does not exist",
        BookError,
        lambda name: message(
            "{name} does not exist on that server; check the name, or create it with: createdb NAME", name=name
        ),
    ),
    ("too many clients", BookError, _too_many_users),
    ("remaining connection slots", BookError, _too_many_users),
    (
        "starting up",
        BookError,
        lambda name: message("The server of {name} is starting; try again in a moment.", name=name),
    ),
    (
        "shutting down",
        BookError,
        lambda name: message(
            "The server of {name} is shutting down. Everything confirmed so far is stored.", name=name
        ),
    ),
    ("closed the connection", BookError, _connection_lost),
    ("terminating connection", BookError, _connection_lost),
    ("resolve host", BookError, _unknown_host),
    ("translate host name", BookError, _unknown_host),
    ("connection refused", BookError, _unreachable),
    ("connection failed", BookError, _unreachable),
    (
        "timeout",
        BookError,
        lambda name: message(
            "{name} does not respond; check that its server is running, and its address and port.", name=name
        ),
    ),
)


@contextmanager
def as_book_errors(url: URL) -> Iterator[None]:
    """Raise errors of the database as a BookError with a sentence on what to do."""
    try:
        yield
    except DBAPIError as error:
        raise as_sentence(url, str(error.orig)) from error
    except PoolTimeout as error:
        raise as_sentence(url, "too many clients") from error
    except UnicodeDecodeError as error:
        # SQLite's message about a damaged file may contain the damage.
        raise as_sentence(url, "malformed") from error


@contextmanager
def check_readable(url: URL) -> Iterator[None]:
    """Raise BookError if a stored record cannot be decoded, or a stored day is not a date."""
    try:
        yield
    except (msgspec.MsgspecError, zlib.error, ValueError) as error:
        raise BookError(
            message(
                "{name} is damaged: one of its records cannot be read. Check the book with tollbook verify, and "
                "restore it from a backup.",
                name=locations.name_of(url),
            )
        ) from error


def as_sentence(url: URL, error: str) -> BookError:
    """The exception for an error of the database; the password of the URL is removed from its text."""
    name, lower = locations.name_of(url), error.lower()
    if locations.is_encrypted(url) and "not a database" in lower:
        return Locked(
            message("The passphrase does not open {name}, or it is not a book; try another passphrase.", name=name)
        )
    for words, kind, sentence in _SENTENCES:
        if words in lower:
            return kind(sentence(name))
    secret = str(url.password) if url.password else ""
    reason = error.replace(secret, "***") if secret else error
    return BookError(message("{name} cannot be used: {reason}", name=name, reason=reason))
