"""Place lexicon: words around place names, and ordinary words that are also the names of places."""

import functools
from typing import Literal, cast

import msgspec
from spacy.pipeline import Lemmatizer
from spacy.tokens import Doc

from tollbook.readers.rules.parsing.parser import pipeline
from tollbook.readers.rules.words import language

Unit = Literal["admin1", "county", "city", "part"]


class PlaceWords(msgspec.Struct, frozen=True):
    """The lists of ``places.toml``; each is explained there."""

    before: frozenset[str]
    before_units: frozenset[str]
    near: frozenset[str]
    locative: frozenset[str]
    distances: frozenset[str]
    beside: frozenset[str]
    articles: frozenset[str]
    leading_articles: frozenset[str]
    inner_articles: frozenset[str]
    joining: frozenset[str]
    listing: frozenset[str]
    conjunctions: frozenset[str]
    of: frozenset[str]
    definite: frozenset[str]
    indefinite: frozenset[str]
    in_places: frozenset[str]
    on_days: frozenset[str]
    whole_cities: frozenset[str]
    possessive: frozenset[str]
    inside_bodies: frozenset[str]
    between: frozenset[str]
    directions: frozenset[str]
    inside: frozenset[str]
    bodies: frozenset[str]
    local: frozenset[str]
    never_before: frozenset[str]
    families: frozenset[str]
    houses: frozenset[str]
    titles: frozenset[str]
    never: frozenset[str]
    never_initials: frozenset[str]
    surely: frozenset[str]
    hitting: frozenset[str]
    hits: frozenset[str]
    groups: frozenset[str]
    pleading: frozenset[str]
    linking: frozenset[str]
    linked_articles: frozenset[str]
    hyphened: frozenset[str]
    of_residents: frozenset[str]
    living: frozenset[str]
    gathering: frozenset[str]
    inside_names: frozenset[str]
    parts_of: frozenset[str]


class PlaceLexicon(msgspec.Struct, frozen=True):
    """``places.toml``; each table is explained there."""

    units: dict[Unit, frozenset[str]]
    words: PlaceWords
    abbreviations: dict[str, str]
    country_cues: dict[str, frozenset[str]]


@functools.cache
def place_lexicon() -> PlaceLexicon:
    """The words around place names."""
    return language.lexicon("places", PlaceLexicon)


@functools.cache
def unit_of() -> dict[str, Unit]:
    """Noun that says what a place is, singular or plural, to its unit."""
    return {word: unit for unit, words in place_lexicon().units.items() for word in words}


def is_before_unit(doc: Doc, end: int) -> bool:
    """Whether the words at ``end`` say what a place is: after "Dornik" in "Dornik region", "Dornik refugee camp"."""
    at = end + (doc[end : end + 1].text.lower() in place_lexicon().words.before_units)
    return doc[at : at + 1].text.lower() in unit_of()


@functools.cache
def generic_words() -> frozenset[str]:
    """Words that name a place only together with others: "River Valley", "Central District"."""
    words = place_lexicon().words
    return words.local | words.directions | words.never | frozenset(unit_of())


@functools.cache
def common_words() -> frozenset[str]:
    """Words of the language that are also names of small places; the lemmatizer knows them."""
    return frozenset(word for words in _lemmas().values() for word in words)


@functools.cache
def common_non_nouns() -> frozenset[str]:
    """Common verbs, adjectives and adverbs. Large cities share their names with nouns, hardly ever with these."""
    return frozenset(word for key in ("verb", "adj", "adv") for word in _lemmas().get(key, ()))


def _lemmas() -> dict[str, list[str]]:
    """The lemmatizer's own word lists, by part of speech."""
    lemmatizer = cast(Lemmatizer, pipeline().get_pipe("lemmatizer"))
    return cast(dict[str, list[str]], lemmatizer.lookups.get_table("lemma_index"))
