"""Words for weapons that name no means of an attack: a mine that people work in, arms of a depot or seized later."""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon, phrases
from tollbook.readers.rules.events.attack_words import words
from tollbook.readers.rules.persons.people import is_person

#: The kind of weapon that people may also work in.
_MINE = "mine"
_INTO = frozenset({"into"})
_OBJECTS = frozenset({"dobj", "nsubjpass"})


def is_dug(noun: Token) -> bool:
    """Whether a mine is one that people work in, or a club a house: "the mine collapsed", "burst into the club"."""
    is_mine = noun.lemma_.lower() == _MINE
    if not is_mine and noun.lemma_.lower() not in words().premises:
        return False
    if is_mine and (_is_of_ore(noun) or _is_target(noun)):
        return True
    if noun.dep_ != "pobj":
        return noun.dep_ == "nsubj" and noun.head.lemma_.lower() in words().collapsing
    # "The bus drove into a mine", not one that people work in.
    return noun.head.lower_ in words().within and not (is_mine and noun.head.lower_ in _INTO)


def _is_of_ore(mine: Token) -> bool:
    """Whether the words beside a mine say what is dug there, or who works there: "a gold mine", "a mine manager"."""
    is_workers = mine.dep_ == "compound" and is_person(mine.head) and mine.head.i > mine.i
    return is_workers or any(t.lemma_.lower() in words().ores for t in mine.lefts)


def _is_target(mine: Token) -> bool:
    """Whether a mine is attacked as a place: "stormed the mine", "the mine was attacked", "an attack on a mine"."""
    over = mine.head
    if mine.dep_ in _OBJECTS:
        return over.lemma_.lower() in words().entering
    is_attack = (over.head.lemma_.lower(),) in lexicon.phrases("events") or over.head.lemma_.lower() in words().entering
    return mine.dep_ == "pobj" and over.lower_ in words().upon and is_attack


def is_kept_in(weapon: Token) -> bool:
    """Whether a noun for a weapon only says what another thing is for: "a fuel depot", "a bomb shelter"."""
    over = weapon.head
    if weapon.dep_ != "compound" or over.dep_ == "compound":
        return False
    is_site = any(p.head == over for p in phrases.find("sites", weapon.sent))
    known = (p.head for name in ("events", "weapons") for p in phrases.find(name, weapon.sent))
    is_dispute = over.lemma_.lower() in words().unarmed
    return is_site or is_dispute or (weapon.lemma_.lower() in words().fuels and over not in known)


def is_of_body(weapon: Token) -> bool:
    """Whether a word for a weapon is in the name of a body: "the mine action service", "a soldier of a drone unit".

    A unit that harms or attacks may have used it: "an artillery unit shelled the town".
    """
    over, known = weapon.head, words()
    if weapon.dep_ not in {"compound", "amod"} or over.i < weapon.i:
        return False
    between = {t.lemma_.lower() for t in weapon.doc[weapon.i + 1 : over.i + 1]}
    acting = known.destroyed | known.damaged | lexicon.casualty_type_of("done_to").keys()
    acts = over.dep_ == "nsubj" and over.head.lemma_.lower() in acting
    is_agent = over.dep_ == "pobj" and over.head.dep_ == "agent"
    is_unit = not known.units.isdisjoint(between) and not (acts or is_agent)
    return is_unit or not known.bodies.isdisjoint(between)


def is_taken(noun: Token) -> bool:
    """Whether arms or vehicles were only taken: "killed two and recovered a rifle", "made away with three guns".

    "His rifle was taken", too. Not what somebody seized first and used then: "seized a rifle and opened fire".
    """
    while noun.dep_ == "conj" and noun.head.pos_ in {"NOUN", "PROPN"}:
        noun = noun.head
    known = words()
    verb = noun.head
    if noun.dep_ == "pobj":
        verb = noun.head.head
        away = any(t.lower_ in known.away for t in verb.children)
        return away and noun.head.lower_ in known.armed_with and verb.lemma_.lower() in known.making
    taking = verb.lemma_.lower() if noun.dep_ in _OBJECTS else ""
    is_passive = noun.dep_ == "nsubjpass" or (noun.dep_ == "nsubj" and verb.dep_ == "conj" and verb.tag_ == "VBN")
    if is_passive and verb.lemma_.lower() in known.seizing | known.taking:
        return True
    clauses = {t.lemma_.lower() for t in noun.rights if t.dep_ in {"acl", "relcl"}}
    if taking in known.recovering or not clauses.isdisjoint(known.recovering):
        return True
    is_owned = taking in known.taking and verb.dep_ == "conj" and any(t.tag_ == "PRP$" for t in noun.lefts)
    return (is_owned or taking in known.seizing) and not _uses(verb)


def _uses(verb: Token) -> bool:
    """Whether another act follows that of taking something."""
    return any(t.dep_ in {"conj", "advcl"} and t.pos_ == "VERB" for t in verb.rights)


def is_of_arms(noun: Token) -> bool:
    """Whether something is taken together with arms: "seized two vehicles and a drone", "three rifles and a car"."""
    first = noun
    while first.dep_ == "conj" and first.head.pos_ in {"NOUN", "PROPN"}:
        first = first.head
    listed = {first, *first.conjuncts}
    return is_taken(noun) and any(p.head in listed for p in phrases.find("weapons", noun.sent))
