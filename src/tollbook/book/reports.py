"""The reports of a book: listed, compared with their other editions, and what was refused."""

import os
from collections import Counter
from collections.abc import Iterable

from tollbook import reconcile
from tollbook.decisions import verdicts
from tollbook.decisions.names import settled_names
from tollbook.incidents import editions
from tollbook.incidents.editions import Edition
from tollbook.model import Refusal, Report
from tollbook.reconcile import Outlet
from tollbook.store import Store


class Reports:
    """``book.reports``. Calling it lists every report."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self) -> list[Report]:
        """Every report, by day of publication and id."""
        return self._settled(self._store.reports())

    def page(
        self, page: int = 1, per_page: int = 50, *, outlet: str | None = None, words: str = ""
    ) -> tuple[list[Report], int]:
        """One page of the reports, newest first, and the number on all pages; see ``Store.reports_page``."""
        found, total = self._store.reports_page(page, per_page, outlet=outlet, words=words)
        return self._settled(found), total

    def _settled(self, reports: Iterable[Report]) -> list[Report]:
        """Reports with the settled names of their outlets."""
        return list(map(settled_names(verdicts.in_force(self._store)).report, reports))

    def editions(self, report: str) -> tuple[Edition, ...]:
        """The editions of a report's page, earliest first, with what changed. Raises NoSuchRecord."""
        return editions.editions(self._store, report)

    def corrections(self) -> tuple[tuple[Edition, ...], ...]:
        """The pages with more than one edition, each with what changed."""
        return editions.corrections(self._store)

    def outlets(self, own: str | os.PathLike[str] | None = None) -> tuple[Outlet, ...]:
        """Every outlet with what the table of outlets says about it; ``own`` is a CSV file. Raises Refused."""
        return reconcile.outlets(self(), own)

    def finders(self) -> dict[str, int]:
        """The readers of the current readings, with the number of reports."""
        return dict(Counter(known.finder for known in self._store.known().values()))

    def refusals(self) -> list[Refusal]:
        """Everything that was ever refused."""
        return self._store.refusals()
