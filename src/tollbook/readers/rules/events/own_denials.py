"""Denials of own acts by forces, groups and defendants, and their accusations of others.

"Said it had not used barrel bombs", "denied the shelling and said that rebels had fired the mortars", "pleaded not
guilty to the murders"; "pleaded guilty to killing four" admits an attack.
"""

import functools
from collections.abc import Iterator, Sequence

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    actor_nouns,
    acts,
    claimants,
    confessions,
    denials,
    own_acts,
    own_clauses,
    perpetrators,
    statement_verbs,
)
from tollbook.readers.rules.events.attacks import EventStatement, is_attack
from tollbook.readers.rules.events.organisations import PEOPLES
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import suspect_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, noun_after_of


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``own_denials.toml``."""

    areas: frozenset[str]
    us: frozenset[str]
    none: frozenset[str]
    persons: frozenset[str]
    defending: frozenset[str]
    doing: frozenset[str]
    done: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("own_denials", _Words)


def denied(sentence: Sentence) -> Iterator[Token]:
    """The verbs of negated clauses about the speaker's acts or about an attack."""
    for verb in sentence:
        if own_acts.is_saying(verb):
            clauses = own_clauses.clauses(verb)
            yield from (c for c in clauses if _is_own_act_denied(c, verb) or _is_no_attack(c) or _is_by_none(c))
            yield from (t for t in verb.children if t.dep_ == "ccomp" and (_is_not_us(t) or _is_absence(t, verb)))


def _is_by_none(clause: Token) -> bool:
    """Whether none of the speaker's people had a part in violence: "none of its fighters was involved"."""
    subject = next((t for t in clause.lefts if t.dep_ in SUBJECTS), None)
    own = noun_after_of(subject) if subject is not None and subject.lower_ in _words().none else None
    words = statement_verbs.own_words(clause)
    return own is not None and own_clauses.is_own(own) and statement_verbs.is_violence(w for w in words if w != own)


def _is_not_us(clause: Token) -> bool:
    """Whether a clause means "it wasn't us"."""
    is_us = is_be(clause) and any(t.dep_ == "attr" and t.lower_ in _words().us for t in clause.rights)
    is_it = any(t.dep_ == "nsubj" and t.lower_ in lexicon.grammar().tally.it for t in clause.lefts)
    return is_us and is_it and factuality.negated(clause)


def _is_absence(clause: Token, saying: Token) -> bool:
    """Whether the speaker denies the presence of own forces: "it had not been operating in the area"."""
    subject = next((t for t in clause.lefts if t.dep_ == "nsubj"), None)
    is_own = subject is not None and own_clauses.is_own(subject) and claimants.claimant(saying) is not None
    is_denied = factuality.negated(clause) and not any(t.tag_ == "MD" for t in clause.lefts)
    areas = (o for t in clause.rights if t.dep_ == "prep" for o in t.children if o.dep_ == "pobj")
    is_there = any(t.lemma_.lower() in _words().areas or t.ent_type_ in PEOPLES for t in areas)
    return is_own and is_denied and is_there and denials.is_presence(clause)


def _is_own_act_denied(clause: Token, saying: Token) -> bool:
    """Whether a clause denies an act of the speaker: "it had not used barrel bombs", "the army has no such weapons".

    "The bomb did not explode" is no denial. "They" are other people if the speaker is no possible perpetrator: "the
    mother said they did not shoot her son".
    """
    subject = next((t for t in clause.children if t.dep_ == "nsubj"), None)
    is_several = subject is not None and subject.lower_ in coreference_words().several_pronouns
    if is_several and claimants.claimant(saying) is None:
        return False
    is_never = any(t.lower_ in lexicon.hedges().negative for t in clause.lefts)
    is_own = subject is not None and (own_clauses.is_own(subject) or _is_named_again(subject, saying))
    is_own = is_own or _is_accused(clause, saying)
    objects = [t for t in clause.rights if t.dep_ == "dobj"]
    if is_own and own_clauses.is_having(clause) and any(denials.is_none(t) and denials.is_link(t) for t in objects):
        return True
    if not is_own or not (factuality.negated(clause) or is_never):
        return False
    if own_clauses.is_having(clause):
        return any(map(_is_weapon, objects))
    if clause.lemma_.lower() in _words().doing:
        return any(t.lower_ in _words().done for t in objects)
    return bool(objects) and (acts.is_act(clause) or any(is_attack(t) or _is_weapon(t) for t in objects))


def _is_accused(clause: Token, saying: Token) -> bool:
    """Whether the accused or those who speak for them are quoted: "the suspect said he", "his mother said he"."""
    if confessions.is_of_speaker(clause, saying):
        return True
    speaker = semantic_roles.subject_of(saying)
    is_for = speaker is not None and speaker.lemma_.lower() in _words().defending | coreference_words().naming_relatives
    return is_for and any(t.dep_ == "nsubj" and t.lower_ in _words().persons for t in clause.lefts)


def _is_named_again(subject: Token, saying: Token) -> bool:
    """Whether the speaker's phrase names the force: "an army source said the army did not have" them."""
    speaker = semantic_roles.agent(saying)
    words = () if speaker is None else (speaker, *speaker.lefts, *_bodies_of(speaker))
    return actor_nouns.is_actor(subject) and any(t.lemma_.lower() == subject.lemma_.lower() for t in words)


def _bodies_of(speaker: Token) -> Iterator[Token]:
    return (t for prep in speaker.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")


def _is_no_attack(clause: Token) -> bool:
    """Whether a clause denies an attack: "there had been no strikes", "no strikes were carried out"."""
    is_existing = is_be(clause) and any(t.dep_ == "expl" for t in clause.lefts)
    told = {"attr"} if is_existing else {"nsubjpass"}
    attacks = (t for t in clause.children if t.dep_ in told and is_attack(t))
    is_done = is_existing or own_clauses.is_executed(clause)
    return is_done and any(denials.is_none(t) for t in attacks)


def _is_weapon(noun: Token) -> bool:
    return any(p.head == noun for p in phrases.find("weapons", noun.sent))


def accusations_of_others(statements: Sequence[EventStatement]) -> Iterator[EventStatement]:
    """The accusations of others in a sentence with a denial; ``statements`` are those found so far.

    Empty for a sentence with a verb of accusing.
    """
    if any(one.kind == "accusation" for one in statements):
        return
    for denial in (one for one in statements if one.kind == "denial"):
        act = next((t for verb in _said_too(denial.anchor) for t in verb.rights if _is_act_of_others(t)), None)
        if act is not None:
            by = semantic_roles.agent(act)
            yield EventStatement("accusation", denial.start, denial.end, act, by, stance="accuses")


def _said_too(denying: Token) -> Iterator[Token]:
    """The verbs of saying that are joined to a verb of denying: "denied it and said", "denied it, saying"."""
    over = denying.head if denying.dep_ in {"xcomp", "ccomp"} else denying
    return (t for t in over.rights if t.dep_ in {"conj", "advcl"} and t.lemma_.lower() in coreference_words().stating)


def _is_act_of_others(clause: Token) -> bool:
    """Whether a clause is about an attack by somebody with a name or a side who is not the speaker."""
    if clause.dep_ != "ccomp" or not factuality.happened(clause):
        return False
    agent = semantic_roles.agent(clause)
    is_attack = acts.is_act(clause) or statement_verbs.is_violence(statement_verbs.own_words(clause))
    return is_attack and agent is not None and not own_clauses.is_own(agent) and bool(perpetrators.find(agent))


def pleas(sentence: Sentence) -> Iterator[tuple[ClaimKind, Token]]:
    """The verbs of the pleas of a sentence, each with its kind: a claim of responsibility or a denial."""
    for verb in sentence:
        guilty = _guilty(verb)
        if guilty is None or factuality.certainty(verb) == "not asserted" or not _is_to_violence(verb, guilty):
            continue
        is_not = guilty.nbor(-1).lower_ in lexicon.grammar().function.not_
        denies = is_not or factuality.negated(verb) or factuality.negated(guilty)
        yield ("denial" if denies else "responsibility"), verb


def _guilty(verb: Token) -> Token | None:
    """The word "guilty" of a plea."""
    if not statement_verbs.is_plea(verb):
        return None
    plea = statement_verbs.plea(verb)
    words = verb.rights if plea is None else plea.subtree
    return next((t for t in words if t.lower_ in suspect_words().verdicts), None)


def _is_to_violence(verb: Token, guilty: Token) -> bool:
    """Whether a plea is to violence, or names no crime: not "to tax fraud"."""
    to = lexicon.grammar().function.to
    plea = statement_verbs.plea(verb) or verb
    prepositions = [t for over in (verb, plea, guilty) for t in over.rights if t.dep_ == "prep" and t.lower_ in to]
    acts = [t for preposition in prepositions for t in preposition.children]
    own = [t for t in acts if not statement_verbs.is_aid(t)]
    return not acts or any(statement_verbs.is_admitted(t) or statement_verbs.is_violence(t.subtree) for t in own)
