"""Followed incidents of a book, and their alerts."""

from collections.abc import Iterable, Iterator, Sequence

from tollbook import alerts
from tollbook.alerts import Alert, FollowedState
from tollbook.alerts.following import TimedAlert
from tollbook.model import Record
from tollbook.store import Store, follows
from tollbook.store.follows import Follow, Threshold


class AlertPage(Record, frozen=True, kw_only=True):
    """Some alerts, newest first; how many there are; and the numbers of those that were not read."""

    alerts: tuple[TimedAlert, ...] = ()
    total: int = 0
    unread: frozenset[int] = frozenset()


class Alerts:
    """``book.alerts``. ``who`` is the name of a person; it is empty without accounts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def follow(self, incident: str, *, who: str = "", thresholds: Sequence[Threshold] = ()) -> Follow:
        """Follow an incident, or change the thresholds. Raises NoSuchRecord, Refused."""
        return alerts.follow(self._store, incident, who=who, thresholds=thresholds)

    def unfollow(self, incident: str, *, who: str = "") -> None:
        """Stop following an incident. Raises NoSuchRecord."""
        alerts.unfollow(self._store, incident, who=who)

    def following(self, who: str | None = None) -> list[tuple[Follow, FollowedState]]:
        """The followed incidents of one person or of all, each with its state at its last alert."""
        return alerts.following(self._store, who)

    def follow_of(self, incident: str, who: str = "") -> Follow | None:
        """The way a person follows the incident with this id now; None if they do not."""
        return next((each for each, state in self.following(who) if state.incident == incident), None)

    def update(self) -> tuple[Alert, ...]:
        """Make the alerts for changes since the last call and return them. The incidents must be up to date."""
        return alerts.update(self._store)

    def page(self, who: str = "", page: int = 1, per_page: int = 50) -> AlertPage:
        """One page of the alerts on what somebody follows, counted from 1, newest first."""
        with self._store.reading() as connection:
            rows, total = follows.alerts_for(connection, who, page=page, per_page=per_page)
            unread = frozenset(follows.unread(connection, who))
        return AlertPage(alerts=tuple(alerts.alerts_of(rows)), total=total, unread=unread)

    def number_unread(self, who: str = "") -> int:
        """How many alerts on what somebody follows this person has not read."""
        with self._store.reading() as connection:
            return len(follows.unread(connection, who))

    def mark_read(self, numbers: Iterable[int], who: str = "") -> None:
        """Mark alerts as read by a person."""
        wanted = frozenset(numbers)
        with self._store.reading() as connection:
            new = wanted & follows.unread(connection, who)
        if new:
            with self._store.writing() as connection:
                follows.mark_read(connection, who, new)

    def after(self, number: int, most: int | None = None) -> list[TimedAlert]:
        """The alerts of everybody after one with a number, oldest first."""
        with self._store.reading() as connection:
            return alerts.alerts_of(follows.alerts_after(connection, number, most))

    def last(self) -> int:
        """The number of the newest alert; 0 if there is none."""
        with self._store.reading() as connection:
            return follows.last_alert(connection)

    def problems(self) -> Iterator[str]:
        """A sentence for each stored alert that does not follow from the states before and after it."""
        return alerts.problems(self._store)
