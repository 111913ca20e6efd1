"""Doubts about who is responsible, which accuse nobody: "doubted that the Front was behind it", "no proof that".

A report must not name somebody responsible in the words of a speaker who does not believe it.
"""

import functools
from itertools import islice

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.syntax import is_be, is_of

#: Words up the parse that are searched for a doubt: six in "cast doubt on claims that the Front was behind the raid".
_REACH = 8
#: How a clause, or the noun of a claim, depends on a word of doubt.
_TOLD = frozenset({"ccomp", "acl", "relcl", "xcomp", "pcomp", "pobj", "prep", "dobj", "advcl"})
_CLAUSES = frozenset({"ccomp", "acl", "relcl", "advcl"})


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``doubts.toml``."""

    doubting: frozenset[str]
    questioning: frozenset[str]
    questioned: frozenset[str]
    ruling: frozenset[str]
    out: frozenset[str]
    doubts: frozenset[str]
    sceptical: frozenset[str]
    evidence: frozenset[str]
    scarce: frozenset[str]
    lack: frozenset[str]
    warning: frozenset[str]
    against: frozenset[str]
    without: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("doubts", _Words)


def is_doubted(token: Token) -> bool:
    """Whether a word is in what somebody doubts, rules out or has no proof of."""
    below = token
    for over in islice(token.ancestors, _REACH):
        if below.dep_ in _TOLD and over.i < below.i and _doubts(over, below):
            return True
        below = over
    return False


def _doubts(over: Token, below: Token) -> bool:
    """Whether a word means that what is below it is not believed."""
    lemma, known = over.lemma_.lower(), _words()
    if over.pos_ in {"NOUN", "PROPN"}:
        # "Showed no signs of his wounds after a gunfight with police" is no doubt.
        is_told = below.dep_ in _CLAUSES or (below.dep_ == "prep" and lemma in known.doubts)
        return is_told and _is_doubt(over)
    if over.pos_ == "ADJ":
        return lemma in known.sceptical and not negated(over.head)
    if over.pos_ not in {"VERB", "AUX"}:
        return False
    is_claim = below.lemma_.lower() in known.questioned
    doubts = lemma in known.doubting or (lemma in known.questioning and is_claim)
    if lemma in known.ruling and any(t.lower_ in known.out for t in over.rights):
        return True  # "Did not rule out that" leaves it open.
    doubts |= lemma in known.warning and below.lower_ in known.against
    # The parse may tie the clause to the verb: "voiced doubts that", "it was unlikely that", "there was no proof that".
    beside = (t for t in over.rights if t.i < below.i)
    return (doubts and not negated(over)) or any(_is_beside(t, over, below) for t in beside)


def _is_beside(word: Token, verb: Token, below: Token) -> bool:
    """Whether a word beside a clause, the object or the predicate of their verb, doubts what the clause says."""
    lemma = word.lemma_.lower()
    if below.dep_ not in {"ccomp", "advcl"} and not (below.dep_ == "prep" and lemma in _words().doubts):
        return False
    if word.dep_ == "acomp":
        return is_be(verb) and lemma in _words().sceptical and not negated(verb)
    return word.dep_ in {"dobj", "attr"} and _is_doubt(word)


def _is_doubt(noun: Token) -> bool:
    """Whether a noun is for a doubt that somebody has, or for evidence that nobody has."""
    lemma, known = noun.lemma_.lower(), _words()
    nobody = lexicon.grammar().people.nobody
    is_none = any(t.lower_ in nobody | known.scarce for t in noun.lefts) or noun.head.lower_ in known.without
    if lemma in known.doubts:
        return not (is_none or negated(noun.head))
    over = noun.head.head if noun.dep_ == "pobj" and is_of(noun.head) else noun
    is_lacking = over.lemma_.lower() in known.lack or (noun.dep_ in {"dobj", "attr"} and negated(noun.head))
    return lemma in known.evidence and (is_none or is_lacking)
