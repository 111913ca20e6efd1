"""Nouns that can name perpetrators, and what shows that one does not: "the gunman", "an armed man", "a mob".

"Opening fire on two troopers", "killed the gunman" and "beaten by men with green armbands" have nouns that cannot act.
"""

from spacy.tokens import Token

from tollbook.readers.rules.events.means import runs_into_weapon
from tollbook.readers.rules.events.organisations import (
    PEOPLES,
    is_no_agent,
    is_organisation,
    is_place,
    is_power,
    members,
)
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, among, attack_words
from tollbook.readers.rules.words.organisation_names import acronyms
from tollbook.readers.rules.words.person_words import has_title
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import DONE_TO

#: Relations of the words that describe a noun.
DESCRIBING = frozenset({"amod", "compound", "nmod", "nummod", "acl", "relcl"})


def is_actor(token: Token) -> bool:
    """Whether the word can name perpetrators."""
    return (
        is_people(token) or among(token, actor_words().collective) or is_organisation(token) or is_named_person(token)
    )


def cannot_act(token: Token) -> bool:
    """Whether the context of a word shows that it is no agent: the target of an attack, its means, a news agency.

    "Opening fire on two troopers", "killed the gunman", "beaten by men with green armbands", "(NBX) - Rebels", "a truck
    struck a mine", "which side".
    """
    while token.dep_ in {"conj", "appos"} and token.head.i < token.i:
        token = token.head
    if token.pos_ == "PROPN" and token.lower_ in speech().outlet_names:
        return True
    if token.lower_ in actor_words().helping | actor_words().currents or runs_into_weapon(token) or _is_weapon(token):
        return True
    if is_in_brackets(token) or is_no_agent(token) or any(t.lower_ in actor_words().asked for t in token.lefts):
        return True
    over = token.head
    if token.dep_ in DONE_TO:
        return _is_attacking(over)
    if token.dep_ != "pobj" or over.dep_ != "prep":
        return False
    if over.lower_ in actor_words().means:
        return over.head.lemma_.lower() in actor_words().armed or is_people(over.head)
    # "Blaming the attacks on rebels": parsers read an attack on rebels.
    is_blamed = over.lower_ in actor_words().blaming and over.head.head.lemma_.lower() in actor_words().blame
    return over.lower_ in actor_words().against and _is_attacking(over.head) and not is_blamed


def _is_weapon(token: Token) -> bool:
    """Whether a word is a weapon without the name of a force, or the type of one: "a drone", "TOW missiles"."""
    named = (t for t in token.lefts if t.ent_type_ in PEOPLES or t.pos_ == "PROPN" or is_power(t))
    is_named = any(t.lower_ not in actor_words().models for t in named) or is_people(token)
    return token.lower_ in actor_words().models or (
        not is_named and (token.lemma_.lower(),) in lexicon.phrases("weapons")
    )


def _is_attacking(word: Token) -> bool:
    """Whether a word is a verb of attacking, a noun for an attack, or "fire" in "opened fire"."""
    lemma = word.lemma_.lower()
    if word.pos_ == "VERB":
        return lemma in actor_words().acts or lemma in lexicon.casualty_type_of("done_to")
    return lemma in actor_words().fire or any(p.head == word for p in phrases.find("events", word.sent))


def is_in_brackets(token: Token) -> bool:
    """Whether a word in brackets is no explained acronym, but the place or the agency of a report."""
    before, after = token.doc[token.sent.start : token.i], token.doc[token.i + 1 : token.sent.end]
    opened = sum(t.text == "(" for t in before) > sum(t.text == ")" for t in before)
    return opened and any(t.text == ")" for t in after) and token.text not in acronyms(parser.text_of(token.doc))


def is_vague(token: Token) -> bool:
    """Whether the word names nobody without a description: "men", "members"."""
    return among(token, actor_words().vague | actor_words().part | actor_words().collective)


def is_crowd(head: Token) -> bool:
    """Whether a word introduces a group of people who act together: "a mob", not "the gang"."""
    return among(head, actor_words().crowd) and any(t.lower_ in actor_words().introducing for t in head.lefts)


def is_people(token: Token) -> bool:
    """Whether a word is for attackers, or for the aircraft of a force: "government helicopters"."""
    described = among(token, actor_words().vague) and is_described(token)
    is_owned = among(token, actor_words().aircraft) and any(t.ent_type_ == "NORP" or is_power(t) for t in token.lefts)
    return token.ent_type_ != "PERSON" and (described or is_owned or among(token, actor_words().individual))


def is_named_person(token: Token) -> bool:
    """Whether a word is the last of a person's name, by the tagger or a title, and no place."""
    return has_title(token) or (token.ent_type_ == "PERSON" and token.pos_ == "PROPN" and not is_place(token))


def is_name(token: Token) -> bool:
    """Whether a word is a person's name, by the tagger or by the words around it: "his brother Ivo"."""
    return is_named_person(token) or (token.pos_ == "PROPN" and person_names.name_at(token) is not None)


def is_one_of_people(token: Token) -> bool:
    """Whether a word is for one person by nationality: "a Velmari rammed his car into"."""
    is_one = token.ent_type_ == "NORP" and token.tag_ in {"NN", "NNP"}
    return is_one and any(t.lower_ in actor_words().introducing for t in token.lefts)


def is_described(head: Token) -> bool:
    """Whether a general word has a description: a bare "the group" only refers to one mentioned before."""
    return members(head) is not None or any(t.dep_ in DESCRIBING for t in head.children) or _is_equipped(head)


def _is_equipped(head: Token) -> bool:
    """Whether arms, a vehicle or clothes describe people: "men with rifles", "men on motorcycles", "men in uniform"."""
    preps = (t for t in head.rights if t.dep_ == "prep" and t.lower_ in actor_words().equipping)
    nouns = {noun for prep in preps for noun in prep.children if noun.dep_ == "pobj"}
    known = attack_words().vehicles | actor_words().dress
    arms = {found.head for found in phrases.find("weapons", head.sent)} if nouns else set()
    return any(noun in arms or noun.lemma_.lower() in known for noun in nouns)
