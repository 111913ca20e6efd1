"""The table of question kinds: the part of a record at risk, the finder, and the fields that answer it.

A question about one incident is a pure function of its record and claims. Questions are ordered by the part of a
record at risk (``harm``), and then by ``moves``: people by whom a figure may change, and reports that may change their
incident. Large numbers count by their logarithm, so that one massacre does not hide a hundred small incidents.
"""

from collections.abc import Callable, Iterator
from itertools import product
from math import log1p, prod
from typing import NamedTuple, get_args

from tollbook.decisions.answered import Answered
from tollbook.incidents.questions import (
    answers,
    contradictions,
    day_and_place,
    figures,
    identity,
    readers,
    responsibility,
)
from tollbook.incidents.questions.model import (
    Action,
    Harm,
    Material,
    Question,
    QuestionDraft,
    QuestionKind,
    Step,
    Suggestion,
)
from tollbook.model import content_id

#: The best suggestions first: the first suggestion for a card becomes that of the question.
_SURE_FIRST: tuple[Action, ...] = (
    "total", "superseded", "other event", "reject", "accept", "same", "not same", "same person", "different persons",
    "correct", "settle",
)  # fmt: skip


class Kind(NamedTuple):
    """One kind of question: the part of a record at risk, its finder, and the fields of a claim that it asks about.

    A card is decided when a person has accepted its claims, or corrected one of ``fields`` in them. A kind without
    fields is answered if the changed record no longer raises it. Questions of a kind without finder are about two
    incidents.
    """

    name: QuestionKind
    harm: Harm
    find: Callable[[Material], Iterator[QuestionDraft]] | None
    fields: frozenset[str] = frozenset()


KINDS: tuple[Kind, ...] = (
    Kind("admission", "responsibility", responsibility.admissions, frozenset({"by", "kind", "stance", "speakers"})),
    Kind("denial", "responsibility", responsibility.denials, frozenset({"kind", "stance", "speakers"})),
    Kind("changed stance", "responsibility", responsibility.changed_stances, frozenset({"kind", "stance", "speakers"})),
    Kind("held responsible", "responsibility", responsibility.held_responsible, frozenset({"by"})),
    Kind("contested figure", "figures", figures.contested, frozenset({"count", "kind", "scope"})),
    Kind("low confidence", "figures", figures.low_confidence, frozenset({"count", "kind", "scope"})),
    Kind("readers disagree", "figures", readers.disagreeing, frozenset({"count"})),
    Kind("unknown number", "figures", figures.unknown_numbers, frozenset({"count", "kind"})),
    Kind("same?", "identity", None),
    Kind("contrary decisions", "identity", responsibility.contrary_decisions),
    Kind("one person?", "identity", identity.one_person),
    Kind("inferred name", "identity", identity.inferred_names),
    Kind("more names", "identity", identity.more_names, frozenset({"people"})),
    Kind("different days", "day and place", contradictions.different_days),
    Kind("different places", "day and place", contradictions.different_places),
    Kind("undated", "day and place", day_and_place.undated),
    Kind("doubtful day", "day and place", day_and_place.doubtful_day),
    Kind("unresolved place", "day and place", day_and_place.unresolved_place),
    Kind("doubtful place", "day and place", day_and_place.doubtful_place, frozenset({"place"})),
)
#: Ids of one question that are compared with settled ones.
_MOST_ALIASES = 64
BY_NAME = {kind.name: kind for kind in KINDS}
_ORDER: dict[QuestionKind, int] = {kind.name: position for position, kind in enumerate(KINDS)}
_HARMS: tuple[Harm, ...] = get_args(Harm)


def rank(question: Question) -> tuple[int, float, int, str]:
    """Sorts questions: by harm, then by how much the answer may change, the most first, then as in the table."""
    return _HARMS.index(question.harm), -question.moves, _ORDER[question.kind], question.id


def weight(question: Question) -> float:
    """The rank as one number, the highest first: for rows that are sorted by it."""
    position = _ORDER[question.kind] / 1e6
    return 1000.0 * (len(_HARMS) - _HARMS.index(question.harm)) + min(question.moves, 999.0) - position


def find(material: Material) -> tuple[Question, ...]:
    """All questions about one incident in the order of their rank; those about two incidents are found elsewhere."""
    found = [
        question(material, kind, draft) for kind in KINDS if kind.find is not None for draft in kind.find(material)
    ]
    return tuple(sorted({each.id: each for each in found}.values(), key=rank))


def is_open(asked: Question, answered: Answered) -> bool:
    """Whether nobody has settled a question or confirmed the fields that it asks about in all of its claims."""
    if not answered.settled.isdisjoint({asked.id, asked.former, *asked.aliases}):
        return False
    fields = frozenset(asked.fields) or BY_NAME[asked.kind].fields
    return not (fields and asked.claims and all(answered.confirms(claim, fields) for claim in asked.claims))


def question(material: Material, kind: Kind, draft: QuestionDraft) -> Question:
    """A question from the draft of its finder, with the additional answer that there is nothing to do."""
    name = content_id(kind.name, *draft.about)
    settle = answers.answer("settle", None, draft.settle, [Step(verdict="settle", subject=name)])
    return Question(
        id=name,
        kind=kind.name,
        incident=material.incident.id,
        title=material.incident.title,
        sentence=draft.sentence,
        claims=tuple(dict.fromkeys(claim for card in draft.cards for claim in card.claims)),
        answers=(*draft.answers, settle),
        candidates=draft.candidates,
        moves=round(log1p(draft.at_stake), 3),
        why=draft.why,
        harm=draft.harm or kind.harm,
        cards=tuple(draft.cards),
        suggestion=_suggestion(draft),
        former=draft.former,
        aliases=_aliases(material, kind, draft),
        fields=tuple(sorted(draft.fields)),
    )


def _aliases(material: Material, kind: Kind, draft: QuestionDraft) -> tuple[str, ...]:
    """The ids of the question with other words of its claims as the earliest ones; none if there are too many."""
    if draft.before:
        return tuple(
            sorted({content_id(kind.name, each) for each in draft.before} - {content_id(kind.name, *draft.about)})
        )
    claims = dict.fromkeys(name for card in draft.cards for name in card.claims if name in material.claims)
    places = [responsibility.words(material.claims[name]) for name in claims]
    options = [places if each in places else [each] for each in draft.about]
    if prod(map(len, options)) > _MOST_ALIASES:
        return ()
    found = {content_id(kind.name, *about) for about in product(*options)}
    return tuple(sorted(found - {content_id(kind.name, *draft.about)}))


def _suggestion(draft: QuestionDraft) -> Suggestion | None:
    """The surest suggestion of the rules for a card; else that of the finder for the question."""
    found = [card.suggestion for card in draft.cards if card.suggestion is not None]
    return min(found, key=lambda each: _SURE_FIRST.index(each.action), default=draft.suggestion)
