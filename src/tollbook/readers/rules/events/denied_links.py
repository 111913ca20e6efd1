"""Denials that an attack is connected to others: "was not linked to terrorism", "no evidence of a link to it"."""

import functools
from collections.abc import Iterator
from itertools import islice

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.events import denials
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

#: Words up the parse that are searched for "no evidence".
_REACH = 4


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``denied_links.toml``."""

    linked: frozenset[str]
    to: frozenset[str]
    evidence: frozenset[str]
    links: frozenset[str]
    excluding: frozenset[str]
    out: frozenset[str]
    excluded: frozenset[str]
    events: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("denied_links", _Words)


def denied(sentence: Sentence) -> Iterator[Token]:
    """The words of a sentence with which somebody denies that an attack is connected to others."""
    return (t for t in sentence if _is_not_linked(t) or _is_no_evidence(t) or rules_out(t))


def rules_out(verb: Token) -> bool:
    """Whether a verb means "ruled out terrorism"; not "has not ruled out", "cannot be ruled out"."""
    is_out = verb.lemma_.lower() in _words().excluding and any(t.lower_ in _words().out for t in verb.rights)
    objects = (t for t in verb.rights if t.dep_ == "dobj")
    return is_out and factuality.happened(verb) and any(t.lemma_.lower() in _words().excluded for t in objects)


def is_denied(token: Token) -> bool:
    """Whether a word is in a clause for which there is "no evidence": "no sign that the raid was the work of"."""
    above = list(islice(token.ancestors, _REACH))
    beside = (t for over in above for t in over.children if t.i < token.i)
    return any(map(_is_no_evidence, (*above, *beside)))


def _is_not_linked(verb: Token) -> bool:
    """Whether an attack is said not to be linked to somebody or to terrorism."""
    subjects = (t for t in verb.lefts if t.dep_ in SUBJECTS)
    is_linked = verb.lemma_.lower() in _words().linked and factuality.negated(verb)
    to_somebody = any(t.dep_ == "prep" and t.lower_ in _words().to for t in verb.rights)
    return is_linked and to_somebody and any(map(_is_event, subjects))


def _is_no_evidence(noun: Token) -> bool:
    """Whether there is "no evidence of a link", "no sign that the attack was the work of" somebody."""
    if noun.lemma_.lower() not in _words().evidence or not denials.is_none(noun):
        return False
    of = (o for prep in noun.rights if prep.dep_ == "prep" for o in prep.children if o.dep_ == "pobj")
    if any(t.lemma_.lower() in _words().links for t in of):
        return True
    # The parse may attach the clause to the verb, or to "so far".
    clauses = (t for t in noun.head.subtree if t.dep_ in {"acl", "ccomp"} and t.i > noun.i)
    return any(map(_is_connection, clauses))


def _is_connection(clause: Token) -> bool:
    """Whether a clause says who is behind an attack: "that the attack was linked to", "was the work of"."""
    is_link = is_be(clause) or clause.lemma_.lower() in _words().linked
    return is_link and any(_is_event(t) for t in clause.lefts if t.dep_ in SUBJECTS)


def _is_event(noun: Token) -> bool:
    return is_attack(noun) or noun.lemma_.lower() in _words().events
