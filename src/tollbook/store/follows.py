"""Rows of followed incidents: the follows, the reported states (turns), and the alerts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from tollbook.errors import BookError
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store.schema import alert_reads, alerts, followed_states, follows

_R = TypeVar("_R", bound=Record)


class Threshold(Record, frozen=True, kw_only=True):
    """A number of a kind of figure, such as 10 killed."""

    kind: str
    number: int


class Follow(Record, frozen=True, kw_only=True):
    """A follow: the person, the incident, and the alert after which it began. ``who`` is empty without accounts."""

    subject: str
    who: str
    at: str
    since: int
    thresholds: tuple[Threshold, ...] = ()


class StoredAlert(Record, frozen=True, kw_only=True):
    """An alert as a row: ``payload`` is JSON, ``turn`` the state that it follows from."""

    number: int
    id: str
    subject: str
    turn: int
    at: str
    payload: str


class Turn(Record, frozen=True, kw_only=True):
    """One state of a followed incident, packed; ``upto`` is the last log entry it includes."""

    subject: str
    turn: int
    upto: int
    state: bytes


def now() -> str:
    """This moment in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def follow(connection: Connection, subject: str, who: str, thresholds: Sequence[Threshold]) -> None:
    """Follow an incident, or change the thresholds of somebody who follows it."""
    stored = msgspec.json.encode(thresholds).decode()
    change = update(follows).where(follows.c.subject == subject, follows.c.who == who).values(thresholds=stored)
    if not connection.execute(change).rowcount:
        row = {"subject": subject, "who": who, "at": now(), "since": last_alert(connection), "thresholds": stored}
        connection.execute(insert(follows), row)


def unfollow(connection: Connection, subject: str, who: str) -> bool:
    """Stop following; returns whether this person followed it. Existing alerts stay."""
    gone = delete(follows).where(follows.c.subject == subject, follows.c.who == who)
    return bool(connection.execute(gone).rowcount)


def of(connection: Connection, who: str | None = None) -> list[Follow]:
    """The follows of a person, or all; in order of subject."""
    query = select(follows).order_by(follows.c.subject, follows.c.who)
    rows = connection.execute(query if who is None else query.where(follows.c.who == who)).mappings()
    return [_record({**row, "thresholds": decoded(row["thresholds"], tuple[Threshold, ...])}, Follow) for row in rows]


def add_turn(connection: Connection, turn: Turn) -> None:
    """Keep a new state of a followed incident."""
    connection.execute(insert(followed_states), msgspec.structs.asdict(turn))


def last_turn(connection: Connection, subject: str) -> Turn | None:
    """The newest state of a followed incident."""
    query = select(followed_states).where(followed_states.c.subject == subject)
    row = connection.execute(query.order_by(followed_states.c.turn.desc()).limit(1)).mappings().first()
    return None if row is None else _record(row, Turn)


def newest_turns(connection: Connection) -> list[Turn]:
    """The newest state of every incident that was ever followed, by subject."""
    last = select(followed_states.c.subject, func.max(followed_states.c.turn).label("turn"))
    newest = last.group_by(followed_states.c.subject).subquery()
    same = (newest.c.subject == followed_states.c.subject) & (newest.c.turn == followed_states.c.turn)
    query = select(followed_states).join(newest, same).order_by(followed_states.c.subject)
    return [_record(row, Turn) for row in connection.execute(query).mappings()]


def turns(connection: Connection) -> list[Turn]:
    """Every state, by subject and turn."""
    query = select(followed_states).order_by(followed_states.c.subject, followed_states.c.turn)
    return [_record(row, Turn) for row in connection.execute(query).mappings()]


def add_alerts(connection: Connection, rows: Iterable[dict[str, Any]]) -> None:
    """Write alerts, each ``{id, subject, turn, payload}``."""
    if given := [{**row, "at": now()} for row in rows]:
        connection.execute(insert(alerts), given)


def last_alert(connection: Connection) -> int:
    """The number of the newest alert; 0 if there is none."""
    return int(connection.execute(select(func.max(alerts.c.number))).scalar() or 0)


def alerts_after(connection: Connection, number: int, most: int | None = None) -> list[StoredAlert]:
    """The alerts after a number, oldest first."""
    query = select(alerts).where(alerts.c.number > number).order_by(alerts.c.number).limit(most)
    return [_record(row, StoredAlert) for row in connection.execute(query).mappings()]


def alerts_for(connection: Connection, who: str, *, page: int, per_page: int) -> tuple[list[StoredAlert], int]:
    """One page of the alerts on incidents that a person follows, counted from 1, newest first; and their number."""
    query = _for(who)
    total = connection.execute(select(func.count()).select_from(query.subquery())).scalar_one()
    some = query.order_by(alerts.c.number.desc()).limit(per_page).offset((page - 1) * per_page)
    return [_record(row, StoredAlert) for row in connection.execute(some).mappings()], total


def unread(connection: Connection, who: str) -> set[int]:
    """The numbers of the unread alerts on incidents that a person follows."""
    seen = select(alert_reads.c.alert).where(alert_reads.c.who == who)
    return {row.number for row in connection.execute(_for(who).where(alerts.c.number.not_in(seen)))}


def mark_read(connection: Connection, who: str, numbers: Iterable[int]) -> None:
    """Mark alerts on incidents that a person follows as read by this person."""
    if rows := [{"alert": number, "who": who} for number in sorted(set(numbers) & unread(connection, who))]:
        connection.execute(insert(alert_reads), rows)


def _for(who: str) -> Select[Any]:
    """The alerts on incidents that a person follows, since the begin of each follow."""
    own = follows.c.who == who
    query = select(alerts).join(follows, follows.c.subject == alerts.c.subject)
    return query.where(own, alerts.c.number > follows.c.since)


def _record(row: Mapping[Any, Any], kind: type[_R]) -> _R:
    """A row as a record. Raises BookError for values of a wrong type, which SQLite does not prevent."""
    try:
        return msgspec.convert({str(name): value for name, value in row.items()}, kind)
    except msgspec.ValidationError as error:
        raise BookError(_changed(error)) from error


def _changed(error: Exception) -> str:
    return message("A stored alert cannot be read; it was changed after it was written: {error}", error=error)


def decoded(payload: str | bytes, kind: Any) -> Any:
    """A stored record. Raises BookError for anything else."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except msgspec.DecodeError as error:
        raise BookError(_changed(error)) from error
