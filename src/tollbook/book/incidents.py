"""The incidents and running totals of a book, and the evidence for them."""

from collections.abc import Iterable
from datetime import date

from tollbook import reconcile
from tollbook.errors import BookError
from tollbook.incidents import cache, membership, since, snapshot, toll_rows
from tollbook.incidents.build import RULE
from tollbook.incidents.evidence import IncidentEvidence, incident_evidence
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.last_state import for_lists, lacking
from tollbook.incidents.link_reasons import LinkedPair, why_linked
from tollbook.incidents.membership import TitledIncident
from tollbook.incidents.row_state import pending
from tollbook.incidents.since import MovedIncident
from tollbook.model import Claim
from tollbook.reconcile import Sensitivity, Sources, SpeakerEntity
from tollbook.record import Incident, Toll
from tollbook.search.query import StateCache
from tollbook.store import Store


class Incidents:
    """``book.incidents``. Calling it lists every incident."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._moved = StateCache[tuple[MovedIncident, ...] | None]()

    def pending(self, upto: int | None = None) -> int:
        """How many readings and decisions the lists do not include yet; with ``upto``, up to that log entry."""
        return pending(self._store, upto)

    def is_behind(self) -> bool:
        """Whether readings, decisions or running totals are not linked yet."""
        return bool(self.pending()) or toll_rows.are_waiting(self._store)

    def lacking(self) -> int:
        """The number of readings and decisions that lists lack now, if they do not wait (see ``show_last``)."""
        return lacking(self._store)

    def show_last(self, most: int) -> None:
        """Show the last incidents instead of linking first if a page is opened or more than ``most`` things are left.

        For a server, in which another process links them. A read-only book is always linked when it is opened.
        """
        try:
            self._store.check_writable()
        except BookError:
            return
        self._store.may_lack = most
        self.link_few()

    def link_in_memory(self) -> None:
        """Link everything in memory from now on: the disk is full, so no process can store what it links."""
        self._store.derive_in_memory()
        up_to_date(self._store)

    def link_few(self) -> bool:
        """Link what is left, unless that is much and another process links it (see ``show_last``).

        Returns whether running totals are left to make again.
        """
        return toll_rows.are_waiting(for_lists(self._store))

    def __call__(self, *, rule: str = RULE, as_of: date | None = None) -> list[Incident]:
        """Every incident, with figures made by ``rule`` from what had been published by ``as_of``."""
        return list(cache.incidents(for_lists(self._store), rule=rule, as_of=as_of))

    def get(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> Incident:
        """The incident with the id ``name``, or the only one whose id begins with it. Raises NoSuchRecord."""
        return cache.incident(for_lists(self._store), name, rule=rule, as_of=as_of)

    def named_now(self, former: str) -> tuple[str, ...]:
        """The ids of the present incidents that continue one with a ``former`` id; empty if there was none."""
        return membership.named_now(for_lists(self._store), former)

    def of_reports(self, reports: Iterable[str]) -> frozenset[str]:
        """The ids of the incidents that some reports are about."""
        return cache.incidents_of(for_lists(self._store), reports)

    def by_report(self, reports: Iterable[str]) -> dict[str, tuple[TitledIncident, ...]]:
        """The incidents of each of some reports, those with most of its claims first; none for a report in none."""
        return membership.by_report(for_lists(self._store), reports)

    def moved_since(self, number: int) -> tuple[MovedIncident, ...] | None:
        """The incidents whose figures moved since an entry of the log; None if that is too much to compute.

        Waits until no other process writes to the book.
        """
        entries = self._store.log(since=number, most=since.MOST_REPORTS * 10)
        if len(entries) == since.MOST_REPORTS * 10:
            return None
        store = up_to_date(self._store)
        return self._moved.get((number, store.head()), lambda: since.moved_since(store, entries))

    def evidence(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> IncidentEvidence:
        """The evidence for an incident: its sources, the sensitivity of its figures, and why. Raises NoSuchRecord."""
        return incident_evidence(for_lists(self._store), name, rule=rule, as_of=as_of)

    def sources(self, name: str, *, as_of: date | None = None) -> Sources:
        """The independent sources of an incident, and which reports depend on which. Raises NoSuchRecord."""
        return self.evidence(name, as_of=as_of).sources

    def sensitivity(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> tuple[Sensitivity, ...]:
        """How each figure of an incident changes over all rules and without each claim. Raises NoSuchRecord."""
        return self.evidence(name, rule=rule, as_of=as_of).sensitivity

    def why_linked(self, name: str) -> tuple[LinkedPair, ...]:
        """Every two reports of an incident, with the evidence for and against linking them. Raises NoSuchRecord."""
        return why_linked(for_lists(self._store), self.get(name).id)

    def tolls(self, *, as_of: date | None = None) -> list[Toll]:
        """Every running or period total, as a series."""
        return list(cache.tolls(for_lists(self._store), as_of=as_of))

    def claims(self, *, rule: str = RULE, as_of: date | None = None) -> list[Claim]:
        """Every claim in the order of the reports, rejected ones too, with the id of its incident or toll."""
        return list(snapshot.contents(for_lists(self._store), rule=rule, as_of=as_of).claims)

    def speakers(self, *, as_of: date | None = None) -> tuple[SpeakerEntity, ...]:
        """Every speaker under every spelling of the name, with all claims attributed to them."""
        return reconcile.speakers(self.claims(as_of=as_of), {report.id: report for report in self._store.reports()})
