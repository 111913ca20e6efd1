"""Means of an attack: vehicles ("drove a van into the crowd"), and words for weapons that were not used in one.

A mine that people work in, arms in a depot, arms seized later and missiles that somebody shoots down are no means.
"""

from spacy.tokens import Token

from tollbook.readers.rules.events.lost_arms import listed_under
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, is_of, noun_after_of

#: The kinds of weapon that words for an attack with a vehicle name.
VEHICLE, BOMB = "vehicle", "bomb"


def is_by_vehicle(attack: Token) -> bool:
    """Whether words for an attack name its vehicle: "a suicide car bombing"."""
    return any(t.dep_ == "compound" and t.lemma_.lower() in attack_words().vehicles for t in attack.lefts)


def kind_by_vehicle(attack: Token) -> str:
    """The kind of weapon that such words name: a bomb in "a car bombing", the vehicle in "a truck attack"."""
    return BOMB if attack.lemma_.lower() in attack_words().bombings else VEHICLE


def is_vehicle(noun: Token) -> bool:
    """Whether a word is for a vehicle on the ground without the name of a force: "three pickups", not "army trucks"."""
    lemma = noun.lemma_.lower()
    is_on_ground = lemma in attack_words().vehicles and lemma not in actor_words().aircraft
    before = (t for t in noun.lefts if t.dep_ in {"compound", "amod", "nmod"})
    return is_on_ground and not any(t.ent_type_ or t.lemma_.lower() in actor_words().organisation for t in before)


def is_ridden(noun: Token) -> bool:
    """Whether a vehicle only carried people: "men on motorbikes", "fired from a car", not "attacked with a car"."""
    is_one = noun.lemma_.lower() in attack_words().vehicles and noun.lemma_.lower() not in actor_words().aircraft
    is_carrier = is_one and noun.dep_ == "pobj" and noun.head.lower_ in attack_words().riding
    return is_carrier and not any(map(drives_into_people, noun.ancestors))


def is_of_name(noun: Token) -> bool:
    """Whether a word for a weapon is part of a name: "Mia Stone", "a group calling itself the Sword of Velm"."""
    if noun.pos_ == "PROPN" and noun.dep_ == "oprd":
        return True
    if noun.pos_ != "PROPN" or not noun.text.istitle():
        return False
    name = person_names.name_at(noun)
    return (name is not None and len(name.words) > 1) or _is_in_name(noun)


def _is_in_name(noun: Token) -> bool:
    """Whether a capitalised word for a weapon is part of a name: "the Rocket Club", "the Velm Rifles", "Sword of Velm".

    In a headline all words may have capitals.
    """
    if noun.is_sent_start or not any(t.is_lower for t in noun.sent if t.pos_ in {"NOUN", "VERB"}):
        return False
    known = {p.head for name in ("events", "weapons") for p in phrases.find(name, noun.sent)}
    beside = [noun.head] if noun.dep_ == "compound" and noun.head not in known else []
    beside += [t for t in noun.lefts if t.dep_ == "compound" and t.lower_ not in actor_words().models]
    beside += filter(None, [noun_after_of(noun), next((t for t in noun.rights if t.dep_ == "conj"), None)])
    return any(t.pos_ == "PROPN" and t.text.istitle() and t not in known for t in beside)


def carries_attackers(noun: Token) -> bool:
    """Whether a vehicle carried the perpetrators: "was shot by two men on a motorbike"."""
    before = noun.doc[noun.head.left_edge.i - 1] if noun.head.left_edge.i else noun
    # The parse may have the vehicle at the verb.
    people = noun.head.head if noun.head.head.pos_ != "VERB" else before
    return is_ridden(noun) and people.dep_ == "pobj" and people.head.dep_ == "agent" and is_person(people)


def is_driven_into_people(noun: Token) -> bool:
    """Whether a noun is the vehicle of an attack: "drove a van into the crowd", "a van ploughed into the crowd"."""
    is_moved = noun.dep_ in {"dobj", "nsubj", "nsubjpass"} and noun.lemma_.lower() in attack_words().vehicles
    return is_moved and drives_into_people(noun.head)


def drives_into_people(verb: Token) -> bool:
    """Whether somebody attacks people with a vehicle: "drove a truck into the crowd"."""
    known = actor_words()
    if verb.pos_ != "VERB" or verb.lemma_.lower() not in known.driving:
        return False
    into = (t for v in verb.subtree for t in v.children if t.lower_ in known.driving_into and t.i > v.i)
    into_whom = (t for prep in into for t in prep.children if t.dep_ == "pobj")
    return any(is_person(t) or t.lemma_.lower() in known.crowds for t in into_whom)


def is_dug(noun: Token) -> bool:
    """Whether a mine is for mining, a club a house, or axes roads: "the mine collapsed", "burst into the club"."""
    if noun.lemma_.lower() in attack_words().premises:
        return not _is_held(noun)
    if noun.lower_ in attack_words().axes:
        return noun_after_of(noun) is not None
    if noun.lemma_.lower() not in attack_words().mines:
        return False
    if _is_of_ore(noun) or _is_target(noun):
        return True
    if noun.dep_ != "pobj":
        return noun.dep_ == "nsubj" and noun.head.lemma_.lower() in attack_words().collapsing
    # "The bus drove into a mine", not one that people work in.
    return noun.head.lower_ in attack_words().within and noun.head.lower_ not in attack_words().driven_into


def _is_held(club: Token) -> bool:
    """Whether somebody has a club in the hand: "beaten with clubs", "carrying a club", "machetes and clubs"."""
    known = attack_words()
    first = club
    while first.dep_ == "conj":
        first = first.head
    listed = {t for t in (first, *first.conjuncts) if t.lemma_.lower() not in known.premises}
    if any(p.head in listed for p in phrases.find("weapons", club.sent)):
        return True
    is_object = first.dep_ in DONE_TO and first.head.lemma_.lower() in known.bearing | known.using
    return is_object or (first.dep_ == "pobj" and first.head.lower_ in known.armed_with)


def _is_of_ore(mine: Token) -> bool:
    """Whether the words beside a mine name its ore or workers: "a gold mine", "a mine manager"."""
    is_workers = mine.dep_ == "compound" and is_person(mine.head) and mine.head.i > mine.i
    return is_workers or any(t.lemma_.lower() in attack_words().ores for t in mine.lefts)


def _is_target(mine: Token) -> bool:
    """Whether a mine is attacked or held as a place: "stormed the mine", "an attack on a mine", "control of mines"."""
    over = mine.head
    if mine.dep_ in DONE_TO:
        return over.lemma_.lower() in attack_words().entering
    if mine.dep_ == "pobj" and is_of(over) and over.head.lemma_.lower() in attack_words().holding:
        return True
    is_attack = (over.head.lemma_.lower(),) in lexicon.phrases(
        "events"
    ) or over.head.lemma_.lower() in attack_words().entering
    return mine.dep_ == "pobj" and over.lower_ in attack_words().upon and is_attack


def is_kept_in(weapon: Token) -> bool:
    """Whether a noun for a weapon only describes the purpose of another thing: "a fuel depot", "a bomb shelter"."""
    over = weapon.head
    if weapon.dep_ == "compound" and _is_of_trade(weapon):
        return True
    if weapon.dep_ != "compound" or over.dep_ == "compound":
        return False
    is_site = any(p.head == over for p in phrases.find("sites", weapon.sent))
    known = (p.head for name in ("events", "weapons") for p in phrases.find(name, weapon.sent))
    is_dispute = over.lemma_.lower() in attack_words().unarmed
    return is_site or is_dispute or (weapon.lemma_.lower() in attack_words().fuels and over not in known)


def _is_of_trade(weapon: Token) -> bool:
    """Whether a word for a weapon says what people do: "a bomb disposal expert", not "bomb victims"."""
    people = weapon.head
    while people.dep_ == "compound" and people.head.i > people.i:
        people = people.head
    known = {p.head for name in ("events", "weapons") for p in phrases.find(name, weapon.sent)}
    between = weapon.doc[weapon.i + 1 : people.i + 1]
    is_harm = any(t in known for t in between) or people.lemma_.lower() in attack_words().harmed
    is_attacker = people.lemma_.lower() in coreference_words().accused
    return people.i > weapon.i and people.pos_ == "NOUN" and is_person(people) and not (is_harm or is_attacker)


def is_of_body(weapon: Token) -> bool:
    """Whether a word for a weapon is in the name of a body: "the mine action service", "a soldier of a drone unit".

    A unit that attacks may have used it: "an artillery unit shelled the town".
    """
    over, known = weapon.head, attack_words()
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

    Also "his rifle was taken". Not arms that were seized and then used: "seized a rifle and opened fire".
    """
    noun, known = listed_under(noun), attack_words()
    verb = noun.head
    if _is_only_held(noun):
        return True
    if noun.dep_ == "pobj":
        verb = noun.head.head
        away = any(t.lower_ in known.away for t in verb.children)
        return away and noun.head.lower_ in known.armed_with and verb.lemma_.lower() in known.making
    taking = verb.lemma_.lower() if noun.dep_ in DONE_TO else ""
    is_passive = noun.dep_ == "nsubjpass" or (noun.dep_ == "nsubj" and verb.dep_ == "conj" and verb.tag_ == "VBN")
    if is_passive and verb.lemma_.lower() in known.seizing | known.taking:
        return True
    clauses = {t.lemma_.lower() for t in noun.rights if t.dep_ in {"acl", "relcl"}}
    if taking in known.recovering or not clauses.isdisjoint(known.recovering):
        return True
    is_owned = taking in known.taking and verb.dep_ == "conj" and any(t.tag_ == "PRP$" for t in noun.lefts)
    return (is_owned or taking in known.seizing) and not _uses(verb)


def _is_only_held(weapon: Token) -> bool:
    """Whether somebody only had a weapon: "had bought two rifles", "arrested with a rifle", "was found in his flat"."""
    known, over = attack_words(), weapon.head
    if weapon.dep_ == "pobj":
        is_arrest = lexicon.casualty_type_of("done_to").get(over.head.lemma_.lower()) == "captured"
        return is_arrest and over.lower_ in known.armed_with
    clauses = (t for t in weapon.rights if t.dep_ in {"acl", "relcl"})
    verbs = [over, *clauses] if weapon.dep_ in DONE_TO else list(clauses)
    if weapon.dep_ in DONE_TO and over.lemma_.lower() in known.acquiring:
        return True
    found = [t for verb in verbs if verb.lemma_.lower() in known.finding for t in (verb, *verb.subtree)]
    homes = (p.head for p in phrases.find("sites", weapon.sent) if p.kind in {"home", "transport"})
    return any(home in found and home.dep_ == "pobj" for home in homes)


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


def is_carrier(vehicle: Token) -> bool:
    """Whether a vehicle only held a bomb: "a bomb on a tractor", not "a bomb in his car", which was the target."""
    known, bomb = attack_words(), vehicle.head.head
    if vehicle.lemma_.lower() not in known.vehicles or vehicle.head.lower_ not in known.riding:
        return False
    is_any = any(t.lower_ in known.indefinite for t in vehicle.lefts)
    return is_any and any(p.head == bomb and p.kind == BOMB for p in phrases.find("weapons", vehicle.sent))


def is_bomb(vehicle: Token) -> bool:
    """Whether a vehicle is itself the weapon: "detonated a truck laden with explosives"."""
    return any(t.lower_ in attack_words().loaded for t in (*vehicle.lefts, *vehicle.rights))


def runs_into_weapon(subject: Token) -> bool:
    """Whether a person or vehicle triggers a mine or bomb: "their bus struck a roadside bomb", "trod on a mine"."""
    clauses = [t for t in subject.rights if t.dep_ == "relcl"]
    verbs = [subject.head, *clauses] if subject.dep_ == "nsubj" else clauses
    verbs = [verb for verb in verbs if verb.lemma_.lower() in attack_words().running_into]
    prepositions = [t for verb in verbs for t in verb.children if t.dep_ in {"prep", "prt"}]
    objects = {t for head in (*verbs, *prepositions) for t in head.children if t.dep_ in {"dobj", "pobj"}}
    if not objects:
        return False
    return any(p.head in objects and p.kind in attack_words().planted for p in phrases.find("weapons", subject.sent))


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
