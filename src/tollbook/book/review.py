"""What people decide in a book: decisions, the queue of open questions, double coding and signed briefs."""

from collections.abc import Iterable

from tollbook.decisions import annotations, carry_forward, descriptions, verdicts
from tollbook.decisions.annotations import AnnotatedReport
from tollbook.decisions.verdicts import Change, Decision
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.questions import Question
from tollbook.review import conflicts
from tollbook.review.conflicts import Proposal
from tollbook.review.intercoder import CodingRounds
from tollbook.review.queue import queue
from tollbook.review.signing import Signing
from tollbook.store import Store


class Review:
    """``book.review``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: The rounds of double coding.
        self.coding = CodingRounds(store)
        #: The signed briefs.
        self.signing = Signing(store)

    def decide(
        self, verdict: str, subject: str, *, who: str, why: str, other: str | None = None, change: Change | None = None
    ) -> Decision:
        """Record a decision; see ``decisions.verdicts``. Raises NoSuchRecord for an unknown subject, Refused."""
        if verdict == verdicts.DESCRIBE:
            return self.describe([subject], change or {}, who=who, why=why)
        decision = verdicts.decide(self._store, verdict, subject, who=who, why=why, other=other, change=change)
        return carry_forward.carry_one(self._store, decision)

    def describe(self, reports: Iterable[str], change: Change, *, who: str, why: str) -> Decision:
        """Set day, outlet, title, author or address of reports, as one decision; see ``decisions.descriptions``.

        ``Book.read_again`` then reads them again, because what a reader finds depends on the day.
        """
        decision = descriptions.describe(self._store, reports, change, who=who, why=why)
        descriptions.carry(self._store)
        return decision

    def propose(self, proposal: Proposal, *, who: str) -> Decision:
        """Record a decision unless someone else has decided since; raises EditConflict, and as :meth:`decide`."""
        decision = conflicts.decide(self._store, proposal, who=who)
        if decision.verdict == verdicts.DESCRIBE:
            descriptions.carry(self._store)
            return decision
        return carry_forward.carry_one(self._store, decision)

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
        verdicts.undo(self._store, decision, who=who, why=why)
        descriptions.sync(self._store)

    def decisions(self) -> list[Decision]:
        """The decisions in force, oldest first."""
        return list(verdicts.in_force(self._store))

    def last_decision(self) -> int:
        """The number of the last log entry that made or undid a decision: what a page shown now has seen."""
        return conflicts.last_decision(self._store)

    def queue(self, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
        """The open questions of the book or of one incident, those whose answers may change most first."""
        return queue(up_to_date(self._store), most, incident=incident)

    def report(self, name: str) -> AnnotatedReport:
        """One report with every claim on it, as read and as decided. Raises NoSuchRecord."""
        return annotations.annotated_report(self._store, name)

    def report_of_claim(self, claim: str) -> AnnotatedReport:
        """The report of a claim, with every claim on it. Raises NoSuchRecord."""
        return annotations.annotated_report_of_claim(self._store, claim)
