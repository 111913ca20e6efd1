"""Language knowledge, read from the TOML files in ``lexicon/``: a documenter adds a word there, never here."""

import functools
import re
from typing import TypeVar

import msgspec
from spacy.tokens import Token

from tollbook.model import ClaimKind, IncidentKind, Status
from tollbook.readers.rules import language

T = TypeVar("T")


class Fate(msgspec.Struct, frozen=True):
    """Words of one fate: see the head of ``fates.toml``."""

    done_to: frozenset[str]
    undergo: frozenset[str]
    noun: frozenset[str]
    state: frozenset[str]


class _People(msgspec.Struct, frozen=True):
    status: dict[Status, frozenset[str]]
    modifier: dict[Status, frozenset[str]]
    sex: dict[str, frozenset[str]]
    suffix: dict[Status, list[str]]
    never: dict[str, frozenset[str]]


class Hedges(msgspec.Struct, frozen=True):
    """Words that decide whether a deed is told of as done."""

    irreal: frozenset[str]
    irreal_nouns: frozenset[str]
    unfinished: frozenset[str]
    modals: frozenset[str]
    doubtful_modals: frozenset[str]
    conditions: frozenset[str]
    background: frozenset[str]


class _Harm(msgspec.Struct, frozen=True):
    loose: frozenset[str]
    phrasal: dict[str, str]
    striking: frozenset[str]
    deadly: frozenset[str]
    bearing: frozenset[str]
    outliving: frozenset[str]
    listing: frozenset[str]
    carrying: frozenset[str]
    conditions: frozenset[str]
    leaving: frozenset[str]
    wounding: frozenset[str]
    untold: frozenset[str]


class _Phrases(msgspec.Struct, frozen=True):
    pronouns: frozenset[str]
    singular_pronouns: frozenset[str]
    relatives: frozenset[str]
    nobody: frozenset[str]
    collective: frozenset[str]
    containing: frozenset[str]


class _Tally(msgspec.Struct, frozen=True):
    rising: frozenset[str]
    including: frozenset[str]
    again: frozenset[str]
    ages: frozenset[str]
    clause: frozenset[str]
    most: frozenset[str]
    least: frozenset[str]
    estimates: frozenset[str]
    sets: dict[str, ClaimKind]


class _Some(msgspec.Struct, frozen=True):
    kinds: frozenset[str]
    holding: frozenset[str]
    family: frozenset[str]
    sexes: frozenset[str]
    named: frozenset[str]
    pictures: frozenset[str]
    treated: frozenset[str]
    saying: frozenset[str]


class _Where(msgspec.Struct, frozen=True):
    locative: frozenset[str]
    ends: tuple[tuple[str, str], ...]
    bearings: frozenset[str]
    undergoing: frozenset[str]
    telling: frozenset[str]
    treating: frozenset[str]
    war: frozenset[str]
    towns: frozenset[str]


class _Aftermath(msgspec.Struct, frozen=True):
    verbs: frozenset[str]
    nouns: frozenset[str]


class Grammar(msgspec.Struct, frozen=True):
    """Small words by the part they play: see ``grammar.toml``."""

    harm: _Harm
    aftermath: _Aftermath
    people: _Phrases
    tally: _Tally
    some: _Some
    place: _Where


class _Scope(msgspec.Struct, frozen=True):
    running: list[str]
    period: list[str]
    additional: frozenset[str]


class _Boilerplate(msgspec.Struct, frozen=True):
    lines: list[str]


def _load(name: str, shape: type[T]) -> T:
    return language.lexicon(name, shape)


@functools.cache
def fates() -> dict[ClaimKind, Fate]:
    """Every fate with its words."""
    return _load("casualties", dict[ClaimKind, Fate])


@functools.cache
def fate_of(table: str) -> dict[str, ClaimKind]:
    """One table of ``fates.toml`` turned round: lemma to fate. ``table`` is done_to, undergo, noun or state."""
    return {word: kind for kind, fate in fates().items() for word in getattr(fate, table)}


@functools.cache
def _people() -> _People:
    return _load("people", _People)


@functools.cache
def status_of_noun() -> dict[str, Status]:
    """Singular noun for people to the status it says; the last table that holds a word decides."""
    return {word: status for status, words in _people().status.items() for word in words}


@functools.cache
def status_of_modifier() -> dict[str, Status]:
    """Word before a noun to the status it says."""
    return {word: status for status, words in _people().modifier.items() for word in words}


def singular(token: Token) -> str:
    """A noun's lemma in lower case; a capitalised plural, which the tagger takes for a name, is made singular."""
    lemma = token.lemma_.lower()
    known = status_of_noun()
    if lemma not in known and token.pos_ == "PROPN":
        return next((w for w in (lemma.removesuffix("s"), lemma.removesuffix("es")) if w in known), lemma)
    return lemma


@functools.lru_cache(maxsize=1 << 16)
def people_suffix(word: str) -> Status | None:
    """The status of a compound noun by its ending ("lorrymen", "schoolchildren"), None where it ends in none."""
    for status, endings in _people().suffix.items():
        if any(word.endswith(e) and len(word) > len(e) + 2 for e in endings):
            return status
    return None


@functools.cache
def sex_of_noun() -> dict[str, str]:
    """Noun or pronoun to the sex it says."""
    return {word: sex for sex, words in _people().sex.items() for word in words}


@functools.cache
def never_people() -> frozenset[str]:
    """Nouns that are no people however they are harmed."""
    return _people().never["heads"]


@functools.cache
def grammar() -> Grammar:
    """Small words by the part they play in a sentence."""
    return _load("grammar", Grammar)


@functools.cache
def hedges() -> Hedges:
    """Words of intention, possibility and condition."""
    return _load("hedges", Hedges)


@functools.cache
def background() -> re.Pattern[str]:
    """Phrases that say who somebody is or what he is held to do, as one pattern."""
    return re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(hedges().background))) + r")\b", re.I)


@functools.cache
def scope_pattern(kind: str) -> re.Pattern[str]:
    """Phrases of one scope (running, period) as one pattern."""
    phrases = getattr(_load("scope", _Scope), kind)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) + ")", re.I)


@functools.cache
def additional() -> frozenset[str]:
    """Words by which people are counted on top of others told of before."""
    return _load("scope", _Scope).additional


@functools.cache
def boilerplate() -> re.Pattern[str]:
    """Lines that are not part of a report."""
    return re.compile(r"^\s*(?:" + "|".join(_load("boilerplate", _Boilerplate).lines) + ").*$", re.I | re.M)


@functools.cache
def phrases(name: str) -> dict[tuple[str, ...], str]:
    """A lexicon of phrases by kind (``sites``, ``weapons``, ``events``): words of the phrase to the kind."""
    table = _load(name, dict[str, list[str]])
    return {tuple(phrase.split()): kind for kind, listed in reversed(table.items()) for phrase in listed}


@functools.cache
def openings(name: str) -> frozenset[str]:
    """The words that a phrase of the lexicon may open with; of "air-strike" what stands before the hyphen too."""
    first = {words[0] for words in phrases(name)}
    return frozenset(first | {word.partition("-")[0] for word in first})


@functools.cache
def event_kinds() -> tuple[IncidentKind, ...]:
    """Kinds of incident in the order in which they win."""
    return tuple(_load("events", dict[IncidentKind, list[str]]))
