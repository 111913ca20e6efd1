"""Numbers that count people without a noun: "12 were killed", "the toll rose to 34"."""

from spacy.tokens import Token

from tollbook import quantities
from tollbook.readers.rules.parsing.head_changes import words as repair_words
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import joined_ages
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be, is_of

#: Tokens of "25-, 30- and 35-year-old" that are searched for the last age.
_AGES = 12


def stands_for_people(token: Token) -> bool:
    """Whether a number without a noun can count people: no date, age, measure, share or sum of money."""
    is_measure = token.ent_type_ in {"DATE", "TIME", "PERCENT", "QUANTITY"} and not _before_day(token)
    if (is_measure and not _has_died(token)) or _is_money(token) or _is_of_weapons(token) or _are_children(token):
        return False
    if not (token.like_num or quantities.count(token.text, LOCALE)) or _is_age(token):
        return False
    follower = token.nbor(1) if token.i + 1 < len(token.doc) else None
    return follower is None or (
        follower.lemma_.lower() not in quantities.unit_nouns(LOCALE) and follower.text not in {"%", "-"}
    )


def _are_children(number: Token) -> bool:
    """Whether a number only says how many children somebody has: "a father of six"."""
    parent = number.head.head if number.dep_ == "pobj" and is_of(number.head) else number
    return parent != number and parent.lemma_.lower() in repair_words().kin


def _is_of_weapons(number: Token) -> bool:
    """Whether a number counts some of several weapons: "shot down 58 of 71 drones"."""
    of = (t for t in number.rights if t.dep_ == "prep" and is_of(t))
    inner = (t for prep in of for t in prep.children if t.dep_ == "pobj")
    return any((t.lemma_.lower(),) in lexicon.phrases("weapons") for t in inner)


def _has_died(token: Token) -> bool:
    """Whether a number counts people who died or were hurt, whatever its tag: "said 14 had died"."""
    is_harmed = token.dep_ in DONE_TO
    done = lexicon.casualty_type_of("done_to").get(token.head.lemma_.lower())
    return dies(token) or (is_harmed and done in {"killed", "injured"})


def dies(token: Token) -> bool:
    """Whether a word is the subject of a verb of dying: "another died in hospital"."""
    return token.dep_ == "nsubj" and lexicon.casualty_type_of("undergo").get(token.head.lemma_.lower()) == "killed"


def undergoes(token: Token) -> bool:
    """Whether a word is the subject of an outcome: "many died", "many suffered burns", "another is in hospital"."""
    verb, states = token.head, lexicon.casualty_type_of("state")
    places = (t.lower_ for prep in verb.rights if prep.dep_ == "prep" for t in prep.children)
    if token.dep_ == "nsubj" and is_be(verb) and not lexicon.grammar().casualty.care.isdisjoint(places):
        return True
    is_state = any(t.dep_ == "acomp" and t.lower_ in states for t in verb.rights)
    suffers = verb.lemma_.lower() in lexicon.grammar().casualty.suffering
    return token.dep_ == "nsubj" and (dies(token) or is_state or suffers)


def _before_day(token: Token) -> bool:
    """Whether a number is followed by a day but not part of it: "wounded three Sunday evening", "rose to 34 overnight".

    Days of months are in figures.
    """
    after = token.nbor(1) if token.i + 1 < len(token.doc) else None
    if after is None:
        return False
    is_object = token.dep_ == "pobj" or (token.head == after and after.dep_ == "pcomp")  # "put the toll at 16 earlier"
    return (token.text.isalpha() and after.pos_ == "PROPN") or (is_object and after.pos_ == "ADV")


def _is_age(token: Token) -> bool:
    """Whether a number is an age: of the name before ("Ana Brod, 28"), of one person ("22 was shot"), of several."""
    before = token.nbor(-2) if token.i > 1 and token.nbor(-1).text in {",", "("} else None
    if before is not None and token.text.isdigit():
        after = token.doc[min(token.i + 1, len(token.doc) - 1)]
        is_person = before.tag_ == "NN" and lexicon.names_people(before)
        is_person = is_person and token.dep_ != "nummod" and after.text == ","  # "after girl, 15, is killed"
        if is_person or person_names.name_at(before) is not None:
            return True
    is_singular = any(t.lower_ in repair_words().singular for t in token.doc[token.i + 1 : token.i + 3])
    if token.dep_ in SUBJECTS and is_singular and token.text.isdigit() and token.text != "1":
        return True
    noun = token.head.head if token.dep_ == "pobj" and is_of(token.head) else token
    if noun != token and noun.tag_ == "NN" and token.text.isdigit() and lexicon.sex_of_noun().get(noun.lower_):
        return True  # "a boy of 6"
    # "A 25- and a 35-year-old were hit".
    return joined_ages().match(token.doc[token.i : token.i + _AGES].text) is not None


def _is_money(token: Token) -> bool:
    return token.ent_type_ == "MONEY" and any(
        t.is_currency or t.lower_ in quantities.unit_nouns(LOCALE) for t in token.subtree
    )
