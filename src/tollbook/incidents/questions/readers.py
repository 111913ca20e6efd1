"""Questions about words that two readers read otherwise."""

from collections.abc import Iterator, Sequence

import msgspec

from tollbook.incidents.questions import answers
from tollbook.incidents.questions.model import Answer, Card, Material, QuestionDraft
from tollbook.incidents.questions.responsibility import words
from tollbook.locale.messages import message
from tollbook.model import Claim, OtherReading
from tollbook.reconcile.explanation_context import count_text, quoted


def disagreeing(material: Material) -> Iterator[QuestionDraft]:
    """Claims in whose words another reader read another number: a card for what each reader read."""
    for claim in material.group.claims:
        others = () if isinstance(claim.otherwise, msgspec.UnsetType) else claim.otherwise
        if not others or claim.count is None:
            continue
        others = others[: answers.MOST_CARDS - 1]
        read: list[Claim | OtherReading] = [claim, *others]
        cards = [Card(label=_label(each), claims=(claim.id,)) for each in read]
        yield QuestionDraft(
            sentence=message(
                "Two readers read {quote} otherwise: {numbers}. Which number do the words give?",
                quote=quoted(claim.quote),
                numbers="; ".join(card.label for card in cards),
            ),
            about=("readers", words(claim)),
            why=message("The readers disagree on these words."),
            at_stake=_apart(claim, others[0]),
            cards=cards,
            answers=list(_answers(material, claim, read, cards)),
        )


def _answers(
    material: Material, claim: Claim, read: Sequence[Claim | OtherReading], cards: Sequence[Card]
) -> Iterator[Answer]:
    why = message("The words say so.")
    for position, (each, card) in enumerate(zip(read, cards, strict=True)):
        says = message("{label} is right.", label=card.label)
        yield answers.answer("accept", position, says, [answers.corrected(claim, "count", each.count)], why=why)
    yield answers.correction(material, cards[0], 0)
    yield from answers.marked(material, cards[0], 0)


def _label(read: Claim | OtherReading) -> str:
    """What a reader read, and the name of the reader without its version."""
    number = count_text(read.count) if read.count is not None else ""
    return message("{number} ({reader})", number=number or message("no number"), reader=read.finder.partition("/")[0])


def _apart(claim: Claim, other: OtherReading) -> int:
    """How far the two numbers are apart, in people."""
    sizes = [
        next((n for n in (c.best, c.low, c.high) if n is not None), 0) if c is not None else 0
        for c in (claim.count, other.count)
    ]
    return abs(sizes[0] - sizes[1])
