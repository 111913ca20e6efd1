"""Parties that a report itself names: "suspicion fell on the Front", "the Front carried out the attack".

That an area is a stronghold of a group, or that it often attacks, names nobody as responsible.
"""

import functools
from collections.abc import Iterator, Set

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Actor
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import accusations, acts, perpetrators, statement_verbs, uninvolved
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be, noun_after_of


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``suspected_parties.toml``."""

    suspicion: frozenset[str]
    falling: frozenset[str]
    on: frozenset[str]
    hallmarks: frozenset[str]
    bearing: frozenset[str]
    evidence: frozenset[str]
    pointing: frozenset[str]
    to: frozenset[str]
    linking: frozenset[str]
    believing: frozenset[str]
    belonging: frozenset[str]
    fleeing: frozenset[str]
    undescribed: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("suspected_parties", _Words)


def parties(doc: Doc) -> Iterator[tuple[Token, Actor]]:
    """The suspected parties of a report, each with the word for it."""
    for verb in (t for t in doc if t.pos_ == "VERB"):
        party = _pointed_at(verb) or _linked(verb) or _believed(verb) or _belonging(verb)
        if party is not None and not _is_none(party, verb):
            for actor in perpetrators.find(party):
                yield party, Actor(name=actor.name, kind=actor.kind, certainty="suspected")
        elif (
            acts.executes(verb)
            and not negated(verb)
            and certainty(verb) == "asserted"
            and not any(map(reports_speech, verb.ancestors))
        ):
            # What a source says of them is an accusation.
            yield from ((verb, actor) for actor in perpetrators.find(semantic_roles.agent(verb)))


def _is_none(party: Token, verb: Token) -> bool:
    """Whether a verb suspects nobody. A person is a suspect in clearer words only: see :mod:`suspect_names`."""
    return negated(verb) or uninvolved.is_uninvolved(party) or person_names.name_at(party) is not None


def fled(doc: Doc) -> Iterator[tuple[Token, Actor]]:
    """The attackers who flee, each with the word for them: "the gunmen fled on a motorcycle"."""
    for verb in doc:
        if verb.pos_ == "VERB" and verb.lemma_.lower() in _words().fleeing:
            subjects = (t for t in verb.lefts if t.dep_ == "nsubj" and accusations.is_attacker(t))
            subjects = (t for t in subjects if t.lemma_.lower() not in _words().undescribed)
            yield from ((who, actor) for who in subjects for actor in perpetrators.find(who))


def _pointed_at(verb: Token) -> Token | None:
    """The party that suspicion falls on, that evidence points to, or whose hallmarks an attack has."""
    lemma, known = verb.lemma_.lower(), _words()
    subject = semantic_roles.subject_of(verb)
    if subject is None:
        return None
    if lemma in known.falling and subject.lemma_.lower() in known.suspicion:
        return _after(verb, known.on)
    if lemma in known.pointing and subject.lemma_.lower() in known.evidence:
        return _after(verb, known.to)
    marks = (t for t in verb.rights if t.dep_ == "dobj" and t.lemma_.lower() in known.hallmarks)
    mark = next(marks, None) if lemma in known.bearing and _is_attack(subject) else None
    return None if mark is None else noun_after_of(mark)


def _linked(verb: Token) -> Token | None:
    """The party that an attack is linked to."""
    linked = [t for t in verb.children if t.dep_ in DONE_TO and _is_attack(t)]
    if verb.lemma_.lower() not in _words().linking or not linked:
        return None
    return _after(verb, _words().to) or _after(linked[0], _words().to)


def _believed(verb: Token) -> Token | None:
    """The party that is believed to be the author of an attack, or whose members the attackers are."""
    subject = next((t for t in verb.lefts if t.dep_ == "nsubjpass"), None)
    clause = next((t for t in verb.rights if t.dep_ == "xcomp"), None)
    if subject is None or clause is None or verb.lemma_.lower() not in _words().believing or negated(clause):
        return None
    if is_be(clause):
        who = next((t for t in clause.rights if t.dep_ == "attr"), None)
        return who if accusations.is_attacker(subject) else None
    is_done = any(t.dep_ == "auxpass" for t in clause.lefts)
    if is_done:
        return semantic_roles.agent(clause) if _is_attack(subject) else None
    return subject if acts.is_act(clause) and any(_is_attack(t) for t in clause.rights) else None


def _belonging(verb: Token) -> Token | None:
    """The party to which the attackers belong."""
    subject = next((t for t in verb.lefts if t.dep_ in SUBJECTS), None)
    is_theirs = subject is not None and accusations.is_attacker(subject)
    return _after(verb, _words().to) if is_theirs and verb.lemma_.lower() in _words().belonging else None


def _after(word: Token, prepositions: Set[str]) -> Token | None:
    preps = (t for t in word.rights if t.dep_ == "prep" and t.lower_ in prepositions)
    return next((t for prep in preps for t in prep.children if t.dep_ == "pobj"), None)


def _is_attack(noun: Token) -> bool:
    return statement_verbs.is_violence([noun])
