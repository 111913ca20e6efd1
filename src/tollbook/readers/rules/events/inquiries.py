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
from tollbook.readers.rules.words.reference_words import words as coreference_words
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
    coming: frozenset[str]
    promising: frozenset[str]
    pursuing: frozenset[str]
    bringing: frozenset[str]
    to_justice: frozenset[str]
    culprits: frozenset[str]
    responsible: frozenset[str]
    weighing: frozenset[str]
    asking: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("inquiries", _Words)


def opens(verb: Token) -> bool:
    """Whether an inquiry is begun or promised: "ordered a full investigation", "there would be a review"."""
    words, lemma = _words(), verb.lemma_.lower()
    if verb.pos_ == "VERB" and _is_promised(verb) and (_pursues(verb) or _is_of_inquiry(verb) or _asks(verb)):
        return True
    objects = [t for t in verb.children if t.dep_ in DONE_TO]
    if lemma in words.examining and verb.pos_ == "VERB":
        return any(t.lemma_.lower() in words.examined or is_attack(t) for t in objects)
    is_coming = is_be(verb) and any(t.dep_ == "expl" for t in verb.lefts) and any(t.tag_ == "MD" for t in verb.lefts)
    objects += [t for t in verb.rights if is_coming and t.dep_ == "attr"]
    over = [t for t in objects if t.lemma_.lower() in words.forming]
    found = {t.lemma_.lower() for t in (*objects, *(t for noun in over for t in noun.subtree))}
    return (is_coming or lemma in words.opening) and not words.inquiries.isdisjoint(found)


def _is_promised(verb: Token) -> bool:
    """Whether an act is to come: "will find", "vowed to find"."""
    is_coming = any(t.tag_ == "MD" and t.lower_ in _words().coming for t in verb.lefts)
    return is_coming or (verb.dep_ == "xcomp" and verb.head.lemma_.lower() in _words().promising)


def _pursues(verb: Token) -> bool:
    """Whether those who did it are pursued: "would find the killers", "bring those responsible to justice"."""
    if verb.lemma_.lower() in _words().bringing:
        # "Hold those responsible accountable": the parse takes "accountable" for a noun.
        inside = [t for t in verb.subtree if t.i > verb.i]
        is_to_justice = any(t.lower_ in _words().to_justice for t in inside)
        return is_to_justice and any(_is_culprit(t) or t.lower_ in _words().responsible for t in inside)
    is_pursuit = verb.lemma_.lower() in _words().pursuing
    return is_pursuit and any(t.dep_ in DONE_TO and _is_culprit(t) for t in verb.children)


def _is_culprit(noun: Token) -> bool:
    """Whether a word is for those who did it: "the killers", "those responsible", "the people behind it"."""
    known = _words().culprits | coreference_words().accused
    return noun.lemma_.lower() in known or any({t.lower_, t.lemma_.lower()} & _words().responsible for t in noun.rights)


def _is_of_inquiry(verb: Token) -> bool:
    """Whether an inquiry is to find something out: "an inquiry would establish how they died"."""
    return any(t.dep_ == "nsubj" and t.lemma_.lower() in _words().inquiries for t in verb.lefts)


def _asks(verb: Token) -> bool:
    """Whether an open question is to be examined: "would examine whether warnings had been missed"."""
    clauses = (t for t in verb.rights if t.dep_ == "ccomp")
    asked = (t.lower_ for clause in clauses for t in clause.lefts)
    return verb.lemma_.lower() in _words().weighing and any(word in _words().asking for word in asked)


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
