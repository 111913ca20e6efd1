"""Answers to a card: read correctly, misread, to be corrected, a total, another event, or only one field confirmed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from tollbook.incidents.questions.model import Action, Answer, Card, Material, Step
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.reconcile.explanation_context import quoted
from tollbook.reconcile.independence import informant, repeats, source_ids

#: The marks for words of a card that are not a claim about the incident.
Mark = Literal["total", "other event"]
#: The value of a field that a claim of a card gets.
Value = Callable[[Claim, Card], object]
#: The fields of a claim that its card shows: outcome, number, whether it is of all people, and speakers.
_SHOWN = frozenset({"count", "kind", "scope", "speakers", "stance"})
#: The most cards of a question: number keys choose them.
MOST_CARDS = 9


def cards_by_words(claims: Sequence[Claim], labels: Sequence[str] = ()) -> list[Card]:
    """A card for each wording: claims with the same words and label share one."""
    labelled = zip(claims, labels or [""] * len(claims), strict=True)
    found: dict[tuple[str, str], list[str]] = {}
    for claim, label in labelled:
        words = " ".join(claim.quote.casefold().split())
        found.setdefault((label, words), []).append(claim.id)
    cards = [Card(label=label, claims=tuple(dict.fromkeys(names))) for (label, _), names in found.items()]
    return cards[:MOST_CARDS]


def on_words(material: Material, cards: Sequence[Card], *fields: str) -> Iterator[Answer]:
    """For each card: its words were read correctly, are not such a claim, are a total, or are about another event.

    "Read correctly" confirms the fields that a card shows, and further ``fields`` that its question asks about: a day
    or a place that nobody looked at is not confirmed.
    """
    right = {"fields": sorted(_SHOWN.union(fields))}
    for position, card in enumerate(cards):
        quote = quote_of(card, material)
        says = message("{quote} was read correctly.", quote=quote)
        keep = [Step(verdict="accept", subject=name, change=right) for name in card.claims]
        yield answer("accept", position, says, keep)
        says = message("{quote} is not a claim about this.", quote=quote)
        yield answer("reject", position, says, [Step(verdict="reject", subject=name) for name in card.claims])
        yield correction(material, card, position)
        yield from marked(material, card, position)


def on_field(
    material: Material, cards: Sequence[Card], field: str, *, right: Value | None = None, wrong: Value
) -> Iterator[Answer]:
    """For each card: one field of its claims is right, or wrong. The rest of the claims stays as it is.

    ``right`` and ``wrong`` give the value of the field that a claim gets then; without ``right`` the value it has.
    """
    for position, card in enumerate(cards):
        claims = [material.claims[name] for name in card.claims]
        quote = quote_of(card, material)
        keep = [corrected(claim, field, right(claim, card)) if right else confirmed(claim, field) for claim in claims]
        drop = [corrected(claim, field, wrong(claim, card)) for claim in claims]
        says = message("{quote} says so: {label}.", label=card.label, quote=quote)
        yield answer("accept", position, says, keep, why=message("The words say so."))
        says = (
            _without_stance(claims, quote)
            if field == "stance"
            else message("{quote} does not say so; {label} is removed from it.", label=card.label, quote=quote)
        )
        yield answer("reject", position, says, drop, why=message("The words do not say so."))
        yield correction(material, card, position)
        yield from marked(material, card, position, "other event")


def _without_stance(claims: Sequence[Claim], quote: str) -> str:
    """The sentence on claims without the stance that was read: they become statements, and a denied number counts."""
    if any(claim.stance == "denies" and claim.count is not None for claim in claims):
        return message("{quote} does not say so; it becomes a plain statement, and its number counts.", quote=quote)
    return message("{quote} does not say so; it becomes a plain statement.", quote=quote)


def corrected(claim: Claim, field: str, value: object) -> Step:
    """The correction that gives one field of a claim another value."""
    plain = msgspec.json.decode(msgspec.json.encode(value))
    return Step(verdict="correct", subject=claim.id, change={field: plain})


def confirmed(claim: Claim, field: str) -> Step:
    """The correction of a field to the value that it has: it confirms this field and no other."""
    return corrected(claim, field, claim.to_dict()[field])


def correction(material: Material, card: Card, position: int) -> Answer:
    """The answer in which the person corrects the fields of the first claim of a card."""
    quote = quoted(material.claims[card.claims[0]].quote)
    says = message("Correct what was read in {quote}.", quote=quote)
    return answer("correct", position, says, [Step(verdict="correct", subject=card.claims[0])])


def superseded(material: Material, cards: Sequence[Card]) -> Iterator[Answer]:
    """For each card: its number, and others that only repeat it, are an older count that a later one replaced."""
    for position, card in enumerate(cards):
        quote, repeated = quote_of(card, material), _repeated(material, card)
        why = message("{quote} is an older count, which a later one replaced.", quote=quote)
        says = why if not repeated else plural(
            "{quote} is an older count, which a later one replaced; so is {n} number that only repeats it.",
            "{quote} is an older count, which a later one replaced; so are {n} numbers that only repeat it.",
            len(repeated), quote=quote,
        )  # fmt: skip
        steps = [corrected(material.claims[name], "scope", "superseded") for name in (*card.claims, *repeated)]
        yield answer("superseded", position, says, steps, why=why)


def _repeated(material: Material, card: Card) -> list[str]:
    """The ids of further claims in which an outlet repeats the number of a card's informant without naming a source.

    Left alone they would count as a source of their own.
    """
    sources = source_ids(list(material.group.claims), material.reports, material.copies)
    said = [claim for name in card.claims if informant(claim := material.claims[name]) is not None]
    of_card = {sources[claim.id] for claim in said if claim.id in sources}
    unnamed = [c for c in material.group.claims if c.scope == "incident" and informant(c) is None]
    alike = (c for c in unnamed if sources[c.id] in of_card and any(repeats(c, each) for each in said))
    return sorted(claim.id for claim in alike if claim.id not in card.claims and claim.id in material.claims)


def marked(material: Material, card: Card, position: int, *only: Mark) -> Iterator[Answer]:
    """The answer that the words of a card are a total, or about another event; several claims then form one event."""
    quote = quote_of(card, material)
    says = {
        "total": message("{quote} is a total, not a number of this incident.", quote=quote),
        "other event": message("{quote} is about another event.", quote=quote),
    }
    for mark in only or ("total", "other event"):
        yield answer(mark, position, says[mark], [_marking(material, card, mark)], why=says[mark])


def _marking(material: Material, card: Card, mark: Mark) -> Step:
    """The decision that marks all claims of a card; other events are kept apart from the rest of the incident."""
    claims = list(card.claims)
    if mark == "total":
        return Step(verdict="total", subject=claims[0], change={"claims": claims})
    rest = sorted({claim.id for claim in material.group.claims} - set(claims))
    if not rest:
        return Step(verdict="background", subject=claims[0], change={"claims": claims})
    return Step(verdict="another attack", subject=claims[0], change={"claims": claims, "apart": rest})


def quote_of(card: Card, material: Material) -> str:
    """The words of the first claim of a card, and how many claims it has."""
    quote = quoted(material.claims[card.claims[0]].quote)
    return quote if len(card.claims) == 1 else f"{quote} (×{len(card.claims)})"


def answer(action: Action, position: int | None, says: str, steps: Sequence[Step], why: str = "") -> Answer:
    """An answer of one or more decisions."""
    first, *rest = steps
    return Answer(says=says, action=action, card=position, also=tuple(rest), why=why, **msgspec.structs.asdict(first))
