"""The log: all actions on a book, as a hash chain.

Each entry holds the hash of the entry before it. The hash of an entry is the SHA-256 of the JSON array ``[seq, at,
actor, action, subject, payload, previous]``, with the keys of the payload in order. Changing, removing or inserting an
entry therefore breaks the hash of every later entry.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, func, insert, select

from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store.schema import log

#: The previous hash of the first entry.
BEGINNING = ""


class LogEntry(Record, frozen=True, kw_only=True):
    """One entry. ``at`` is UTC in ISO 8601; ``actor`` is a person, or Tollbook with its version."""

    seq: int
    at: str
    actor: str
    action: str
    subject: str
    payload: dict[str, Any]
    previous: str
    hash: str = ""

    def computed_hash(self) -> str:
        """The hash that this entry must have: the SHA-256 of its fields, in hexadecimal."""
        fields = [self.seq, self.at, self.actor, self.action, self.subject, self.payload, self.previous]
        return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def append(connection: Connection, *, actor: str, action: str, subject: str, payload: Mapping[str, Any]) -> LogEntry:
    """Append one entry. The caller holds the write lock."""
    last = connection.execute(select(log.c.seq, log.c.hash).order_by(log.c.seq.desc()).limit(1)).first()
    draft = LogEntry(
        seq=last.seq + 1 if last else 1,
        at=datetime.now(UTC).isoformat(timespec="microseconds"),
        actor=actor,
        action=action,
        subject=subject,
        payload=dict(payload),
        previous=last.hash if last else BEGINNING,
    )
    entry = msgspec.structs.replace(draft, hash=draft.computed_hash())
    row = msgspec.structs.asdict(entry) | {"payload": encoded(entry.payload)}
    connection.execute(insert(log), row)
    return entry


def encoded(payload: Mapping[str, Any]) -> str:
    """A payload in the one form in which the log has it."""
    return msgspec.json.encode(payload, order="sorted").decode()


def entries(connection: Connection, *actions: str, since: int = 0, most: int | None = None) -> list[LogEntry]:
    """The entries after number ``since`` in order, at most ``most``; of all actions or of some."""
    query = select(log).where(log.c.seq > since).order_by(log.c.seq).limit(most)
    queries = [query.where(log.c.action.in_(actions))] if actions else [query]
    if actions and most is not None:
        # One query for each action: its index has the entries in order, so that only the requested ones are read.
        queries = [query.where(log.c.action == action) for action in dict.fromkeys(actions)]
    found = [_entry(row) for each in queries for row in connection.execute(each).mappings()]
    return sorted(found, key=lambda entry: entry.seq)[:most]


def number(connection: Connection, *actions: str, since: int = 0, upto: int | None = None) -> int:
    """The number of entries of some actions after number ``since``, as far as number ``upto``."""
    query = select(func.count()).select_from(log).where(log.c.seq > since, log.c.action.in_(actions))
    query = query if upto is None else query.where(log.c.seq <= upto)
    return connection.execute(query).scalar_one()


def last(connection: Connection) -> int:
    """The number of the last entry."""
    return int(connection.execute(select(func.max(log.c.seq))).scalar() or 0)


def head(connection: Connection) -> str:
    """The hash of the last entry, which identifies the state of the whole book."""
    last = connection.execute(select(log.c.hash).order_by(log.c.seq.desc()).limit(1)).scalar()
    return last or BEGINNING


def breaks(chain: Iterable[LogEntry]) -> list[str]:
    """A sentence for each place where the hash chain is broken."""
    problems, previous, expected = [], BEGINNING, 1
    for entry in chain:
        if entry.seq != expected:
            problems.append(
                message(
                    "The log has entry {entry} where entry {expected} should be.", entry=entry.seq, expected=expected
                )
            )
        if entry.previous != previous:
            problems.append(
                message("Log entry {entry} does not have the hash of the entry before it.", entry=entry.seq)
            )
        if entry.hash != entry.computed_hash():
            problems.append(
                message(
                    "Log entry {entry} ({action} {subject}) was changed after it was written.",
                    entry=entry.seq,
                    action=entry.action,
                    subject=entry.subject,
                )
            )
        previous, expected = entry.hash, entry.seq + 1
    return problems


def cut_off(chain: Sequence[LogEntry], earlier: Sequence[LogEntry]) -> str | None:
    """A sentence if a log does not begin with the entries of an earlier copy; None if it does."""
    for now, then in zip(chain, earlier, strict=False):
        if now.hash != then.hash:
            return message(
                "Log entry {entry} is not that of the earlier copy: the log was written anew, or is of another book.",
                entry=then.seq,
            )
    if len(chain) >= len(earlier):
        return None
    return message(
        "The log ends at entry {last}, but the earlier copy has entry {entry}, of {at}: entries were cut off its end.",
        last=len(chain),
        entry=earlier[-1].seq,
        at=earlier[-1].at,
    )


def _entry(row: RowMapping) -> LogEntry:
    return LogEntry(**(dict(row) | {"payload": msgspec.json.decode(row["payload"])}))
