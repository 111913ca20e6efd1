"""Capitalised words that are no person's name, by the words around them: places and bodies."""

from spacy.tokens import Doc, Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons.name_lexicon import capital, name_lexicon


def is_part_of_a_place(doc: Doc, end: int) -> bool:
    """Whether a name is the first part of a place's: "Marek Olund High School"."""
    after = doc[end] if end < len(doc) else None
    joined = after is not None and doc[end - 1].head.i >= end and doc[end - 1].dep_ == "compound" and capital(after)
    return joined and after is not None and after.lower_ in name_lexicon().never - name_lexicon().both


def has_leader(doc: Doc, end: int) -> bool:
    """Whether a name is that of a body before its people: "Velmar Guard leader Jon Orsk"."""
    after = doc[end] if end < len(doc) else None
    return after is not None and after.lower_ in name_lexicon().led and doc[end - 1].dep_ in {"compound", "nmod"}


def names_origin(word: Token) -> bool:
    """Whether a word is a place before a noun for people: "a 24-year-old Tarnow woman"."""
    noun = word.head
    return (
        word.dep_ in {"compound", "nmod", "amod"}
        and noun.pos_ == "NOUN"
        and lexicon.sex_of_noun().get(noun.lemma_) is not None
    )


def is_located(doc: Doc, first: int, end: int) -> bool:
    """Whether something is in or near the bearer of a name, who is then a place: "shelling in Khan Orsk"."""
    last, before = doc[end - 1], doc[first - 1] if first else None
    if before is None or last.dep_ != "pobj":
        return False
    return before.lower_ in name_lexicon().never_before or _is_area(before)


def _is_area(preposition: Token) -> bool:
    """Whether a place follows "of": "the suburb of Tarnow"."""
    return preposition.lower_ in name_lexicon().of and preposition.head.lemma_.lower() in name_lexicon().areas


def precedes_place(preposition: Token) -> bool:
    """Whether a place follows a preposition: "in Tarnow", "the suburb of Tarnow"."""
    return _is_area(preposition) or preposition.lower_ in name_lexicon().places
