"""Verbs of attacking: "shot", "opened fire", "planted a bomb", "walked into a shop with a rifle", "ordered it"."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events.means import drives_into_people
from tollbook.readers.rules.parsing.factuality import introduces_words
from tollbook.readers.rules.parsing.figurative import is_criticism
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO

#: Relations of words that share the role of their heads: parts of a name, and the next of a list.
_LISTED = frozenset({"conj", "compound", "appos", "amod", "nmod"})


def verbs() -> frozenset[str]:
    """Verbs of attacking, as lemmas."""
    return actor_words().acts


def is_act(verb: Token) -> bool:
    """Whether a verb reports an attack: "shot", "opened fire", "planted a bomb", not "opened his packet".

    Nor "hanged herself", where there is no other agent, nor "stormed:" before a quotation, nor criticism.
    """
    lemma = verb.lemma_.lower()
    after = actor_words().moving.get(lemma)
    if drives_into_people(verb) or (after is not None and any(t.lower_ == after for t in verb.rights)):
        return True
    if _comes_armed(verb) or _is_ordered(verb):
        return True
    if verb.pos_ != "VERB" or lemma not in actor_words().acts or is_on_self(verb) or introduces_words(verb):
        return False
    if _lacks_particle(verb) or has_other_sense(verb) or is_criticism(verb):
        return False
    if lemma not in actor_words().light:
        return True
    following = {*(t for t in verb.subtree if t.i > verb.i), *_undergoing(verb)}
    known = {p.head for name in ("events", "weapons") for p in phrases.find(name, verb.sent)}
    # "Carried out the killings", not "opened a murder inquiry".
    nouns = (t for t in following if t.lemma_.lower() in lexicon.casualty_type_of("noun"))
    known |= {t for t in nouns if t.dep_ != "compound"}
    objects = [t for t in verb.rights if t.dep_ == "dobj"]
    # "Opened an inquiry into the attack" is no attack.
    about = {t for t in following if any(_is_part(t, noun) for noun in objects)} if objects else following
    return not known.isdisjoint(about) or any(t.lemma_.lower() in actor_words().fire for t in following)


def _lacks_particle(verb: Token) -> bool:
    """Whether a verb has not the word that makes it one of attacking: "a bag used to carry the bombs"."""
    after = actor_words().with_particle.get(verb.lemma_.lower())
    return after is not None and not any(t.lower_ == after for t in verb.rights)


def has_other_sense(verb: Token) -> bool:
    """Whether the word after a verb of attacking makes it something else: "hanging out with friends"."""
    particles = actor_words().other_particles.get(verb.lemma_.lower(), ())
    return any(t.lower_ in particles for t in verb.rights if t.dep_ in {"prt", "prep", "advmod"})


def _comes_armed(verb: Token) -> bool:
    """Whether somebody goes to a place with a weapon: "walked into the office with two shotguns"."""
    if verb.pos_ != "VERB" or verb.lemma_.lower() not in actor_words().coming:
        return False
    held = (t for prep in verb.rights if prep.lower_ in actor_words().means for t in prep.children)
    arms = {found.head for found in phrases.find("weapons", verb.sent)}
    return any(t in arms for t in held)


def _is_ordered(verb: Token) -> bool:
    """Whether somebody planned or ordered an attack that is known: "had ordered the attack", not "planned attacks"."""
    return verb.pos_ == "VERB" and verb.lemma_.lower() in actor_words().ordering and _is_on_known_attack(verb)


def executes(verb: Token) -> bool:
    """Whether somebody carried out or ordered an attack that the report knows: "the Front carried out the attack"."""
    is_of_doing = verb.lemma_.lower() in actor_words().ordering | actor_words().executing
    return verb.pos_ == "VERB" and is_of_doing and not _lacks_particle(verb) and _is_on_known_attack(verb)


def _is_on_known_attack(verb: Token) -> bool:
    """Whether the object or passive subject of a verb is an attack with "the", "this" or "it"."""
    attacks = {found.head for found in phrases.find("events", verb.sent)}
    objects = [t for t in verb.children if t.dep_ in DONE_TO]
    if verb.dep_ == "relcl" and any(map(semantic_roles.is_relative, objects)):
        objects.append(verb.head)
    known = (t for t in objects if t in attacks)
    return any(t.lower_ in coreference_words().definite for noun in known for t in noun.lefts)


def _is_part(word: Token, noun: Token) -> bool:
    """Whether a word is a noun itself, in a list with it, or its "of" phrase: "a series of attacks"."""
    while word != noun and (
        word.dep_ in _LISTED or (word.dep_ == "pobj" and word.head.lower_ in actor_words().membership)
    ):
        word = word.head.head if word.dep_ == "pobj" else word.head
    return word == noun


def _undergoing(verb: Token) -> Iterator[Token]:
    """The patient of a passive verb: "the bombings were carried out by", "an attack carried out by"."""
    yield from ([verb.head] if verb.dep_ == "acl" and verb.tag_ == "VBN" else [])
    for subject in (t for t in verb.lefts if t.dep_ == "nsubjpass"):
        yield verb.head if semantic_roles.is_relative(subject) and verb.dep_ == "relcl" else subject


def is_on_self(verb: Token) -> bool:
    """Whether people injure only themselves: "hanged herself"; not a suicide bomber, who attacks others."""
    reflexive = coreference_words().reflexive
    is_on_others = verb.lemma_.lower() in actor_words().suicide_attacks
    return not is_on_others and any(t.dep_ == "dobj" and t.lower_ in reflexive for t in verb.children)


def act_of(actor: Token) -> Token:
    """The verb or noun of an actor's act: "opened" for "gunmen opened fire", "attack" for "an attack by rebels"."""
    acts = actor_words().acts | lexicon.casualty_type_of("done_to").keys()
    events = {phrase.head.i for phrase in phrases.find("events", actor.sent)}
    return next((t for t in actor.ancestors if t.lemma_.lower() in acts or t.i in events), actor)
