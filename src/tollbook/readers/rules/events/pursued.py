"""Suspects by what is done about them: "is on the run", "a warrant for Ivo Lerch", "denies two counts of murder".

Whoever is only looked for or questioned is none: they may be missing, or a witness.
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language
from tollbook.readers.rules.factuality import negated
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.person_names import PersonName

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


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


def names(doc: Doc) -> Iterator[PersonName]:
    """The names of persons whom the police pursue for an attack, or who deny a charge of one."""
    for token in doc:
        if (who := _pursued(token)) is not None and not negated(token):
            yield from _names_of(who)


def _pursued(token: Token) -> Token | None:
    lemma = token.lemma_.lower()
    if lemma in _words().denying:
        return _child(token, _SUBJECTS) if any(map(_is_charge, token.rights)) else None
    if lemma in _words().hunting and token.pos_ == "VERB":
        return _child(token, frozenset({"dobj", "nsubjpass"}))
    if lemma in _words().warrants:
        after = (t for prep in token.rights if prep.lower_ in _words().before_names for t in prep.children)
        return next((t for t in after if t.dep_ == "pobj"), None)
    if token.lower_ in _words().fleeing and token.dep_ == "pobj" and token.head.dep_ == "prep":
        return _child(token.head.head, _SUBJECTS)
    return _who_is_wanted(token)


def _who_is_wanted(verb: Token) -> Token | None:
    """ "The wanted man is Ivo Lerch"."""
    if verb.lemma_ != "be":
        return None
    subject = _child(verb, _SUBJECTS)
    is_wanted = subject is not None and any(t.lower_ in _words().wanted for t in subject.lefts)
    return _child(verb, frozenset({"attr"})) if is_wanted else None


def _is_charge(noun: Token) -> bool:
    """Whether somebody denies a charge of a crime that harms people; a minister may deny "the murders"."""
    is_charge = noun.dep_ == "dobj" and noun.lemma_.lower() in _words().charges
    return is_charge and any(t.lemma_.lower() in _words().crimes for t in noun.subtree)


def _child(word: Token, labels: frozenset[str]) -> Token | None:
    return next((t for t in word.children if t.dep_ in labels), None)


def _names_of(who: Token) -> Iterator[PersonName]:
    """The names of a subject or object, all of a list, or that of its apposition: "a fourth man, Ivo Lerch"."""
    beside = [t for t in who.children if t.dep_ == "appos"]
    first = next((name for t in (who, *beside) if (name := person_names.name_at(t)) is not None), None)
    yield from () if first is None else name_lists.list_of(first, who.doc)
