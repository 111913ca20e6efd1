"""Whether a place name in a sentence tells where something was, or only who spoke or acted ("Velmar said")."""

import functools

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.attribution.reporting_lexicon import speech


@functools.cache
def telling() -> frozenset[str]:
    """Verbs of saying: where and when somebody said it is not where and when it was."""
    return frozenset(speech().reporting) | lexicon.grammar().place.telling


def is_located(token: Token) -> bool:
    """Whether the name stands after a preposition of place, by itself or inside a longer name."""
    head = token
    if _is_bearing(token):
        return False
    for _ in range(3):
        if head.dep_ == "pobj" and head.head.lower_ in lexicon.grammar().place.locative:
            return True
        if head.dep_ not in {"compound", "nmod", "appos", "conj", "amod"} or head.head.i == head.i:
            return False
        head = head.head
    return False


def _is_bearing(token: Token) -> bool:
    """Whether a place only gives the direction of another ("a town to the west of Velmar")."""
    prep = token.head if token.dep_ == "pobj" else None
    return prep is not None and prep.lower_ == "of" and prep.head.lower_ in lexicon.grammar().place.bearings


def is_scene(token: Token | None) -> bool:
    """Whether a place name tells where: "in Velmar", "the Velmar strike", not "said in Velmar", "Velmar's tanks"."""
    if token is None:
        return True
    verb = next((t for t in token.ancestors if t.pos_ in {"VERB", "AUX"}), None)
    if verb is not None and verb.lemma_.lower() in telling():
        return False
    if is_located(token):
        return True
    while token.dep_ in {"compound", "amod", "nmod", "appos"} and token.head.i != token.i:
        token = token.head
    if token.dep_ in {"nsubj", "nsubjpass"} and token.head.lemma_.lower() in lexicon.grammar().place.undergoing:
        return True
    lemma = (token.lemma_.lower(),)
    if (
        lemma in lexicon.phrases("events")
        or lemma in lexicon.phrases("sites")
        or token.dep_ in {"ROOT", "npadvmod", "dep"}
    ):
        return True
    return token.dep_ in {"dobj", "nsubjpass", "pobj"} and token.ent_type_ in {"GPE", "LOC", "FAC", "ORG", ""}
