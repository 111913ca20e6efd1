"""The party that a pronoun stands for: "the Front has not claimed it, but police believe it was behind the attack"."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.words import language, lexicon


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``parties.toml``."""

    pronouns: frozenset[str]
    disowning: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("parties", _Words)


def meant(pronoun: Token) -> Token:
    """The subject of a clause about a claim or a denial, if others say "it was behind the attack" after it.

    The pronoun itself if there is no such clause: "the mayor fled, but police believe it was behind the attack".
    """
    said = pronoun.head.head
    speaker = next((t for t in said.lefts if t.dep_ == "nsubj"), pronoun)
    if pronoun.lower_ not in _words().pronouns or pronoun.head.dep_ != "ccomp" or speaker.pos_ == "PRON":
        return pronoun
    clauses = [said.head] if said.dep_ == "conj" else [t for t in said.lefts if t.dep_ == "advcl"]
    disowning = (t for t in clauses if t.lemma_.lower() in _words().disowning)
    parties = (t for clause in disowning for t in clause.lefts if t.dep_ == "nsubj" and t.pos_ != "PRON")
    nobody = lexicon.grammar().people.nobody
    known = (t for t in parties if not any(w.lower_ in nobody for w in (t, *t.lefts)))
    return next(known, pronoun)
