"""Open points of an incident: contradictions between its sources, and information that they do not give.

These points follow from the record and stay open until its claims change. Whether the words of reports were read
correctly is another matter: such questions are in the annex.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tollbook.briefs import sentences
from tollbook.briefs.brief_sources import BriefSources
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.incidents.questions import QuestionKind
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES
from tollbook.reconcile.explanation_context import capitalised
from tollbook.record import Incident

#: Most sources, denials or suspects in one line.
_MOST = 5
#: Certainties that rest on the speaker's own words: without a denial nothing is open about them.
_OWN_WORDS = frozenset({"claimed", "admitted"})
#: Kinds of questions with a cause on the page: contradictions between sources, and missing information.
_ON_THE_PAGE: frozenset[QuestionKind] = frozenset({
    "contested figure", "unknown number", "undated", "doubtful day", "different days", "unresolved place",
    "different places", "doubtful place", "changed stance",
})  # fmt: skip


class OpenPoint(NamedTuple):
    """One line, and the ids of the claims that support it."""

    text: str
    claims: tuple[str, ...] = ()


def open_points(evidence: IncidentEvidence, sources: BriefSources) -> Iterator[OpenPoint]:
    """The open points: contested figures, then accusations and denials, day, place, changed stances."""
    yield from _contested(evidence.incident, sources)
    yield from _responsibility(evidence.incident, sources)
    yield from _not_known(evidence.incident, sources)
    yield from _day(evidence)
    yield from _place(evidence)
    yield from _asked(evidence, "changed stance")


def checks(evidence: IncidentEvidence) -> list[str]:
    """The open questions on whether words were read correctly."""
    covered = {question.sentence for question in evidence.questions if question.kind in _ON_THE_PAGE}
    return [sentence for sentence in evidence.incident.questions if sentence not in covered]


def _contested(incident: Incident, sources: BriefSources) -> Iterator[OpenPoint]:
    for outcome, figure in incident.figures.items():
        if figure.status == "contested":
            said = sources.counts(outcome, figure.superseded_claims)
            text = message("The number of people {fate} is contested.", fate=outcome)
            if said:
                text = f"{text} {sentences.according_to(said, _MOST)}"
            yield OpenPoint(text, (*figure.low_claims, *figure.best_claims, *figure.high_claims))


def _responsibility(incident: Incident, sources: BriefSources) -> Iterator[OpenPoint]:
    """Lines on who is held responsible by whom, and who denies it."""
    denials = sources.denials()
    accused = [(each, sources.accusers(each)) for each in incident.perpetrators]
    accused = [(each, by) for each, by in accused if by]
    claims = [each.claims[0] for each, _ in accused] + [each.claims[0] for each in denials if each.claims]
    names = sentences.accused(accused, _MOST)
    denied = sentences.denials([(sources.speaker(each), each.denied) for each in denials], _MOST)
    if accused and denials:
        text = message("Who is responsible is contested: {names}. Denials: {denials}.", names=names, denials=denied)
    elif accused and all(each.confidence in _OWN_WORDS for each, _ in accused):
        return
    elif accused:
        text = message("Who is responsible: {names}. No denial was found in the reports.", names=names)
    elif denials:
        text = message("Nobody is held responsible in what was read. Denials: {denials}.", denials=denied)
    else:
        text = message("Nobody is held responsible in what was read.")
    yield OpenPoint(text, tuple(claims))


def _not_known(incident: Incident, sources: BriefSources) -> Iterator[OpenPoint]:
    """Lines on numbers that reports call unknown, if no report gives one."""
    for outcome in OUTCOMES:
        said = [c for c in sources.known(sources.claims) if c.kind == outcome and c.count is not None]
        unknown = tuple(c.id for c in said if c.count is not None and c.count.qualifier == "unknown")
        if unknown and outcome not in incident.figures:
            yield OpenPoint(message("The number of people {fate} is reported as not known.", fate=outcome), unknown)


def _day(evidence: IncidentEvidence) -> Iterator[OpenPoint]:
    when = evidence.incident.when
    if when is None or when.start is None or when.basis == "published":
        yield OpenPoint(message("No report says on which day it happened."))
    yield from _asked(evidence, "doubtful day", "different days")


def _place(evidence: IncidentEvidence) -> Iterator[OpenPoint]:
    place = evidence.incident.place
    if place is None:
        yield OpenPoint(message("No report says where it happened."))
    elif place.lat is None and place.candidates:
        name = wording.clean(place.name)
        yield OpenPoint(message("Several places are called {place}; which one is meant is open.", place=name))
    elif place.lat is None:
        name = wording.clean(place.name)
        yield OpenPoint(message("The place {place} is not located: no gazetteer here has it.", place=name))
    yield from _asked(evidence, "different places", "doubtful place")


def _asked(evidence: IncidentEvidence, *kinds: QuestionKind) -> Iterator[OpenPoint]:
    for question in evidence.questions:
        if question.kind in kinds:
            yield OpenPoint(capitalised(question.sentence), question.claims)
