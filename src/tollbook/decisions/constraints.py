"""The constraints that decisions on claims and reports set on linking and on counting independent sources."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal, NamedTuple

from tollbook.decisions import composition
from tollbook.decisions.answered import Answered, answered
from tollbook.decisions.composition import GROUPING, MARKS
from tollbook.decisions.decision import NAME_SERIES, NO_SERIES, OF_CLAIMS, OF_REPORTS, ONE_SERIES, Decision
from tollbook.decisions.person_decisions import person_rulings
from tollbook.person import PersonRulings
from tollbook.record import Ruling

#: The ids of two reports, the smaller first.
ReportPair = tuple[str, str]
#: The meaning of each mark for linking.
_KIND: Mapping[str, Literal["whole", "loose", "background", "total"]] = {
    "another attack": "whole", "not about this": "loose", "background": "background", "total": "total",
}  # fmt: skip


class SourceConstraints(NamedTuple):
    """The constraints on reports that are known before sources are counted.

    ``one_source`` and ``independent`` are pairs that people decided on. ``separate`` reports are not compared with
    others, ``superseded`` ones were replaced by a later edition, and the pages of ``recaptured`` ones were captured
    more than once. ``answered`` are the answers to questions about the incidents. Incidents with a claim of
    ``no_series`` are part of no series.
    """

    one_source: frozenset[ReportPair] = frozenset()
    independent: frozenset[ReportPair] = frozenset()
    separate: frozenset[str] = frozenset()
    superseded: frozenset[str] = frozenset()
    recaptured: frozenset[str] = frozenset()
    people: PersonRulings = PersonRulings()
    answered: Answered = Answered()
    no_series: frozenset[str] = frozenset()


class GivenName(NamedTuple):
    """A name that a person gave to a series.

    The series of the first of these incidents that is in one has the name; ``decision`` is the id of the decision.
    """

    incidents: tuple[str, ...]
    name: str
    decision: str


def claim_rulings(decisions: Iterable[Decision]) -> tuple[Ruling, ...]:
    """The decisions on which claims are of one incident, oldest first."""
    return tuple(ruling for decision in decisions for ruling in _rulings(decision))


def source_constraints(
    decisions: Iterable[Decision], separate: frozenset[str], superseded: frozenset[str] = frozenset()
) -> SourceConstraints:
    """The constraints that decisions set on pairs of reports; the last decision on a pair is in force."""
    in_force = tuple(decisions)
    same_source: dict[ReportPair, bool] = {}
    for decision in in_force:
        if decision.verdict in OF_REPORTS and decision.other is not None:
            one, other = sorted((decision.subject, decision.other))
            same_source[one, other] = decision.verdict == "one source"
    return SourceConstraints(
        one_source=frozenset(pair for pair, same in same_source.items() if same),
        independent=frozenset(pair for pair, same in same_source.items() if not same),
        separate=separate,
        superseded=superseded,
        people=person_rulings(in_force),
        answered=answered(in_force),
        no_series=no_series(in_force),
    )


def no_series(decisions: Iterable[Decision]) -> frozenset[str]:
    """The claims whose incidents people took out of series."""
    return frozenset(decision.subject for decision in decisions if decision.verdict == NO_SERIES)


def series_by_hand(decisions: Iterable[Decision], incident_of: Mapping[str, str]) -> tuple[frozenset[str], ...]:
    """For each decision, the incidents that it puts into one series, without those that were taken out later.

    A decision names an incident by several claims; the first claim that is in an incident counts.
    """
    groups: list[set[str]] = []
    for decision in decisions:
        if decision.verdict == ONE_SERIES:
            groups.append({*_incidents(composition.grouping(decision.change).groups, incident_of)})
        elif decision.verdict == NO_SERIES:
            for group in groups:
                group.discard(incident_of.get(decision.subject, ""))
    return tuple(frozenset(group) for group in groups if len(group) > 1)


def series_names(decisions: Iterable[Decision], incident_of: Mapping[str, str]) -> tuple[GivenName, ...]:
    """The names that people gave to series, the latest first.

    An incident that was taken out of its series later does not take the name along.
    """
    names: list[GivenName] = []
    for decision in decisions:
        if decision.verdict == NAME_SERIES:
            given = composition.series_name(decision.change)
            names.append(GivenName(tuple(_incidents(given.groups, incident_of)), given.name, decision.id))
        elif decision.verdict == NO_SERIES:
            out = incident_of.get(decision.subject)
            names = [each._replace(incidents=tuple(one for one in each.incidents if one != out)) for each in names]
    return tuple(reversed(names))


def _incidents(groups: Iterable[Iterable[str]], incident_of: Mapping[str, str]) -> Iterator[str]:
    """The incidents that a decision names, each by the first of its claims that is in an incident."""
    for group in groups:
        if (found := next((incident_of[claim] for claim in group if claim in incident_of), None)) is not None:
            yield found


def _rulings(decision: Decision) -> Iterator[Ruling]:
    """The rulings that one decision makes; none if it is not about the incidents of claims."""
    if decision.verdict in OF_CLAIMS and decision.other is not None:
        pair = (decision.subject, decision.other)
        same = decision.verdict == "same"
        yield Ruling(claims=pair if same else pair[:1], others=() if same else pair[1:], decision=decision.id)
    elif decision.verdict in GROUPING:
        grouped = composition.grouping(decision.change)
        for number, group in enumerate(grouped.groups, start=1):
            others = (*chain.from_iterable(grouped.groups[number:]), *grouped.apart)
            yield Ruling(claims=group, others=others, kind="whole", decision=decision.id)
    elif decision.verdict in MARKS:
        marked = composition.marking(decision.subject, decision.change)
        kind = _KIND[decision.verdict]
        for claim in marked.claims:
            yield Ruling(claims=(claim,), others=marked.apart, kind=kind, decision=decision.id)
