"""Suspects by what is done about them: "is on the run", "a warrant for Ivo Lerch", "denies two counts of murder".

Whoever is only looked for or questioned is none: they may be missing, or a witness.
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language
from tollbook.readers.rules.attribution.relations import child
from tollbook.readers.rules.factuality import negated

_SUBJECTS = ("nsubj", "nsubjpass")


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``pursued.toml``."""

    wanted: frozenset[str]
    fleeing: frozenset[str]
    hunting: frozenset[str]
    warrants: frozenset[str]
    before_names: frozenset[str]
    denying: frozenset[str]
    charges: frozenset[str]
    crimes: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("pursued", _Words)


def persons(doc: Doc) -> Iterator[Token]:
    """The words for persons whom the police pursue for an attack, or who deny a charge of one."""
    for token in doc:
        if (who := _pursued(token)) is not None and not negated(token):
            yield who


def _pursued(token: Token) -> Token | None:
    lemma = token.lemma_.lower()
    if lemma in _words().denying:
        return child(token, *_SUBJECTS) if any(map(_is_charge, token.rights)) else None
    if lemma in _words().hunting and token.pos_ == "VERB":
        return child(token, "dobj", "nsubjpass")
    if lemma in _words().warrants:
        after = (t for prep in token.rights if prep.lower_ in _words().before_names for t in prep.children)
        return next((t for t in after if t.dep_ == "pobj"), None)
    if token.lower_ in _words().fleeing and token.dep_ == "pobj" and token.head.dep_ == "prep":
        return child(token.head.head, *_SUBJECTS)
    return _who_is_wanted(token)


def _who_is_wanted(verb: Token) -> Token | None:
    """ "The wanted man is Ivo Lerch"."""
    if verb.lemma_ != "be":
        return None
    subject = child(verb, *_SUBJECTS)
    is_wanted = subject is not None and any(t.lower_ in _words().wanted for t in subject.lefts)
    return child(verb, "attr") if is_wanted else None


def _is_charge(noun: Token) -> bool:
    """Whether somebody denies a charge of a crime that harms people; a minister may deny "the murders"."""
    is_charge = noun.dep_ == "dobj" and noun.lemma_.lower() in _words().charges
    return is_charge and any(t.lemma_.lower() in _words().crimes for t in noun.subtree)
