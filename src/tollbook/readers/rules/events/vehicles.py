"""Vehicles with which people attack: "drove a van into the crowd", "a suicide car bombing"."""

from spacy.tokens import Token

from tollbook.readers.rules.events.actor_words import words as actor_words
from tollbook.readers.rules.events.attack_words import words
from tollbook.readers.rules.persons.people import is_person

#: The kinds of weapon that words for an attack with a vehicle name.
VEHICLE, _BOMB = "vehicle", "bomb"


def is_by_vehicle(attack: Token) -> bool:
    """Whether words for an attack name the vehicle that it was made with: "a suicide car bombing"."""
    return any(t.dep_ == "compound" and t.lemma_.lower() in words().vehicles for t in attack.lefts)


def kind_by_vehicle(attack: Token) -> str:
    """The kind of weapon that such words name: a bomb in "a car bombing", the vehicle in "a truck attack"."""
    return _BOMB if attack.lemma_.lower() in words().bombings else VEHICLE


def is_vehicle(noun: Token) -> bool:
    """Whether a word is for a vehicle on the ground without the name of a force: "three pickups", not "army trucks"."""
    lemma = noun.lemma_.lower()
    is_on_ground = lemma in words().vehicles and lemma not in actor_words().aircraft
    return is_on_ground and not any(t.dep_ in {"compound", "amod"} for t in noun.lefts)


def is_ridden(noun: Token) -> bool:
    """Whether a vehicle only carried people: "men on motorbikes", "fired from a car", not "attacked with a car"."""
    is_one = noun.lemma_.lower() in words().vehicles and noun.lemma_.lower() not in actor_words().aircraft
    is_carrier = is_one and noun.dep_ == "pobj" and noun.head.lower_ in words().riding
    return is_carrier and not any(map(drives_into_people, noun.ancestors))


def is_driven_into_people(noun: Token) -> bool:
    """Whether a noun is the vehicle of an attack: "drove a van into the crowd"."""
    return noun.dep_ == "dobj" and noun.lemma_.lower() in words().vehicles and drives_into_people(noun.head)


def drives_into_people(verb: Token) -> bool:
    """Whether somebody attacks people with a vehicle: "drove a truck into the crowd"."""
    known = actor_words()
    if verb.pos_ != "VERB" or verb.lemma_.lower() not in known.driving:
        return False
    into = (t for v in verb.subtree for t in v.children if t.lower_ in known.driving_into and t.i > v.i)
    into_whom = (t for prep in into for t in prep.children if t.dep_ == "pobj")
    return any(is_person(t) or t.lemma_.lower() in known.crowds for t in into_whom)
