"""The party that made an attack or owns a weapon, by a word before it: "the army's shelling", "an RSF drone"."""

from collections.abc import Iterator

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook.model import Actor
from tollbook.readers.rules.events.actor_nouns import is_actor
from tollbook.readers.rules.events.organisations import institution, is_force, is_organisation, is_power, members, state
from tollbook.readers.rules.events.perpetrators import find
from tollbook.readers.rules.words import inflection, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import is_of

_BEFORE = frozenset({"poss", "amod", "compound"})
#: Attacks of those who have aircraft or artillery: "government air strikes" are by the government, "the government
#: bombing" may be on it.
FROM_AFAR = frozenset({"airstrike", "shelling"})
#: Weapons that hit from afar: "an RSF drone", "a rebel mortar".
_WEAPONS_FROM_AFAR = frozenset({"artillery", "missile", "aircraft"})


def actors(word: Token) -> tuple[Actor, ...]:
    """The actors that a word names; rebels for "rebel" in "a rebel mortar attack"."""
    if word.lower_ in actor_words().irregular and word.dep_ in _BEFORE:
        return (Actor(name=max(inflection.noun_forms(word.lower_), key=len), kind="individual"),)
    found, first = find(word), institution(word)
    before = word.doc[first - 1] if first is not None and first > word.sent.start else None
    if before is not None and word.dep_ in _BEFORE and is_people(before) and before.head == word.head:
        # "Dorvan air force raids": the parse ties the adjective to the raids.
        found = tuple(replace(each, name=f"{before.text} {each.name}") for each in found)
    return found


def makers(attack: Token, kind: str) -> Iterator[Token]:
    """The words for the perpetrator before a noun for an attack: "the army's shelling", "US air strikes"."""
    if attack.dep_ == "compound" and all(p.head != attack.head for p in phrases.find("events", attack.sent)):
        return  # "An attack on an army mortar position".
    if _has_several_owners(attack):
        yield attack
        return
    armed = [t for t in attack.lefts if t.dep_ == "compound" and _is_weapon_from_afar(t)]
    is_from_afar = kind in FROM_AFAR or bool(armed)
    for before in (*attack.lefts, *(t for weapon in armed for t in weapon.lefts)):
        is_owner = before.dep_ in _BEFORE and (is_people(before) or is_force(before)) and not _owns_site(before)
        is_rebel = before.dep_ in _BEFORE and before.lower_ in actor_words().irregular  # "A rebel attack".
        # "Army raids", "air force raids".
        is_raid = attack.lemma_.lower() in actor_words().strikes
        is_force_of_raid = is_raid and before.dep_ in _BEFORE and institution(before) is not None
        if is_owner or is_rebel or is_force_of_raid or (is_from_afar and (is_power(before) or _is_party(before))):
            yield before


def _has_several_owners(noun: Token) -> bool:
    """Whether all the words for aircraft name their owners: "Dorvan and Kestrian regime jets"."""
    return is_actor(noun) and any(t.dep_ in _BEFORE and any(t.conjuncts) for t in noun.lefts)


def owner_of_weapon(agent: Token) -> Token | None:
    """Return the word for the owner of a weapon: "Russian" in "a Russian drone", "Hamas" in "a Hamas rocket"."""
    if not any(p.head == agent for p in phrases.find("weapons", agent.sent)):
        return None
    if _has_several_owners(agent):
        return None
    if _is_weapon_from_afar(agent) and (party := next(filter(_is_party, agent.lefts), None)) is not None:
        return party
    if is_actor(agent):
        return None
    # "A drone belonging to the army", "a drone of the army"; a shell from a country may be anybody's.
    owner = members(agent)
    is_from = owner is not None and owner.head.head == agent and not is_of(owner.head)
    if owner is not None and not is_from and is_actor(owner):
        return owner
    return next((t for t in agent.lefts if is_people(t) and state(t) is not None), None)


def is_people(word: Token) -> bool:
    """Whether a word is an adjective for a people, which parsers may label as a country: "Kestrian"."""
    return word.ent_type_ == "NORP" or (word.ent_type_ == "GPE" and word.tag_ == "JJ")


def _owns_site(owner: Token) -> bool:
    """Whether a name owns the site that was attacked: "Dahl's bar bombing"."""
    inside = owner.doc[owner.i + 1 : owner.head.i]
    sites = [p.head for p in phrases.find("sites", owner.sent) if p.head in inside and p.head.dep_ == "compound"]
    return owner.dep_ == "poss" and bool(sites) and institution(owner) is None


def _is_weapon_from_afar(noun: Token) -> bool:
    return any(p.head == noun and p.kind in _WEAPONS_FROM_AFAR for p in phrases.find("weapons", noun.sent))


def _is_party(before: Token) -> bool:
    """Whether a word before a weapon names its owner, and not a type ("a Grad rocket") or a town."""
    if before.dep_ not in _BEFORE or before.lower_ in actor_words().models:
        return False
    if before.lower_ in actor_words().irregular or is_force(before) or institution(before) is not None:
        return True
    is_name = before.ent_type_ == "ORG" and before.pos_ == "PROPN" and is_organisation(before)
    phrase = before.doc[before.head.left_edge.i : before.i]
    # "The Orlen rocket attack" may be in a town; "Storm Shadow" is a type of missile.
    is_introduced = all(t.lower_ in actor_words().introducing for t in phrase)
    return is_name and is_introduced and not _is_where(before)


def _is_where(name: Token) -> bool:
    """Whether a text names a town by the same word: "in Orlen"."""
    return any(t.text == name.text and t.dep_ == "pobj" and t.head.lower_ in actor_words().where for t in name.doc)
