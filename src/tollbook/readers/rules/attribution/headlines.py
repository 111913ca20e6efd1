"""Who says so in a headline: before a colon, or at the end of a title."""

from collections.abc import Iterator

from spacy.tokens import Doc

from tollbook.readers.rules.attribution import word_order
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speech_acts import Phrase, Saying
from tollbook.text import paragraphs

#: A speaker before a colon is a short phrase: a name with a title or two.
_COLON_WITHIN = 8
#: What sets off whoever says so at the end of a title without a verb: "Nine dead in Velmar: officials".
_SETTING_OFF = frozenset({":", "-", "–", "—"})


def before_colon(doc: Doc) -> Iterator[Saying]:
    """As in "Police: man shot dead", at the head of a paragraph."""
    for start, end in _paragraphs(doc):
        colon = next((i for i in range(start + 1, min(start + _COLON_WITHIN, end - 1)) if doc[i].text == ":"), None)
        if colon is None or word_order.finite(doc[start:colon]):
            continue
        source = word_order.phrase_before(doc, colon, start)
        if source is not None:
            last = max(doc[colon + 1].sent.end, doc[colon].sent.end)
            yield Saying(source=source, cue=(colon,), content=frozenset(range(colon + 1, min(last, end))))


def _paragraphs(doc: Doc) -> Iterator[tuple[int, int]]:
    for start, end in paragraphs(doc.text):
        span = doc.char_span(start, end, alignment_mode="contract")
        if span is not None:
            yield span.start, span.end


def titled(doc: Doc, end: int) -> Iterator[Saying]:
    """As in "Blast kills six - state TV": a title that ends in whoever says so, or that is cut off right before."""
    nouns = speech().title_nouns
    last = next((i for i in (*range(end - 1, end + 2), end - 2) if 0 < i < len(doc) and doc[i].lower_ in nouns), None)
    if end and last and (word_order.finite(doc[:last]) or doc[last - 1].text in _SETTING_OFF):
        start = last - 1 if doc[last - 1].lower_ == "state" else last
        yield Saying(source=Phrase(last, start, last + 1), cue=(last,), content=frozenset(range(start)))
