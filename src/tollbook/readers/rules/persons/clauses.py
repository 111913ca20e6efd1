"""Clauses that tie persons together: whose clause a word is in, who acts on whom, and what a verb names somebody."""

from spacy.tokens import Token

from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.mentions import Mention

SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_JOINED = frozenset({"conj", "xcomp", "prep", "pcomp", "advcl"})


def clause(token: Token) -> Token:
    """The verb whose clause a token is in, the one that has a subject of its own."""
    node = token.head
    while node.dep_ in _JOINED and not any(t.dep_ in SUBJECTS for t in node.children):
        node = node.head
    return node


def acts_on(mention: Mention, pronoun: Token) -> bool:
    """Whether a person is the subject of the verb whose object the pronoun is: "Brod shot him" is not of Brod twice."""
    undergoes = pronoun.dep_ in {"dobj", "pobj", "dative"}
    return undergoes and mention.head.dep_ == "nsubj" and mention.head.head == clause(pronoun)


def complement(verb: Token) -> Token | None:
    """The name a verb of naming gives: by its last token."""
    lemma = verb.lemma_.lower()
    if lemma not in person_names.words().naming and lemma != "be":
        return None
    of_object = [t for child in verb.children if child.dep_ == "dobj" for t in child.children if t.dep_ == "prep"]
    for child in (*verb.children, *of_object):
        if child.dep_ == "prep" and child.lower_ == "as" and lemma != "be":
            inner = [t for t in child.children if t.dep_ == "pobj"]
        else:
            inner = [child] if child.dep_ in {"attr", "oprd", "dobj"} else []
        for token in inner:
            if (name := person_names.name_at(token)) is not None:
                return token.doc[name.end - 1]
    return None
