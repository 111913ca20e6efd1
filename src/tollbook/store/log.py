"""The log: what was done to a book, each entry sealed with the hash of the one before.

An entry's hash is the SHA-256 of the JSON array ``[seq, at, actor, action, subject, payload, previous]``, payload with
its keys in order. Nothing can be changed, left out or put in between without breaking every later hash.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, insert, select

from tollbook.model import Record
from tollbook.store.schema import log

#: What the first entry names as the one before it.
BEGINNING = ""


class Entry(Record, frozen=True, kw_only=True):
    """One entry. ``at`` is UTC in ISO 8601; ``actor`` is a person, or Tollbook with its version."""

    seq: int
    at: str
    actor: str
    action: str
    subject: str
    payload: dict[str, Any]
    previous: str
    hash: str = ""

    def seal(self) -> str:
        """The hash this entry must have."""
        fields = [self.seq, self.at, self.actor, self.action, self.subject, self.payload, self.previous]
        return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def append(connection: Connection, *, actor: str, action: str, subject: str, payload: Mapping[str, Any]) -> Entry:
    """Write one entry after the last. The caller holds the writer's lock."""
    last = connection.execute(select(log.c.seq, log.c.hash).order_by(log.c.seq.desc()).limit(1)).first()
    draft = Entry(
        seq=last.seq + 1 if last else 1,
        at=datetime.now(UTC).isoformat(timespec="microseconds"),
        actor=actor,
        action=action,
        subject=subject,
        payload=dict(payload),
        previous=last.hash if last else BEGINNING,
    )
    entry = msgspec.structs.replace(draft, hash=draft.seal())
    row = msgspec.structs.asdict(entry) | {"payload": msgspec.json.encode(entry.payload, order="sorted").decode()}
    connection.execute(insert(log), row)
    return entry


def entries(connection: Connection, *actions: str, since: int = 0, most: int | None = None) -> list[Entry]:
    """The entries after ``since`` in order, ``most`` at most, all of them or those of some actions."""
    query = select(log).where(log.c.seq > since).order_by(log.c.seq).limit(most)
    if actions:
        query = query.where(log.c.action.in_(actions))
    return [_entry(row) for row in connection.execute(query).mappings()]


def head(connection: Connection) -> str:
    """The hash of the last entry: it names the state of the whole book."""
    last = connection.execute(select(log.c.hash).order_by(log.c.seq.desc()).limit(1)).scalar()
    return last or BEGINNING


def breaks(found: Iterable[Entry]) -> list[str]:
    """A sentence for each place where the chain does not hold."""
    problems, previous, expected = [], BEGINNING, 1
    for entry in found:
        if entry.seq != expected:
            problems.append(f"The log jumps to entry {entry.seq} where entry {expected} should stand.")
        if entry.previous != previous:
            problems.append(f"Log entry {entry.seq} does not follow from the entry before it.")
        if entry.hash != entry.seal():
            problems.append(f"Log entry {entry.seq} ({entry.action} {entry.subject}) was changed after it was written.")
        previous, expected = entry.hash, entry.seq + 1
    return problems


def _entry(row: RowMapping) -> Entry:
    return Entry(**(dict(row) | {"payload": msgspec.json.decode(row["payload"])}))
