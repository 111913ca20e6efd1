"""Which log entries the derived rows of a book include."""

from sqlalchemy import Connection

from tollbook.decisions.decision import DECIDED, UNDONE
from tollbook.incidents import build
from tollbook.store import LogEntry, Store, incident_rows
from tollbook.store.incident_rows import RowsState

#: The actions of the log entries that change derived rows.
FOLLOWED = ("read", DECIDED, UNDONE)


def pending(store: Store, upto: int | None = None) -> int:
    """The number of log entries that the derived rows do not include yet; all of them if other code made the rows.

    With ``upto``, only entries up to that number count.
    """
    return store.number_of_entries(*FOLLOWED, since=_seen(store).upto, upto=upto)


def made_by_other_code(store: Store) -> bool:
    """Whether there are rows that other code made, which this code may not be able to read."""
    with store.derived_rows() as rows:
        state = incident_rows.rows_state(rows)
    return state.code not in {"", build.code()}


def made_by_this_code(store: Store) -> bool:
    """Whether there are rows, and this code made them."""
    with store.derived_rows() as rows:
        return incident_rows.rows_state(rows).code == build.code()


def have_entries(store: Store) -> bool:
    """Whether the rows include any log entry; rows that other code made include none."""
    return bool(_seen(store).upto)


def next_entries(store: Store, most: int) -> list[LogEntry] | None:
    """The next log entries that the rows do not include; None if they are up to date."""
    state = _seen(store)
    found = store.log(*FOLLOWED, since=state.upto, most=most)
    return found or (None if state.code else [])


def current_state(rows: Connection) -> RowsState:
    """The state that the rows were made from; they are emptied first if other code made them."""
    state = incident_rows.rows_state(rows)
    if state.code != build.code():
        incident_rows.empty(rows)
        state = RowsState(code=build.code())
    return state


def empty_if_outdated(store: Store) -> None:
    """Empty the rows if other code made them, in a transaction of its own.

    On a server, dropping tables locks readers out; in the transaction of linking they would wait for its end.
    """
    if not made_by_this_code(store):
        with store.derived_rows(write=True) as rows:
            incident_rows.set_rows_state(rows, current_state(rows))


def set_complete(store: Store, rows: Connection) -> None:
    """Note that the rows include every log entry."""
    upto = max((entry.seq for entry in store.log(*FOLLOWED)), default=0)
    incident_rows.set_rows_state(rows, RowsState(code=build.code(), upto=upto))


def _seen(store: Store) -> RowsState:
    """The state that the rows were made from; an empty state if other code made them."""
    with store.derived_rows() as rows:
        state = incident_rows.rows_state(rows)
    return state if state.code == build.code() else RowsState()
