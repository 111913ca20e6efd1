"""Words around place names, and words that are place names only by chance."""

import functools
from typing import Literal, cast

import msgspec
from spacy.pipeline import Lemmatizer

from tollbook.readers.rules import language
from tollbook.readers.rules.parser import pipeline

Unit = Literal["admin1", "county", "city", "part"]


class Words(msgspec.Struct, frozen=True):
    """The lists of ``places.toml``; each is explained there."""

    before: frozenset[str]
    near: frozenset[str]
    between: frozenset[str]
    directions: frozenset[str]
    inside: frozenset[str]
    bodies: frozenset[str]
    local: frozenset[str]
    never_before: frozenset[str]
    titles: frozenset[str]
    never: frozenset[str]


class Lexicon(msgspec.Struct, frozen=True):
    """``places.toml``; each table is explained there."""

    units: dict[Unit, frozenset[str]]
    words: Words
    abbreviations: dict[str, str]
    speaks_of: dict[str, frozenset[str]]


@functools.cache
def lexicon() -> Lexicon:
    """The words around place names."""
    return language.lexicon("places", Lexicon)


@functools.cache
def unit_of() -> dict[str, Unit]:
    """Noun that says what a place is, singular or plural, to its class."""
    return {word: unit for unit, words in lexicon().units.items() for word in words}


@functools.cache
def generic_words() -> frozenset[str]:
    """Words that name a place only together with others: "River Valley", "Central District"."""
    words = lexicon().words
    return words.local | words.directions | words.never | frozenset(unit_of())


@functools.cache
def common_words() -> frozenset[str]:
    """Words of the language that are also names of small places; the lemmatizer knows them."""
    return frozenset(word for words in _lemmas().values() for word in words)


@functools.cache
def verbs_and_such() -> frozenset[str]:
    """Common words that are no nouns: large cities share their names with nouns, hardly ever with these."""
    return frozenset(word for key in ("verb", "adj", "adv") for word in _lemmas().get(key, ()))


def _lemmas() -> dict[str, list[str]]:
    """The lemmatizer's own word lists, by part of speech."""
    lemmatizer = cast(Lemmatizer, pipeline().get_pipe("lemmatizer"))
    return cast(dict[str, list[str]], lemmatizer.lookups.get_table("lemma_index"))
