"""The records of a question: what is asked, the cards to choose from, the answers, and the suggestion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from tollbook.decisions.decision import Verdict
from tollbook.locale.messages import message
from tollbook.model import Candidate, Claim, Record, Report
from tollbook.person import PersonRulings
from tollbook.reconcile import Copy
from tollbook.reconcile.person_proposals import PersonProposal, proposals
from tollbook.record import Group, Incident

QuestionKind = Literal[
    "admission", "denial", "changed stance", "held responsible", "contrary decisions", "contested figure",
    "low confidence", "unknown number", "same?", "one person?", "inferred name", "more names", "different days",
    "different places", "undated", "doubtful day", "unresolved place", "doubtful place", "readers disagree",
]  # fmt: skip
#: The part of a record that a wrong answer would make wrong, the worst first. Questions are asked in this order.
Harm = Literal["responsibility", "figures", "identity", "day and place"]
#: The possible actions for a question, or for one of its cards.
Action = Literal[
    "accept",
    "reject",
    "correct",
    "total",
    "superseded",
    "other event",
    "same",
    "not same",
    "same person",
    "different persons",
    "settle",
]


class Step(Record, frozen=True, kw_only=True):
    """One decision as ``Book.decide`` takes it."""

    verdict: Verdict
    subject: str
    other: str | None = None
    change: dict[str, Any] | None = None


class Answer(Step, frozen=True, kw_only=True):
    """The decisions that answer a question: the first one, and ``also`` those that go with it.

    ``says`` describes its effect, ``why`` is the reason for the log. ``card`` is the position of the card it is about;
    None for the whole question. A ``correct`` without ``change`` takes the fields from the person.
    """

    says: str
    action: Action
    card: int | None = None
    also: tuple[Step, ...] = ()
    why: str = ""


class Suggestion(Record, frozen=True, kw_only=True):
    """An answer that a rule suggests, and the evidence for it. It is applied only if a person confirms it.

    ``rule`` is the name of the rule: cards with one rule are alike, also across the book.
    """

    action: Action
    why: str
    rule: str
    card: int | None = None


class Card(Record, frozen=True, kw_only=True):
    """One choice: the words of some claims, and a summary of them: a number, a day, a name.

    ``incident`` is that of the claims, in a question about two.
    """

    label: str = ""
    claims: tuple[str, ...] = ()
    suggestion: Suggestion | None = None
    incident: str = ""


class Question(Record, frozen=True, kw_only=True):
    """One thing to look at. ``claims`` are those it is about; ``why`` explains ``moves``, which is how much an answer
    may change. ``candidates`` are the places that a place name may mean.

    The id is a hash of the subject of the question, not of its words. ``former`` is its id in books of earlier
    versions. ``aliases`` are the ids that it would have if other words of its claims were the earliest: days of reports
    change. ``other_incident`` is the second one of a question about two. ``fields`` are the fields of its claims that
    it asks about; without any they follow from its kind.
    """

    id: str
    kind: QuestionKind
    incident: str
    title: str
    sentence: str
    claims: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    moves: float = 0.0
    why: str = ""
    harm: Harm = "figures"
    cards: tuple[Card, ...] = ()
    suggestion: Suggestion | None = None
    former: str = ""
    other_incident: str = ""
    aliases: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Material:
    """The material for questions about one incident: its record, its claims by id, its reports, their copies, and
    decisions about persons.
    """

    incident: Incident
    group: Group
    claims: Mapping[str, Claim]
    reports: Mapping[str, Report]
    copies: Sequence[Copy] = ()
    people: PersonRulings = field(default_factory=PersonRulings)

    @cached_property
    def alike(self) -> Sequence[PersonProposal]:
        """Every two persons of the incident who may be one, also those about whom people have decided."""
        persons = self.incident.persons
        reports = {person.id: frozenset(source.report for source in person.sources) for person in persons}
        return proposals(persons, reports)

    def earliest(self, claims: Sequence[Claim]) -> Claim:
        """The claim that was published first; reports without a day come last."""
        return min(claims, key=lambda claim: (self.published(claim), claim.start, claim.id))

    def published(self, claim: Claim) -> str:
        """The day a claim was published, as text that sorts."""
        report = self.reports.get(claim.report)
        return str(report.published) if report is not None and report.published else "9"


class QuestionDraft(NamedTuple):
    """A question as its finder makes it. ``about`` is its subject, for its id; ``settle_why`` is a suggestion to
    leave everything as it is, if no card has a better one. ``harm`` and ``fields`` are those of its kind if not given.
    ``settle`` is what settling it says. ``before`` are words that it may have been about, alone, when it was settled.
    """

    sentence: str
    about: tuple[str, ...]
    why: str
    at_stake: float
    cards: Sequence[Card] = ()
    answers: Sequence[Answer] = ()
    candidates: tuple[Candidate, ...] = ()
    suggestion: Suggestion | None = None
    former: str = ""
    harm: Harm | None = None
    fields: frozenset[str] = frozenset()
    settle: str = message("There is nothing to do.")
    before: tuple[str, ...] = ()
