"""Syntax: labels of the parse (ClearNLP) that many rules compare; "be", "of" and the noun after it."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.words import lexicon

#: Dependencies of the subject of a verb.
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
#: Dependencies of the patient of a verb: its object, and its subject in the passive.
DONE_TO = frozenset({"dobj", "nsubjpass"})
#: Dependencies of a clause that completes a verb or a preposition.
CLAUSES = frozenset({"ccomp", "xcomp", "pcomp"})
#: Tags of a verb that can be the head of a main clause by itself.
FINITE = frozenset({"VBD", "VBZ", "VBP"})


def is_be(token: Token) -> bool:
    """Whether a word is a form of the auxiliary and copula: "was", "being"."""
    return token.lemma_.lower() in lexicon.grammar().function.be


def is_have(token: Token) -> bool:
    """Whether a word is a form of the auxiliary of the perfect: "has", "having"."""
    return token.lemma_.lower() in lexicon.grammar().function.have


def is_of(token: Token) -> bool:
    """Whether a word is the preposition of possession: "the death of a nurse"."""
    return token.lower_ in lexicon.grammar().function.of


def noun_after_of(noun: Token) -> Token | None:
    """Return the noun after "of": the villagers in "the death of 12 villagers"."""
    prep = next((t for t in noun.rights if t.dep_ == "prep" and is_of(t)), None)
    return None if prep is None else next((t for t in prep.children if t.dep_ == "pobj"), None)


def path(token: Token, other: Token) -> Iterator[Token]:
    """The words from a token up the parse to below the first that is above the other one too."""
    yield token
    if token.is_ancestor(other):
        return
    for above in token.ancestors:
        if above == other or above.is_ancestor(other):
            return
        yield above


def antecedent(relative: Token) -> Token | None:
    """Return the antecedent of a relative pronoun: "army" of "the army, which"; None outside a relative clause."""
    over = next((a for a in relative.ancestors if a.dep_ == "relcl"), relative)
    return None if relative.head == relative else over.head


def pronoun_subject(verb: Token) -> Token | None:
    """Return the pronoun that is the subject of a verb: "he pleaded"."""
    return next((t for t in verb.lefts if t.dep_ == "nsubj" and t.pos_ == "PRON"), None)
