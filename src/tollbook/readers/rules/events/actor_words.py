"""Words for those who attack, and for what they do."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules import language


class ActorWords(msgspec.Struct, frozen=True):
    """The shape of ``actors.toml``."""

    individual: frozenset[str]
    vague: frozenset[str]
    anybody: frozenset[str]
    amount: frozenset[str]
    introducing: frozenset[str]
    referring: frozenset[str]
    asked: frozenset[str]
    employing: frozenset[str]
    excepting: frozenset[str]
    at: frozenset[str]
    organisation: frozenset[str]
    name_heads: frozenset[str]
    namesakes: frozenset[str]
    part: frozenset[str]
    collective: frozenset[str]
    crowd: frozenset[str]
    strikes: frozenset[str]
    of_state: frozenset[str]
    led: str
    helping: frozenset[str]
    currents: frozenset[str]
    leaving: frozenset[str]
    aircraft: frozenset[str]
    owning: frozenset[str]
    driving: frozenset[str]
    driving_into: frozenset[str]
    crowds: frozenset[str]
    acts: frozenset[str]
    light: frozenset[str]
    fire: frozenset[str]
    intransitive: frozenset[str]
    shooting: frozenset[str]
    aiming: frozenset[str]
    outcome: frozenset[str]
    means: frozenset[str]
    armed: frozenset[str]
    against: frozenset[str]
    blame: frozenset[str]
    intending: frozenset[str]
    intended: frozenset[str]
    holding_responsible: frozenset[str]
    involved: frozenset[str]
    adjectives: frozenset[str]
    unofficial: frozenset[str]
    membership: frozenset[str]
    belonging: frozenset[str]
    branches: frozenset[str]
    blaming: frozenset[str]
    authorship: frozenset[str]
    works: frozenset[str]
    later: frozenset[str]
    earlier: frozenset[str]
    rescuing: frozenset[str]
    losing: frozenset[str]
    clearing: frozenset[str]
    thinking: frozenset[str]
    places: frozenset[str]
    models: frozenset[str]
    irregular: frozenset[str]
    where: frozenset[str]
    no_towns: frozenset[str]


@functools.cache
def words() -> ActorWords:
    """The words of ``actors.toml``."""
    return language.lexicon("actors", ActorWords)


def among(token: Token, known: frozenset[str]) -> bool:
    """Whether a word, its lemma or its singular is one of some words; "Gunmen" too, which parses take for a name."""
    return not known.isdisjoint((token.lemma_.lower(), token.lower_, token.lower_.removesuffix("s"), _man(token)))


def _man(token: Token) -> str:
    lower = token.lower_
    return f"{lower.removesuffix('men')}man" if lower.endswith("men") else lower
