"""The review queue: the open questions of a book, those first where a wrong record would do most harm.

Questions about one incident are stored with it. This module adds those about two incidents that may be one, and about
persons of two incidents who may be one, and leaves out what a person has settled or answered.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from tollbook import linking
from tollbook.decisions import constraints, verdicts
from tollbook.decisions.answered import answered
from tollbook.decisions.person_decisions import person_rulings
from tollbook.incidents.person_rows import all_person_rows
from tollbook.incidents.questions import Question, is_open, rank
from tollbook.review import same_person
from tollbook.review.same_incident import same_incident
from tollbook.review.same_person import PersonPair
from tollbook.store import Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import UncertainPair
from tollbook.store.incident_rows import unpack

#: Pairs that are considered for the first page of the queue.
_MOST_PAIRS = 2000


def people(store: Store) -> tuple[PersonPair, ...]:
    """The persons of two incidents who may be one. It reads every person of the book: keep it for one state."""
    return same_person.pairs(all_person_rows(store), person_rulings(verdicts.in_force(store)))


def queue(
    store: Store, most: int = 200, *, incident: str | None = None, persons: Sequence[PersonPair] = ()
) -> tuple[Question, ...]:
    """Up to ``most`` open questions, of the book or of one incident. The derived rows must be up to date.

    ``persons`` are those of :func:`people`.
    """
    return tuple(sorted(_open(store, most, None if incident is None else {incident}, persons), key=rank)[:most])


def counts(store: Store, incidents: Collection[str], persons: Sequence[PersonPair] = ()) -> dict[str, int]:
    """How many questions the queue of each of some incidents has."""
    found: Counter[str] = Counter()
    for question in _open(store, _MOST_PAIRS, incidents, persons):
        found.update({question.incident, question.other_incident} & set(incidents))
    return dict(found)


def find(store: Store, name: str, persons: Sequence[PersonPair] = ()) -> Question | None:
    """The open question with an id."""
    with store.derived_rows() as rows:
        packed = incident_rows.packed_question(rows, name)
    if packed is not None:
        question = unpack(packed, Question)
        return question if is_open(question, answered(verdicts.in_force(store))) else None
    return next((each for each in _open(store, 0, None, persons) if each.id == name), None)


def _open(store: Store, most: int, among: Collection[str] | None, persons: Sequence[PersonPair]) -> list[Question]:
    decisions = verdicts.in_force(store)
    known = answered(decisions)
    with store.derived_rows() as rows:
        pairs = blocking_rows.uncertain_pairs(rows, linking.THRESHOLD, _MOST_PAIRS, among)
        stored = incident_rows.packed_questions(rows, most + len(decisions), among)
        doubles = [pair for pair in persons if among is None or set(same_person.incidents_of(pair)) & set(among)]
        named = {name for p in pairs for name in (p.one_incident, p.other_incident)}
        named |= {name for pair in doubles for name in same_person.incidents_of(pair)}
        titles = incident_rows.titles(rows, named)
    rulings = linking.constraints_from(constraints.claim_rulings(decisions))
    undecided = [p for p in pairs if not rulings.cannot_join(rulings.sets_of([p.one]), rulings.sets_of([p.other]))]
    strongest = _strongest(undecided)
    reports = store.reports_of({name for pair in strongest for name in (pair.one_report, pair.other_report)})
    questions = [unpack(packed, Question) for packed in stored]
    questions += [same_incident(pair, titles, reports) for pair in strongest]
    questions += [same_person.same_person(pair, titles) for pair in doubles]
    return [question for question in questions if is_open(question, known)]


def _strongest(pairs: Sequence[UncertainPair]) -> list[UncertainPair]:
    """For every two incidents, the pair of mentions with the strongest evidence that they are one."""
    best: dict[tuple[str, str], UncertainPair] = {}
    for pair in pairs:
        key = (min(pair.one_incident, pair.other_incident), max(pair.one_incident, pair.other_incident))
        if key not in best or (pair.weight, pair.one) > (best[key].weight, best[key].one):
            best[key] = pair
    return list(best.values())
