"""Questions about figures: sources that contradict each other, unsure claims, numbers said to be unknown."""

from collections.abc import Iterator, Sequence

from tollbook.incidents.questions import answers, former_ids, suggestions
from tollbook.incidents.questions.model import Card, Material, QuestionDraft, Suggestion
from tollbook.incidents.questions.responsibility import words
from tollbook.locale import as_said, wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.reconcile.explanation_context import count_text
from tollbook.reconcile.independence import source_ids
from tollbook.record import Figure

#: A claim below this confidence raises a question if a bound of a figure depends on that claim alone.
_UNSURE = 0.5
#: A number at least this many times another one is unlikely to count the same people.
_FAR = 10
_SOURCES = message("How many were {outcome}: {low} or {high}? Independent sources contradict each other.")
_ONE_SOURCE = message("How many were {outcome}: {low} or {high}? One source gives both numbers.")


def contested(material: Material) -> Iterator[QuestionDraft]:
    """Questions on figures with bounds from independent sources that contradict each other, or from one source."""
    for outcome, figure in material.incident.figures.items():
        if figure.status != "contested":
            continue
        low, high = _known(figure.low_claims, material), _known(figure.high_claims, material)
        span, said = (figure.high or 0) - (figure.low or 0), as_said.bounds(figure)
        cards = _cards([*low, *high], material)
        of_one = len(set(source_ids([*low, *high], material.reports, material.copies).values())) == 1
        asked = message(_ONE_SOURCE if of_one else _SOURCES, outcome=outcome, low=wording.bound(said.low),
                        high=wording.bound(said.high))  # fmt: skip
        yield QuestionDraft(
            sentence=asked,
            about=(outcome, *(words(material.earliest(bound)) for bound in (low, high) if bound)),
            why=plural("The bounds are {n} person apart.", "The bounds are {n} people apart.", span),
            at_stake=span,
            cards=cards,
            answers=[*answers.on_words(material, cards), *answers.superseded(material, cards)],
            suggestion=None if of_one else _suggest_range(cards, material),
            former=former_ids.contested(material.incident, outcome, figure),
        )


def low_confidence(material: Material) -> Iterator[QuestionDraft]:
    """Questions on claims with low or unmeasured confidence that are alone under a bound."""
    for outcome, figure in material.incident.figures.items():
        width = (figure.high or 0) - (figure.low or 0)
        alone = {bound: ids[0] for bound, ids in _bounds(figure).items() if len(ids) == 1}
        for name in dict.fromkeys(alone.values()):
            claim = material.claims.get(name)
            if claim is None or (claim.confidence or 0.0) >= _UNSURE or not claim.quote:
                continue
            # The accuracy of an unmeasured reader is unknown: the whole figure may be wrong, not only its width.
            span = (figure.high or figure.low or 0) if claim.confidence is None else width
            if not span:
                continue
            bound = next(bound for bound, own in alone.items() if own == name)
            cards = _cards([claim], material)
            yield QuestionDraft(
                sentence=message(
                    "Does “{quote}” count people {outcome} in this incident? The bound “{bound}” depends on this claim "
                    "alone.",
                    quote=claim.quote,
                    outcome=outcome,
                    bound=bound,
                ),
                about=(outcome, words(claim)),
                why=_how_sure(span, bound, claim.confidence),
                at_stake=span * (1 - (claim.confidence or 0.0)),
                cards=cards,
                answers=list(answers.on_words(material, cards)),
                former=former_ids.low_confidence(material.incident, outcome, bound, claim.id, claim.quote),
            )


def _how_sure(span: int, bound: str, confidence: float | None) -> str:
    """A sentence on the bound that depends on a claim, and on the confidence of the claim, if measured."""
    if confidence is None:
        return plural(
            "Without this claim the bound “{bound}” moves by up to {n} person; how often its reader is right was not "
            "measured.",
            "Without this claim the bound “{bound}” moves by up to {n} people; how often its reader is right was not "
            "measured.",
            span,
            bound=bound,
        )
    return plural(
        "Without this claim the bound “{bound}” moves by up to {n} person; its confidence is {confidence:.2f}.",
        "Without this claim the bound “{bound}” moves by up to {n} people; its confidence is {confidence:.2f}.",
        span,
        bound=bound,
        confidence=confidence,
    )


def unknown_numbers(material: Material) -> Iterator[QuestionDraft]:
    """Questions on numbers that reports call unknown, if no report gives one."""
    for outcome in dict.fromkeys(claim.kind for claim in material.group.claims):
        claims = [c for c in material.group.claims if c.kind == outcome and c.count is not None]
        claims = [claim for claim in claims if claim.count is not None and claim.count.qualifier == "unknown"]
        if outcome in material.incident.figures or not claims:
            continue
        cards = _cards(claims, material)
        yield QuestionDraft(
            sentence=message("Reported as not known: the number {fate}. Is that what the words say?", fate=outcome),
            about=(outcome, words(material.earliest(claims))),
            why=message("No report gives a number."),
            at_stake=len(material.incident.reports),
            cards=cards,
            answers=list(answers.on_words(material, cards)),
        )


def _suggest_range(cards: Sequence[Card], material: Material) -> Suggestion | None:
    """Suggests keeping the range if the numbers are close; numbers far apart are unlikely to count the same people."""
    sizes = [_size(card, material) for card in cards]
    if not sizes or _FAR * min(sizes) <= max(sizes):
        return None
    why = message("No words say that one of them is a total or about another event; the range can stand.")
    return Suggestion(action="settle", why=why, rule="contradiction stands")


def _size(card: Card, material: Material) -> int:
    count = material.claims[card.claims[0]].count
    return max((n for n in (count.low, count.best, count.high) if n is not None), default=0) if count else 0


def _bounds(figure: Figure) -> dict[str, tuple[str, ...]]:
    return {"low": figure.low_claims, "high": figure.high_claims}


def _known(names: Sequence[str], material: Material) -> list[Claim]:
    return [material.claims[name] for name in names if name in material.claims]


def _cards(claims: Sequence[Claim], material: Material) -> list[Card]:
    labels = [count_text(claim.count) if claim.count is not None else "" for claim in claims]
    return suggestions.with_suggestions(answers.cards_by_words(claims, labels), material, suggestions.ON_WORDS)
