"""The names of groups, from the words beside them: "a group that calls itself the Sons of the Coast"."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_of

#: A clause beside a noun, and the name in it: "calls itself X", "known as X".
_CLAUSES = frozenset({"acl", "relcl"})
_NAMES = frozenset({"oprd", "attr", "dobj", "pobj"})
#: The parts of speech in a name, besides words with a capital; and labels of names of other things than groups.
_INSIDE = frozenset({"PROPN", "ADP", "DET", "NUM"})
_OTHERS = frozenset({"GPE", "LOC", "FAC", "DATE", "TIME"})


def known(head: Token) -> str | None:
    """The name of the group of a noun, given here or earlier in the report."""
    return named(head) or referred(head)


def named(head: Token) -> str | None:
    """The name of a group, with its article, that a clause or an apposition gives it; None without one."""
    lemma = head.lemma_.lower()
    if lemma not in words().groups | words().fighters or head.pos_ == "PROPN":
        return None
    # "Two rebels, Ivo Lerch and Dan Orlik" are persons.
    given = (t for t in _given(head) if lemma in words().groups or t.ent_type_ != "PERSON")
    # "The aid group Green Forest": right after its noun a name is the group's, even if the parse takes it for a place.
    return next((full(t) for t in given if _is_name(t) or (t.pos_ == "PROPN" and t.left_edge.i == head.i + 1)), None)


def referred(head: Token) -> str | None:
    """The name of the group that "the group" refers to: the last name given to such a noun."""
    bare = all(t.lower_ in words().definite for t in head.lefts) and any(t.dep_ == "det" for t in head.lefts)
    if not bare or head.lemma_.lower() not in words().groups | words().fighters:
        return None
    before = (named(t) for t in reversed(head.doc[: head.i]) if t.lemma_ == head.lemma_)
    return next((name for name in before if name is not None), None)


def _given(head: Token) -> Iterator[Token]:
    for child in head.rights:
        if child.dep_ in _CLAUSES and child.lemma_.lower() in words().naming:
            prepositions = (t for t in child.rights if t.dep_ == "prep" and t.lower_ in words().naming_prepositions)
            for over in (child, *prepositions):
                yield from (t for t in over.rights if t.dep_ in _NAMES)
        elif child.dep_ == "appos":
            yield child
    # "The separatist group FDR": the parse takes the name for a second object.
    after = head.doc[head.i + 1 : min(head.i + 2, head.sent.end)]
    yield from (t for t in after if t.text.isupper() and len(t) > 1 and not t.tag_.startswith("V"))


def _is_name(token: Token) -> bool:
    is_name = token.pos_ == "PROPN" or (token.pos_ == "NOUN" and token.text[0].isupper())
    # After "calls itself" the parse may take the name for that of a building.
    return is_name and (token.ent_type_ not in _OTHERS or (token.dep_ == "oprd" and token.ent_type_ == "FAC"))


def full(name: Token) -> str:
    """All words of a name, from its head: with its article and "of the Coast"."""
    doc, first = name.doc, name.i
    while first > name.left_edge.i and (_is_inside(doc[first - 1]) or _is_hyphenated(doc[first - 1])):
        first -= 1
    if doc[first].tag_ == "POS":
        first = doc[first - 1].left_edge.i  # "The neighbour's Defence Ministry".
    first += doc[first].dep_ == "preconj" or (doc[first].dep_ == "det" and doc[first].lower_ in words().both)
    found = list(takewhile(_is_inside, doc[first : name.right_edge.i + 1]))
    while found and not (_is_name(found[-1]) or _belongs(found[-1], name)):
        found.pop()
    return doc[first : max([name.i, *(t.i for t in found)]) + 1].text


def _belongs(last: Token, name: Token) -> bool:
    """Whether a place ends a name: the "Valley" of "the Sons of the Valley", not Velmar in "the Front in Velmar"."""
    ends_of = last.dep_ == "pobj" and is_of(last.head) and last.head.head == name
    return last.text.istitle() and (ends_of or last.ent_type_ == name.ent_type_)


def _is_hyphenated(token: Token) -> bool:
    """Whether a word belongs to a name with hyphens: the "e" of "Tehrik-e-Sahra"."""
    return token.is_alpha and not token.whitespace_ and token.nbor().text == "-"


def _is_inside(token: Token) -> bool:
    return token.pos_ in _INSIDE or token.text[:1].isupper() or token.text == "-" or token.tag_ == "POS"
