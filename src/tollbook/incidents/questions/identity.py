"""Questions about identity: names that only the context gives, and more names than people."""

from collections.abc import Iterator

import msgspec

from tollbook.incidents.questions import answers
from tollbook.incidents.questions.model import Card, Material, QuestionDraft, Suggestion
from tollbook.incidents.questions.responsibility import words
from tollbook.locale.messages import message
from tollbook.model import Claim


def inferred_names(material: Material) -> Iterator[QuestionDraft]:
    """Names that only the context gives to a casualty (decision 36), each in one question."""
    named = [(name, c) for c in material.group.claims if c.people is not None for name in c.people.names]
    stated = {name for name, claim in named if claim.people is not None and not claim.people.inferred}
    for name in dict.fromkeys(name for name, _ in named if name not in stated):
        claims = [claim for own, claim in named if own == name]
        cards = answers.cards_by_words(claims, [name] * len(claims))
        yield QuestionDraft(
            sentence=message("Was {name} harmed? No words say so, only the context does.", name=name),
            about=(name, words(material.earliest(claims))),
            why=message("A wrong name among the casualties harms a person."),
            at_stake=1,
            cards=cards,
            answers=list(answers.on_field(material, cards, "people", right=_stated, wrong=_without_name)),
            suggestion=Suggestion(
                action="reject", why=message("No words name this person as harmed."), rule="named by context", card=0
            ),
        )


def more_names(material: Material) -> Iterator[QuestionDraft]:
    """More people are named than the highest number allows."""
    for effect, figure in material.incident.figures.items():
        victims = [v for v in material.incident.victims if v.name and v.effect == effect and v.claims]
        if figure.high is None or len(victims) <= figure.high:
            continue
        cards = [
            Card(label=each.name or "", claims=tuple(name for name in each.claims if name in material.claims))
            for each in victims[: answers.MOST_CARDS]
        ]
        cards = [card for card in cards if card.claims]
        yield QuestionDraft(
            sentence=message(
                "{count} are named as {effect}, and the highest number given is {high}. Who was not?",
                count=len(victims),
                effect=effect,
                high=figure.high,
            ),
            about=(effect, *sorted(victim.name or "" for victim in victims)),
            why=message("A name is wrong, or the number is too low."),
            at_stake=len(victims) - figure.high,
            cards=cards,
            answers=list(answers.on_field(material, cards, "people", wrong=_without_name)),
        )


def _stated(claim: Claim, card: Card) -> object:
    return msgspec.structs.replace(claim.people, inferred=False) if claim.people is not None else None


def _without_name(claim: Claim, card: Card) -> object:
    if claim.people is None:
        return None
    names = tuple(name for name in claim.people.names if name != card.label)
    return msgspec.structs.replace(claim.people, names=names, inferred=claim.people.inferred and bool(names))
