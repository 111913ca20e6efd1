"""Whether a deed is told as done, denied, doubted, or only planned, ordered and supposed."""

from typing import Literal

from spacy.tokens import Token

from tollbook.readers.rules import lexicon

Mood = Literal["told", "doubtful", "not told"]


def negated(token: Token) -> bool:
    """Whether the word itself, or the verb that carries it, is denied."""
    return any(t.dep_ == "neg" for t in token.children) or any(
        t.lower_ in {"without", "never"} for t in ([token.head] if token.dep_ == "pcomp" else [])
    )


def mood(token: Token) -> Mood:
    """Whether a deed is told as done, doubted, or only planned, ordered, feared or supposed."""
    hedges, doubtful = lexicon.hedges(), False
    if any(t.lower_ in hedges.unfinished for t in token.lefts):
        return "not told"
    node, perfect = token, any(t.lower_ in {"have", "has", "had"} and t.dep_ == "aux" for t in token.children)
    for _ in range(6):
        words = {t.lower_ for t in node.children if t.dep_ in {"aux", "auxpass", "mark"}}
        if words & hedges.modals and not (perfect and node is not token):
            return "not told"
        doubtful |= bool(words & hedges.doubtful_modals)
        if words & hedges.conditions:
            return "not told"
        if "to" in words and not perfect and _irreal_governor(node):
            return "not told"
        if node.dep_ in {"pcomp", "xcomp"} and _irreal_governor(node) and not perfect:
            return "not told"
        if node.dep_ not in {"xcomp", "conj", "advcl", "relcl", "acl", "pcomp", "prep", "acomp", "oprd", "attr"}:
            break
        node = node.head
    return "doubtful" if doubtful else "told"


def _irreal_governor(node: Token) -> bool:
    governor = node.head.head if node.dep_ == "pcomp" else node.head
    lemma = governor.lemma_.lower()
    if governor.pos_ in {"NOUN", "PROPN"}:
        return lemma in lexicon.hedges().irreal_nouns
    return lemma in lexicon.hedges().irreal or (node.dep_ in {"advcl", "relcl", "acl"} and node.tag_ == "VB")
