"""The review queue: questions whose answers would move figures or membership, those that would move most first.

Questions about one incident are stored with it. This module adds those about two incidents that may be one, and leaves
out what a person has settled. ``moves`` is weighted by how open a question is: 1 if nothing decides it, less for two
incidents that the evidence nearly decides on.
"""

from collections.abc import Sequence
from math import log1p

from tollbook import linking
from tollbook.decisions import constraints, verdicts
from tollbook.incidents.questions import Answer, Question
from tollbook.locale.messages import message, plural
from tollbook.model import content_id
from tollbook.store import Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import UncertainPair
from tollbook.store.incident_rows import unpack

#: Pairs that are considered for the first page of the queue.
_MOST_PAIRS = 2000


def queue(store: Store, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
    """Up to ``most`` open questions, of the book or of one incident. The derived rows must be up to date."""
    decisions = verdicts.in_force(store)
    settled = {decision.subject for decision in decisions if decision.verdict == "settle"}
    with store.derived_rows() as rows:
        pairs = blocking_rows.uncertain_pairs(rows, linking.THRESHOLD, _MOST_PAIRS, incident)
        stored = incident_rows.packed_questions(rows, most + len(settled), incident)
        titles = incident_rows.titles(rows, {pair.one_incident for pair in pairs})
    decided = linking.constraints_from(constraints.claim_rulings(decisions))
    undecided = [p for p in pairs if not decided.cannot_join(decided.sets_of([p.one]), decided.sets_of([p.other]))]
    questions = [unpack(packed, Question) for packed in stored]
    questions += [_same_incident(pair, titles.get(pair.one_incident, "")) for pair in _strongest(undecided)]
    unsettled = [question for question in questions if question.id not in settled]
    return tuple(sorted(unsettled, key=lambda question: (-question.moves, question.id))[:most])


def _same_incident(pair: UncertainPair, title: str) -> Question:
    """Whether two incidents are one: most open at the threshold, less the farther the evidence is from it."""
    openness = max(0.0, 1 - abs(pair.weight - linking.THRESHOLD) / linking.DOUBT)
    people = sum(
        min(one, other)
        for one, other in ((pair.one_killed, pair.other_killed), (pair.one_injured, pair.other_injured))
        if one and other
    )
    reports = min(pair.one_reports, pair.other_reports)
    first, second = sorted((pair.one, pair.other))
    one_incident, two_incidents = message("They are about one incident."), message("They are about two incidents.")
    return Question(
        id=content_id("same?", first, second),
        kind="same?",
        incident=pair.one_incident,
        title=title,
        sentence=message(
            "Are reports {one} and {other} about the same incident?", one=pair.one_report, other=pair.other_report
        ),
        claims=(first, second),
        answers=(
            Answer(says=one_incident, verdict="same", subject=first, other=second),
            Answer(says=two_incidents, verdict="not same", subject=first, other=second),
        ),
        moves=round(openness * (log1p(people) + reports), 3),
        why=plural(
            "The evidence weighs {weight:.1f}; incidents are linked from {threshold:.1f} on. If they are one, "
            "{n} report changes its incident, and the number of people counted twice is {people}.",
            "The evidence weighs {weight:.1f}; incidents are linked from {threshold:.1f} on. If they are one, "
            "{n} reports change their incident, and the number of people counted twice is {people}.",
            reports,
            weight=pair.weight,
            threshold=linking.THRESHOLD,
            people=people,
        ),
    )


def _strongest(pairs: Sequence[UncertainPair]) -> list[UncertainPair]:
    """For every two incidents, the pair of mentions with the strongest evidence that they are one."""
    best: dict[tuple[str, str], UncertainPair] = {}
    for pair in pairs:
        key = (min(pair.one_incident, pair.other_incident), max(pair.one_incident, pair.other_incident))
        if key not in best or (pair.weight, pair.one) > (best[key].weight, best[key].one):
            best[key] = pair
    return list(best.values())
