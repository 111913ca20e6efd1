"""Finds attributions (who said what) by rules over the dependency parse and the quotation marks.

An attribution has a source (who), a cue (the words that report) and a content (what), as in the annotation of PolNeAR
(Newell, Margolin and Ruths 2018). Dependency labels are ClearNLP's. The words that report are in ``speech.toml``.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec
from spacy.tokens import Doc, Token

from tollbook.mentions import Attribution
from tollbook.model import Report, Span, Speaker, Stance
from tollbook.readers.rules.attribution import constructions, other_cues
from tollbook.readers.rules.attribution.quotations import attach
from tollbook.readers.rules.attribution.relations import (
    AttributionRelation,
    SourcePhrase,
    is_own_text,
    is_verb,
    phrase_of,
)
from tollbook.readers.rules.attribution.sources import cannot_speak, source_of
from tollbook.readers.rules.attribution.speaker_descriptions import SpeakerDirectory
from tollbook.readers.rules.coreference import resolution
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.parsing.parser import title_end
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import says_nothing, speech
from tollbook.readers.rules.words.syntax import antecedent

#: A hedge is at most this many words before what it hedges: "an estimated 40", "as many as an estimated 40".
_HEDGE_BEFORE = 2
_RELATIVE_TAGS = frozenset({"WP", "WDT"})
_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_EDGES = frozenset({",", ".", ";", ":", "-", "–", "—"})


def find(doc: Doc, report: Report) -> "ReportAttributions":
    """Every attribution of a report, with the speakers and the stance of any span of it.

    ``doc`` is the parse of ``report.text``, with unchanged offsets.
    """
    title = _title_end(doc, report)
    relations = [_without_comments(doc, _within_title(r, title)) for r in attach(doc, _relations(doc))]
    relations += other_cues.title_sources(doc, title)
    relations += _continued(doc, relations)
    return ReportAttributions(doc, report, [r for r in relations if r.content and not _is_of_report(doc, r)])


def _is_of_report(doc: Doc, relation: AttributionRelation) -> bool:
    return relation.source is not None and is_own_text(doc[relation.source.head])


def _title_end(doc: Doc, report: Report) -> int:
    """The first token after the title if the text starts with it; else 0."""
    span = doc.char_span(0, title_end(doc.text, report.title), alignment_mode="expand")
    return span.end if span is not None else 0


def _within_title(relation: AttributionRelation, title: int) -> AttributionRelation:
    """The relation without content beyond the end of the title.

    Titles often run into the first sentence of the parse.
    """
    cue = relation.cue[0]
    content = frozenset(i for i in relation.content if (i < title) == (cue < title))
    return msgspec.structs.replace(relation, content=content)


def _without_comments(doc: Doc, relation: AttributionRelation) -> AttributionRelation:
    """The relation without what others say of its content: "said that police fired, an allegation that they denied"."""
    known = coreference_words()
    names = (doc[i] for i in relation.content if doc[i].lemma_.lower() in known.reports | known.figures)
    clauses = (t for name in names if name.i > relation.cue[0] for t in name.rights if t.dep_ in {"relcl", "acl"})
    comments = {t.i for t in clauses if t.lemma_.lower() in known.contesting for t in t.head.subtree}
    return msgspec.structs.replace(relation, content=relation.content - comments) if comments else relation


def _relations(doc: Doc) -> Iterator[AttributionRelation]:
    for token in doc:
        yield from _relations_at(token)
    yield from other_cues.colon_sources(doc)


def _relations_at(token: Token) -> Iterator[AttributionRelation]:
    lists, lemma = speech(), token.lemma_.lower()
    if is_verb(token) and lemma in lists.figure_verbs:
        yield from () if _is_result(token) else constructions.figure(token)
    elif is_verb(token) and lists.attributes(lemma):
        if not says_nothing(token, lemma):
            yield from constructions.verb(token, lemma)
    elif is_verb(token) and lemma in lists.seeming:
        yield from other_cues.seeming(token)
    elif token.dep_ == "prep" and token.lower_ in lists.grammar.survey_prepositions:
        yield from other_cues.survey(token)
    elif lemma in lists.clause_nouns or lemma in lists.object_nouns:
        yield from constructions.noun(token, lemma)
    elif lemma in lists.adjectives and token.dep_ == "acomp":
        yield from constructions.adjective(token)
    elif token.lower_ in lists.grammar.according:
        yield from constructions.according(token)
    elif lemma in lists.adverbs and token.dep_ == "advmod":
        yield from constructions.adverb(token, lemma)


def _is_result(verb: Token) -> bool:
    """Whether a figure is only the result of an event and has no source: "a man died, raising the toll to 4"."""
    happened = verb.head.lemma_.lower()
    types = (lexicon.casualty_type_of(table) for table in ("undergo", "done_to"))
    return verb.tag_ == "VBG" and verb.dep_ == "advcl" and any(happened in each for each in types)


def _continued(doc: Doc, relations: list[AttributionRelation]) -> Iterator[AttributionRelation]:
    """The sentences without a cue that continue the attribution of the sentence before.

    There are two cases: the sentence before starts with "according to", or the next sentence details the last count
    ("Among the dead were …").
    """
    statements = [r for r in relations if r.is_statement and r.source is not None]
    for sent, following in pairwise(doc.sents):
        has_cue = any(following.start <= r.cue[0] < following.end for r in statements)
        if has_cue or "\n" in doc[following.start - 1].text:
            continue
        last = next((r for r in reversed(statements) if sent.start <= r.cue[0] < sent.end), None)
        if last is None or following.start in last.content:
            continue
        opens = doc[last.cue[0]].lower_ in speech().grammar.according and last.cue[0] - sent.start <= 1
        if opens or following.text.lower().startswith(speech().elaborating):
            content = frozenset(range(following.start, following.end))
            yield msgspec.structs.replace(last, content=content, continued=True)


def _is_about_words(head: Token) -> bool:
    """Whether "which" is for a thought or a clause, and so for no speaker: "our belief, which the facts suggest"."""
    over = antecedent(head) if head.tag_ in _RELATIVE_TAGS else None
    return over is not None and (over.pos_ not in _NOUNS or over.lemma_.lower() in speech().clause_nouns)


def _contains(outer: AttributionRelation, inner: AttributionRelation) -> bool:
    """Whether one attribution is part of the content of another, as PolNeAR defines it."""
    return outer is not inner and inner.cue[0] in outer.content and not inner.content > outer.content


class ReportAttributions:
    """Every attribution of one report, and the speakers of any span of it.

    An attribution covers its content and, if the content is a quotation, the whole quotation over all its paragraphs.
    It ends there: a following sentence without a cue of its own is the outlet's, by the conventions of news writing.
    """

    def __init__(self, doc: Doc, report: Report, relations: Iterable[AttributionRelation]) -> None:
        self.doc = doc
        self._report = report
        self._text = doc.text
        self.relations = tuple(sorted(relations, key=lambda r: r.cue))
        self._directory = SpeakerDirectory(resolution.start(doc), self.relations)

    def attributions(self) -> tuple[Attribution, ...]:
        """Every outermost attribution in order of its cue.

        Spans are in code points. As in PolNeAR, an attribution inside the content of another is part of that content.
        Its speakers are not lost: they are the first of the chain.
        """
        outermost = (r for r in self.relations if not any(_contains(other, r) for other in self.relations))
        return tuple(self.record(r) for r in outermost)

    def supporting(self, figures: Iterable[Span]) -> tuple[Attribution, ...]:
        """The attributions that are the source of some figures."""
        cues = {r.cue: r for start, end in figures for r in self._covering(start, end) if r.is_statement}
        return tuple(self.record(cues[cue]) for cue in sorted(cues))

    def record(self, relation: AttributionRelation) -> Attribution:
        """An attribution as spans of the report, in code points."""
        return Attribution(
            report=self._report.id,
            source=self._spans(self._source_tokens(relation.source)) if relation.source is not None else (),
            cue=self._spans(relation.cue),
            content=self._spans(self._trimmed(relation.content)),
        )

    def chain(self, start: int, end: int) -> tuple[Speaker, ...]:
        """The speakers of the words at ``[start, end)``: original informant first, the outlet last.

        Without a quoted speaker, the outlet is the only one; photographs are none. "I" and "we" are the quoted speaker,
        or the outlet. A pronoun without antecedent stays as it is written.
        """
        speakers: dict[str | None, Speaker] = {}
        for relation in self._covering(start, end):
            if relation.is_statement:
                for phrase in relation.chain:
                    head = self.doc[phrase.head]
                    is_own = head.lower_ in coreference_words().first_person or self._is_outlet(phrase)
                    if not (cannot_speak(head) or _is_about_words(head) or is_own):
                        speaker = self._directory.speaker(phrase)
                        speakers.setdefault(speaker.name, speaker)
        return (*speakers.values(), Speaker(name=self._report.outlet, role="outlet"))

    def is_quoted(self, start: int, end: int) -> bool:
        """Whether the words at ``[start, end)`` have a source that a cue in their own sentence introduces."""
        span = self.doc.char_span(start, end, alignment_mode="expand")
        covering = [r for r in self._covering(start, end) if r.is_statement and not r.continued]
        return span is not None and any(span.sent.start <= r.cue[0] < span.sent.end for r in covering)

    def acting(self, verb: Token) -> Speaker | None:
        """The subject of a verb if it has a name: "the army" in "the army opened an inquiry"; not "we" or "it"."""
        source = source_of(verb)
        is_own = source is not None and self.doc[source.head].lower_ in coreference_words().first_person
        if source is None or is_own or self._is_outlet(source):
            return None
        speaker = self._directory.speaker(source)
        return None if speaker.name in coreference_words().expletive else speaker

    def _is_outlet(self, phrase: SourcePhrase) -> bool:
        """Whether a phrase is the name of the outlet, or its first words: "Rights Now condemns"."""
        name, start = self._report.outlet or "", self.doc[phrase.start].idx
        # "Rights Now director Ana Brod" is a person, not the outlet.
        is_inside = self.doc[phrase.head].idx < start + len(name)
        return is_inside and self._text[start : start + len(name)].casefold() == name.casefold()

    def speaker_at(self, head: Token) -> Speaker:
        """The speaker that the noun phrase of a head names, as fully as the report names them."""
        return self._directory.speaker(phrase_of(head))

    def stance(self, start: int, end: int) -> Stance:
        """The stance on the words at ``[start, end)``, from "false" or a hedge among them, or from the cue above."""
        span = self.doc.char_span(start, end, alignment_mode="expand")
        if span is None:
            return "asserts"
        if factuality.is_called_false(span):
            return "denies"
        hedges = speech().hedges
        for token in self.doc[max(span.sent.start, span.start - _HEDGE_BEFORE) : span.end]:
            if token.lower_ in hedges:
                return hedges[token.lower_]
        covering = [r for r in self._covering(start, end) if r.is_statement]
        # Not "a man whose proposal she had rejected".
        inside = (r for r in self.relations if span.start <= r.cue[0] < span.end)
        covering = covering or [r for r in inside if all(self.doc[i].dep_ != "relcl" for i in r.cue)]
        return next((r.stance for r in covering), "asserts")

    def _source_tokens(self, source: SourcePhrase) -> set[int]:
        """The tokens of a source; for a relative pronoun also those of the noun it refers to."""
        head = self.doc[source.head]
        tokens = set(range(source.start, source.end))
        clause = next((a for a in head.ancestors if a.dep_ == "relcl"), None) if head.tag_ in _RELATIVE_TAGS else None
        if clause is None or clause.head.i >= head.i:
            return tokens
        noun = phrase_of(clause.head)
        return tokens | {i for i in range(noun.start, noun.end) if i < head.i and not self.doc[i].is_punct}

    def _covering(self, start: int, end: int) -> list[AttributionRelation]:
        """Attributions with at least half of the words of a span, the one with the shortest content first."""
        span = self.doc.char_span(start, end, alignment_mode="expand")
        if span is None:
            return []
        inside = range(span.start, span.end)
        covering = [r for r in self.relations if 2 * len(r.content.intersection(inside)) >= len(inside)]
        return sorted(covering, key=lambda r: (len(r.content), not r.via))

    def _trimmed(self, content: frozenset[int]) -> list[int]:
        """The content without the punctuation at its edges."""
        tokens = [i for i in sorted(content) if not self.doc[i].is_space]
        while tokens and self.doc[tokens[0]].text in _EDGES:
            del tokens[0]
        while tokens and self.doc[tokens[-1]].text in _EDGES:
            del tokens[-1]
        return tokens

    def _spans(self, tokens: Iterable[int]) -> tuple[Span, ...]:
        """Token indices as spans of code points, without space at their edges."""
        spans: list[Span] = []
        for token in (self.doc[i] for i in sorted(tokens)):
            if token.is_space:
                continue
            if spans and not self._text[spans[-1][1] : token.idx].strip():
                spans[-1] = (spans[-1][0], token.idx + len(token))
            else:
                spans.append((token.idx, token.idx + len(token)))
        return tuple(spans)
