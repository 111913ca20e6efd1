"""What decisions on two claims or two reports require of linking and of counting independent sources."""

from collections.abc import Iterable
from typing import NamedTuple

from tollbook.decisions.person_decisions import person_rulings
from tollbook.decisions.verdicts import OF_CLAIMS, OF_REPORTS, Decision
from tollbook.record import PersonRulings, Ruling

#: The ids of two reports, the smaller first.
ReportPair = tuple[str, str]


class SourceConstraints(NamedTuple):
    """What is given about reports before sources are counted.

    ``one_source`` and ``independent`` are pairs that people decided on. ``separate`` reports are not compared with
    others, ``superseded`` ones were replaced by a later edition, and the pages of ``recaptured`` ones were captured
    more than once.
    """

    one_source: frozenset[ReportPair] = frozenset()
    independent: frozenset[ReportPair] = frozenset()
    separate: frozenset[str] = frozenset()
    superseded: frozenset[str] = frozenset()
    recaptured: frozenset[str] = frozenset()
    people: PersonRulings = PersonRulings()


def claim_rulings(decisions: Iterable[Decision]) -> tuple[Ruling, ...]:
    """Decisions on two claims, oldest first: whether they are about one incident."""
    return _rulings(decisions, OF_CLAIMS, "same")


def source_rulings(decisions: Iterable[Decision]) -> tuple[Ruling, ...]:
    """Decisions on two reports, oldest first: whether they are one source."""
    return _rulings(decisions, OF_REPORTS, "one source")


def source_constraints(
    decisions: Iterable[Decision], separate: frozenset[str], superseded: frozenset[str] = frozenset()
) -> SourceConstraints:
    """The constraints that decisions set on pairs of reports; the last decision on a pair is in force."""
    in_force = tuple(decisions)
    same_source: dict[ReportPair, bool] = {}
    for ruling in source_rulings(in_force):
        same_source[min(ruling.one, ruling.other), max(ruling.one, ruling.other)] = ruling.same
    return SourceConstraints(
        one_source=frozenset(pair for pair, same in same_source.items() if same),
        independent=frozenset(pair for pair, same in same_source.items() if not same),
        separate=separate,
        superseded=superseded,
        people=person_rulings(in_force),
    )


def _rulings(decisions: Iterable[Decision], verdicts: frozenset[str], positive: str) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(one=decision.subject, other=decision.other, same=decision.verdict == positive, decision=decision.id)
        for decision in decisions
        if decision.verdict in verdicts and decision.other is not None
    )
