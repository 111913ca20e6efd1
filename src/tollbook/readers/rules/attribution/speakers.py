"""Who speaks: the chain of speakers of any span of a report, original informant first, and the stance taken."""

from collections.abc import Iterable

from spacy.tokens import Doc, Token

from tollbook.model import Attribution, Report, Span, Speaker, Stance
from tollbook.readers.rules.attribution import classifier
from tollbook.readers.rules.attribution.quotations import quoted_tokens
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.sources import who
from tollbook.readers.rules.attribution.speaker_coreference import Cast
from tollbook.readers.rules.attribution.speech_acts import FIRST_PERSON, Phrase, Saying, phrase_of

#: "an estimated 40", "as many as an estimated 40": a hedge stands at most this many words before what it hedges.
_HEDGE_BEFORE = 2
_RELATIVE = frozenset({"WP", "WDT"})
_EDGES = frozenset({",", ".", ";", ":", "-", "–", "—"})


class Voices:
    """Every attribution of one report, and who speaks at any span of it.

    Reach: an attribution covers its content and, where the content is a quotation, all of that quotation over its
    paragraphs. It ends there: a following sentence without a cue of its own is the outlet's, as news writing has it.
    """

    def __init__(self, doc: Doc, report: Report, sayings: Iterable[Saying]) -> None:
        self.doc = doc
        self._report = report
        self._text = doc.text
        self.sayings = tuple(sorted(sayings, key=lambda s: s.cue))
        self._cast = Cast(doc, self.sayings)

    def attributions(self, figures: Iterable[Span] = ()) -> tuple[Attribution, ...]:
        """Every likely outermost attribution in order of its cue, and any that one of the ``figures`` rests on.

        Spans are code points. As in PolNeAR, what stands inside the content of another attribution is part of that
        content. Speakers named there are not lost: they head the chain.
        """
        resting = {s.cue for start, end in figures for s in self._covering(start, end) if s.voice}
        quoted = quoted_tokens(self.doc)
        return tuple(self.told(s) for s in classifier.told(self.doc, self.sayings, quoted, resting))

    def told(self, saying: Saying) -> Attribution:
        """A saying as spans of the report."""
        return Attribution(
            report=self._report.id,
            source=self._spans(self._named(saying.source)) if saying.source is not None else (),
            cue=self._spans(saying.cue),
            content=self._spans(self._trimmed(saying.content)),
        )

    def chain(self, start: int, end: int) -> tuple[Speaker, ...]:
        """The speakers of the words at ``[start, end)``: original informant first, the outlet last.

        Where nobody is quoted the outlet stands alone.
        "I" and "we" are whoever is quoted, or the outlet. A pronoun nobody could be found for stays as it is written.
        """
        found: dict[str | None, Speaker] = {}
        for saying in self._covering(start, end):
            if saying.voice:
                for phrase in saying.chain:
                    if self.doc[phrase.head].lower_ not in FIRST_PERSON:
                        speaker = self._cast.speaker(phrase)
                        found.setdefault(speaker.name, speaker)
        return (*found.values(), Speaker(name=self._report.outlet, role="outlet"))

    def acting(self, verb: Token) -> Speaker | None:
        """Who does what a verb says, where the report names somebody: "the army" that "opened an inquiry"."""
        source = who(verb)
        return self._cast.speaker(source) if source is not None else None

    def stance(self, start: int, end: int) -> Stance:
        """How the words at ``[start, end)`` are put: by the hedges in them, else by the cue they hang on."""
        span = self.doc.char_span(start, end, alignment_mode="expand")
        if span is None:
            return "asserts"
        hedges = speech().hedges
        for token in self.doc[max(span.sent.start, span.start - _HEDGE_BEFORE) : span.end]:
            if token.lower_ in hedges:
                return hedges[token.lower_]
        covering = [s for s in self._covering(start, end) if s.voice]
        covering = covering or [s for s in self.sayings if span.start <= s.cue[0] < span.end]
        return next((s.stance for s in covering), "asserts")

    def _named(self, source: Phrase) -> set[int]:
        """The tokens of a source; of a relative pronoun's, those of the noun it stands for too."""
        head = self.doc[source.head]
        named = set(range(source.start, source.end))
        clause = next((a for a in head.ancestors if a.dep_ == "relcl"), None) if head.tag_ in _RELATIVE else None
        if clause is None or clause.head.i >= head.i:
            return named
        noun = phrase_of(clause.head)
        return named | {i for i in range(noun.start, noun.end) if i < head.i and not self.doc[i].is_punct}

    def _covering(self, start: int, end: int) -> list[Saying]:
        """Sayings that hold at least half of the words at a span, the narrowest first."""
        span = self.doc.char_span(start, end, alignment_mode="expand")
        if span is None:
            return []
        inside = range(span.start, span.end)
        holding = [s for s in self.sayings if 2 * len(s.content.intersection(inside)) >= len(inside)]
        return sorted(holding, key=lambda s: (len(s.content), not s.via))

    def _trimmed(self, content: frozenset[int]) -> list[int]:
        """The content without the commas and stops that set it off."""
        tokens = [i for i in sorted(content) if not self.doc[i].is_space]
        while tokens and self.doc[tokens[0]].text in _EDGES:
            del tokens[0]
        while tokens and self.doc[tokens[-1]].text in _EDGES:
            del tokens[-1]
        return tokens

    def _spans(self, tokens: Iterable[int]) -> tuple[Span, ...]:
        """Token indices as spans of code points, space at their edges left out."""
        spans: list[Span] = []
        for token in (self.doc[i] for i in sorted(tokens)):
            if token.is_space:
                continue
            if spans and not self._text[spans[-1][1] : token.idx].strip():
                spans[-1] = (spans[-1][0], token.idx + len(token))
            else:
                spans.append((token.idx, token.idx + len(token)))
        return tuple(spans)
