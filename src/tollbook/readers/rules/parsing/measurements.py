"""Measures of a text, each with the noun that it measures ("trench")."""

from collections.abc import Iterator

from spacy.tokens import Doc, Span, Token

from tollbook import measures
from tollbook.mentions import MeasureMention
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Dependencies between a measure and the measured noun: "25m trench", "80-foot-long trench", "a trench 80 feet long".
_DEPENDENCIES = frozenset({"nummod", "amod", "compound", "nmod", "npadvmod", "advmod", "quantmod", "acl", "appos"})
#: Steps from the unit up to the noun: unit, "long", noun, and one more for a doubled or misparsed word.
_REACH = 4


def find(doc: Doc, report: str) -> Iterator[MeasureMention]:
    """Every measure of a parsed text, in order."""
    text = doc.text
    for start, end, measure in measures.find(text, LOCALE):
        span = doc.char_span(start, end, alignment_mode="expand")
        of = None if span is None else _governing_noun(span.root, end) or _noun_before(span, measure.extent)
        yield MeasureMention(report=report, start=start, end=end, text=text[start:end], measure=measure, of=of)


def _governing_noun(token: Token, end: int) -> str | None:
    """The lemma of the noun outside the measure that governs its words, None if there is none."""
    for _ in range(_REACH):
        if token.dep_ in {"acomp", "attr"}:
            return next((_noun(t) for t in token.head.children if t.dep_ in SUBJECTS), None)
        if token.dep_ not in _DEPENDENCIES:
            return None
        token = token.head
        if token.pos_ in {"NOUN", "PROPN"} and token.idx >= end:
            return _noun(token)
    return None


def _noun_before(span: Span, extent: str | None) -> str | None:
    """The noun just before a measure that states its direction: "a trench 80 feet long"."""
    return _noun(span.doc[span.start - 1]) if extent and span.start else None


def _noun(token: Token) -> str | None:
    return token.lemma_.lower() if token.pos_ in {"NOUN", "PROPN"} else None
