"""Answering a question: the decisions of one answer are written together, and undone together.

The same answer can be given to similar cases of the book. Cases are similar if a rule suggests the same answer for
them, or, for responsibility and identity, if they have the same name and no rule suggests another answer. Only cases
that the person names are answered.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, get_args

import msgspec

from tollbook.decisions import carry_forward, verdicts
from tollbook.decisions.decision import Change, Decision, Proposal
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.questions import Action, Answer, Card, Question, Step, Suggestion
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review import conflicts
from tollbook.store import Store

#: The most questions searched for similar cases: more than a person will answer, and few enough for each page.
MOST_COMPARED = 2000


class Given(Record, frozen=True, kw_only=True):
    """An answer of a person: the action on a question, or on the card at a position.

    ``change`` has the fields of a correction. ``seen`` is as in a :class:`Proposal`. ``like`` names further questions
    that get the same answer, each as ``ID`` or as ``ID.CARD``.
    """

    action: Action
    card: int | None = None
    why: str = ""
    change: dict[str, Any] | None = None
    seen: int | None = None
    like: tuple[str, ...] = ()


class Case(NamedTuple):
    """A question with the position of one of its cards; None for the whole question."""

    question: Question
    card: int | None

    @property
    def id(self) -> str:
        """The id that ``Given.like`` takes."""
        return self.question.id if self.card is None else f"{self.question.id}.{self.card}"

    def answer(self, action: Action) -> Answer | None:
        """The answer with an action; None if the question does not have it for this card."""
        found = (each for each in self.question.answers if each.action == action)
        return next((each for each in found if each.card in {None, self.card}), None)


def action_of(name: str) -> Action:
    """The action with a name. Raises Refused if there is none."""
    try:
        action: Action = msgspec.convert(name, Action)
    except msgspec.ValidationError:
        names = ", ".join(get_args(Action))
        raise Refused(message("There is no answer “{name}”; take one of: {names}.", name=name, names=names)) from None
    return action


def answer(store: Store, every: Sequence[Question], question: Question, given: Given, *, who: str) -> Decision:
    """Write the decisions of an answer; returns the first one. ``every`` are the open questions of the book.

    Raises Refused for an answer that the question does not have, EditConflict, and what ``verdicts.decide`` raises.
    """
    case = Case(question, given.card)
    cases = [case, *_named(given.like, like_cases(every, case, given.action))]
    answers = [_answer_of(each, given) for each in cases]
    steps = [(step, given.why or each.why or each.says) for each in answers for step in (each, *each.also)]
    for step, why in steps:
        conflicts.refuse_if_newer(store, _proposal(step, why, given.seen), who=who)
    first: Decision | None = None
    for step, why in steps:
        proposal = _proposal(step, why, given.seen)
        linked = msgspec.structs.replace(proposal, part_of=first.id if first is not None else None)
        made = verdicts.decide(store, linked, who=who)
        first = first or made
        carry_forward.carry_one(store, made)
    if first is None:
        raise Refused(message("This answer decides nothing; choose another one."))
    return first


def like_cases(every: Iterable[Question], case: Case, action: Action) -> list[Case]:
    """Other questions, or other cards, that are similar to this one and can be answered in the same way."""
    suggested, name = _suggestion(case), _name(case)
    if suggested is None and not name:
        return []
    others = chain.from_iterable(_cases(each, case) for each in every if each.kind == case.question.kind)
    found = (other for other in others if _is_alike(other, suggested, name, action))
    return [other for other in found if other.id != case.id and other.answer(action) is not None]


def _cases(question: Question, like: Case) -> Iterator[Case]:
    """The question as one case, or each of its cards as a case, like the given case."""
    if like.card is None:
        yield Case(question, None)
    else:
        yield from (Case(question, position) for position in range(len(question.cards)))


def _is_alike(other: Case, suggested: Suggestion | None, name: str, action: Action) -> bool:
    """Whether the same rule suggests an answer to a case, or it has the same name and no rule contradicts."""
    theirs = _suggestion(other)
    if suggested is not None and theirs is not None and suggested.rule == theirs.rule:
        return True
    return bool(name) and name == _name(other) and (theirs is None or theirs.action == action)


def _card(case: Case) -> Card | None:
    cards = case.question.cards
    return cards[case.card] if case.card is not None and 0 <= case.card < len(cards) else None


def _name(case: Case) -> str:
    """The name on a card of a question about responsibility or identity; empty for others."""
    card = _card(case)
    named = card is not None and case.question.harm in {"responsibility", "identity"}
    return card.label.casefold() if card is not None and named else ""


def _suggestion(case: Case) -> Suggestion | None:
    """The suggestion of a rule for a card, or for the whole question."""
    card, whole = _card(case), case.question.suggestion
    if card is not None:
        return card.suggestion
    return whole if whole is not None and whole.card is None else None


def _named(names: Sequence[str], cases: Iterable[Case]) -> list[Case]:
    """The similar cases that a person named. Raises NoSuchRecord for one that no longer exists."""
    by_id = {case.id: case for case in cases}
    if missing := [name for name in names if name not in by_id]:
        raise NoSuchRecord(
            message("These questions are not open, or are not like this one: {ids}.", ids=", ".join(missing))
        )
    return [by_id[name] for name in dict.fromkeys(names)]


def _answer_of(case: Case, given: Given) -> Answer:
    found = case.answer(given.action)
    if found is None:
        actions = ", ".join(dict.fromkeys(each.action for each in case.question.answers))
        raise Refused(
            message("This question has no answer “{action}” here; choose a card and one of: {actions}.",
                    action=given.action, actions=actions)
        )  # fmt: skip
    change = dict(given.change) if given.change else None
    if change is not None and (found.verdict != "correct" or found.change is not None):
        raise Refused(message("Only “correct” takes fields of a claim."))
    return msgspec.structs.replace(found, change=change) if change is not None else found


def _proposal(step: Step, why: str, seen: int | None) -> Proposal:
    change: Change | None = step.change
    return Proposal(
        verdict=step.verdict,
        subject=step.subject,
        other=step.other,
        change=dict(change) if change else None,
        why=why,
        seen=seen,
    )
