"""Constructions that attribute without a word of saying: what seems so to nobody named, and what a survey found."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.attribution import word_order
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speech_acts import Saying, child, cue_of, phrase_of, tree, trees

_COMPLEMENTS = ("xcomp", "ccomp", "oprd", "acomp", "attr")


def seeming(cue: Token) -> Iterator[Saying]:
    """As in "the fire seems to have spread": told as how it looks, by nobody in particular."""
    what = child(cue, "nsubj", "expl")
    complement = trees(cue, *_COMPLEMENTS)
    if complement:
        told: set[int] = set() if what is None or what.lower_ in {"it", "there"} else tree(what)
        yield Saying(source=None, cue=cue_of(cue), content=frozenset(told | complement), voice=False)


def surveyed(cue: Token) -> Iterator[Saying]:
    """As in "In a survey of March, half of them said …": the rest of the sentence is the survey's."""
    found, sent = child(cue, "pobj"), cue.sent
    if found is None or found.lemma_.lower() not in speech().surveys or cue.i > sent.start + 1:
        return
    source = phrase_of(found)
    content = range(max(source.end, cue.right_edge.i + 1), sent.end)
    if word_order.finite(cue.doc[content.start : content.stop]):
        yield Saying(source=source, cue=(cue.i,), content=frozenset(content), voice=False)
