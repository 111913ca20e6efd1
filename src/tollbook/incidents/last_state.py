"""The derived rows for lists and pages: up to date, or the last state while another process links many reports."""

from tollbook.incidents import row_state
from tollbook.incidents.incremental import up_to_date
from tollbook.store import Store, incident_rows


def for_lists(store: Store) -> Store:
    """The store for whoever lists or shows: as :func:`up_to_date`, unless more is left to link than lists may lack.

    Then the rows are as they were, and something else links the rest; rows that other code made are emptied.
    """
    left = lacking(store)
    if not left:
        return up_to_date(store)
    if row_state.made_by_other_code(store):
        with store.derived_rows(write=True) as rows:
            incident_rows.set_rows_state(rows, row_state.current_state(rows))
    return store


def lacking(store: Store) -> int:
    """How many readings and decisions lists lack now, because something else links them; 0 if they wait for all."""
    if store.may_lack is None:
        return 0
    left = row_state.pending(store)
    return left if left > store.may_lack else 0
