"""What people decide in a book: decisions, the queue of open questions, double coding and signed briefs."""

from collections.abc import Mapping

from tollbook import linking
from tollbook.decisions import annotations, carry_forward, verdicts
from tollbook.decisions.annotations import AnnotatedReport
from tollbook.decisions.composition import APART
from tollbook.decisions.verdicts import Change, Decision
from tollbook.incidents import cache
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.questions import Question
from tollbook.review import composing, conflicts
from tollbook.review.composing import Divider, Operation, Plan
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
        proposal = Proposal(verdict=verdict, subject=subject, why=why, other=other, change=dict(change or {}) or None)
        return self.propose(proposal, who=who)

    def propose(self, proposal: Proposal, *, who: str) -> Decision:
        """Record a decision unless someone else has decided since; raises EditConflict, and as :meth:`decide`."""
        if proposal.verdict in APART:
            proposal = composing.completed(up_to_date(self._store), proposal)
        return carry_forward.carry_one(self._store, conflicts.decide(self._store, proposal, who=who))

    def plan(self, incident: str, operation: Operation) -> Plan:
        """The decision that an operation on an incident means, and what it would change; nothing is written.

        Raises NoSuchRecord, and Refused for an operation that changes nothing.
        """
        return composing.plan(up_to_date(self._store), incident, operation)

    def parts(self, incident: str) -> Mapping[Divider, linking.Parts]:
        """The parts of an incident by each way to split it: by day, by place, by episode. Raises NoSuchRecord."""
        store = up_to_date(self._store)
        return composing.parts_of(store, cache.group(store, incident))

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
        verdicts.undo(self._store, decision, who=who, why=why)

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
