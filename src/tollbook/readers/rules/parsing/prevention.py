"""Deaths that somebody prevented: "police prevented the murder of two students"."""

from spacy.tokens import Token

from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import DONE_TO

#: Tags of a verb in a statement; "to prevent" and "could have prevented" say that it was not done.
_STATED = frozenset({"VBD", "VBG", "VBN", "VBZ"})


def is_prevented(death: Token) -> bool:
    """Whether a death was prevented, and so did not happen: "prevented the killing", "the murder was averted".

    An attack that was foiled may have harmed somebody.
    """
    verb, deaths = death.head, lexicon.casualty_type_of("noun")
    if death.dep_ not in DONE_TO or death.lemma_.lower() not in deaths or verb.tag_ not in _STATED:
        return False
    if verb.lemma_.lower() not in lexicon.hedges().preventing:
        return False
    helpers = {t.lower_ for t in verb.children if t.dep_ == "aux"}
    denied = any(t.dep_ == "neg" for t in verb.children)
    return not denied and helpers.isdisjoint(lexicon.hedges().modals | lexicon.hedges().doubtful_modals)
