"""Uploaded files in the book: their bytes in parts until they are read, then their outcome.

A file is *arriving* while its bytes come in, *waiting* once all of them are stored, and *done* when it was read. Only a
file that waits is confirmed to its sender. The bytes are in the book, so an encrypted book keeps them encrypted.
"""

import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from tollbook.model import Record, Refusal
from tollbook.store.schema import upload_parts, uploads

State = Literal["arriving", "waiting", "done"]
#: Batches whose outcomes are kept.
_KEPT = 20


class UploadOutcome(Record, frozen=True, kw_only=True):
    """The outcome of a file: the reports newly read, those that the book had already, and the refusals."""

    read: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()


class Upload(Record, frozen=True, kw_only=True):
    """One uploaded file: ``name`` as its sender gave it, as text; ``batch`` is the same for files sent together."""

    number: int
    batch: str
    name: str
    who: str
    at: str
    state: State
    outcome: UploadOutcome = UploadOutcome()


def begin(connection: Connection, batch: str, name: str, who: str) -> int:
    """A new file without bytes; its number."""
    row = {"batch": batch, "name": name, "who": who, "at": datetime.now(UTC).isoformat(timespec="seconds")}
    added = insert(uploads).values(state="arriving", **row).returning(uploads.c.number)
    number: int = connection.execute(added).scalar_one()
    return number


def add_part(connection: Connection, number: int, part: int, data: bytes) -> None:
    """The next bytes of a file."""
    connection.execute(insert(upload_parts), {"upload": number, "part": part, "bytes": zlib.compress(data, 1)})


def complete(connection: Connection, number: int) -> None:
    """All bytes of a file are stored: it waits to be read."""
    connection.execute(update(uploads).where(uploads.c.number == number).values(state="waiting"))


def remove(connection: Connection, number: int) -> None:
    """Remove a file that did not arrive in full."""
    connection.execute(delete(upload_parts).where(upload_parts.c.upload == number))
    connection.execute(delete(uploads).where(uploads.c.number == number))


def finish(connection: Connection, number: int, outcome: UploadOutcome) -> None:
    """Keep the outcome of a file, and remove its bytes: a file that was read is now an original of a report."""
    connection.execute(delete(upload_parts).where(upload_parts.c.upload == number))
    stored = msgspec.json.encode(outcome).decode()
    connection.execute(update(uploads).where(uploads.c.number == number).values(state="done", outcome=stored))
    _forget(connection)


def next_waiting(connection: Connection, after: int = 0) -> Upload | None:
    """The file that has waited longest, of those with a higher number."""
    return next(_found(connection, (uploads.c.state == "waiting") & (uploads.c.number > after), most=1), None)


def of_batch(connection: Connection, batch: str) -> list[Upload]:
    """The files of a batch, in the order in which they came."""
    return list(_found(connection, uploads.c.batch == batch))


def last_batch(connection: Connection) -> str | None:
    """The batch that is being read, else the one that was sent last."""
    busy = select(uploads.c.batch).where(uploads.c.state == "waiting").order_by(uploads.c.number).limit(1)
    last = select(uploads.c.batch).order_by(uploads.c.number.desc()).limit(1)
    found: str | None = connection.execute(busy).scalar() or connection.execute(last).scalar()
    return found


def waiting(connection: Connection) -> tuple[int, int]:
    """The number of files that wait or arrive, and the number of their stored bytes."""
    number = connection.execute(select(func.count()).where(uploads.c.state != "done")).scalar_one()
    size = connection.execute(select(func.coalesce(func.sum(func.length(upload_parts.c.bytes)), 0))).scalar_one()
    return int(number), int(size)


def data(connection: Connection, number: int) -> bytes:
    """The bytes of a file."""
    query = select(upload_parts.c.bytes).where(upload_parts.c.upload == number).order_by(upload_parts.c.part)
    return b"".join(zlib.decompress(part) for part in connection.execute(query).scalars())


def remove_unfinished(connection: Connection) -> None:
    """Remove files that were arriving when the server ended; their senders never got a confirmation."""
    for number in connection.execute(select(uploads.c.number).where(uploads.c.state == "arriving")).scalars().all():
        remove(connection, number)


def _found(connection: Connection, wanted: ColumnElement[bool], most: int | None = None) -> Iterator[Upload]:
    query = select(uploads).where(wanted).order_by(uploads.c.number).limit(most)
    for row in connection.execute(query).mappings().all():
        outcome = msgspec.json.decode(row["outcome"], type=UploadOutcome)
        fields = {name: row[name] for name in ("number", "batch", "name", "who", "at", "state")}
        yield Upload(**fields, outcome=outcome)


def _forget(connection: Connection) -> None:
    """Remove the outcomes of old batches; their reports and refusals are in the log."""
    newest = func.max(uploads.c.number)
    kept = select(uploads.c.batch).group_by(uploads.c.batch).order_by(newest.desc()).limit(_KEPT)
    names = connection.execute(kept).scalars().all()
    connection.execute(delete(uploads).where(uploads.c.state == "done", uploads.c.batch.not_in(names)))
