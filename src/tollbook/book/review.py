"""What people decide in a book: decisions, the queue of open questions, double coding and signed briefs."""

from collections.abc import Iterable, Mapping

from tollbook.decisions import annotations, carry_forward, filing, verdicts
from tollbook.decisions.annotations import AnnotatedReport
from tollbook.decisions.filing import Move
from tollbook.decisions.verdicts import Change, Decision
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.questions import Question
from tollbook.model import PlaceMention
from tollbook.readers.base import MarkedWords
from tollbook.review import conflicts, field_marks
from tollbook.review.conflicts import Proposal
from tollbook.review.field_marks import Marks
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
        self,
        verdict: str,
        subject: str,
        *,
        who: str,
        why: str,
        other: str | None = None,
        change: Change | None = None,
        also: Mapping[str, Change] | None = None,
    ) -> Decision:
        """Record a decision; see ``decisions.verdicts``. Raises NoSuchRecord for an unknown subject, Refused."""
        decision = verdicts.decide(
            self._store, verdict, subject, who=who, why=why, other=other, change=change, also=also
        )
        return carry_forward.carry_one(self._store, decision)

    def propose(self, proposal: Proposal, *, who: str) -> Decision:
        """Record a decision unless someone else has decided since; raises EditConflict, and as :meth:`decide`."""
        return carry_forward.carry_one(self._store, conflicts.decide(self._store, proposal, who=who))

    def file_under(self, claim: str, move: Move, *, who: str, why: str) -> Decision:
        """File a claim under another incident, or under one of its own. Raises NoSuchRecord, Refused."""
        return carry_forward.carry_one(self._store, filing.file_under(self._store, claim, move, who=who, why=why))

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
        verdicts.undo(self._store, decision, who=who, why=why)

    def decisions(self) -> list[Decision]:
        """The decisions in force, oldest first."""
        return list(verdicts.in_force(self._store))

    def last_decision(self) -> int:
        """The number of the last log entry that made or undid a decision: what a page shown now has seen."""
        return conflicts.last_decision(self._store)

    def marked_words(self, report: str, start: int, end: int) -> MarkedWords:
        """What words of a report say, as its reader reads them: a claim to check and to add.

        Raises NoSuchRecord, and Refused for no such words.
        """
        # Imported here because it loads the parsers of documents, which no other page needs.
        from tollbook import reading  # noqa: PLC0415

        return reading.read_marked(self.report(report).report, start, end)

    def prepare_words(self, report: str) -> None:
        """Parse a report ahead, so that marking words in it takes no time."""
        from tollbook import reading  # noqa: PLC0415

        reading.prepare(self.report(report).report)

    def field_marks(self, claims: Iterable[str]) -> Marks:
        """Which fields of some claims a person has confirmed or corrected, who and when."""
        return field_marks.field_marks(self._store, claims)

    def place_mentions(self, report: str) -> tuple[PlaceMention, ...]:
        """The places that a report names, as its reader resolved them; empty for a report without a reading."""
        stored = self._store.reading_of([report]).get(report)
        return stored.reading.places if stored is not None else ()

    def queue(self, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
        """The open questions of the book or of one incident, those whose answers may change most first."""
        return queue(up_to_date(self._store), most, incident=incident)

    def report(self, name: str) -> AnnotatedReport:
        """One report with every claim on it, as read and as decided. Raises NoSuchRecord."""
        return annotations.annotated_report(self._store, name)

    def report_of_claim(self, claim: str) -> AnnotatedReport:
        """The report of a claim, with every claim on it. Raises NoSuchRecord."""
        return annotations.annotated_report_of_claim(self._store, claim)
