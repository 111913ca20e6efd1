"""Questions about one incident that a person should answer, as a pure function of its record and claims.

``moves`` says how much an answer may change: people by whom a figure may change, and reports that may change their
incident. Large numbers count by their logarithm, so that one massacre does not hide a hundred small incidents.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log1p
from typing import Literal

import msgspec

from tollbook.decisions.verdicts import Verdict
from tollbook.locale.messages import message, plural
from tollbook.model import Candidate, Claim, Record, Report, content_id
from tollbook.reconcile import name_matching
from tollbook.record import Figure, Group, Incident

QuestionKind = Literal[
    "same?", "contested figure", "unresolved place", "undated", "changed stance", "low confidence", "contrary decisions"
]
#: A claim below this confidence raises a question if a bound of a figure depends on that claim alone.
_UNSURE = 0.5
#: Claims shown with a question about a speaker's stances: a first stance, two changes, and a return to the first.
_SHOWN = 4


class Answer(Record, frozen=True, kw_only=True):
    """A decision that answers a question: ``says`` in words, the rest as ``Book.decide`` takes it."""

    says: str
    verdict: Verdict
    subject: str
    other: str | None = None


class Question(Record, frozen=True, kw_only=True):
    """One thing to look at. ``claims`` are those it is about; ``why`` explains ``moves``. ``candidates`` are the places
    that a place name may mean.

    The id is a hash of what is asked: if the claims it is about change, it is another question.
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


def questions(incident: Incident, group: Group, reports: Mapping[str, Report]) -> Iterator[Question]:
    """All questions about one incident, except whether it is the same as another one."""
    claims = {claim.id: claim for claim in group.claims}
    for outcome, figure in incident.figures.items():
        yield from _contested(incident, outcome, figure, claims)
        yield from _low_confidence(incident, outcome, figure, claims)
    earliest = min(group.claims, key=lambda claim: (_day_published(claim, reports), claim.start, claim.id))
    if incident.when is None or incident.when.start is None:
        yield _undated(incident, earliest)
    if incident.place is None or incident.place.lat is None:
        yield _unresolved_place(incident, group, earliest)
    for sentence in incident.questions:
        if "changed stance" in sentence:
            speaker = sentence.partition(" changed stance")[0]
            ids = _stated_by(incident, speaker, claims)[:_SHOWN]
            why = message("No figure changes, but it matters who is accused.")
            yield _question("changed stance", incident, sentence, ids, at_stake=1, why=why)
        elif "contradicts the later decision" in sentence:
            why = message("One of the decisions has no effect.")
            yield _question("contrary decisions", incident, sentence, (), at_stake=len(incident.reports), why=why)


def _contested(incident: Incident, outcome: str, figure: Figure, claims: Mapping[str, Claim]) -> Iterator[Question]:
    if figure.status != "contested":
        return
    span = (figure.high or 0) - (figure.low or 0)
    ids = tuple(dict.fromkeys((*figure.low_claims[:2], *figure.high_claims[:2])))
    sentence = message(
        "How many were {outcome}: {low} or {high}? Independent sources contradict each other.",
        outcome=outcome,
        low=figure.low,
        high=figure.high,
    )
    answers = [_reject(claims[claim]) for claim in ids if claim in claims]
    why = plural("The bounds are {n} person apart.", "The bounds are {n} people apart.", span)
    yield _question("contested figure", incident, sentence, ids, answers=answers, at_stake=span, why=why)


def _low_confidence(
    incident: Incident, outcome: str, figure: Figure, claims: Mapping[str, Claim]
) -> Iterator[Question]:
    span = (figure.high or 0) - (figure.low or 0)
    for bound, ids in (("low", figure.low_claims), ("high", figure.high_claims)):
        claim = claims.get(ids[0]) if len(ids) == 1 else None
        if claim is None or claim.confidence >= _UNSURE or not span or not claim.quote:
            continue
        sentence = message(
            "Does “{quote}” count people {outcome} in this incident? The bound “{bound}” depends on this claim alone.",
            quote=claim.quote,
            outcome=outcome,
            bound=bound,
        )
        why = plural(
            "Without this claim the bound “{bound}” moves by up to {n} person; its confidence is {confidence:.2f}.",
            "Without this claim the bound “{bound}” moves by up to {n} people; its confidence is {confidence:.2f}.",
            span,
            bound=bound,
            confidence=claim.confidence,
        )
        # The words that the id was first made from. They stay, so that questions settled in older books stay settled.
        key = (
            f"Is “{claim.quote}” told as a number of people {outcome} in this incident? The {bound} rests on it alone."
        )
        answers = [_accept(claim), _reject(claim)]
        stake = span * (1 - claim.confidence)
        yield _question("low confidence", incident, sentence, ids, answers=answers, at_stake=stake, why=why, key=key)


def _undated(incident: Incident, claim: Claim) -> Question:
    reports = len(incident.reports)
    answer = Answer(
        says=message("Correct the day of “{quote}”.", quote=claim.quote), verdict="correct", subject=claim.id
    )
    why = plural(
        "{n} report has no event date and cannot be linked reliably.",
        "{n} reports have no event date and cannot be linked reliably.",
        reports,
    )
    sentence = message("On which day did it happen? No report says so.")
    return _question("undated", incident, sentence, (claim.id,), answers=[answer], at_stake=reports, why=why)


def _unresolved_place(incident: Incident, group: Group, earliest: Claim) -> Question:
    """Where it happened: a name of several places, a name that no gazetteer has, or no place at all."""
    place, claim, reports = incident.place, earliest, len(incident.reports)
    sentence = message("Where did it happen? No report says so.")
    if place is not None:
        claim = next((c for c in group.claims if c.place is not None and c.place.name == place.name), earliest)
        sentence = message("Where is {place}?", place=place.name)
    if place is not None and place.candidates:
        sentence = message(
            "Which {place} is meant? Nothing in the reports tells {n} places apart.",
            place=place.name,
            n=len(place.candidates),
        )
    answer = Answer(
        says=message("Correct the place of “{quote}”.", quote=claim.quote), verdict="correct", subject=claim.id
    )
    why = plural(
        "{n} report has no event place and cannot be linked reliably.",
        "{n} reports have no event place and cannot be linked reliably.",
        reports,
    )
    question = _question(
        "unresolved place", incident, sentence, (claim.id,), answers=[answer], at_stake=reports, why=why
    )
    return msgspec.structs.replace(question, candidates=place.candidates if place else ())


def _stated_by(incident: Incident, speaker: str, claims: Mapping[str, Claim]) -> tuple[str, ...]:
    """The first claim of each statement by a speaker, under any of the speaker's names, in order."""
    own = [each for each in incident.statements if each.speaker == speaker or _is_same_name(each.speaker, speaker)]
    return tuple(dict.fromkeys(c for each in own for c in [c for c in each.claims if c in claims][:1]))


def _is_same_name(one: str, other: str) -> bool:
    same = name_matching.same_person(one, other)
    return same or name_matching.is_surname_of(one, other) or name_matching.is_surname_of(other, one)


def _day_published(claim: Claim, reports: Mapping[str, Report]) -> str:
    """The day a claim was published, as text that sorts; reports without a day come last."""
    report = reports.get(claim.report)
    return str(report.published) if report is not None and report.published else "9"


def _question(
    kind: QuestionKind,
    incident: Incident,
    sentence: str,
    claims: Sequence[str],
    *,
    answers: Sequence[Answer] = (),
    at_stake: float,
    why: str,
    key: str | None = None,
) -> Question:
    name = content_id(kind, key or sentence, *sorted(claims), *(() if claims else (incident.id,)))
    settle = Answer(says=message("There is nothing to do."), verdict="settle", subject=name)
    return Question(
        id=name,
        kind=kind,
        incident=incident.id,
        title=incident.title,
        sentence=sentence,
        claims=tuple(claims),
        answers=(*answers, settle),
        moves=round(log1p(at_stake), 3),
        why=why,
    )


def _accept(claim: Claim) -> Answer:
    says = message("“{quote}” was read correctly.", quote=claim.quote)
    return Answer(says=says, verdict="accept", subject=claim.id)


def _reject(claim: Claim) -> Answer:
    says = message("“{quote}” is not a claim about this.", quote=claim.quote)
    return Answer(says=says, verdict="reject", subject=claim.id)
