"""Shots that are no attacks on people: animals, and missiles and drones of others that are brought down."""

from spacy.tokens import Token

from tollbook.readers.rules.words import phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.syntax import DONE_TO, noun_after_of


def is_on_no_people(verb: Token) -> bool:
    """Whether the object of a verb is an animal or a missile of others: "shot a deer", "shot down nine drones"."""
    objects = [t for t in verb.children if t.dep_ in DONE_TO] if verb.pos_ == "VERB" else []
    is_down = verb.lemma_.lower() in attack_words().felling
    is_down = is_down or any(t.dep_ in {"prt", "advmod"} and t.lower_ in attack_words().downing for t in verb.rights)
    fired = {p.head for p in phrases.find("weapons", verb.sent)} if is_down or _destroys_in_flight(verb) else set()
    # "Shot down 58 of 71 drones".
    objects += filter(None, [noun_after_of(t) for t in objects if t.like_num])
    return any(t.lemma_.lower() in attack_words().animals or t in fired for t in objects)


def _destroys_in_flight(verb: Token) -> bool:
    """Whether flying weapons were destroyed: "destroyed 41 drones over five regions", not "two drones at a base"."""
    words = attack_words()
    objects = [inner if t.like_num and (inner := noun_after_of(t)) else t for t in verb.children if t.dep_ in DONE_TO]
    named = [t for noun in objects for t in (noun, *noun.conjuncts)]
    is_flown = bool(named) and all(t.lemma_.lower() in words.flown for t in named)
    over = [p for t in (verb, *objects) for p in t.rights if p.dep_ == "prep"]
    return verb.lemma_.lower() in words.destroyed and is_flown and not any(p.lower_ in words.parked for p in over)


def only_fells(verb: Token) -> bool:
    """Whether only unmanned things were brought down: "had intercepted two drones", not "a warplane"."""
    objects = (t.lemma_.lower() for t in verb.rights if t.dep_ == "dobj")
    return is_on_no_people(verb) and actor_words().aircraft.isdisjoint(objects)
