"""Targets of attacks: the sites that a sentence reports as hit, and those where it reports casualties."""

from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import means, statement_verbs
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_of, noun_after_of

_SINGULAR = frozenset({"NN", "NNP"})
#: The outcomes of those who are attacked at a site, and that of those who are arrested at one.
_HARM, _ARREST = frozenset({"killed", "injured"}), "captured"


def hit_by(site: Token) -> Token | None:
    """The verb whose object, passive subject or target the site is, or the attack "on" or "at" it; "train bombing"."""
    part = part_of(site)
    if (verb := _harmed_by(site) if part is None else hit_by(part)) is not None:
        return verb
    if site.dep_ == "compound" and is_attack(site.head):
        return None if site.lemma_.lower() in attack_words().vehicles else site.head
    if site.dep_ in DONE_TO or means.runs_into_weapon(site):
        return site.head
    before = _before(site)
    if before is not None and before.lower_ in attack_words().targeting:
        over = _over(before)
        if means.is_carrier(site) or any(means.runs_into_weapon(t) for t in (*over.lefts, *over.head.lefts)):
            return None  # "Their van hit a landmine on a road".
        throws = over.lemma_.lower() not in attack_words().throwing or _throws_weapon(over)
        return over if (over.pos_ == "VERB" and throws) or is_attack(over) else None
    if site.dep_ == "pobj" and sets_fire(site.head.head) and site.head.lower_ in attack_words().set_to:
        return site.head.head
    if site.dep_ == "conj":
        return hit_by(site.head) if site.head.i != site.i else None
    return None


def _harmed_by(site: Token) -> Token | None:
    """The verb of damage to one site: "caused damage to a school", "a school suffered damage"; not "to houses"."""
    if site.tag_ not in _SINGULAR or site.lemma_.lower() in attack_words().unnamed:
        return None
    if site.dep_ == "nsubj" and site.head.lemma_.lower() in attack_words().suffering:
        return site.head if damage_done(site.head) is not None else None
    if site.dep_ != "pobj" or site.head.lower_ not in attack_words().set_to:
        return None
    over = site.head.head
    verb = over.head if over.lemma_.lower() in attack_words().losses else over
    return verb if verb.lemma_.lower() in attack_words().harming and damage_done(verb) is not None else None


def damage_done(event: Token) -> Token | None:
    """The noun for the damage that an event did: "attacked the bank, causing damage", "a blast there caused damage"."""
    words, none = attack_words(), lexicon.grammar().function.no
    over = [event.head] if event.dep_ == "nsubj" else []
    verbs = (v for v in (event, *over, *event.rights) if v.lemma_.lower() in words.harming | words.suffering)
    done = (t for v in verbs if factuality.happened(v) for t in v.rights if t.dep_ == "dobj")
    return next(
        (t for t in done if t.lemma_.lower() in words.losses and not any(c.lower_ in none for c in t.lefts)), None
    )


def is_partial(event: Token) -> bool:
    """Whether only a part was destroyed: "partly destroyed"."""
    return any(t.lower_ in attack_words().partly for t in event.children)


def part_of(site: Token) -> Token | None:
    """The noun for a part of a site: "the steps of the town hall"."""
    # "A wing of the building" is of a site that was named before.
    is_whole = site.dep_ == "pobj" and is_of(site.head) and site.lemma_.lower() not in attack_words().unnamed
    return site.head.head if is_whole and site.head.head.lemma_.lower() in attack_words().portions else None


def _before(site: Token) -> Token | None:
    """The preposition before a site: "at a bank", "in front of a bank"."""
    if site.dep_ != "pobj" or site.head.dep_ != "prep":
        return None
    front = site.head.head
    is_in_front = is_of(site.head) and front.lower_ in attack_words().fronts and front.dep_ == "pobj"
    return front.head if is_in_front else site.head


def _over(preposition: Token) -> Token:
    """The word that a preposition, or a chain of them, belongs to.

    In "nine died, according to doctors at a clinic" it belongs to those who say so, as if it were theirs.
    """
    over = preposition.head
    while over.dep_ == "prep" and over.i != over.head.i:
        if over.lower_ in speech().grammar.according:
            return next((t for t in over.subtree if t.dep_ == "pobj" and t.i < preposition.i), over)
        over = over.head
    return over


def sets_fire(verb: Token) -> bool:
    """Whether somebody sets fire to something: "set fire to 45 houses"."""
    objects = (t.lemma_.lower() for t in verb.rights if t.dep_ == "dobj")
    return verb.lemma_.lower() in attack_words().setting and not attack_words().fire.isdisjoint(objects)


def _throws_weapon(verb: Token) -> bool:
    """Whether an object of a verb of throwing is a weapon: "dropped barrel bombs on a market"."""
    known = {p.head for name in ("events", "weapons") for p in phrases.find(name, verb.sent)}
    objects = (t for noun in verb.children if noun.dep_ in DONE_TO for t in noun.subtree)
    return any(t in known or t.lemma_.lower() in actor_words().fire for t in objects)


def falls(site: Token) -> Token | None:
    """The verb of a site that falls: "four houses collapsed"."""
    falls = site.dep_ == "nsubj" and site.head.lemma_.lower() in attack_words().falling
    return site.head if falls and not any(t.dep_ == "dobj" for t in site.head.rights) else None


def is_building(noun: Token) -> bool:
    """Whether a word is for a site that does not move, and so is no weapon: "a petrol station"."""
    return any(p.head == noun and p.kind != "transport" for p in phrases.find("sites", noun.sent))


def is_target(site: Token) -> bool:
    """Whether the words say that the site was hit, or report casualties there."""
    if site.dep_ == "pobj" and is_of(site.head) and site.head.head.lemma_.lower() in attack_words().striking_nouns:
        return factuality.certainty(site.head.head) == "asserted"  # "the bombing of a mosque killed 12"
    event = next(
        (event for event in (hit_by(site), _scene_of(site)) if event is not None and _harms(event, site)), None
    )
    is_other = means.is_of_arms(site) or is_searched(site)
    return event is not None and factuality.certainty(event) != "not asserted" and not is_other


def _harms(event: Token, site: Token) -> bool:
    """Whether a verb or noun with a site as its object or place says that the site, or people there, were attacked."""
    words, lemma = attack_words(), event.lemma_.lower()
    if event.pos_ != "VERB" or means.runs_into_weapon(site):
        return True
    if lemma in words.landing:  # "A shell landed on a school", not "a plane landed on a field".
        subject = semantic_roles.subject_of(event)
        return any(p.head == subject for p in phrases.find("weapons", event.sent))
    if lemma in words.destroyed | words.damaged | words.intruding or _is_death(event) or _happens(event):
        return True
    return lemma in lexicon.casualty_type_of("done_to") and not is_untouched(site)


def _scene_of(site: Token) -> Token | None:
    """The verb or noun for an event at a site that does not itself say that the site was hit.

    "Three died at a bank", "opened fire in a bar", "burst into a bar", "came under fire", "killed ten people at a bar".
    """
    if (part := part_of(site)) is not None:
        return _scene_of(part)
    words, before = attack_words(), _before(site)
    if site.dep_ == "dobj" and site.head.lemma_.lower() in words.passing and site.head.dep_ == "advcl":
        return site.head.head  # "Was shot as he left a bank".
    if site.dep_ == "nsubj" and site.head.lemma_.lower() in words.coming:
        hits = (t for prep in site.head.rights if prep.lower_ in words.beneath for t in prep.children)
        return next((t for t in hits if is_attack(t) or t.lemma_.lower() in words.fire), None)
    if before is None:
        return None
    over = _over(before)
    if before.lower_ in words.through:
        return over if over.lemma_.lower() in words.intruding | words.damaged and over.pos_ == "VERB" else None
    if before.lower_ not in words.targeting or over.pos_ != "NOUN":
        return None
    if is_person(over):
        is_counted = over.dep_ == "pobj" and is_of(over.head)
        over = over.head if over.dep_ in DONE_TO else over.head.head if is_counted else over
    types = lexicon.casualty_type_of("done_to" if over.pos_ == "VERB" else "noun")
    return over if types.get(over.lemma_.lower()) in _HARM else None


def _is_death(verb: Token) -> bool:
    """Whether people die by a verb: "nine died in a bar"."""
    return lexicon.casualty_type_of("undergo").get(verb.lemma_.lower()) in _HARM


def _happens(verb: Token) -> bool:
    """Whether a verb says that there was an attack: "the blast occurred", "a bomb went off", "opened fire"."""
    words = attack_words()
    if verb.lemma_.lower() not in words.happening:
        return False
    known = {p.head for name in ("events", "weapons") for p in phrases.find(name, verb.sent)}
    told = (t for t in verb.children if t.dep_ in {*SUBJECTS, "dobj"})
    return any(t in known or t.lemma_.lower() in words.fire or is_person(t) for t in told)


def is_untouched(site: Token) -> bool:
    """Whether a site is only where somebody was arrested, what nobody hit, or the vehicle of those who got away.

    "Arrested at his home", "found his car", "escaped in a stolen taxi", "helicopters landed on a field".
    """
    words, before = attack_words(), _before(site)
    if is_searched(site):
        return True
    if site.dep_ in DONE_TO:
        return site.head.lemma_.lower() in words.peaceful and not sets_fire(site.head)
    if before is None:
        return False
    over = _over(before)
    if lexicon.casualty_type_of("done_to").get(over.lemma_.lower()) == _ARREST:
        # "Arrested a man for the blast at a bank."
        return not any(map(is_attack, site.doc[over.i + 1 : before.i]))
    verb = over.lemma_.lower()
    aircraft = (t for t in over.lefts if t.dep_ in SUBJECTS and t.lemma_.lower() in actor_words().aircraft)
    return (verb in words.landing and any(aircraft)) or (means.is_ridden(site) and verb in words.moving)


def is_searched(site: Token) -> bool:
    """Whether police only searched a site: "found a rifle in a raid on a flat", "arrested two in a raid on a flat"."""
    words, before = attack_words(), _before(site)
    event = site if before is None else _over(before)
    found = words.finding | words.recovering | coreference_words().accusing
    verbs = (t.lemma_.lower() for t in event.ancestors if t.pos_ == "VERB")
    return event.lemma_.lower() in words.searching and not found.isdisjoint(verbs)


def is_of_mourning(site: Token) -> bool:
    """Whether a site is only where people mourn: "a vigil was held at", not "the attack on a funeral at"."""
    before = site.doc[site.sent.start : site.left_edge.i]
    mourns = any(t.lemma_.lower() in attack_words().mourning for t in before)
    return mourns and not statement_verbs.is_violence(before)


def is_attack(noun: Token) -> bool:
    """Whether a noun names an attack: "the bombing", not "the bomber"."""
    words = lexicon.phrases("events")
    known = (noun.lemma_.lower(),) in words or (noun.lower_,) in words
    return known and noun.pos_ in {"NOUN", "PROPN"} and not is_person(noun)


def is_part_of_place(noun: Token) -> bool:
    """Whether a noun is a part of a town or country and no site: "the centre of the capital", "west of Velmar"."""
    known, whole = lexicon.grammar().place, noun_after_of(noun)
    # The parser takes towns that it does not know for persons.
    is_town = whole is not None and (whole.ent_type_ == "GPE" or (whole.ent_type_ == "PERSON" and not _is_long(whole)))
    is_place = is_town or (whole is not None and whole.lower_ in known.towns | known.war)
    is_bearing = noun.lower_ in known.bearings and not any(t.dep_ == "amod" for t in noun.lefts)
    return is_place and (is_bearing or noun.lower_ in known.parts)


def _is_long(name: Token) -> bool:
    """Whether a name has several words."""
    return any(t.dep_ == "compound" for t in name.lefts)


def is_treatment(phrase: phrases.Phrase) -> bool:
    """Whether a hospital is where people were treated: "taken to the hospital"."""
    if phrase.kind != "hospital" or phrase.head.dep_ != "pobj":
        return False
    return phrase.head.head.head.lemma_.lower() in lexicon.grammar().place.treating
