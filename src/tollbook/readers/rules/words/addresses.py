"""The address after a noun for a building, which says which one it is: "a home on Walker Street"."""

from spacy.tokens import Token

from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import attack_words
from tollbook.readers.rules.words.syntax import is_of, noun_after_of

#: Labels of what is said of a time: "a home on Monday night".
_WHEN = frozenset({"DATE", "TIME"})
#: What divides the parts of a headline.
_BETWEEN_TITLES = frozenset({"|", "–", "—"})


def end(noun: Token) -> int:
    """The token after the address of a building, or the one after the noun if none follows.

    A town alone is no address, as the place of a claim has it; nor is "another town". A name says by itself which
    building it is.
    """
    doc, none = noun.doc, noun.i + 1
    is_named = noun.pos_ != "NOUN" or any(t.dep_ == "compound" and t.pos_ == "PROPN" for t in noun.lefts)
    if is_named or none + 1 >= len(doc) or doc[none].lower_ not in attack_words().before_addresses:
        return none
    last = next((t for t in doc[none].children if t.dep_ == "pobj" and t.i > none), None)
    if last is None or (last.ent_type_ in _WHEN and not _is_of_address(last)):
        return none
    while _is_whole_next(last) and (inner := noun_after_of(last)) is not None:
        last = inner
    beside = (t for t in last.rights if t.dep_ == "conj" and t.i == last.i + 2 + len(list(t.lefts)))
    last = next((t for t in beside if t.pos_ == "PROPN"), last)
    stop = next((t.i for t in doc[none : last.i + 1] if t.is_quote or t.text in _BETWEEN_TITLES), last.i + 1)
    is_general = not any(t.pos_ == "PROPN" or t.like_num for t in doc[none + 1 : stop])
    words = [t for t in doc[none + 1 : stop] if not is_general or t.lower_ not in lexicon.grammar().place.towns]
    return stop if any(map(_is_of_address, words)) else none


def _is_whole_next(noun: Token) -> bool:
    """Whether "of" follows a noun: "the 400 block of Walker Street"."""
    return noun.i + 1 < len(noun.doc) and is_of(noun.nbor(1))


def _is_of_address(token: Token) -> bool:
    """Whether a word is of an address: "Street", "block", "village"."""
    return token.lower_.removesuffix(".") in attack_words().of_addresses
