"""Decisions of people in a book: the queue of open questions, double coding and signed briefs."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tollbook import linking, reading
from tollbook.decisions import annotations, carry_forward, descriptions, field_marks, filing, verdicts
from tollbook.decisions.annotations import AnnotatedReport
from tollbook.decisions.composition import APART
from tollbook.decisions.decision import DESCRIBE, GIVEN, Change, Decision, Proposal
from tollbook.decisions.field_marks import FieldMark, Marks
from tollbook.decisions.filing import Move
from tollbook.decisions.names import settled_names
from tollbook.decisions.set_aside import SetAside
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import cache
from tollbook.incidents.last_state import for_decisions, for_lists
from tollbook.incidents.questions import Action, Question, QuestionKind
from tollbook.locale.messages import message
from tollbook.mentions import PlaceMention
from tollbook.model import OUTCOMES, Claim, ClaimKind, Span
from tollbook.person import Person
from tollbook.readers.base import MarkedWords
from tollbook.record import Incident
from tollbook.review import answering, carried_names, claim_form, composing, conflicts, neighbours, no_person
from tollbook.review import queue as open_questions
from tollbook.review.answering import Case, Given
from tollbook.review.carried_names import CarriedName
from tollbook.review.composing import Divider, Operation, Plan
from tollbook.review.form_values import Fields
from tollbook.review.intercoder import CodingRounds
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
        if verdict == DESCRIBE:
            return self.describe([subject], change or {}, who=who, why=why)
        changes = {name: dict(fields) for name, fields in (also or {}).items()}
        proposal = Proposal(
            verdict=verdict,
            subject=subject,
            why=why,
            other=other,
            change=dict(change or {}) or None,
            also=changes or None,
        )
        return self.propose(proposal, who=who)

    def describe(self, reports: Iterable[str], change: Change, *, who: str, why: str) -> Decision:
        """Set day, outlet, title, author or address of reports, as one decision; see ``decisions.descriptions``.

        ``Book.settle`` then reads them again, because what a reader finds depends on the day.
        """
        decision = descriptions.describe(self._store, reports, change, who=who, why=why)
        descriptions.carry(self._store)
        return decision

    def propose(self, proposal: Proposal, *, who: str) -> Decision:
        """Record a decision unless someone else has decided since.

        Raises EditConflict, BeingLinked, and as :meth:`decide`.
        """
        if proposal.verdict in APART:
            proposal = composing.completed(for_decisions(self._store), proposal)
        decision = conflicts.decide(self._store, proposal, who=who)
        if decision.verdict == DESCRIBE:
            descriptions.carry(self._store)
            return decision
        return carry_forward.carry_one(self._store, decision)

    def plan(self, incident: str, operation: Operation) -> Plan:
        """The decision for an operation on an incident, and its effect; nothing is written.

        Raises NoSuchRecord, Refused for an operation that changes nothing, and BeingLinked.
        """
        return composing.plan(for_decisions(self._store), incident, operation)

    def parts(self, incident: str) -> Mapping[Divider, linking.Parts]:
        """The parts of an incident by each way to split it: by day, by place, by episode. Raises NoSuchRecord."""
        store = for_lists(self._store)
        return composing.parts_of(store, cache.group(store, incident))

    def file_under(self, claim: str, move: Move, *, who: str, why: str) -> Decision:
        """File a claim under another incident, or under one of its own; every other incident stays as it is.

        Raises NoSuchRecord, Refused.
        """
        store = for_decisions(self._store)
        whole = Move(leaves=composing.whole(store, move.leaves), joins=composing.whole(store, move.joins))
        planned = composing.kept_apart(store, filing.proposal(claim, whole, why=why))
        return carry_forward.carry_one(self._store, verdicts.decide(self._store, planned.proposal, who=who))

    def no_person(self, person: Person, *, who: str, why: str, seen: int | None = None) -> Decision:
        """Remove a name that is no person from the claims that give it, as one decision.

        Raises Refused, EditConflict.
        """
        sheets = {source.claim: self.report_of_claim(source.claim) for source in person.sources}
        standing = {name: each.claim for name, sheet in sheets.items() if (each := sheet.get(name)) is not None}
        return self.propose(no_person.proposal(person, standing, why=why, seen=seen), who=who)

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
        verdicts.undo(self._store, decision, who=who, why=why)
        descriptions.sync(self._store)

    def decisions(self) -> list[Decision]:
        """The decisions in force, oldest first."""
        return list(verdicts.in_force(self._store))

    def not_applied(self) -> list[SetAside]:
        """The decisions that nobody undid and that cannot be applied, oldest first, each with the reason."""
        return list(verdicts.not_applied(self._store))

    def last_decision(self) -> int:
        """The number of the last log entry that made or undid a decision: what a page shown now has seen."""
        return conflicts.last_decision(self._store)

    def marked_words(self, report: str, start: int, end: int, kind: ClaimKind | None = None) -> MarkedWords:
        """The claim that the reader makes of some words of a report, to check and to add.

        Its day and place are those that people gave its neighbours; ``kind`` is what the words report, if a person says
        so. Raises NoSuchRecord, and Refused for no such words.
        """
        sheet = self.report(report)
        marked = reading.read_marked(sheet.report, start, end, kind)
        return neighbours.as_decided(marked, sheet.claims, settled_names(verdicts.in_force(self._store)))

    def correction(self, claim: str, fields: Fields) -> dict[str, Any]:
        """The fields of a claim that a form changes; with ``confirm``, all that it has.

        Raises NoSuchRecord, WhichPlace, and Refused for a form that changes nothing.
        """
        sheet = self.report_of_claim(claim)
        standing = sheet.get(claim)
        assert standing is not None  # the report was found by this claim
        if "confirm" in fields:
            return claim_form.shown(fields, standing.claim)
        change = claim_form.change_of(fields, standing.claim, sheet.report, self.place_mentions(sheet.report.id))
        if not change:
            raise Refused(message("The form is the same as the claim; change what is wrong, then save."))
        return change

    def addition(
        self, report: str, span: Span, fields: Fields, kind: ClaimKind | None = None
    ) -> dict[str, Any]:  # fmt: skip
        """The claim of marked words as read, with the changes of a form, for the verdict ``add``.

        The words are read as words of that ``kind``, if it is given. Raises NoSuchRecord, Refused, WhichPlace.
        """
        marked = self.marked_words(report, *span, kind)
        if "kind" not in marked.read and "kind" not in fields:
            raise Refused(message("Choose what the words report: the kind of the claim."))
        frozen = self.report(report).report
        changed = claim_form.change_of(fields, marked.claim, frozen, self.place_mentions(report))
        whole = marked.claim.to_dict() | changed
        if whole["kind"] not in OUTCOMES:
            whole |= {"count": None, "people": None}
        return {name: whole[name] for name in sorted(GIVEN - {"part_of", "finder"})}

    def prepare_words(self, report: str) -> None:
        """Parse a report ahead, so that marking words in it takes no time."""
        reading.prepare(self.report(report).report)

    def field_marks(self, claims: Iterable[str]) -> Marks:
        """Which fields of some claims a person has confirmed or corrected, who and when."""
        return field_marks.field_marks(self._store, claims)

    def figure_marks(self, incident: Incident) -> dict[str, FieldMark]:
        """Which figures of an incident a person has confirmed or corrected, who and when, by outcome."""
        return field_marks.figure_marks(incident, self.field_marks(_under_figures(incident)))

    def carried_names(self, claims: Sequence[Claim]) -> tuple[CarriedName, ...]:
        """Sites and names that people corrected in some claims of an incident, where others of them say the same."""
        names = [claim.id for claim in claims]
        decided = annotations.annotated_claims(self._store, names)
        return carried_names.carried_names(decided, claims, self.field_marks(names))

    def place_mentions(self, report: str) -> tuple[PlaceMention, ...]:
        """The candidates for a place name in a report: those that people settled, then those that its reader found."""
        stored = self._store.reading_of([report]).get(report)
        settled = settled_names(verdicts.in_force(self._store)).clusters("places")
        own = (
            PlaceMention(report=report, start=0, end=0, text=spelling, place=each.place)
            for each in settled if each.place is not None
            for spelling in each.spellings
        )  # fmt: skip
        return (*own, *(stored.reading.places if stored is not None else ()))

    def queue(
        self, most: int = 200, *, incident: str | None = None, kind: QuestionKind | None = None
    ) -> tuple[Question, ...]:
        """The open questions of the book or of one incident, those with the gravest possible error first."""
        return open_questions.queue(for_lists(self._store), most, incident=incident, kind=kind)

    def question(self, name: str) -> Question:
        """An open question by its id. Raises NoSuchRecord."""
        found = open_questions.find(for_lists(self._store), name)
        if found is None:
            raise NoSuchRecord(message("There is no open question {id}; see: tollbook queue", id=name))
        return found

    def open_counts(self, incidents: Collection[str]) -> dict[str, int]:
        """How many questions the queue of each of some incidents has."""
        return open_questions.counts(for_lists(self._store), incidents)

    def like_cases(self, case: Case, action: Action) -> list[Case]:
        """Open questions of the book that are like this one and can be answered in the same way."""
        return answering.like_cases(self.compared_with(case.question), case, action)

    def compared_with(self, question: Question) -> tuple[Question, ...]:
        """The open questions of the kind of a question, among which like cases are searched."""
        return self.queue(answering.MOST_COMPARED, kind=question.kind)

    def answer(self, name: str, given: Given, *, who: str) -> Decision:
        """Answer a question, and those of ``given.like`` in the same way; returns the first decision.

        Undoing it undoes the whole answer. Raises NoSuchRecord, Refused, EditConflict.
        """
        question = self.question(name)
        every = self.compared_with(question) if given.like else ()
        return answering.answer(self._store, every, question, given, who=who)

    def report(self, name: str) -> AnnotatedReport:
        """One report with every claim on it, as read and as decided. Raises NoSuchRecord."""
        return annotations.annotated_report(self._store, name)

    def report_of_claim(self, claim: str) -> AnnotatedReport:
        """The report of a claim, with every claim on it. Raises NoSuchRecord."""
        return annotations.annotated_report_of_claim(self._store, claim)


def _under_figures(incident: Incident) -> Iterator[str]:
    """The claims under the bounds of its figures."""
    for figure in incident.figures.values():
        yield from (*figure.low_claims, *figure.best_claims, *figure.high_claims)
