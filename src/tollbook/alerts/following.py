"""Following incidents: the people who follow each one, and the alerts for its new states.

A new state and its alerts are written in one transaction, after the reports and the incidents that they follow from. A
process that is killed before it leaves the earlier state, and the next update makes the same alerts; one that is
killed after it has made them.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tollbook.alerts.changes import Alert, alerts_between
from tollbook.alerts.state import FollowedState, state_after, state_of
from tollbook.decisions import verdicts
from tollbook.errors import BookError, NoSuchRecord, Refused
from tollbook.incidents import cache
from tollbook.incidents.last_state import for_decisions
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES
from tollbook.quantities import WORLD_POPULATION
from tollbook.store import Store, follows
from tollbook.store.follows import Follow, Threshold, Turn
from tollbook.store.incident_rows import pack, unpack


class TimedAlert(NamedTuple):
    """An alert with its number in the book and when it was made (UTC, ISO 8601)."""

    number: int
    at: str
    alert: Alert


def follow(store: Store, name: str, *, who: str, thresholds: Sequence[Threshold] = ()) -> Follow:
    """Follow the incident with the id ``name`` or the only one that begins with it.

    For an incident that is followed already, this sets the thresholds. Raises NoSuchRecord, BeingLinked, and Refused
    for a kind that counts nobody.
    """
    for each in thresholds:
        if each.kind not in OUTCOMES or not 1 <= each.number <= WORLD_POPULATION:
            raise Refused(
                message(
                    "A threshold is a kind and a number from 1 to {most:,}, such as killed=10; the kinds are {kinds}.",
                    most=WORLD_POPULATION,
                    kinds=", ".join(OUTCOMES),
                )
            )
    incident = cache.incident(for_decisions(store), name).id
    update(store)
    state, upto = state_of(store, incident, verdicts.in_force(store)), store.last_entry()
    with store.writing() as connection:
        newest = follows.newest_turns(connection)
        subject = next((turn.subject for turn in newest if _state(turn).incident == incident), incident)
        last = next((turn for turn in newest if turn.subject == subject), None)
        if last is None or not any(each.subject == subject for each in follows.of(connection)):
            number = 0 if last is None else last.turn + 1
            follows.add_turn(connection, Turn(subject=subject, turn=number, upto=upto, state=pack(state)))
        follows.follow(connection, subject, who, _ordered(thresholds))
        return next(each for each in follows.of(connection, who) if each.subject == subject)


def unfollow(store: Store, name: str, *, who: str) -> None:
    """Stop following an incident, named by its id now or when it was followed. Raises NoSuchRecord."""
    with store.writing() as connection:
        newest = {turn.subject: turn for turn in follows.newest_turns(connection)}
        own = [each.subject for each in follows.of(connection, who)]
        named = {each: _state(newest[each]).incident for each in own if each in newest}
        hits = [each for each, now in named.items() if each.startswith(name) or (now or "").startswith(name)]
        if len(hits) != 1 or not follows.unfollow(connection, hits[0], who):
            raise NoSuchRecord(message("You do not follow an incident {id}; see: tollbook follow", id=name))


def following(store: Store, who: str | None = None) -> list[tuple[Follow, FollowedState]]:
    """The followed incidents of one person or of all, each with its state at its last alert."""
    with store.reading() as connection:
        newest = {turn.subject: turn for turn in follows.newest_turns(connection)}
        return [(each, _state(newest[each.subject])) for each in follows.of(connection, who) if each.subject in newest]


def update(store: Store) -> tuple[Alert, ...]:
    """Compare every followed incident with its state at its last alert; returns the new alerts, which are kept.

    The incidents must be up to date. Writes nothing if nothing changed.
    """
    with store.reading() as connection:
        followed = follows.of(connection)
        newest = {turn.subject: turn for turn in follows.newest_turns(connection)}
    if not followed:
        return ()
    made: list[Alert] = []
    last, decisions = store.last_entry(), verdicts.in_force(store)
    # ``problems`` names incidents without states; the others get their alerts.
    for subject in dict.fromkeys(each.subject for each in followed if each.subject in newest):
        turn, before = newest[subject], msgspec.structs.replace(_state(newest[subject]), first=False)
        limits = _ordered(limit for each in followed if each.subject == subject for limit in each.thresholds)
        after = msgspec.structs.replace(state_after(store, before, decisions), thresholds=limits)
        if after != before:
            next_turn = Turn(subject=subject, turn=turn.turn + 1, upto=last, state=pack(after))
            made += _keep(store, next_turn, alerts_between(before, after, subject=subject, turn=next_turn.turn))
    return tuple(made)


def _keep(store: Store, turn: Turn, alerts: Sequence[Alert]) -> Sequence[Alert]:
    """Write a state with its alerts in one transaction; nothing if another process has written this turn."""
    with store.writing() as connection:
        last = follows.last_turn(connection, turn.subject)
        if last is not None and last.turn != turn.turn - 1:
            return ()
        follows.add_turn(connection, turn)
        rows = [{"id": each.id, "subject": each.subject, "turn": turn.turn,
                 "payload": msgspec.json.encode(each).decode()} for each in alerts]  # fmt: skip
        follows.add_alerts(connection, rows)
    return alerts


def alerts_of(rows: Iterable[follows.StoredAlert]) -> list[TimedAlert]:
    """Stored alerts as records. Raises BookError for one that cannot be read."""
    return [TimedAlert(row.number, row.at, follows.decoded(row.payload, Alert)) for row in rows]


def problems(store: Store) -> Iterator[str]:
    """A sentence for each stored alert that does not follow from its states, and for each one that is missing."""
    try:
        yield from _problems(store)
    except BookError as error:
        yield str(error)


def _problems(store: Store) -> Iterator[str]:
    with store.reading() as connection:
        followed, turns, rows = follows.of(connection), follows.turns(connection), follows.alerts_after(connection, 0)
    numbers: dict[str, list[int]] = {each.subject: [] for each in followed}
    for turn in turns:
        numbers.setdefault(turn.subject, []).append(turn.turn)
    broken = sorted(each for each, found in numbers.items() if not found or found != list(range(len(found))))
    for name in broken:
        yield message("The state of the followed incident {id} is missing or was changed; stop following it, and "
                      "follow it again.", id=name)  # fmt: skip
    if not broken:
        yield from _alert_problems(turns, rows)


def _alert_problems(turns: Sequence[Turn], rows: Sequence[follows.StoredAlert]) -> Iterator[str]:
    kept = {each.alert.id: each.alert for each in alerts_of(rows)}
    for row, each in zip(rows, alerts_of(rows), strict=True):
        if (row.id, row.subject) != (each.alert.id, each.alert.subject):
            yield message("The alert {id} was changed after it was made.", id=row.id)
    expected = dict[str, Alert]()
    for before, after in itertools.pairwise(turns):
        if before.subject == after.subject:
            was = msgspec.structs.replace(_state(before), first=False)
            made = alerts_between(was, _state(after), subject=after.subject, turn=after.turn)
            expected |= {each.id: each for each in made}
    for name in sorted(kept.keys() | expected.keys()):
        if kept.get(name) != expected.get(name):
            yield message("The alert {id} does not follow from the states before and after it.", id=name)


def _state(turn: Turn) -> FollowedState:
    return unpack(turn.state, FollowedState)


def _ordered(thresholds: Iterable[Threshold]) -> tuple[Threshold, ...]:
    return tuple(sorted(set(thresholds), key=lambda each: (each.kind, each.number)))
