"""What people decide in a book: decisions, the queue of open questions, double coding and signed briefs."""

from collections.abc import Collection

from tollbook.decisions import annotations, carry_forward, verdicts
from tollbook.decisions.annotations import AnnotatedReport
from tollbook.decisions.verdicts import Change, Decision
from tollbook.errors import NoSuchRecord
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.questions import Action, Question
from tollbook.locale.messages import message
from tollbook.review import answering, conflicts
from tollbook.review import queue as open_questions
from tollbook.review.answering import Case, Given
from tollbook.review.conflicts import Proposal
from tollbook.review.intercoder import CodingRounds
from tollbook.review.reviewed import Reviewed, reviewed
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
        decision = verdicts.decide(self._store, verdict, subject, who=who, why=why, other=other, change=change)
        return carry_forward.carry_one(self._store, decision)

    def propose(self, proposal: Proposal, *, who: str) -> Decision:
        """Record a decision unless someone else has decided since; raises EditConflict, and as :meth:`decide`."""
        return carry_forward.carry_one(self._store, conflicts.decide(self._store, proposal, who=who))

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
        """The open questions of the book or of one incident, those first where a wrong record does most harm."""
        return open_questions.queue(up_to_date(self._store), most, incident=incident)

    def question(self, name: str) -> Question:
        """An open question by its id. Raises NoSuchRecord."""
        found = open_questions.find(up_to_date(self._store), name)
        if found is None:
            raise NoSuchRecord(message("There is no open question {id}; see: tollbook queue", id=name))
        return found

    def open_counts(self, incidents: Collection[str]) -> dict[str, int]:
        """How many questions the queue of each of some incidents has."""
        return open_questions.counts(up_to_date(self._store), incidents)

    def like_cases(self, case: Case, action: Action) -> list[Case]:
        """Open questions of the book that are like this one and can be answered in the same way."""
        return answering.like_cases(self.queue(answering.MOST_COMPARED), case, action)

    def answer(self, name: str, given: Given, *, who: str) -> Decision:
        """Answer a question, and those of ``given.like`` in the same way; returns the first decision.

        Undoing it undoes the whole answer. Raises NoSuchRecord, Refused, EditConflict.
        """
        every = self.queue(answering.MOST_COMPARED) if given.like else ()
        return answering.answer(self._store, every, self.question(name), given, who=who)

    def reviewed(self, evidence: IncidentEvidence) -> dict[str, Reviewed]:
        """The fields of a record that a person has confirmed; see ``review.reviewed``."""
        return reviewed(evidence.incident, evidence.group, self.decisions())

    def report(self, name: str) -> AnnotatedReport:
        """One report with every claim on it, as read and as decided. Raises NoSuchRecord."""
        return annotations.annotated_report(self._store, name)

    def report_of_claim(self, claim: str) -> AnnotatedReport:
        """The report of a claim, with every claim on it. Raises NoSuchRecord."""
        return annotations.annotated_report_of_claim(self._store, claim)
