"""Arms that an attack destroyed or that were seized after it, and so no means of it."""

from spacy.tokens import Token

from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import attack_words
from tollbook.readers.rules.words.syntax import DONE_TO

_NOUNS = frozenset({"NOUN", "PROPN"})


def listed_under(noun: Token) -> Token:
    """The first noun of a list: "weapons" of "weapons and shells", and of "weapons including a rifle and shells"."""
    while True:
        if noun.dep_ == "conj" and noun.head.pos_ in _NOUNS:
            noun = noun.head
        elif (
            noun.dep_ == "pobj"
            and noun.head.lower_ in lexicon.grammar().tally.including
            and noun.head.head.pos_ in _NOUNS
        ):
            noun = noun.head.head
        else:
            return noun


def is_destroyed(weapon: Token) -> bool:
    """Whether arms, or what they were on, were destroyed: "destroyed two rocket launchers", "trucks with guns"."""
    words, noun = attack_words(), listed_under(weapon)
    if noun.dep_ == "pobj" and noun.head.lower_ in words.armed_with:
        over = noun.head.head
        # "Trucks equipped with guns were destroyed", not "destroyed trucks with guns", which may be the means.
        noun = listed_under(over.head if over.dep_ == "acl" else noun)
    return noun.dep_ in DONE_TO and noun.head.lemma_.lower() in words.destroyed | words.effect
