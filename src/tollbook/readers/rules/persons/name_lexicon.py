"""The words that tell names of persons from other names, read from ``lexicon/CODE/names.toml``."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules import language


class NameLexicon(msgspec.Struct, frozen=True):
    """The lists of ``names.toml``; each is explained there."""

    titles: frozenset[str]
    offices: frozenset[str]
    never: frozenset[str]
    both: frozenset[str]
    naming: frozenset[str]
    places: frozenset[str]
    areas: frozenset[str]
    never_before: frozenset[str]
    led: frozenset[str]
    links: frozenset[str]
    generations: frozenset[str]
    not_compared: frozenset[str]
    deaths: frozenset[str]
    hitting: frozenset[str]
    naming_prepositions: frozenset[str]
    of: frozenset[str]
    old: frozenset[str]
    joining: frozenset[str]
    not_titles: frozenset[str]


@functools.cache
def name_lexicon() -> NameLexicon:
    """Titles, offices and words that are in no person's name."""
    return language.lexicon("names", NameLexicon)


def capital(token: Token) -> bool:
    """Whether a token can be a word of a name: it has a capital and no digit."""
    text = token.text
    return text[0].isalpha() and any(c.isupper() for c in text) and not any(c.isdigit() for c in text.split(".")[-1])
