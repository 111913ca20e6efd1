"""Casualty idioms: verbs that report a casualty only with other words ("lost their lives", "taken to hospital").

The idioms and their words are in ``casualty_idioms.toml``.
"""

from typing import NamedTuple

from spacy.tokens import Token

from tollbook import quantities
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.semantic_roles import (
    OBJECTS,
    is_person_or_relative,
    noun_after_of,
    patient,
    subject_of,
)
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.lexicon import Idiom

#: How far after its verb the object of an idiom may be that the parse ties to another verb: "claimed the lives of over
#: 400 people injured 90 others". A determiner, a number or pronoun and an adjective fit before the noun.
_OBJECT_REACH = 4
#: The smallest number that counts people without a noun: "lost 89". A team or a family "lost two". A judgement.
_FEWEST_BARE = 10


class FoundIdiom(NamedTuple):
    """An idiom in the text, and the head of the phrase for its victims."""

    idiom: Idiom
    victims: Token | None


def find(verb: Token, lemma: str) -> FoundIdiom | None:
    """The first idiom that fits the verb."""
    for idiom in lexicon.idioms():
        if lemma not in idiom.verbs or not _fits(idiom, verb):
            continue
        victims = _victims(idiom, verb)
        if idiom.people_only and (victims is None or not is_person_or_relative(victims)):
            continue
        if not idiom.counted_only or _is_counted(victims):
            return FoundIdiom(idiom, victims)
    return None


def _is_counted(victims: Token | None) -> bool:
    """Whether a number above one counts the victims: "more than 40 troops", or "at least 89" by itself."""
    if victims is None:
        return False
    counts = (quantities.count(t.text, LOCALE) for t in (victims, *victims.children) if t.like_num)
    fewest = _FEWEST_BARE if victims.like_num else 2
    return any(c is not None and (c.best or c.low or 0) >= fewest for c in counts)


def _fits(idiom: Idiom, verb: Token) -> bool:
    if idiom.objects and idiom.objects.isdisjoint(_objects(verb)):
        return False
    if idiom.prepositional and idiom.prepositional.isdisjoint(_after_prepositions(verb)):
        return False
    if idiom.passive and verb.tag_ == "VBG":
        return False
    if idiom.passive and (patient(verb) or verb).dep_ != "nsubjpass" and verb.dep_ not in {"acl", "xcomp"}:
        return False
    words = {t.lower_ for t in verb.subtree} if idiom.anywhere or idiom.without else set()
    return words.isdisjoint(idiom.without) and all(words & alternatives for alternatives in idiom.anywhere)


def _after_prepositions(verb: Token) -> set[str]:
    """The nouns after the prepositions of a verb or its object: the parse of "left 11 people in hospital" varies."""
    holders = (verb, *(t for t in verb.children if t.dep_ in OBJECTS))
    # "Pulled off a bus by rebels": the parse takes "off" for a particle with a noun.
    prepositions = (p for holder in holders for p in holder.children if p.dep_ in {"prep", "prt"} and p.i > verb.i)
    return {t.lower_ for p in prepositions for t in p.children}


def _objects(verb: Token) -> dict[str, Token]:
    """The objects of a verb by their lemmas, and the noun right after it, which a damaged sentence ties elsewhere."""
    found = {t.lemma_.lower(): t for t in verb.children if t.dep_ in OBJECTS}
    for token in verb.doc[verb.i + 1 : min(verb.sent.end, verb.i + 1 + _OBJECT_REACH)]:
        if token.pos_ == "NOUN":
            found.setdefault(token.lemma_.lower(), token)
        if token.pos_ not in {"DET", "ADJ", "NUM", "PRON", "NOUN"}:
            break
    return found


def _victims(idiom: Idiom, verb: Token) -> Token | None:
    named = next((t for lemma, t in _objects(verb).items() if lemma in idiom.objects), None)
    of_object = None if named is None else noun_after_of(named)
    for role in idiom.victims:
        found = {"object": named, "of object": of_object}.get(role)
        if role in {"patient", "subject"}:
            found = patient(verb) if role == "patient" else subject_of(verb)
        if found is not None:
            return found
    return None


def is_subject_matter(state: Token) -> bool:
    """Whether people in some state are what a body or a list is about: "the commission on missing persons"."""
    people = state.head
    is_bare = state.dep_ == "amod" and people.tag_ in {"NNS", "NNPS"} and {t.dep_ for t in people.lefts} <= {"amod"}
    of = people.head if people.dep_ == "pobj" else None
    known = lexicon.grammar().casualty.about
    return is_bare and of is not None and of.lower_ in known and of.head.pos_ in {"NOUN", "PROPN"}
