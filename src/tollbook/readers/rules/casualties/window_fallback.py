"""People by the words beside a trigger, for headlines and sentences whose parse finds nobody, or somebody else."""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.semantic_roles import OBJECTS
from tollbook.readers.rules.persons.people import is_person

#: A plain window, for headlines and damaged sentences where the parse finds nobody: wide enough for
#: "at least 12 Velmar bus passengers were reportedly". From 4 to 10 no measured figure moved by more than 0.1.
_WINDOW = 6


def beside_number(token: Token) -> Token | None:
    """The number of "one dead and three critically injured", which the parse hangs now on one, now on the other."""
    if (
        token.lower_ not in lexicon.fate_of("state")
        or token.tag_ not in {"VBN", "VBD", "JJ"}
        or (token.head.i > token.i and token.dep_ in {"amod", "compound", "nmod"})
    ):
        return None
    before = next(
        (t for t in reversed(token.doc[max(token.sent.start, token.i - 2) : token.i]) if t.pos_ != "ADV"), None
    )
    by = any(t.dep_ in OBJECTS for t in token.children)
    return (
        before
        if before is not None and before.like_num and before.dep_ != "pobj" and not by and is_person(before)
        else None
    )


def nearby(trigger: Token) -> Token | None:
    """People counted in a plain window, for headlines and sentences without a usable parse."""
    sentence, doc = trigger.sent, trigger.doc
    right = doc[trigger.i + 1 : min(sentence.end, trigger.i + 1 + _WINDOW)]
    left = doc[max(sentence.start, trigger.i - _WINDOW) : trigger.i]
    for window in (right, reversed(list(left))):
        for token in window:
            if (token.is_punct and token.text not in {"-", ","}) or (token.pos_ == "ADP" and token.lower_ != "of"):
                break
            if token.i > trigger.i and token.pos_ in {"CCONJ", "SCONJ"}:
                break
            if lexicon.fate_of("done_to").get(token.lemma_.lower()):
                break
            if (token.like_num or token.lower_ in {"dozens", "scores", "hundreds"}) and is_person(token):
                return _counted_people(token)
    return None


def _counted_people(number: Token) -> Token:
    """The noun for people that a number counts, by the words that follow it, else the number itself."""
    for token in number.doc[number.i + 1 : min(number.sent.end, number.i + 5)]:
        if token.pos_ not in {"NOUN", "PROPN", "ADJ"}:
            break
        if is_person(token) and token.pos_ in {"NOUN", "PROPN"} and token.tag_ in {"NNS", "NNPS", "NN"}:
            return token
    return number
