"""Whether a sentence names anybody who may have attacked, also somebody whom the rules take for no perpetrator.

"Residents said the blast killed two" names nobody, "Dorvan jets dropped bombs" names somebody.
"""

from collections.abc import Collection

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import actor_nouns, acts, armed_parties, organisations, responsibility, suspect_names
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, noun_after_of

_BEFORE = frozenset({"amod", "compound", "nmod", "poss"})


def has_agent(sentence: Sentence, speakers: Collection[str]) -> bool:
    """Whether somebody other than the speakers attacks in a sentence, or owns an attack or a weapon in it."""
    if responsibility.known_acts(sentence):
        return True
    if any(_is_suspected(t, speakers) for t in sentence):
        return True
    things = {p.head: p for name in ("events", "weapons") for p in phrases.find(name, sentence)}
    agents = (semantic_roles.agent(verb) for verb in sentence if _is_violent(verb, things))
    if any(t is not None and t not in things and _is_other(t, speakers) for t in agents):
        return True
    return any(_has_owner(noun) for noun in things) or any(_uses_site(t, speakers) for t in sentence)


def _uses_site(site: Token, speakers: Collection[str]) -> bool:
    """Whether somebody says that a named party used a site: "that members of the Front had been using the clinic"."""
    verb, used = site.head, attack_words().misusing
    if site.dep_ != "dobj" or verb.dep_ != "ccomp" or verb.lemma_.lower() not in used or negated(verb):
        return False
    users = (noun_after_of(t) or t for t in verb.lefts if t.dep_ in SUBJECTS)
    return any(t.pos_ == "PROPN" and actor_nouns.is_actor(t) and t.lower_ not in speakers for t in users)


def _is_suspected(word: Token, speakers: Collection[str]) -> bool:
    """Whether a word is for a suspect, somebody charged, or the agent of something: "besieged by the army"."""
    lemma = word.lemma_.lower()
    if lemma in coreference_words().accused or (word.pos_ == "VERB" and lemma in coreference_words().accusing):
        return word.lower_ not in speakers
    if word.pos_ == "PROPN" and any(word.lower_ in one.words for one in suspect_names.suspects(word.doc)):
        return word.lower_ not in speakers and not acts.is_on_self(acts.act_of(word))
    is_agent = word.dep_ == "pobj" and word.head.lower_ in actor_words().authorship
    return is_agent and actor_nouns.is_actor(word) and word.lower_ not in speakers


def _is_violent(verb: Token, things: Collection[Token]) -> bool:
    """Whether a verb tells of an act of violence, also an intended one, or has an attack or a weapon as its object."""
    if verb.pos_ != "VERB" or negated(verb) or acts.is_on_self(verb):
        return False
    harms = verb.lemma_.lower() in lexicon.casualty_type_of("done_to")
    return harms or acts.is_act(verb) or any(t in things for t in verb.rights if t.dep_ in DONE_TO)


def _is_other(agent: Token, speakers: Collection[str]) -> bool:
    """Whether an agent is neither a speaker, nor "I", nor a thing that happened: "the explosion killed two"."""
    if agent.lower_ in coreference_words().first_person or agent.lower_ in lexicon.casualty_type_of("noun"):
        return False
    return agent.pos_ in {"NOUN", "PROPN", "PRON"} and agent.lower_ not in speakers


def _has_owner(noun: Token) -> bool:
    """Whether words around an attack or a weapon name its owner: "Dorvan raids", "an attack by two men"."""
    owners = (t for t in noun.lefts if t.dep_ in _BEFORE)
    if any(
        armed_parties.is_people(t) or organisations.is_power(t) or t.lower_ in actor_words().irregular for t in owners
    ):
        return True
    return any(t.lower_ in actor_words().authorship for t in noun.rights)
