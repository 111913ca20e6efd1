"""The review queue: the open questions of a book, those first where a wrong record would do most harm.

Questions about one incident are stored with it. This module adds those about two incidents that may be one, and leaves
out what a person has settled or answered.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from tollbook import linking
from tollbook.decisions import constraints, verdicts
from tollbook.decisions.answered import answered
from tollbook.incidents.questions import Question, is_open, rank
from tollbook.review.same_incident import same_incident
from tollbook.store import Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import UncertainPair
from tollbook.store.incident_rows import unpack

#: Pairs that are considered for the first page of the queue.
_MOST_PAIRS = 2000


def queue(store: Store, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
    """Up to ``most`` open questions, of the book or of one incident. The derived rows must be up to date."""
    return tuple(sorted(_open(store, most, None if incident is None else {incident}), key=rank)[:most])


def counts(store: Store, incidents: Collection[str]) -> dict[str, int]:
    """How many questions the queue of each of some incidents has."""
    found: Counter[str] = Counter()
    for question in _open(store, _MOST_PAIRS, incidents):
        found.update({question.incident, question.other_incident} & set(incidents))
    return dict(found)


def find(store: Store, name: str) -> Question | None:
    """The open question with an id."""
    with store.derived_rows() as rows:
        packed = incident_rows.packed_question(rows, name)
    if packed is not None:
        question = unpack(packed, Question)
        return question if is_open(question, answered(verdicts.in_force(store))) else None
    return next((each for each in _open(store, 0, None) if each.id == name), None)


def _open(store: Store, most: int, among: Collection[str] | None) -> list[Question]:
    decisions = verdicts.in_force(store)
    known = answered(decisions)
    with store.derived_rows() as rows:
        pairs = blocking_rows.uncertain_pairs(rows, linking.THRESHOLD, _MOST_PAIRS, among)
        stored = incident_rows.packed_questions(rows, most + len(decisions), among)
        titles = incident_rows.titles(rows, {name for p in pairs for name in (p.one_incident, p.other_incident)})
    rulings = linking.constraints_from(constraints.claim_rulings(decisions))
    undecided = [p for p in pairs if not rulings.cannot_join(rulings.sets_of([p.one]), rulings.sets_of([p.other]))]
    strongest = _strongest(undecided)
    reports = store.reports_of({name for pair in strongest for name in (pair.one_report, pair.other_report)})
    questions = [unpack(packed, Question) for packed in stored]
    questions += [same_incident(pair, titles, reports) for pair in strongest]
    return [question for question in questions if is_open(question, known)]


def _strongest(pairs: Sequence[UncertainPair]) -> list[UncertainPair]:
    """For every two incidents, the pair of mentions with the strongest evidence that they are one."""
    best: dict[tuple[str, str], UncertainPair] = {}
    for pair in pairs:
        key = (min(pair.one_incident, pair.other_incident), max(pair.one_incident, pair.other_incident))
        if key not in best or (pair.weight, pair.one) > (best[key].weight, best[key].one):
            best[key] = pair
    return list(best.values())
