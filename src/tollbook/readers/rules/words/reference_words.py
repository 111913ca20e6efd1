"""The words of coreference, read from ``lexicon/CODE/coreference.toml``: pronouns, determiners, titles."""

import functools
from typing import Literal

import msgspec

from tollbook.readers.rules.words import language

#: Kinds of referents: one person, a body that speaks as one (a ministry, an outlet), or several people.
EntityKind = Literal["person", "body", "group"]


class Pronoun(msgspec.Struct, frozen=True):
    """A pronoun of the third person: its forms, the kinds of entity it refers to, and the sex it states."""

    forms: frozenset[str]
    refers_to: frozenset[EntityKind]
    sex: str | None = None


class CoreferenceWords(msgspec.Struct, frozen=True):
    """The lists of ``coreference.toml``; each is explained there."""

    reflexive: frozenset[str]
    first_person: frozenset[str]
    expletive: frozenset[str]
    definite: frozenset[str]
    indefinite: frozenset[str]
    both: frozenset[str]
    meanwhile: frozenset[str]
    possessive: frozenset[str]
    distinguishing: frozenset[str]
    seniority: frozenset[str]
    place_prepositions: frozenset[str]
    victims: frozenset[str]
    accused: frozenset[str]
    accusing: frozenset[str]
    holding: frozenset[str]
    taking: frozenset[str]
    custody: frozenset[str]
    facing: frozenset[str]
    charges: frozenset[str]
    attacking: frozenset[str]
    confessing: frozenset[str]
    confessed: frozenset[str]
    seeking: frozenset[str]
    judged: frozenset[str]
    police: frozenset[str]
    blaming: frozenset[str]
    harming: frozenset[str]
    stating: frozenset[str]
    denying: frozenset[str]
    figures: frozenset[str]
    contesting: frozenset[str]
    claiming: frozenset[str]
    reports: frozenset[str]
    naming_prepositions: frozenset[str]
    naming_relatives: frozenset[str]
    several_pronouns: frozenset[str]
    living: frozenset[str]
    ordinals: frozenset[str]
    announced: frozenset[str]
    announcing: frozenset[str]
    not_yet: frozenset[str]
    before_announced: frozenset[str]
    tried: frozenset[str]
    losing: frozenset[str]
    separate: frozenset[str]
    living_acts: frozenset[str]
    living_states: frozenset[str]
    after_ages: frozenset[str]
    groups: frozenset[str]
    fighters: frozenset[str]
    naming: frozenset[str]
    bodies: frozenset[str]
    offices: frozenset[str]
    monitors: frozenset[str]
    fighting: frozenset[str]
    helping: frozenset[str]
    monitor_names: frozenset[str]
    of_monitors: frozenset[str]
    seated: tuple[str, ...]
    several: frozenset[str]
    anyone: frozenset[str]
    young: frozenset[str]
    grown: frozenset[str]


class _Tables(msgspec.Struct, frozen=True):
    pronouns: dict[str, Pronoun]
    words: CoreferenceWords
    titles: dict[str, str]


@functools.cache
def _tables() -> _Tables:
    return language.lexicon("coreference", _Tables)


def words() -> CoreferenceWords:
    """The word lists of coreference."""
    return _tables().words


def is_accusing(form: str) -> bool:
    """Whether a word or its verb describes an accused person: "wanted", "detained", "arrested"."""
    return not words().accusing.isdisjoint({form, form.removesuffix("ed"), form.removesuffix("d")})


def titles() -> dict[str, str]:
    """Title without its full stop to the sex it states."""
    return _tables().titles


@functools.cache
def _by_form() -> dict[str, Pronoun]:
    return {form: pronoun for pronoun in _tables().pronouns.values() for form in pronoun.forms}


def pronoun(form: str) -> Pronoun | None:
    """The pronoun that a word in lower case is a form of; None for any other word."""
    return _by_form().get(form)


def refers_to_one_person(form: str) -> bool:
    """Whether a word is a form of "he" or "she"."""
    found = pronoun(form)
    return found is not None and found.refers_to == {"person"}
