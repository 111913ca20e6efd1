"""Inquiries that are only called for: "we urge the army to investigate", "the army should look into it"."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules import language
from tollbook.readers.rules.coreference.lexicon import words as coreference_words


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``demands.toml``."""

    demanding: frozenset[str]
    owing: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("demands", _Words)


def is_demanded(verb: Token) -> bool:
    """Whether others are called upon to do what a verb says, so that nobody promises it."""
    own = {t.lower_ for t in verb.lefts if t.dep_ == "nsubj"}
    is_of_others = own.isdisjoint(coreference_words().first_person)
    if is_of_others and any(t.lower_ in _words().owing for t in verb.lefts):
        return True
    below = verb
    # What is joined to a demand is not demanded: "urged calm and promised to investigate"; nor what goes on beside it.
    while below.head != below and below.dep_ != "conj" and (below.dep_ != "advcl" or _is_infinitive(below)):
        below = below.head
        if below.pos_ == "VERB" and below.lemma_.lower() in _words().demanding:
            return True
    return False


def _is_infinitive(verb: Token) -> bool:
    return any(t.tag_ == "TO" for t in verb.lefts)
