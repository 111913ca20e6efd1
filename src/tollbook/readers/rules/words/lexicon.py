"""English words and phrases, loaded from the TOML files in ``lexicon/CODE/``. To add a word, edit those files."""

import functools
import re
from typing import Literal

import msgspec
from spacy.tokens import Token

from tollbook.model import ClaimKind, IncidentKind, Status
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.grammar_words import GrammarWords

#: The place of the victims in an idiom: see the head of ``casualty_idioms.toml``.
VictimRole = Literal["patient", "subject", "object", "of object", "owner of object", "of subject"]


class CasualtyType(msgspec.Struct, frozen=True):
    """Words for one casualty type: see the head of ``casualties.toml``."""

    done_to: frozenset[str]
    undergo: frozenset[str]
    noun: frozenset[str]
    state: frozenset[str]


class Idiom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verb that reports a casualty only together with other words: see the head of ``casualty_idioms.toml``."""

    kind: ClaimKind
    verbs: frozenset[str]
    victims: tuple[VictimRole, ...]
    objects: frozenset[str] = frozenset()
    prepositional: frozenset[str] = frozenset()
    anywhere: tuple[frozenset[str], ...] = ()
    passive: bool = False
    agent: bool = False
    people_only: bool = False
    counted_only: bool = False
    part: bool = False
    done: bool = False
    without: frozenset[str] = frozenset()


class _People(msgspec.Struct, frozen=True):
    status: dict[Status, frozenset[str]]
    modifier: dict[Status, frozenset[str]]
    sex: dict[str, frozenset[str]]
    suffix: dict[Status, list[str]]
    never: dict[str, frozenset[str]]


class Hedges(msgspec.Struct, frozen=True):
    """Words that decide whether an event is asserted: see ``hedges.toml``."""

    irreal: frozenset[str]
    factive: frozenset[str]
    irreal_nouns: frozenset[str]
    judging: frozenset[str]
    unfinished: frozenset[str]
    expecting: frozenset[str]
    definite: frozenset[str]
    modals: frozenset[str]
    doubtful_modals: frozenset[str]
    perfect: frozenset[str]
    negative: frozenset[str]
    merely: frozenset[str]
    neither: frozenset[str]
    nor: frozenset[str]
    conditions: frozenset[str]
    happened: frozenset[str]
    holds: frozenset[str]
    background: frozenset[str]
    preventing: frozenset[str]


def alternatives(words: frozenset[str] | list[str] | tuple[str, ...]) -> str:
    """Words or phrases as one regular expression, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


@functools.cache
def casualty_types() -> dict[ClaimKind, CasualtyType]:
    """Every casualty type with its words."""
    return language.lexicon("casualties", dict[ClaimKind, CasualtyType])


@functools.cache
def casualty_type_of(table: str) -> dict[str, ClaimKind]:
    """One table of ``casualties.toml`` (done_to, undergo, noun or state) as lemma to casualty type."""
    return {word: kind for kind, words in casualty_types().items() for word in getattr(words, table)}


@functools.cache
def idioms() -> tuple[Idiom, ...]:
    """Every casualty idiom, in the order in which they are tried."""
    return language.lexicon("casualty_idioms", dict[str, tuple[Idiom, ...]])["idiom"]


@functools.cache
def _people() -> _People:
    return language.lexicon("people", _People)


@functools.cache
def status_of_noun() -> dict[str, Status]:
    """Singular noun for people to the status it states; the last table that lists a word decides."""
    return {word: status for status, words in _people().status.items() for word in words}


@functools.cache
def status_of_modifier() -> dict[str, Status]:
    """Word before a noun to the status it states."""
    return {word: status for status, words in _people().modifier.items() for word in words}


def singular(token: Token) -> str:
    """A noun's lemma in lower case; a capitalised plural, which spaCy tags as a name, is made singular."""
    lemma = token.lemma_.lower()
    known = status_of_noun()
    if lemma not in known and token.pos_ == "PROPN":
        return next((w for w in (lemma.removesuffix("s"), lemma.removesuffix("es")) if w in known), lemma)
    return lemma


def names_people(token: Token) -> bool:
    """Whether a noun is for people: "farmer", "Soldiers"."""
    return singular(token) in status_of_noun()


@functools.lru_cache(maxsize=1 << 16)
def people_suffix(word: str) -> Status | None:
    """The status of a compound noun by its ending ("lorrymen", "schoolchildren"), None if no ending fits."""
    for status, endings in _people().suffix.items():
        if any(word.endswith(e) and len(word) > len(e) + 2 for e in endings):
            return status
    return None


@functools.cache
def sex_of_noun() -> dict[str, str]:
    """Noun or pronoun to the sex it states."""
    return {word: sex for sex, words in _people().sex.items() for word in words}


@functools.cache
def never_people() -> frozenset[str]:
    """Nouns that never mean people, with any verb."""
    return _people().never["heads"]


def people_if_counted() -> frozenset[str]:
    """Plurals that are people only after a number: "40 government forces"."""
    return _people().never["unless_counted"]


def is_thing(noun: Token) -> bool:
    """Whether a noun is for a site or another thing, not for people: "one of its centres"."""
    lemma = singular(noun)
    return lemma in never_people() or (lemma,) in phrases("sites")


@functools.cache
def grammar() -> GrammarWords:
    """Function words and small word classes, by the rule that uses them."""
    return language.lexicon("grammar", GrammarWords)


@functools.cache
def hedges() -> Hedges:
    """Words of intention, possibility and condition."""
    return language.lexicon("hedges", Hedges)


@functools.cache
def figurative() -> dict[str, list[str]]:
    """Phrases that describe no violence, by subject."""
    return language.lexicon("figurative", dict[str, list[str]])


@functools.cache
def background() -> re.Pattern[str]:
    """Phrases that introduce a person's background, as one pattern."""
    return re.compile(rf"\b(?:{alternatives(hedges().background)})\b", re.I)


@functools.cache
def scope_pattern(kind: str) -> re.Pattern[str]:
    """Phrases of one scope (running, period, span, no_total) as one pattern."""
    tables = language.lexicon("scope", dict[str, list[str]])
    words = [alternatives(tables[kind])] if kind in tables else []
    return re.compile(rf"\b(?:{'|'.join([*words, *tables[f'{kind}_patterns']])})", re.I)


@functools.cache
def boilerplate() -> re.Pattern[str]:
    """Lines that are not part of a report, in group 1 with the blank lines before them.

    A match begins where a line of text ends: trying every blank line of a long gap would be slow.
    """
    lines = "|".join(language.lexicon("boilerplate", dict[str, list[str]])["lines"])
    return re.compile(rf"(?:\A|(?<=\S)[^\S\n]*+\n)(\s*+(?={lines}).*\S)", re.I | re.M)


@functools.cache
def page_dates() -> re.Pattern[str]:
    """The words just before the date of a page: "Updated:"."""
    tables = language.lexicon("boilerplate", dict[str, list[str]])
    labels, prepositions = alternatives(tables["dates"]), alternatives(tables["before_dates"])
    return re.compile(rf"\b(?:{labels})(?:\s+(?:{prepositions}))?\s*:?\s*$", re.I)


@functools.cache
def page_clocks() -> re.Pattern[str]:
    """What may be beside a date on a line of its own: a clock, a time zone, punctuation."""
    clocks = "|".join(language.lexicon("boilerplate", dict[str, list[str]])["clocks"])
    return re.compile(rf"\b(?:{clocks})\b|[\W\d_]+", re.I)


@functools.cache
def phrases(name: str) -> dict[tuple[str, ...], str]:
    """A lexicon of phrases by kind (``sites``, ``weapons``, ``events``): words of the phrase to the kind."""
    table = language.lexicon(name, dict[str, list[str]])
    return {tuple(phrase.split()): kind for kind, listed in reversed(table.items()) for phrase in listed}


@functools.cache
def openings(name: str) -> frozenset[str]:
    """The first words of the phrases of a lexicon; for "air-strike" also the part before the hyphen."""
    first = {words[0] for words in phrases(name)}
    return frozenset(first | {word.partition("-")[0] for word in first})


@functools.cache
def event_kinds() -> tuple[IncidentKind, ...]:
    """Kinds of incident in order of precedence."""
    return tuple(language.lexicon("events", dict[IncidentKind, list[str]]))
