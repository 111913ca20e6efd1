"""The review queue: the open questions of a book, the most important first.

Questions about one incident are stored with it. This module adds those about two incidents that may be one, and about
persons of two incidents who may be one, and leaves out what a person has settled or answered.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from heapq import nsmallest

from sqlalchemy import Connection

from tollbook import linking
from tollbook.decisions import constraints, verdicts
from tollbook.decisions.answered import answered
from tollbook.decisions.decision import Decision
from tollbook.decisions.person_decisions import person_rulings
from tollbook.incidents.questions import Question, QuestionKind, is_open, rank
from tollbook.review import same_person
from tollbook.review.answering import MOST_COMPARED
from tollbook.review.same_incident import is_worth_asking, moves, question_id, same_incident
from tollbook.review.same_person import PersonPair
from tollbook.store import Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import UncertainPair
from tollbook.store.incident_rows import unpack

#: Pairs of mentions that are considered for the queue of the book, those nearest to the threshold, and for the number
#: of questions beside incidents. The queue shows 200; looking up 2,000 pairs took half a second on a busy server.
_MOST_PAIRS, _MOST_COUNTED = 500, 2000


def queue(
    store: Store, most: int = 200, *, incident: str | None = None, kind: QuestionKind | None = None
) -> tuple[Question, ...]:
    """Up to ``most`` open questions, of the book or of one incident, of all kinds or of one.

    The derived rows must be up to date.
    """
    found = _open(store, most, None if incident is None else {incident}, kind)
    return tuple(sorted(found, key=rank)[:most])


def counts(store: Store, incidents: Collection[str]) -> dict[str, int]:
    """How many questions the queue of each of some incidents has."""
    found: Counter[str] = Counter()
    for question in _open(store, _MOST_COUNTED, incidents):
        found.update({question.incident, question.other_incident} & set(incidents))
    return dict(found)


def asked_about_two(store: Store) -> frozenset[str]:
    """The incidents that open questions about two incidents, or about persons of two, are about."""
    decisions = verdicts.in_force(store)
    settled = answered(decisions).settled
    with store.derived_rows() as rows:
        pairs = [pair for pair in _uncertain(rows, decisions, None) if question_id(pair) not in settled]
        doubles = same_person.pairs(rows, person_rulings(decisions), _MOST_COUNTED)
    return frozenset(_incidents_of([*pairs, *(pair for pair in doubles if pair.question not in settled)]))


def find(store: Store, name: str) -> Question | None:
    """The open question with an id."""
    decisions = verdicts.in_force(store)
    with store.derived_rows() as rows:
        packed = incident_rows.packed_question(rows, name)
        doubles = same_person.pairs(rows, person_rulings(decisions), 1, question=name)
        pairs = [] if packed is not None or doubles else _uncertain(rows, decisions, None)
    found = [_stored(packed)] if packed is not None else []
    found += _about_two(store, [pair for pair in pairs if question_id(pair) == name], doubles)
    return next((question for question in found if is_open(question, answered(decisions))), None)


def _open(store: Store, most: int, among: Collection[str] | None, kind: QuestionKind | None = None) -> list[Question]:
    decisions = verdicts.in_force(store)
    # Answered questions are removed below; each decision answers at most one of those that are fetched here.
    fetched = most + len(decisions)
    with store.derived_rows() as rows:
        stored = incident_rows.packed_questions(rows, fetched, among, kind)
        pairs = _uncertain(rows, decisions, among) if kind in {None, "same?"} else []
        doubles = []
        if kind in {None, "one person?"}:
            doubles = same_person.pairs(rows, person_rulings(decisions), fetched, incidents=among)
    foremost = nsmallest(fetched, pairs, key=lambda pair: (-moves(pair), question_id(pair)))
    questions = [*map(_stored, stored), *_about_two(store, foremost, doubles)]
    known = answered(decisions)
    return [question for question in questions if is_open(question, known)]


@lru_cache(maxsize=2 * MOST_COMPARED)
def _stored(packed: bytes) -> Question:
    """A stored question, unpacked. Cached, because most are unchanged after a decision and unpacking takes time."""
    return unpack(packed, Question)


def _about_two(store: Store, pairs: Sequence[UncertainPair], doubles: Sequence[PersonPair]) -> list[Question]:
    """The questions about two incidents, and about persons of two."""
    with store.derived_rows() as rows:
        titles = incident_rows.titles(rows, _incidents_of(pairs) | _incidents_of(doubles))
        sources = same_person.sources(rows, doubles)
    reports = store.reports_of({name for pair in pairs for name in (pair.one_report, pair.other_report)})
    found = [same_incident(pair, titles, reports) for pair in pairs]
    return [*found, *(same_person.same_person(pair, titles, sources) for pair in doubles)]


def _uncertain(rows: Connection, decisions: Sequence[Decision], among: Collection[str] | None) -> list[UncertainPair]:
    """For every two incidents that may be one, the pair of mentions with the strongest evidence that they are."""
    pairs = blocking_rows.uncertain_pairs(rows, _MOST_PAIRS if among is None else _MOST_COUNTED, among)
    days = incident_rows.days(rows, _incidents_of(pairs))
    pairs = [pair for pair in pairs if is_worth_asking(pair, days)]
    rulings = linking.constraints_from(constraints.claim_rulings(decisions))
    return _strongest(p for p in pairs if not rulings.cannot_join(rulings.sets_of([p.one]), rulings.sets_of([p.other])))


def _incidents_of(pairs: Iterable[UncertainPair | PersonPair]) -> set[str]:
    return {name for pair in pairs for name in (pair.one_incident, pair.other_incident)}


def _strongest(pairs: Iterable[UncertainPair]) -> list[UncertainPair]:
    """For every two incidents, the pair of mentions with the strongest evidence that they are one."""
    best: dict[tuple[str, str], UncertainPair] = {}
    for pair in pairs:
        key = (min(pair.one_incident, pair.other_incident), max(pair.one_incident, pair.other_incident))
        if key not in best or (pair.weight, pair.one) > (best[key].weight, best[key].one):
            best[key] = pair
    return list(best.values())
