"""Antecedents of those who speak, where these did not speak themselves before.

A body that was silent or blamed, or is the subject of the sentence before: "it denies"; a named relative: "she denied".
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span, Token

from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import pronoun, words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import SUBJECTS

_OBJECTS, _BODIES = frozenset({"dobj", "pobj", "nsubjpass"}), frozenset({"ORG", "GPE", "NORP"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``who_denies.toml``."""

    comments: frozenset[str]
    commenting: frozenset[str]
    declining: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("who_denies", _Words)


def body_meant(subject: Token) -> Token | None:
    """The antecedent of "it" beside a verb of reporting: "blamed the government for the attack, though it denied that".

    It is not the last speaker. In the sentence before, it is the body that was blamed, that attacked, or that had not
    commented: "There was no comment from the Front. The group has denied attacking civilians". The last goes for other
    statements too: "The army did not respond. It has previously said that".
    """
    known = pronoun(subject.lower_)
    is_it = known is not None and "body" in known.refers_to
    is_group = subject.lemma_.lower() in words().groups and all(t.lower_ in words().definite for t in subject.lefts)
    if not (is_it or is_group):
        return None
    denies = speech().clause.get(subject.head.lemma_.lower()) == "denies"
    own = subject.doc[subject.sent.start : subject.i]
    blamed = (t for t in _bodies(own) if t.dep_ in _OBJECTS and _is_blamed(t))
    if denies and is_it and (found := next(blamed, None)) is not None:
        return found
    if any(True for _ in _bodies(own)) or subject.sent.start == 0:
        return None
    before = subject.doc[subject.sent.start - 1].sent
    bodies = [t for t in _bodies(before) if is_it or not _is_of_state(t)]
    silent = next((t for t in bodies if is_silent(t) or (denies and _is_accused(t))), None)
    return silent or next((t for t in bodies if is_it and _is_topic(t)), None)


def relatives_meant(speaker: Token) -> Iterator[Token]:
    """Whom "she" or "he" refers to, if the sentence before names one relative of that sex: "his mother, Ana Orlik"."""
    known = pronoun(speaker.lower_) if speaker.tag_ == "PRP" else None
    if known is None or known.sex is None or speaker.sent.start == 0:
        return
    before, sexes = speaker.doc[speaker.sent.start - 1].sent, lexicon.sex_of_noun()
    kin = (t for t in before if sexes.get(t.lemma_.lower()) == known.sex)
    named = [t for t in kin if any(c.dep_ == "appos" and c.ent_type_ == "PERSON" for c in t.rights)]
    yield from named if len(named) == 1 else ()


def _is_topic(body: Token) -> bool:
    """Whether an institution is the subject of a sentence about no attack: "the government knows the plotters"."""
    verb = body.head
    is_subject = body.dep_ == "nsubj" and verb.dep_ == "ROOT" and body.lemma_.lower() in words().offices
    lemma = verb.lemma_.lower()
    return is_subject and lemma not in actor_words().acts and lemma not in lexicon.casualty_type_of("done_to")


def _bodies(span: Span) -> list[Token]:
    """The words for bodies, the last first."""
    known = speech().collective | words().groups
    acronyms = (t for t in span if t.pos_ == "PROPN" and t.text.isupper() and len(t) > 1)
    found = {t.i for t in span if t.ent_type_ in _BODIES or t.lemma_.lower() in known}
    return [span.doc[i] for i in sorted(found.union(t.i for t in acronyms), reverse=True)]


def _is_of_state(body: Token) -> bool:
    return body.ent_type_ in {"GPE", "NORP"} or body.lemma_.lower() in words().offices


def _is_accused(noun: Token) -> bool:
    """Whether a body is blamed for the act of the sentence, or did it: "were killed by the militia"."""
    return (noun.dep_ in _OBJECTS and _is_blamed(noun)) or (noun.dep_ == "pobj" and noun.head.dep_ == "agent")


def _is_blamed(noun: Token) -> bool:
    """Whether the verb over a noun blames it: "accused the army", "pointed the finger at the government"."""
    verb = next((t for t in noun.ancestors if t.pos_ == "VERB"), None)
    return verb is not None and verb.lemma_.lower() in words().blaming


def is_silent(noun: Token) -> bool:
    """Whether a body did not comment: "no comment from the Front", "the militia declined to comment"."""
    over = noun.head.head if noun.dep_ == "pobj" else noun.head
    if noun.dep_ == "pobj":
        return noun.head.lower_ in speech().grammar.origins and over.lemma_.lower() in _words().comments
    if noun.dep_ not in SUBJECTS:
        return False
    lemmas = {t.lemma_.lower() for t in over.rights} | {over.lemma_.lower()}
    is_not = any(t.dep_ == "neg" for t in over.lefts) or over.lemma_.lower() in _words().declining
    inner = {t.lemma_.lower() for prep in over.rights if prep.dep_ == "prep" for t in prep.children}
    return is_not and not _words().commenting.isdisjoint(lemmas | inner)
