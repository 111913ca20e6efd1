"""The reports of a book: listed, compared with their other editions, and refusals."""

import os
from collections import Counter
from collections.abc import Iterable

from tollbook import reconcile
from tollbook.decisions import verdicts
from tollbook.decisions.names import settled_names
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import editions
from tollbook.incidents.editions import Edition
from tollbook.incidents.last_state import for_lists
from tollbook.locale import DEFAULT
from tollbook.locale.messages import message, plural
from tollbook.model import Refusal, Report
from tollbook.reading import NO_WORDS
from tollbook.reconcile import Outlet
from tollbook.store import Store
from tollbook.store.paging import INCIDENT, LACKING


class Reports:
    """``book.reports``. Calling it lists every report."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self) -> list[Report]:
        """Every report, by day of publication and id."""
        return self._settled(self._store.reports())

    def page(
        self, page: int = 1, per_page: int = 50, *,
        outlet: str | None = None, lacks: str | None = None, words: str = "",
    ) -> tuple[list[Report], int]:  # fmt: skip
        """One page of the reports, newest first, and the number on all pages; see ``Store.reports_page``.

        Raises Refused if ``lacking`` is not day, outlet, title or incident.
        """
        if lacks is not None and lacks not in {*LACKING, INCIDENT}:
            raise Refused(message("Reports may lack one of: {names}.", names=", ".join((*LACKING, INCIDENT))))
        store = for_lists(self._store) if lacks == INCIDENT else self._store
        found, total = store.reports_page(page, per_page, outlet=outlet, lacks=lacks, words=words)
        return self._settled(found), total

    def _settled(self, reports: Iterable[Report]) -> list[Report]:
        """Reports with the settled names of their outlets."""
        return list(map(settled_names(verdicts.in_force(self._store)).report, reports))

    def lacking(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """How many reports lack a ``day``, an ``outlet`` and a ``title``; of all reports, or of some."""
        return self._store.lacking(names)

    def in_no_incident(self) -> int:
        """How many reports have no claim in an incident."""
        return for_lists(self._store).in_no_incident()

    def unread(self, reports: Iterable[Report]) -> dict[str, str]:
        """The language of each of some reports that nothing has read, because no reader has it, by the report's id."""
        others = {each.id: each.language for each in reports if each.language not in {None, DEFAULT.code}}
        stored = self._store.reading_of(others)
        finders = {name: stored[name].finder if name in stored else "" for name in others}
        return {name: code for name, code in others.items() if code and finders[name].startswith(NO_WORDS)}

    def of(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports with these ids, as people described them, as far as the book has them."""
        return self._store.reports_of(names)

    def named(self, name: str) -> Report:
        """The report with an id, or the only one whose id begins with it. Raises NoSuchRecord, Refused."""
        every = self()
        found = [report for report in every if report.id == name] or [
            r for r in every if name and r.id.startswith(name)
        ]
        if not found:
            raise NoSuchRecord(message("There is no report {id} in this book; see: tollbook reports", id=name))
        if len(found) > 1:
            raise Refused(plural(
                "{n} report has an id that begins with {prefix}; give more of the id.",
                "{n} reports have ids that begin with {prefix}; give more of the id.",
                len(found),
                prefix=name,
            ))  # fmt: skip
        return found[0]

    def captured(self, name: str) -> Report | None:
        """A report as it was captured, without what people set."""
        return self._store.captured([name]).get(name)

    def stale(self) -> list[str]:
        """The ids of reports whose description changed since they were read; ``Book.settle`` reads them again."""
        return self._store.stale()

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
        """Every refusal of a document or row, oldest first."""
        return self._store.refusals()
