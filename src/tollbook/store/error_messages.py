"""What goes wrong in a database, as a sentence for someone who keeps a book."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from tollbook.errors import BookError, Locked, NotABook
from tollbook.store import locations

_READ_ONLY = "can be read but not written; copy it to where you may write, or ask for the right to."
_BUSY = "is being written by another process; wait for it and run the command again."
_FULL = "cannot grow, the disk is full; make room and run the command again. Nothing is lost."
_STRANGER = "does not let you in; check the user name and the password."
#: What SQLite and PostgreSQL say, and what it means. The first that fits holds.
_MEANINGS: tuple[tuple[str, type[BookError], str], ...] = (
    ("file is not a database", NotABook, "is not a book, and it is left as it is; name another file with --book."),
    ("malformed", BookError, "is damaged; restore it from a copy."),
    ("readonly", BookError, _READ_ONLY),
    ("read-only transaction", BookError, _READ_ONLY),
    ("permission denied", BookError, _READ_ONLY),
    ("disk is full", BookError, _FULL),
    ("no space left", BookError, _FULL),
    ("disk i/o error", BookError, "cannot be written, the disk may be full or failing. What was read before is kept."),
    ("unable to open", BookError, "cannot be opened; check that the folder exists and that you may write there."),
    ("locked", BookError, _BUSY),
    ("lock timeout", BookError, _BUSY),
    ("password authentication failed", BookError, _STRANGER),
    ("no password supplied", BookError, _STRANGER),
    ("authentication failed", BookError, _STRANGER),
    ("no pg_hba.conf entry", BookError, _STRANGER),
    ("does not exist", BookError, "does not exist on that server; check the name, or make it with: createdb NAME"),
    ("too many clients", BookError, "has too many users just now; run the command again later."),
    ("remaining connection slots", BookError, "has too many users just now; run the command again later."),
    ("starting up", BookError, "is on a server that is just starting; run the command again in a moment."),
    ("shutting down", BookError, "is on a server that is just stopping. What was acknowledged is kept."),
    ("closed the connection", BookError, "was lost: its server ended. What was acknowledged is kept; run it again."),
    ("terminating connection", BookError, "was lost: its server ended. What was acknowledged is kept; run it again."),
    ("resolve host", BookError, "cannot be found; check the name of the server."),
    ("translate host name", BookError, "cannot be found; check the name of the server."),
    ("connection refused", BookError, "cannot be reached; check that its server runs, and its address and port."),
    ("connection failed", BookError, "cannot be reached; check that its server runs, and its address and port."),
    ("timeout", BookError, "does not answer; check that its server runs, and its address and port."),
)


@contextmanager
def meanings(url: URL) -> Iterator[None]:
    """Raise what goes wrong in the database as a BookError that says what to do."""
    try:
        yield
    except DBAPIError as error:
        raise as_sentence(url, str(error.orig)) from error
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged file may hold the damage.
        raise as_sentence(url, "malformed") from error


@contextmanager
def legible(url: URL) -> Iterator[None]:
    """Raise BookError where a record that is read from the tables is none any more."""
    try:
        yield
    except (msgspec.MsgspecError, zlib.error) as error:
        name = locations.name_of(url)
        raise BookError(
            f"{name} is damaged: a record in it cannot be read any more. See what is left with: tollbook verify, and "
            "restore it from a copy."
        ) from error


def as_sentence(url: URL, said: str) -> BookError:
    """The error a person is shown for what a database said."""
    name, lower = locations.name_of(url), said.lower()
    if locations.is_encrypted(url) and "not a database" in lower:
        return Locked(f"The passphrase does not open {name}, or it is no book; try again with the right one.")
    for words, kind, meaning in _MEANINGS:
        if words in lower:
            return kind(f"{name} {meaning}")
    secret = str(url.password) if url.password else ""
    return BookError(f"{name} cannot be used: {said.replace(secret, '***') if secret else said}")
