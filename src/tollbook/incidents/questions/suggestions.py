"""Rules that suggest an answer for a card from the evidence at hand. A suggestion is shown, never applied by itself."""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

import msgspec

from tollbook import locale
from tollbook.incidents.questions.model import Card, Material, Suggestion
from tollbook.linking.event_mentions import days_conflict, places_conflict
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.reconcile.explanation_context import day_of, quoted

#: How far before or after a claim its sentence is looked for.
_REACH = 240
_ENDS = re.compile(r"[.!?\n](?=\s|$)|\n")
#: Days after the first report from which on a report more likely looks back, and years are named.
_LATE, _YEAR = 45, 365


class _Cues(msgspec.Struct, frozen=True):
    """The shape of ``incidents/lexicon/CODE/questions.toml``."""

    total: list[str]
    elsewhere: list[str]
    harmed: list[str]
    dateline: list[str]
    admits: list[str]
    denies: list[str]


@functools.cache
def cue(name: str) -> re.Pattern[str]:
    """The words for a cue in a sentence."""
    table = msgspec.structs.asdict(locale.DEFAULT.lexicon("incidents", "questions", _Cues))
    return re.compile(r"\b(?:" + "|".join(table[name]) + r")\b", re.IGNORECASE)


def sentence_of(claim: Claim, material: Material) -> str:
    """The sentence around a claim, as far as it can be found without reading the report again."""
    report = material.reports.get(claim.report)
    if report is None:
        return claim.quote
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    after = _ENDS.split(report.text[claim.end : claim.end + _REACH])[0]
    return f"{before}{claim.quote}{after}"


def _words_for(name: str, claim: Claim, material: Material) -> str | None:
    """The words for a cue in the sentence around a claim, in quotation marks."""
    found = cue(name).search(sentence_of(claim, material))
    return quoted(found.group()) if found is not None else None


def total_words(claim: Claim, material: Material) -> Suggestion | None:
    """The sentence has words for a total: "since August"."""
    words = _words_for("total", claim, material)
    if words is None:
        return None
    why = message("Its sentence says {words}: this may be a total.", words=words)
    return Suggestion(action="total", why=why, rule="total words")


def other_day(claim: Claim, material: Material) -> Suggestion | None:
    """The words give another day than the incident has."""
    when = material.incident.when
    stated = claim.when is not None and claim.when.basis in {"stated", "relative"}
    if not stated or when is None or when.basis == "published" or not days_conflict(claim.when, when):
        return None
    if claim.when is None or claim.when.start is None or when.start is None:
        return None
    why = message(
        "Its words give {day}, and the incident is of {incident_day}: this may be another event.",
        day=day_of(claim.when.start),
        incident_day=day_of(when.start),
    )
    return Suggestion(action="other event", why=why, rule="other day")


def other_place(claim: Claim, material: Material) -> Suggestion | None:
    """The words give another place than the incident has."""
    place = material.incident.place
    if claim.place is None or place is None or not places_conflict(claim.place, place):
        return None
    why = message(
        "Its words give {place}, and the incident is in {incident_place}: this may be another event.",
        place=claim.place.name,
        incident_place=place.name,
    )
    return Suggestion(action="other event", why=why, rule="other place")


def other_words(claim: Claim, material: Material) -> Suggestion | None:
    """The sentence has words for another event: "in an earlier attack"."""
    words = _words_for("elsewhere", claim, material)
    if words is None:
        return None
    why = message("Its sentence says {words}: this may be another event.", words=words)
    return Suggestion(action="other event", why=why, rule="other words")


def late_report(claim: Claim, material: Material) -> Suggestion | None:
    """The report was published long after the first one."""
    days = [day for report in material.reports.values() if (day := report.published) is not None]
    report = material.reports.get(claim.report)
    if report is None or report.published is None or not days or (report.published - min(days)).days < _LATE:
        return None
    why = message("{gap} This may look back, or be about another event.", gap=gap(min(days), report.published))
    return Suggestion(action="other event", why=why, rule="late report")


def gap(first: date, later: date) -> str:
    """How long after another one a report was published."""
    days = (later - first).days
    if days >= _YEAR:
        return plural("They were published {n} year apart.", "They were published {n} years apart.", days // _YEAR)
    return plural("They were published {n} day apart.", "They were published {n} days apart.", days)


Rule = Callable[[Claim, Material], Suggestion | None]
#: Rules for words about another event, and for words that count; the surest first.
ELSEWHERE: tuple[Rule, ...] = (other_day, other_place, late_report, other_words)
ON_WORDS: tuple[Rule, ...] = (total_words, *ELSEWHERE)


def with_suggestions(cards: Sequence[Card], material: Material, rules: Sequence[Rule]) -> list[Card]:
    """The cards, each with what the first rule that applies to one of its claims suggests."""
    return [suggested(card, position, material, rules) for position, card in enumerate(cards)]


def suggested(card: Card, position: int, material: Material, rules: Sequence[Rule]) -> Card:
    """The card with what the first rule that applies to one of its claims suggests."""
    claims = [material.claims[name] for name in card.claims]
    found = next((each for rule in rules for claim in claims if (each := rule(claim, material)) is not None), None)
    if found is None:
        return card
    return msgspec.structs.replace(card, suggestion=msgspec.structs.replace(found, card=position))


def copies_among(cards: Sequence[Card], material: Material) -> Iterator[tuple[int, int]]:
    """Pairs of cards of which one comes from a report that copies a report of the other: the copy first."""
    reports = [{material.claims[name].report for name in card.claims} for card in cards]
    for copy in material.copies:
        for one, copying in enumerate(reports):
            for other, copied in enumerate(reports):
                if one != other and copy.report in copying and copy.of in copied:
                    yield one, other
