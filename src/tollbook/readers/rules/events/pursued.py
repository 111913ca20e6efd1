"""Finds people whom police or a court pursue for an attack: "on the run", "a warrant for", "on trial for the bombing".

A person who is only sought or questioned is no suspect, but may be missing or a witness.
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules.attribution.relations import child
from tollbook.readers.rules.events import charges
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.event_words import suspect_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, is_of


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``pursued.toml``."""

    wanted: frozenset[str]
    fleeing: frozenset[str]
    trials: frozenset[str]
    awaiting: frozenset[str]
    trying: frozenset[str]
    hunting: frozenset[str]
    warrants: frozenset[str]
    before_names: frozenset[str]
    denying: frozenset[str]
    charges: frozenset[str]
    crimes: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("pursued", _Words)


def pursued(doc: Doc) -> Iterator[Token]:
    """The words for persons whom the police pursue for an attack, or who deny a charge of one."""
    for token in doc:
        if (who := _pursued(token)) is not None and not negated(token):
            yield who


def _pursued(token: Token) -> Token | None:
    lemma = token.lemma_.lower()
    if lemma in _words().denying:
        return child(token, *SUBJECTS) if any(map(_is_charge, token.rights)) else None
    if lemma in _words().hunting and token.pos_ == "VERB":
        hunted = (t for prep in token.rights if prep.lower_ in _words().before_names for t in prep.children)
        return child(token, "dobj", "nsubjpass") or next((t for t in hunted if t.dep_ == "pobj"), None)
    if lemma in _words().warrants:
        after = (t for prep in token.rights if prep.lower_ in _words().before_names for t in prep.children)
        return next((t for t in after if t.dep_ == "pobj"), None)
    is_at = token.dep_ == "pobj" and token.head.dep_ == "prep"
    if is_at and (token.lower_ in _words().fleeing or (token.lower_ in _words().trials and _is_for_act(token))):
        return child(token.head.head, *SUBJECTS) or _who_is_tried(token)
    if token.lower_ in _words().trials and token.dep_ == "dobj" and token.head.lemma_.lower() in _words().awaiting:
        return child(token.head, *SUBJECTS) if _is_for_act(token) or not any(token.rights) else None
    if token.lower_ in _words().trials and _is_for_act(token):
        return _who_is_tried(token)
    if lemma in _words().trying and any(t.dep_ == "prep" and charges.names_act(t) for t in token.rights):
        return child(token, "nsubjpass")
    return _who_is_wanted(token)


def _who_is_tried(trial: Token) -> Token | None:
    """Return the defendant of a trial: "the trial of Ivo Lerch over the bombing", "Lerch's trial for murder"."""
    of = (t for prep in trial.rights if is_of(prep) for t in prep.children)
    return next((t for t in (*trial.lefts, *of) if t.dep_ in {"poss", "pobj"}), None)


def _is_for_act(trial: Token) -> bool:
    """Whether a trial is for an act of violence: "on trial for the bombing", "a bombing trial", not "for fraud"."""
    is_of_act = any(t.dep_ == "compound" and t.lemma_.lower() in suspect_words().acts for t in trial.lefts)
    return is_of_act or any(t.dep_ == "prep" and not is_of(t) and charges.names_act(t) for t in trial.rights)


def _who_is_wanted(verb: Token) -> Token | None:
    """Return the wanted person: "the wanted man is Ivo Lerch"."""
    if not is_be(verb):
        return None
    subject = child(verb, *SUBJECTS)
    is_wanted = subject is not None and any(t.lower_ in _words().wanted for t in subject.lefts)
    return child(verb, "attr") if is_wanted else None


def _is_charge(noun: Token) -> bool:
    """Whether somebody denies a charge of a crime against people; a minister may deny "the murders"."""
    is_charge = noun.dep_ == "dobj" and noun.lemma_.lower() in _words().charges
    return is_charge and any(t.lemma_.lower() in _words().crimes for t in noun.subtree)
