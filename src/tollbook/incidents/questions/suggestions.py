"""Rules that suggest an answer for a card from the evidence at hand. A suggestion is shown, never applied by itself.

A rule suggests an answer only for unambiguous words. Missing words are no evidence and suggest nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date

import msgspec

from tollbook.incidents.questions.cues import clause_of, cue, sentence_of, words_for
from tollbook.incidents.questions.model import Card, Material, Suggestion
from tollbook.linking.claim_conflicts import places_conflict
from tollbook.linking.day_conflicts import days_conflict
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.reconcile.explanation_context import day_of
from tollbook.reconcile.statements import is_statement

#: Days after the first report from which on a report more likely looks back, and years are named.
_LATE, _YEAR = 45, 365


def total_words(claim: Claim, material: Material) -> Suggestion | None:
    """The clause has words for a total: "since August"."""
    clause = clause_of(claim, material)
    words = words_for("total", clause)
    if words is None or cue("no_total").search(clause):
        return None
    why = message("Its sentence says {words}: this may be a total.", words=words)
    return Suggestion(action="total", why=why, rule="total words")


def other_day(claim: Claim, material: Material) -> Suggestion | None:
    """The words give another day than the incident, except the day of a statement or of a death in hospital."""
    when = material.incident.when
    stated = claim.when is not None and claim.when.basis in {"stated", "relative"}
    if not stated or when is None or when.basis == "published" or not days_conflict(claim.when, when):
        return None
    if claim.when is None or claim.when.start is None or when.start is None or _is_beside(claim, material):
        return None
    why = message(
        "Its words give {day}, and the incident is of {incident_day}: this may be another event.",
        day=day_of(claim.when.start),
        incident_day=day_of(when.start),
    )
    return Suggestion(action="other event", why=why, rule="other day")


def other_place(claim: Claim, material: Material) -> Suggestion | None:
    """The words give another place than the incident, except the place of a statement or of a hospital."""
    place = material.incident.place
    if claim.place is None or place is None or not places_conflict(claim.place, place) or _is_beside(claim, material):
        return None
    why = message(
        "Its words give {place}, and the incident is in {incident_place}: this may be another event.",
        place=claim.place.name,
        incident_place=place.name,
    )
    return Suggestion(action="other event", why=why, rule="other place")


def _is_beside(claim: Claim, material: Material) -> bool:
    """Whether the day and place of some words need not be those of an attack."""
    return is_statement(claim) or cue("died_later").search(sentence_of(claim, material)) is not None


def other_words(claim: Claim, material: Material) -> Suggestion | None:
    """The clause has words for another event: "in an earlier attack"."""
    words = words_for("elsewhere", clause_of(claim, material))
    if words is None:
        return None
    why = message("Its sentence says {words}: this may be another event.", words=words)
    return Suggestion(action="other event", why=why, rule="other words")


def late_report(claim: Claim, material: Material) -> Suggestion | None:
    """The report was published long after the first one, and its words do not give the day of the incident."""
    days = [day for report in material.reports.values() if (day := report.published) is not None]
    report = material.reports.get(claim.report)
    if report is None or report.published is None or not days or (report.published - min(days)).days < _LATE:
        return None
    if _gives_the_day(claim, material):
        return None
    why = message("{gap} This may look back, or be about another event.", gap=gap(min(days), report.published))
    return Suggestion(action="other event", why=why, rule="late report")


def _gives_the_day(claim: Claim, material: Material) -> bool:
    when = material.incident.when
    known = claim.when is not None and claim.when.start is not None and claim.when.basis in {"stated", "relative"}
    return known and when is not None and when.start is not None and not days_conflict(claim.when, when)


def gap(first: date, later: date) -> str:
    """The time between the publication of two reports, in words."""
    days = (later - first).days
    if days >= _YEAR:
        return plural("They were published {n} year apart.", "They were published {n} years apart.", days // _YEAR)
    return plural("They were published {n} day apart.", "They were published {n} days apart.", days)


Rule = Callable[[Claim, Material], Suggestion | None]
#: Rules for words about another event, and for words that count; the surest first.
ELSEWHERE: tuple[Rule, ...] = (other_day, other_place, late_report, other_words)
ON_WORDS: tuple[Rule, ...] = (total_words, *ELSEWHERE)


def with_suggestions(cards: Sequence[Card], material: Material, rules: Sequence[Rule]) -> list[Card]:
    """The cards, each with the suggestion of the first rule that applies to all of its claims."""
    return [suggested(card, position, material, rules) for position, card in enumerate(cards)]


def suggested(card: Card, position: int, material: Material, rules: Sequence[Rule]) -> Card:
    """The card with the suggestion of the first rule that applies to all of its claims."""
    claims = [material.claims[name] for name in card.claims]
    for rule in rules:
        found = [rule(claim, material) for claim in claims]
        actions = {each.action if each is not None else None for each in found}
        if len(actions) == 1 and (first := found[0]) is not None:
            return msgspec.structs.replace(card, suggestion=msgspec.structs.replace(first, card=position))
    return card


def copies_among(cards: Sequence[Card], material: Material) -> Iterator[tuple[int, int]]:
    """Pairs of cards of which one comes from a report that copies a report of the other: the copy first."""
    reports = [{material.claims[name].report for name in card.claims} for card in cards]
    for copy in material.copies:
        for one, copying in enumerate(reports):
            for other, copied in enumerate(reports):
                if one != other and copy.report in copying and copy.of in copied:
                    yield one, other
