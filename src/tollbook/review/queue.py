"""What waits for a person: questions whose answers would move figures or membership, those that would move most first.

``moves`` says how much, in one unit: people by whom a figure may change, and reports that may change their incident,
times how open the question is: 1 where nothing decides it, less for two incidents that the evidence nearly decides on.
Large figures are taken by their logarithm, so that one massacre does not bury a hundred small incidents.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log1p
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Verdict
from tollbook.model import Candidate, Claim, Record, Report, content_id
from tollbook.reconcile import name_matching
from tollbook.record import Figure, Group, Incident
from tollbook.store import Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import Doubt
from tollbook.store.incident_rows import pack, unpack

Kind = Literal[
    "same?", "contested figure", "unresolved place", "undated", "changed stance", "low confidence", "contrary decisions"
]
#: Claims below this confidence are asked about where a bound of a figure rests on one of them alone.
_UNSURE = 0.5
#: Claims shown with a question on what somebody stated: a first stance, two changes, and a way back.
_SHOWN = 4
#: Questions of one kind looked through for the first page of the queue.
_MOST = 2000


class Answer(Record, frozen=True, kw_only=True):
    """A decision that answers a question, in words and as ``Book.decide`` takes it."""

    says: str
    verdict: Verdict
    subject: str
    other: str | None = None


class Question(Record, frozen=True, kw_only=True):
    """One thing to look at. ``claims`` are those it hangs on; ``why`` says how ``moves`` comes about.
    ``candidates`` are the places that a name may mean, to choose from.

    The id is made of what is asked: when the claims it hangs on change, it is another question.
    """

    id: str
    kind: Kind
    incident: str
    title: str
    sentence: str
    claims: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    moves: float = 0.0
    why: str = ""


def queue(store: Store, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
    """The questions that are not answered, at most so many, or those of one incident. The rows must be up to date."""
    decisions = verdicts.in_force(store)
    settled = {decision.subject for decision in decisions if decision.verdict == "settle"}
    with store.derived_rows() as rows:
        doubts = blocking_rows.doubtful(rows, linking.THRESHOLD, _MOST, incident)
        asked = [unpack(packed, Question) for packed in incident_rows.asked(rows, most + len(settled), incident)]
        titles = incident_rows.titles(rows, {doubt.one_incident for doubt in doubts})
    bonds = linking.constraints_from(verdicts.rulings(decisions))
    open_ = [d for d in doubts if not bonds.cannot_join(bonds.sets_of([d.one]), bonds.sets_of([d.other]))]
    found = [*asked, *(_same(doubt, titles.get(doubt.one_incident, "")) for doubt in _one_each(open_))]
    still = [question for question in found if question.id not in settled]
    return tuple(sorted(still, key=lambda q: (-q.moves, q.id))[:most])


def ask(rows: Connection, made: Iterable[tuple[Incident, Group]], reports: Mapping[str, Report]) -> None:
    """Write down what is to be asked about some incidents."""
    found = (question for incident, group in made for question in questions(incident, group, reports))
    once = {(question.id, question.incident): question for question in found}
    incident_rows.insert_all(rows, incident_rows.questions, [_row(question) for question in once.values()])


def _row(question: Question) -> dict[str, Any]:
    return {
        "id": question.id, "incident": question.incident, "weight": question.moves, "payload": pack(question)
    }  # fmt: skip


def questions(incident: Incident, group: Group, reports: Mapping[str, Report]) -> Iterator[Question]:
    """What is to be asked about one incident, but for whether it is another one."""
    claims = {claim.id: claim for claim in group.claims}
    for fate, figure in incident.figures.items():
        yield from _of_figure(incident, fate, figure, claims)
    told = len(incident.reports)
    first = min(group.claims, key=lambda c: (reports_day(c, reports), c.start, c.id))
    if incident.when is None or incident.when.start is None:
        says = "On which day did it happen? No report says so."
        why = f"Without a day {told} reports can hardly be linked to others of it."
        yield _question(
            "undated", incident, says, (first.id,), answers=[_correct(first, "the day")], at_stake=told, why=why
        )
    if incident.place is None or incident.place.lat is None:
        yield _where(incident, group, first, told)
    for said in incident.questions:
        if "changed stance" in said:
            ids = _stated(incident, said.partition(" changed stance")[0], claims)[:_SHOWN]
            yield _question(
                "changed stance", incident, said, ids, at_stake=1, why="It moves no figure, but who is accused."
            )
        elif "contradicts the later decision" in said:
            yield _question("contrary decisions", incident, said, (), at_stake=told, why="A decision has no effect.")


def _stated(incident: Incident, speaker: str, claims: Mapping[str, Claim]) -> tuple[str, ...]:
    """What one speaker stated, under any of the names the reports give, a claim a statement in their order."""
    own = [s for s in incident.statements if s.speaker == speaker or _are_one(s.speaker, speaker)]
    return tuple(dict.fromkeys(c for s in own for c in [c for c in s.claims if c in claims][:1]))


def _are_one(one: str, other: str) -> bool:
    full = name_matching.same_person(one, other)
    return full or name_matching.is_surname_of(one, other) or name_matching.is_surname_of(other, one)


def _where(incident: Incident, group: Group, first: Claim, told: int) -> Question:
    """Where it happened: a name that may be several places, one that no gazetteer knows, or nothing said."""
    place = incident.place
    asked = first
    if place is not None:
        asked = next((c for c in group.claims if c.place is not None and c.place.name == place.name), first)
    says = f"Where is {place.name}?" if place else "Where did it happen? No report says so."
    if place is not None and place.candidates:
        says = f"Which {place.name} is meant? Nothing in the reports tells {len(place.candidates)} places apart."
    found = _question(
        "unresolved place",
        incident,
        says,
        (asked.id,),
        answers=[_correct(asked, "the place")],
        at_stake=told,
        why=f"Without a place {told} reports can hardly be linked to others of it.",
    )
    return msgspec.structs.replace(found, candidates=place.candidates if place else ())


def reports_day(claim: Claim, reports: Mapping[str, Report]) -> str:
    """The day a claim was published, as text that sorts; what is undated comes last."""
    report = reports.get(claim.report)
    return str(report.published) if report is not None and report.published else "9"


def _of_figure(incident: Incident, fate: str, figure: Figure, claims: Mapping[str, Claim]) -> Iterator[Question]:
    span = (figure.high or 0) - (figure.low or 0)
    if figure.status == "contested":
        ids = tuple(dict.fromkeys((*figure.low_claims[:2], *figure.high_claims[:2])))
        says = f"How many were {fate}: {figure.low} or {figure.high}? Independent sources contradict each other."
        answers = [_reject(claims[c]) for c in ids if c in claims]
        why = f"The figure spans {span} people."
        yield _question("contested figure", incident, says, ids, answers=answers, at_stake=span, why=why)
    for bound, ids in (("low", figure.low_claims), ("high", figure.high_claims)):
        claim = claims.get(ids[0]) if len(ids) == 1 else None
        if claim is None or claim.confidence >= _UNSURE or not span or not claim.quote:
            continue
        says = f"Is “{claim.quote}” told as a number of people {fate} in this incident? The {bound} rests on it alone."
        why = (
            f"Without it the {bound} moves by up to {span} people; it was found with confidence {claim.confidence:.2f}."
        )
        answers = [_accept(claim), _reject(claim)]
        stake = span * (1 - claim.confidence)
        yield _question("low confidence", incident, says, ids, answers=answers, at_stake=stake, why=why)


def _same(doubt: Doubt, title: str) -> Question:
    """Whether two incidents are one: open by half at the threshold, less the farther the evidence is from it."""
    openness = max(0.0, 1 - abs(doubt.weight - linking.THRESHOLD) / linking.DOUBT)
    people = sum(
        min(a, b)
        for a, b in ((doubt.one_killed, doubt.other_killed), (doubt.one_injured, doubt.other_injured))
        if a and b
    )
    reports = min(doubt.one_reports, doubt.other_reports)
    pair = tuple(sorted((doubt.one, doubt.other)))
    return Question(
        id=content_id("same?", *pair),
        kind="same?",
        incident=doubt.one_incident,
        title=title,
        sentence=f"Do reports {doubt.one_report} and {doubt.other_report} tell of one incident?",
        claims=pair,
        answers=(
            Answer(says="They tell of one incident.", verdict="same", subject=pair[0], other=pair[1]),
            Answer(says="They tell of two.", verdict="not same", subject=pair[0], other=pair[1]),
        ),
        moves=round(openness * (log1p(people) + reports), 3),
        why=(
            f"The evidence weighs {doubt.weight:.1f}, and {linking.THRESHOLD:.1f} links two. As one incident {people} "
            f"people would be counted once instead of twice, and {reports} reports would change their incident."
        ),
    )


def _one_each(doubts: Sequence[Doubt]) -> list[Doubt]:
    """Of all pairs of reports that link the same two incidents the one that speaks most for it."""
    best: dict[tuple[str, str], Doubt] = {}
    for doubt in doubts:
        key = (min(doubt.one_incident, doubt.other_incident), max(doubt.one_incident, doubt.other_incident))
        if key not in best or (doubt.weight, doubt.one) > (best[key].weight, best[key].one):
            best[key] = doubt
    return list(best.values())


def _question(
    kind: Kind,
    incident: Incident,
    says: str,
    claims: Sequence[str],
    *,
    answers: Sequence[Answer] = (),
    at_stake: float,
    why: str,
) -> Question:
    name = content_id(kind, says, *sorted(claims), *(() if claims else (incident.id,)))
    settle = Answer(says="Nothing is to be done.", verdict="settle", subject=name)
    return Question(
        id=name,
        kind=kind,
        incident=incident.id,
        title=incident.title,
        sentence=says,
        claims=tuple(claims),
        answers=(*answers, settle),
        moves=round(log1p(at_stake), 3),
        why=why,
    )


def _accept(claim: Claim) -> Answer:
    return Answer(says=f"“{claim.quote}” is read rightly.", verdict="accept", subject=claim.id)


def _reject(claim: Claim) -> Answer:
    return Answer(says=f"“{claim.quote}” is no claim of this.", verdict="reject", subject=claim.id)


def _correct(claim: Claim, what: str) -> Answer:
    return Answer(says=f"Correct {what} of “{claim.quote}”.", verdict="correct", subject=claim.id)
