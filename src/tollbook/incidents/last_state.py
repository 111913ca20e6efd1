"""The derived rows for lists and pages: up to date, or the last state while another process links the rest.

Opening a page never links and never waits for linking. Other requests to a server link a few readings and decisions
themselves. A command or a script links all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tollbook.errors import BeingLinked, DiskFull
from tollbook.incidents import row_state
from tollbook.incidents.incremental import up_to_date
from tollbook.locale.messages import plural
from tollbook.store import Store

#: Most reports under a total that a request makes again itself, so that a corrected total shows at once; a judgement.
_FEW = 50


class _Page:
    """The answers for one page, by the id of a store, because every part of a page asks again."""

    def __init__(self) -> None:
        self.lacking: dict[int, int] = {}
        self.readable: set[int] = set()


_OPENING = ContextVar[_Page | None]("opening a page", default=None)


@contextmanager
def opening_page() -> Iterator[None]:
    """Inside this context lists show the last state; another process links the rest."""
    before = _OPENING.set(_Page())
    try:
        yield
    finally:
        _OPENING.reset(before)


def for_lists(store: Store) -> Store:
    """The store for lists and pages: as :func:`up_to_date`, unless the last state may be shown.

    Then the rows stay as they are and another process links the rest; rows that other code made are emptied.
    """
    opening = _OPENING.get()
    if opening is not None and id(store) in opening.readable:
        return store
    if not lacking(store) and not _shows_last(store):
        return _linked(store)
    try:
        row_state.empty_if_outdated(store)
    except DiskFull:
        # Then no other process can store what it links, either.
        store.derive_in_memory()
        return _linked(store)
    if opening is not None:
        opening.readable.add(id(store))
    return store


def for_decisions(store: Store) -> Store:
    """The store for a preview or a decision that follows from the present incidents, as :func:`up_to_date`.

    Raises BeingLinked if lists may show the last state and linking is not finished.
    """
    if left := lacking(store):
        raise BeingLinked(plural(
            "{n} report or decision is being linked, and this needs the incidents with it. Nothing was changed; try "
            "again in a moment.",
            "{n} reports or decisions are being linked, and this needs the incidents with them. Nothing was changed; "
            "try again in a moment.",
            left,
        ))  # fmt: skip
    return store if _shows_last(store) else _linked(store)


def _linked(store: Store) -> Store:
    """The store with everything linked; large totals are left to another process that links, if there is one."""
    return up_to_date(store, largest=None if store.may_lack is None else _FEW)


def lacking(store: Store) -> int:
    """How many readings and decisions are missing from lists until another process links them; 0 if lists wait."""
    if store.may_lack is None:
        return 0
    opening = _OPENING.get()
    if opening is None:
        left = row_state.pending(store)
        return left if left > store.may_lack else 0
    if id(store) not in opening.lacking:
        opening.lacking[id(store)] = row_state.pending(store)
    return opening.lacking[id(store)]


def _shows_last(store: Store) -> bool:
    return store.may_lack is not None and _OPENING.get() is not None
