"""Corrects parses of directions after a noun: "their bus hit a landmine north of Velmar". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import HeadChange, Repair
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import is_of


def _noun_before_direction(token: Token) -> Iterator[HeadChange]:
    """Make the noun the object, not the direction that the parse joins it to: "a landmine" of "a landmine north"."""
    noun = token.nbor(-1) if token.i > token.sent.start else token
    is_one = token.lower_ in lexicon.grammar().place.bearings and any(map(is_of, token.rights))
    if is_one and noun.pos_ == "NOUN" and noun.dep_ == "compound" and noun.head == token:
        yield HeadChange(noun, token.head, token.dep_)
        yield from (HeadChange(t, noun, t.dep_) for t in token.lefts if t != noun)
        yield HeadChange(token, noun, "advmod")


REPAIRS: tuple[Repair, ...] = (Repair(_noun_before_direction, ("dobj", "pobj", "nsubj", "nsubjpass", "conj")),)
