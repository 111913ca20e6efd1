"""Nouns for wounds, and who has them: "had a gunshot wound", "two with gunshot wounds", "injuries to 12 people"."""

from spacy.tokens import Token

from tollbook.readers.rules.casualties import verb_senses
from tollbook.readers.rules.casualties.semantic_roles import is_person_or_relative, patient, subject_of
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import is_of


def is_borne(wound: Token) -> bool:
    """Whether somebody has the wound, or is in hospital with one: "with wounds", "had wounds", "in a coma"."""
    known = lexicon.grammar().casualty
    return wound.lower_ in known.care or (wound.dep_, wound.head.lemma_.lower()) in known.bearing_wounds


def holder(wound: Token) -> Token:
    """The noun or verb that ties a wound to somebody."""
    over = wound.head.head if wound.dep_ == "pobj" else wound.head
    return over.head.head if over.dep_ == "pobj" and not is_person_or_relative(over) else over


def bearer(wound: Token) -> Token | None:
    """Whoever has a wound or is in hospital with one; of a dead and a wounded person, the wounded one."""
    if wound.lower_ in lexicon.grammar().casualty.care:
        return _left_in_care(wound)
    before = (t.lower_ for t in wound.lefts if t.dep_ in {"compound", "amod"})
    if lexicon.grammar().casualty.wounding.isdisjoint(before) or not is_borne(wound):
        return None
    over = holder(wound)
    if over.pos_ in {"NOUN", "PROPN", "PRON"}:
        found: Token | None = over
    else:
        found = (None if wound.dep_ == "dobj" else patient(over)) or subject_of(over)
        is_dead = found is not None and any(
            t.dep_ == "amod" and t.lower_ in lexicon.grammar().casualty.deadly for t in found.children
        )
        found = next((t for t in found.conjuncts if t.i > found.i), None) if found and is_dead else found
    if found is None or not is_person_or_relative(found) or verb_senses.are_bodies(found):
        return None
    return found


def _left_in_care(place: Token) -> Token | None:
    """Whoever an attack left in hospital: "left one man dead and another in critical condition"."""
    people = place.head.head
    if people.pos_ == "VERB":
        people = next((t for t in people.children if t.dep_ == "dobj" and t.right_edge.i + 1 == place.head.i), people)
    while people.dep_ == "conj" and is_person_or_relative(people.head):
        people = people.head
    is_left = people.dep_ == "dobj" and people.head.lemma_.lower() in lexicon.grammar().casualty.leaving_in_care
    return people if place.dep_ == "pobj" and is_left and is_person_or_relative(people) else None


def sufferers(noun: Token) -> Token | None:
    """The people after a noun for wounds or harm, or the noun for cases of it, if it is counted.

    "Caused injuries to 12 people", "inflicted harm on 200 civilians", "30 cases of suffocation".
    """
    known = lexicon.grammar().casualty
    inner = [t for t in noun.lefts if t.dep_ == "compound"]
    inner += [t for prep in noun.rights if is_of(prep) for t in prep.children]
    is_case = noun.lemma_.lower() in known.cases and any(t.lower_ in known.harms for t in inner)
    if not is_case and noun.lemma_.lower() not in known.harms:
        return None
    holders = (noun, *inner, noun.head) if noun.dep_ == "dobj" else (noun, *inner)
    after = (prep for holder in holders for prep in holder.rights if prep.i > noun.i and prep.lower_ in known.harmed_by)
    people = (t for prep in after for t in prep.children if t.dep_ == "pobj" and is_person_or_relative(t))
    counted = next((t for t in people if any(n.dep_ == "nummod" for n in t.lefts) or t.like_num), None)
    is_number = is_case and any(t.dep_ == "nummod" for t in noun.lefts)
    return counted or (noun if is_number else None)
