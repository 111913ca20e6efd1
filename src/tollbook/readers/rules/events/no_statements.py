"""Sentences without a statement about an incident: they judge nobody, or only call for an inquiry.

"There is nothing to suggest a wider threat"; "we urge the army to investigate".
"""

import functools

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.events import responsibility, statement_verbs
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``no_judgements.toml``."""

    nothing: frozenset[str]
    suggesting: frozenset[str]
    arising: frozenset[str]
    praising: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("no_judgements", _Words)


def judges_nobody(span: Sentence, *, condemns: bool) -> bool:
    """Whether words neither accuse nor condemn anybody, in a sentence that holds nobody responsible.

    "My son was not in a gang" accuses nobody; "this is not who we are" may condemn.
    """
    if responsibility.of_sentence(span.sent):
        return False
    judged = (_is_of_nothing(t) or _tells_cause(t) or _praises(t) or _names_victim(t) for t in span.sent)
    return any(judged) or (not condemns and any(map(_is_innocence, span.sent)))


def _is_of_nothing(verb: Token) -> bool:
    """Whether a sentence only says that there is no evidence: "there is nothing to suggest a wider threat"."""
    is_there = any(t.dep_ == "expl" for t in verb.lefts)
    nothing = (t for t in verb.rights if is_there and t.dep_ == "attr" and t.lower_ in _words().nothing)
    return any(t.lemma_.lower() in _words().suggesting for noun in nothing for t in noun.rights)


def _tells_cause(verb: Token) -> bool:
    """Whether a sentence only gives a cause: "the shooting stemmed from an argument"."""
    is_arising = verb.pos_ == "VERB" and verb.lemma_.lower() in _words().arising
    return is_arising and any(t.dep_ in SUBJECTS and is_attack(t) for t in verb.lefts)


def _praises(verb: Token) -> bool:
    """Whether a sentence only praises: "the mayor praised the bravery of the officers"."""
    return verb.dep_ == "ROOT" and verb.lemma_.lower() in _words().praising and not any(verb.conjuncts)


def _names_victim(verb: Token) -> bool:
    """Whether somebody is only named as a victim: "police identified Ana Brod as the victim"."""
    names = verb.lemma_.lower() in lexicon.grammar().casualty.naming_as
    after = (t for prep in verb.rights if names and prep.dep_ == "prep" for t in prep.children)
    return any(lexicon.singular(t) in coreference_words().victims for t in after)


def _is_innocence(verb: Token) -> bool:
    """Whether a sentence only calls somebody innocent, without violence: "my son was not in a gang"."""
    is_not = is_be(verb) and factuality.negated(verb) and not any(t.dep_ == "expl" for t in verb.lefts)
    return is_not and not statement_verbs.is_violence(verb.sent)


class _DemandWords(msgspec.Struct, frozen=True):
    """The shape of ``demands.toml``."""

    demanding: frozenset[str]
    owing: frozenset[str]


@functools.cache
def _demand_words() -> _DemandWords:
    return language.lexicon("demands", _DemandWords)


def is_demanded(verb: Token) -> bool:
    """Whether the act of a verb is only demanded of others, and not promised."""
    own = {t.lower_ for t in verb.lefts if t.dep_ == "nsubj"}
    is_of_others = own.isdisjoint(coreference_words().first_person)
    if is_of_others and any(t.lower_ in _demand_words().owing for t in verb.lefts):
        return True
    below = verb
    # A verb joined to a demand is no demand: "urged calm and promised to investigate"; nor is a participle beside it.
    while below.head != below and below.dep_ != "conj" and (below.dep_ != "advcl" or _is_infinitive(below)):
        below = below.head
        if below.pos_ == "VERB" and below.lemma_.lower() in _demand_words().demanding:
            return True
    return False


def _is_infinitive(verb: Token) -> bool:
    return any(t.tag_ == "TO" for t in verb.lefts)
