"""Things that are no weapons by themselves and were used as one.

A rucksack that exploded, a broom handle that people were beaten with, a van driven into them.
"""

from spacy.tokens import Token

from tollbook.readers.rules.events import means
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words.event_words import attack_words

_OTHER = "other"


def kind(noun: Token) -> str | None:
    """The kind of weapon that a word without such a kind is for in its sentence, or None."""
    if means.is_driven_into_people(noun):
        return means.VEHICLE
    if _is_exploding(noun):
        return means.BOMB
    return _OTHER if _is_held_against(noun) else None


def _is_exploding(noun: Token) -> bool:
    """Whether a noun is for what held a bomb: "a rucksack exploded", "a parked car blew up", not "his car blew up"."""
    known, verb = attack_words(), noun.head
    if noun.dep_ != "nsubj" or verb.lemma_.lower() not in known.exploding or any(t.dep_ == "dobj" for t in verb.rights):
        return False
    particles = {t.lower_ for t in verb.rights if t.dep_ in {"prt", "advmod"}}
    is_whole = verb.lemma_.lower() not in known.parting or not particles.isdisjoint(known.upwards)
    is_new = noun.tag_ == "NNS" or any(t.lower_ in known.indefinite for t in noun.lefts)
    lemma = noun.lemma_.lower()
    return is_whole and (lemma in known.containers or (lemma in known.vehicles and is_new))


def _is_held_against(noun: Token) -> bool:
    """Whether people were struck with a thing: "stabbed with a screwdriver", "beaten with a broom handle"."""
    known, over = attack_words(), noun
    while over.dep_ == "conj" and over.head.pos_ == "NOUN":
        over = over.head
    is_with = over.dep_ == "pobj" and over.head.lower_ in known.armed_with and over.head.dep_ == "prep"
    is_struck = is_with and over.head.head.pos_ == "VERB" and over.head.head.lemma_.lower() in known.striking
    is_thing = noun.pos_ == "NOUN" and noun.lemma_.lower() not in known.no_arms and not is_person(noun)
    return is_struck and is_thing
