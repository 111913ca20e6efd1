"""Corrects parses of lists that name people with their relatives: "Ivo Lerch, 41, his wife Ana and their son"."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import VERBS, HeadChange, Repair, are_relatives, introduces_one, words
from tollbook.readers.rules.words.syntax import SUBJECTS


def is_kin(noun: Token) -> bool:
    """Whether a noun is for somebody's relative: "his wife"."""
    return noun.lemma_.lower() in words().kin and any(t.tag_ == "PRP$" for t in noun.lefts)


def _relative_with_name(token: Token) -> Iterator[HeadChange]:
    """Join a relative with a name to the list: "Ivo Lerch, 41, his wife Ana and their son Tom"."""
    first, name = token.head, next((t for t in token.rights if t.dep_ == "appos" and t.pos_ == "PROPN"), None)
    is_relative = token.lower_ in words().kin and any(t.tag_ == "PRP$" for t in token.lefts)
    if name is None or not is_relative or first.pos_ != "PROPN":
        return
    if name.left_edge.i == token.i + 1:
        yield HeadChange(name, first, "conj")
        yield from (HeadChange(t, name, t.dep_) for t in token.rights if t.i > name.i)
        yield HeadChange(token, name, "compound")
    elif token.i > 1 and token.nbor(-2).text == ",":
        # "Shot his father, Ivo Lerch, 60, his mother, Ana, 58, and a guard".
        is_name = first.dep_ == "appos" and first.head.pos_ == "NOUN"
        yield HeadChange(token, first.head if is_name else first, "conj")


def _relatives_with_name(token: Token) -> Iterator[HeadChange]:
    """Join relatives with the name before them: "Ivo Lerch, 41, his wife and two sons were shot"."""
    name, later = token.head, [t for t in token.rights if t.dep_ == "conj"]
    if not later or name.pos_ != "PROPN" or not is_kin(token):
        return
    are_several = name.dep_ in SUBJECTS and any(t.lower_ in words().plural for t in (name.head, *name.head.lefts))
    # "Shot Ana Lerch, his wife and the mother of his children".
    if are_several or any(t.dep_ == "nummod" or t.tag_ == "PRP$" for t in later[-1].lefts):
        yield HeadChange(token, name, "conj")


def _names_of_relatives(token: Token) -> Iterator[HeadChange]:
    """Make names an apposition to a noun for relatives: "Ana Brod and her parents, Jan and Ilse Ek, were killed"."""
    if not are_relatives(token) or token.i + 2 >= token.sent.end:
        return
    name = token.nbor(2) if token.nbor(1).text == "," else token.nbor(1)
    while name.dep_ == "compound" and name.head.i > name.i:
        name = name.head
    is_list = name.pos_ == "PROPN" and any(t.dep_ == "conj" and t.pos_ == "PROPN" for t in name.rights)
    if is_list and token.head == name:
        yield HeadChange(token, name.head, name.dep_)
        yield HeadChange(name, token, "appos")
    elif is_list and (name.head, name.dep_) != (token, "appos") and not name.is_ancestor(token):
        yield HeadChange(name, token, "appos")


def _relatives_of_listed(token: Token) -> Iterator[HeadChange]:
    """Join relatives with the names before, not with the verb.

    "Named as Ivo Lerch, his wife Ana, and their children".
    """
    verb = token.head
    if verb.pos_ not in VERBS or not is_kin(token):
        return
    inside = (t for t in verb.subtree if verb.i < t.i < token.i)
    objects = [t for t in inside if t.dep_ in {"pobj", "dobj"}]
    # "Arrested his wife, Ana Lerch, and his brother, Jan, on Monday".
    named = [t for t in objects if t.pos_ == "PROPN" or (t.head == verb and t.lemma_.lower() in words().kin)]
    if named:
        yield HeadChange(token, named[-1], "conj")
        yield from (HeadChange(t, named[-1], "cc") for t in verb.rights if t.dep_ == "cc" and t.i < token.i)


def _relatives_after_one(token: Token) -> Iterator[HeadChange]:
    """Join relatives with one name before them, whom they cannot be: "Ana Brod, 34, her sons Jan, 6, and Tom, 9"."""
    name = token.head
    is_one = name.dep_ != "conj" and not any(t.dep_ == "conj" and t.i < token.i for t in name.rights)
    if not is_one or name.pos_ != "PROPN" or not are_relatives(token):
        return
    begin = next(t.i for t in token.doc[name.i : token.i] if t.tag_ == "PRP$")
    if token.doc[begin - 1].text != ",":
        return
    yield HeadChange(token, name, "conj")
    # "…, and her neighbour Eva Holm" is none of their names.
    joined = (t for t in token.subtree if t.dep_ == "conj" and t.i > token.i)
    yield from (HeadChange(t, token, "conj") for t in joined if introduces_one(t))


REPAIRS: tuple[Repair, ...] = (
    Repair(_relative_with_name, ("appos",)),
    Repair(_relatives_with_name, ("appos",)),
    Repair(_relatives_of_listed, ("conj",)),
    Repair(_names_of_relatives, ("conj", "appos", "compound", "dobj", "pobj", *sorted(SUBJECTS))),
    Repair(_relatives_after_one, ("appos",)),
)
