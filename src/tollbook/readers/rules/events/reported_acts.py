"""Accusations without a word of blame: an informant says who attacked, or names the attacker.

"Residents said soldiers had fired on them", "prosecutors said he planted the bomb", "police named the gunman as Ivo
Lerch". "The ministry said troops had killed 20 rebels" reports an act of its own side and accuses nobody.
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Speaker
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    acts,
    other_parts,
    own_clauses,
    perpetrators,
    responsibility,
    statement_verbs,
    suspect_names,
    uninvolved,
)
from tollbook.readers.rules.events.organisations import PEOPLES
from tollbook.readers.rules.events.victim_subjects import is_victim
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import DONE_TO, noun_after_of

_HARMS = frozenset({"killed", "injured", "abducted"})
_ARMED = frozenset({"combatant", "police"})
#: Kinds of sites that only civilians use.
_CIVILIAN = frozenset({"hospital", "market", "place of worship", "school", "home", "shelter", "cemetery"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``reported_acts.toml``."""

    identifying: frozenset[str]
    before_name: frozenset[str]
    identified: frozenset[str]
    unknown: frozenset[str]
    own_forces: frozenset[str]
    of_state: frozenset[str]
    authorities: frozenset[str]
    he: frozenset[str]
    using: frozenset[str]
    banned: frozenset[str]
    crowds: frozenset[str]
    done: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("reported_acts", _Words)


def named(sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """The verbs that say who an attacker is, each with the name: "identified the gunman as Ivo Lerch"."""
    for verb in sentence:
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in _words().identifying or factuality.negated(verb):
            continue
        objects = [t for t in verb.children if t.dep_ in DONE_TO]
        over = (t for each in (verb, *objects) for t in each.rights if t.lower_ in _words().before_name)
        name = next((o for t in over for o in t.children if o.dep_ == "pobj"), None)
        if name is not None and any(map(_is_attacker, objects)) and _is_suspect(name):
            yield verb, name


def _is_suspect(name: Token) -> bool:
    """Whether the report suspects somebody of this name, and does not clear them: "police said he was not involved"."""
    is_cleared = uninvolved.is_uninvolved(name) or other_parts.is_cleared_by_name(name)
    return not is_cleared and any(name.lower_ in one.words for one in suspect_names.suspects(name.doc))


def identifies(verb: Token) -> bool:
    """Whether a verb says who an attacker is."""
    return verb.lemma_.lower() in _words().identifying and verb.pos_ == "VERB"


def informant(verb: Token) -> Token | None:
    """The informant of a verb in the passive: "the gunman was identified by police as"."""
    by = (t for t in verb.rights if t.dep_ == "agent" and identifies(verb))
    return next((t for agent in by for t in agent.children if t.dep_ == "pobj"), None)


def _is_attacker(noun: Token) -> bool:
    """Whether a noun is for an attacker, or for some of several: "two of the attackers"."""
    known = coreference_words().accused | _words().identified
    return any(t is not None and t.lemma_.lower() in known for t in (noun, noun_after_of(noun)))


def reported(sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """The acts of violence by somebody known that a sentence asserts, each with its agent."""
    for verb in sentence:
        agent = semantic_roles.agent(verb) if _is_act(verb) else None
        if agent is not None and _is_known(agent) and not _is_none(verb, agent) and _is_wrong(verb, agent):
            yield verb, agent


def _is_act(verb: Token) -> bool:
    """Whether a verb is for an act of violence, and does not only describe somebody: not "rebels who had fired"."""
    if verb.pos_ != "VERB" or verb.dep_ in {"acl", "relcl"}:
        return False
    harms = lexicon.casualty_type_of("done_to").get(verb.lemma_.lower()) in _HARMS
    return harms or acts.is_act(verb) or _uses_weapon(verb) or _does(verb)


def _is_wrong(verb: Token, agent: Token) -> bool:
    """Whether an act is a crime by its agent, its weapon or its target.

    "Rebels attacked the army near Velm" only reports a fight; "soldiers fired on the crowd", "the army shelled a
    school" and "used gas" accuse.
    """
    if agent.lower_ in _words().he or agent.ent_type_ == "PERSON" or _uses_weapon(verb) or _does(verb):
        return True
    if acts.executes(verb):
        return True  # "The Front carried out the attack".
    over = (t for t in verb.children if t.dep_ in {*DONE_TO, "prep", "dative"})
    suffers = {t for each in over for t in statement_verbs.own_words(each) if t != agent}
    is_civilian = any(is_person(t) and lexicon.status_of_noun().get(t.lemma_.lower()) not in _ARMED for t in suffers)
    is_civilian = is_civilian or any(t.lemma_.lower() in _words().crowds for t in suffers)
    return is_civilian or any(p.head in suffers and p.kind in _CIVILIAN for p in phrases.find("sites", verb.sent))


def _uses_weapon(verb: Token) -> bool:
    """Whether a verb means the use of a banned weapon: "the army had used cluster bombs"."""
    used = [p for p in phrases.find("weapons", verb.sent) if p.head.dep_ in DONE_TO and p.head.head == verb]
    is_banned = any(p.kind == "chemical" or any(t.lower_ in _words().banned for t in p.head.subtree) for p in used)
    return verb.lemma_.lower() in _words().using and is_banned


def _does(verb: Token) -> bool:
    """Whether a verb is for an attack mentioned before: "the army did this"."""
    is_done = any(t.dep_ == "dobj" and t.lower_ in _words().done for t in verb.rights)
    return is_done and verb.lemma_.lower() in lexicon.grammar().function.do


def _is_none(verb: Token, agent: Token) -> bool:
    """Whether an act is none of the agent: denied, planned, made on attackers, or an act of the speaker's own side."""
    if not factuality.happened(verb) or responsibility.is_cleared(verb) or is_victim(agent, verb):
        return True
    if uninvolved.is_in_question(verb):
        return True
    return own_clauses.is_own(agent) or uninvolved.is_on_attackers(verb, agent)


def _is_known(agent: Token) -> bool:
    """Whether an agent is a person, a party or a force: "he", "Ivo Lerch", "rebels"; not "gunmen"."""
    if agent.lower_ in _words().he:
        return True
    found = perpetrators.find(agent)
    # "A man named Ivo Lerch" is known by a name that does not end with the noun.
    is_beside = any(actor.name[:1].isupper() and not actor.name.endswith(agent.text) for actor in found)
    is_unknown = agent.lemma_.lower() in _words().unknown and not _is_named(agent)
    return is_beside or (not is_unknown and bool(found))


def _is_named(noun: Token) -> bool:
    """Whether a name or a people stands before a noun: "Front gunmen", not "ORSK (NBX) - Gunmen"."""
    before = (t for t in noun.lefts if t.pos_ == "PROPN" or t.ent_type_ in PEOPLES)
    return any(not any(w.is_punct or w.is_space for w in noun.doc[t.i : noun.i]) for t in before)


def accuses(agent: Token, speaker: Speaker) -> bool:
    """Whether a speaker who reports an act of somebody accuses them: not of an act of the own side.

    Of "he" only those who inquire: "prosecutors said he planted the bomb".
    """
    said = f"{speaker.name or ''} {speaker.role or ''} {speaker.organisation or ''}".lower().split()
    known = {*said, *(word.removesuffix("s") for word in said)}
    if agent.lower_ in _words().he:
        return not known.isdisjoint(_words().authorities)
    if not speech().outlet_nouns.isdisjoint((speaker.name or "").lower().split()[-1:]):
        return False  # "The news agency said rebels had attacked": it reports.
    names = {actor.name.lower() for actor in perpetrators.find(agent)}
    if any(name in " ".join(said) for name in names):
        return False
    is_plain = agent.lemma_.lower() in _words().own_forces and not _is_named(agent)
    return not (is_plain and not known.isdisjoint(_words().of_state))
