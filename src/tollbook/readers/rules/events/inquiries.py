"""Inquiries into an incident: begun or promised by a body that does not inquire into every crime."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import no_statements
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.event_words import among
from tollbook.readers.rules.words.syntax import DONE_TO, is_be


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``inquiries.toml``."""

    opening: frozenset[str]
    inquiries: frozenset[str]
    forming: frozenset[str]
    examining: frozenset[str]
    examined: frozenset[str]
    investigators: frozenset[str]
    private: frozenset[str]
    they: frozenset[str]
    those: frozenset[str]
    trying: frozenset[str]
    had: frozenset[str]
    persons: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("inquiries", _Words)


def opens(verb: Token) -> bool:
    """Whether an inquiry is begun or promised: "ordered a full investigation", "there would be a review"."""
    words, lemma = _words(), verb.lemma_.lower()
    objects = [t for t in verb.children if t.dep_ in DONE_TO]
    if lemma in words.examining and verb.pos_ == "VERB":
        return any(t.lemma_.lower() in words.examined or is_attack(t) for t in objects)
    is_coming = is_be(verb) and any(t.dep_ == "expl" for t in verb.lefts) and any(t.tag_ == "MD" for t in verb.lefts)
    objects += [t for t in verb.rights if is_coming and t.dep_ == "attr"]
    over = [t for t in objects if t.lemma_.lower() in words.forming]
    found = {t.lemma_.lower() for t in (*objects, *(t for noun in over for t in noun.subtree))}
    return (is_coming or lemma in words.opening) and not words.inquiries.isdisjoint(found)


def is_news(verb: Token) -> bool:
    """Whether an inquiry is worth a statement: promised, or not by police, who inquire into every crime.

    Nor by journalists and others who only asked about it: "who had tried to investigate the killings".
    """
    subject = semantic_roles.subject_of(verb)
    if no_statements.is_demanded(verb):
        return False
    is_promised = any(t.tag_ == "MD" for t in (*verb.lefts, *verb.head.lefts))
    if is_promised or subject is None:
        return True
    return not (_asks_always(verb, subject) or _is_background(verb, subject))


def _asks_always(verb: Token, subject: Token) -> bool:
    """Whether it is the work of those who inquire: "the Velmar police department", "the sheriff's office".

    Also of those meant by "they": "officials said they are still investigating".
    """
    words, over = _words(), verb.head.head if verb.dep_ == "xcomp" else verb.head
    said_by = semantic_roles.subject_of(over) if subject.lower_ in words.they and over != verb else None
    named = [t for t in (*subject.lefts, *(said_by.lefts if said_by is not None else ()), subject, said_by) if t]
    is_work = any(among(t, words.investigators | words.private) for t in named)
    return is_work or subject.lower_ in words.those


def _is_background(verb: Token, subject: Token) -> bool:
    """Whether a person had inquired before the event of the report: "she had been investigating the deaths"."""
    over = verb.head if verb.dep_ == "xcomp" and verb.head.lemma_.lower() in _words().trying else verb
    is_before = verb.tag_ == "VBG" and any(t.dep_ == "aux" and t.lower_ in _words().had for t in over.lefts)
    is_one = is_person(subject) or subject.ent_type_ == "PERSON" or subject.lower_ in _words().persons
    return is_one and (over != verb or is_before)
