"""Changes of heads in a parse, of which the repairs of misread sentences consist."""

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.words import language, lexicon

VERBS, NOUNS = frozenset({"VERB", "AUX"}), frozenset({"NOUN", "PROPN", "NUM"})


class HeadChange(NamedTuple):
    """A word with the head and the relation that it gets; a word that is its own head is the root of its sentence.

    Of several changes, none may put a word below itself, not even until the next one is made.
    """

    word: Token
    head: Token
    relation: str


class Repair(NamedTuple):
    """A function from a word to changes, and the dependency relations of the words that it is called for."""

    find: Callable[[Token], Iterator[HeadChange]]
    relations: tuple[str, ...]


class RepairWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of the constructions: see ``parse_repairs.toml``."""

    partitive: frozenset[str]
    them: frozenset[str]
    counter: str
    beside: frozenset[str]
    leaving: frozenset[str]
    saying: frozenset[str]
    alleging: frozenset[str]
    mostly: frozenset[str]
    confirming: frozenset[str]
    pursuing: frozenset[str]
    over: frozenset[str]
    one: frozenset[str]
    name_articles: frozenset[str]
    captive: frozenset[str]
    children: frozenset[str]
    taking_lives: frozenset[str]
    as_: frozenset[str] = msgspec.field(name="as")
    groups_of_places: frozenset[str]
    naming_groups: frozenset[str]
    another: frozenset[str]
    moments: frozenset[str]
    states: frozenset[str]
    singular: frozenset[str]
    plural: frozenset[str]
    stating: frozenset[str]
    revising: frozenset[str]
    tolls: frozenset[str]
    outcome: frozenset[str]
    siblings: frozenset[str]
    kin: frozenset[str]
    roles_of_one: frozenset[str]
    no_roles: frozenset[str]
    when: frozenset[str]
    after: frozenset[str]
    later: frozenset[str]
    inside: frozenset[str]
    times: frozenset[str]
    aiming: frozenset[str]
    attacking: frozenset[str]
    heading: frozenset[str]
    bodies: frozenset[str]
    blamed: frozenset[str]
    disguising: frozenset[str]
    disguised: frozenset[str]
    attacks: frozenset[str]
    set_apart: frozenset[str]
    accusing: frozenset[str]
    before_days: frozenset[str]
    weekdays: frozenset[str]
    participles: dict[str, str]
    shots: dict[str, str]
    headline_outcomes: dict[str, str]
    headline_acts: dict[str, str]
    headline_fates: dict[str, str]
    never_nouns: frozenset[str]
    aged: frozenset[str]
    between_ages: frozenset[str]
    range: frozenset[str]
    whole: tuple[str, ...]
    verbs: frozenset[str]
    rare_verbs: frozenset[str]
    getting: frozenset[str]
    squads: frozenset[str]
    claimed: frozenset[str] = frozenset()
    acronyms: frozenset[str] = frozenset()


@functools.cache
def words() -> RepairWords:
    """The words of the constructions, from the lexicon of the language."""
    return language.lexicon("parse_repairs", RepairWords)


def is_casualty(verb: Token) -> bool:
    """Whether a verb reports an outcome for people: "kill", "wound"."""
    return verb.lemma_.lower() in lexicon.casualty_type_of("done_to")


def are_people(noun: Token) -> bool:
    """Whether a noun, name or number is for people: "two", "Ivar Testov", "another", "farmers"."""
    is_counted = noun.like_num or noun.lower_ in words().another
    return is_counted or noun.ent_type_ == "PERSON" or lexicon.names_people(noun)


def are_relatives(noun: Token) -> bool:
    """Whether a noun is for several relatives of somebody: "her parents"."""
    is_kin = noun.tag_ == "NNS" and noun.lemma_.lower() in words().kin
    return is_kin and any(t.tag_ == "PRP$" for t in noun.doc[max(noun.sent.start, noun.i - 2) : noun.i])


def introduces_one(head: Token) -> bool:
    """Whether an article or a pronoun before a noun or a name is for one person: "a driver", "her mother Ana"."""
    return any(t.lower_ in words().one or t.tag_ == "PRP$" for t in head.doc[head.left_edge.i : head.i])
