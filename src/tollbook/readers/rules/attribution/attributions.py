"""Who said what: every attribution in a report, by rules over the dependency parse and the quotation marks.

An attribution has a source (who), a cue (the words of saying) and a content (what), as in the annotation of PolNeAR
(Newell, Margolin and Ruths 2018). Labels are ClearNLP's. Words of saying are in ``lexicon/CODE/speech.toml``.
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Report
from tollbook.readers.rules.attribution import constructions, headlines, unattributed
from tollbook.readers.rules.attribution.quotations import attach
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speakers import Voices
from tollbook.readers.rules.attribution.speech_acts import Saying, is_verb

#: A date line or a place may stand before the title a text opens with; no date line seen was longer (in code points).
_TITLE_WITHIN = 60


def find(doc: Doc, report: Report) -> Voices:
    """Every attribution of a report, with the speakers and the stance of any span of it.

    ``doc`` is the parse of ``report.text``, offsets unmoved.
    """
    title = _title_end(doc, report)
    sayings = [_beside_title(s, title) for s in attach(doc, _sayings(doc))]
    sayings += headlines.titled(doc, title)
    sayings += _carried(doc, sayings)
    return Voices(doc, report, [s for s in sayings if s.content])


def _title_end(doc: Doc, report: Report) -> int:
    """The first token after the title where the text opens with it; else 0."""
    at = doc.text.find(report.title, 0, _TITLE_WITHIN + len(report.title)) if report.title else -1
    span = doc.char_span(at, at + len(report.title or ""), alignment_mode="expand") if at >= 0 else None
    return span.end if span is not None else 0


def _beside_title(saying: Saying, title: int) -> Saying:
    """A saying kept to its side of the title, which often runs into the first sentence without a stop."""
    cue = saying.cue[0]
    return msgspec.structs.replace(saying, content=frozenset(i for i in saying.content if (i < title) == (cue < title)))


def _sayings(doc: Doc) -> Iterator[Saying]:
    for token in doc:
        yield from _at(token)
    yield from headlines.before_colon(doc)


def _at(token: Token) -> Iterator[Saying]:
    words, lemma = speech(), token.lemma_.lower()
    if is_verb(token) and lemma in words.figure_verbs:
        yield from constructions.figure(token)
    elif is_verb(token) and words.attributes(lemma):
        yield from constructions.verb(token, lemma)
    elif is_verb(token) and lemma in words.seeming:
        yield from unattributed.seeming(token)
    elif token.dep_ == "prep" and token.lower_ == "in":
        yield from unattributed.surveyed(token)
    elif lemma in words.clause_nouns or lemma in words.object_nouns:
        yield from constructions.noun(token, lemma)
    elif lemma in words.adjectives and token.dep_ == "acomp":
        yield from constructions.adjective(token)
    elif token.lower_ == "according":
        yield from constructions.according(token)
    elif lemma in words.adverbs and token.dep_ == "advmod":
        yield from constructions.adverb(token, lemma)


def _carried(doc: Doc, sayings: list[Saying]) -> Iterator[Saying]:
    """What a next sentence without a cue goes on telling in the same voice.

    Only where the words show it: after a sentence that opens with "according to", and where the next sentence breaks
    down the count just given ("Among the dead were …").
    """
    voices = [s for s in sayings if s.voice and s.source is not None]
    sents = list(doc.sents)
    for sent, following in pairwise(sents):
        if "\n" in doc[following.start - 1].text or any(following.start <= s.cue[0] < following.end for s in voices):
            continue
        last = next((s for s in reversed(voices) if sent.start <= s.cue[0] < sent.end), None)
        if last is None or following.start in last.content:
            continue
        opens = doc[last.cue[0]].lower_ == "according" and last.cue[0] - sent.start <= 1
        if opens or following.text.lower().startswith(speech().elaborating):
            yield msgspec.structs.replace(last, content=frozenset(range(following.start, following.end)), carried=True)
