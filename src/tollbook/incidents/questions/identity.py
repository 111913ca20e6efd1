"""Questions about identity: persons who may be one, names that only the context gives, more names than people."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from tollbook.incidents.questions import answers
from tollbook.incidents.questions.model import Answer, Card, Material, QuestionDraft, Step
from tollbook.incidents.questions.responsibility import words
from tollbook.locale import as_said, wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.person import Person
from tollbook.reconcile.explanation_context import quoted
from tollbook.reconcile.person_proposals import groups, undecided


def inferred_names(material: Material) -> Iterator[QuestionDraft]:
    """Names that only the context gives to a casualty (decision 36), each in one question.

    There is no question if the words of another report say that the person was harmed, in any spelling.
    """
    named = [(name, c) for c in material.group.claims if c.people is not None for name in c.people.names]
    stated = {name for name, claim in named if _says_so(claim)}
    for person in material.incident.persons:
        if any(_says_so(material.claims[s.claim]) for s in person.sources if s.name and s.claim in material.claims):
            stated.update(person.names)
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
        )


def _says_so(claim: Claim) -> bool:
    return claim.people is not None and not claim.people.inferred


def one_person(material: Material) -> Iterator[QuestionDraft]:
    """Questions on persons of the incident who may be one; one question for each group."""
    people = {person.id: person for person in material.incident.persons}
    sources = {name: {source.id for source in person.sources} for name, person in people.items()}
    found = undecided(material.alike, sources, material.people)
    reasons = {(each.one, each.other): each.why for each in found}
    for names in groups(found):
        group = [people[name] for name in names][: answers.MOST_CARDS]
        yield QuestionDraft(
            sentence=message(
                "Are these one person: {names}?", names=", ".join(quoted(_called(each)) for each in group)
            ),
            about=tuple(sorted(_earliest_words(each, material) for each in group)),
            why=reasons[names[0], names[1]],
            at_stake=len(group) - 1,
            cards=[_person_card(each, material) for each in group],
            answers=list(_about_persons(group)),
        )


def _called(person: Person) -> str:
    return person.name or person.description


def _person_card(person: Person, material: Material) -> Card:
    claims = dict.fromkeys(source.claim for source in person.sources)
    return Card(label=_called(person), claims=tuple(name for name in claims if name in material.claims))


def _earliest_words(person: Person, material: Material) -> str:
    """The place of the first words about a person, and which one of the persons there."""
    first = min(person.sources, key=lambda source: (material.published(material.claims[source.claim]), source.id))
    return f"{words(material.claims[first.claim])}{first.id.removeprefix(first.claim)}"


def _about_persons(group: Sequence[Person]) -> Iterator[Answer]:
    """All are one person, or all are different persons; or one of three or more is another person than the others."""
    first, *others = group
    one = [Step(verdict="same person", subject=first.id, other=each.id) for each in others]
    yield answers.answer("same person", None, message("They are one person."), one)
    if len(others) == 1:
        says = message("They are different persons.")
        yield answers.answer("different persons", None, says, [_apart(first, *others)])
        return
    for position, each in enumerate(group):
        apart = [_apart(each, other) for other in group if other is not each]
        says = message("{name} is another person than the others.", name=quoted(_called(each)))
        yield answers.answer("different persons", position, says, apart)
    # After the answers about a card: of two answers with one action, the first that fits a card is given for it.
    every = [_apart(each, other) for each, other in combinations(group, 2)]
    yield answers.answer("different persons", None, message("They are all different persons."), every)


def _apart(one: Person, other: Person) -> Step:
    return Step(verdict="different persons", subject=one.id, other=other.id)


def more_names(material: Material) -> Iterator[QuestionDraft]:
    """The question if more people are named than the highest number allows."""
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
            sentence=plural(
                "{n} person is named as {effect}, and the highest number given is {high}. Who was not?",
                "{n} people are named as {effect}, and the highest number given is {high}. Who was not?",
                len(victims),
                effect=effect,
                high=wording.bound(as_said.bounds(figure).high),
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
