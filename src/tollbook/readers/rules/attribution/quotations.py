"""Quotations: the words between quotation marks, and the attribution each quotation belongs to."""

import re
from collections.abc import Iterable, Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Span
from tollbook.readers.rules.attribution.constructions import stance_of
from tollbook.readers.rules.attribution.relations import AttributionRelation, cue_of, is_verb
from tollbook.readers.rules.attribution.sources import source_of
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import speech
from tollbook.text import paragraphs

_MARK = re.compile(r"[“”\"«»]|''|``|(?<!\w)‘(?=\w)|’(?!\w)")
_CLOSED_BY = {"“": "”", "«": "»", "‘": "’", '"': '"', "''": "''", "``": "''"}
_STRAIGHT = frozenset({'"', "''"})
_QUOTES = frozenset({*_CLOSED_BY, *_CLOSED_BY.values()})
_ENDS = frozenset(".!?")
#: Fewer words between marks are a name or a term, not a statement of their own.
_STATEMENT_WORDS = 3


def quotations(text: str) -> tuple[Span, ...]:
    """Spans of quoted words, marks included, in order; never overlapping, never over a blank line.

    A quotation that is opened and not closed runs to the end of its paragraph, as newspapers set quotations of
    several paragraphs. A closing mark without an opening mark is ignored.
    """
    return tuple(span for start, end in paragraphs(text) for span in _in_paragraph(text, start, end))


def _in_paragraph(text: str, start: int, end: int) -> Iterator[Span]:
    opened: int | None = None
    for match in _MARK.finditer(text, start, end):
        at, mark = match.start(), match.group()
        if opened is None and _opens(text, at, mark):
            opened = at
        elif opened is not None and _closes(text, opened, mark):
            yield opened, match.end()
            opened = None
    if opened is not None:
        yield opened, end


def _opens(text: str, at: int, mark: str) -> bool:
    if mark in _STRAIGHT:
        return at == 0 or text[at - 1].isspace() or text[at - 1] in "([—–-"
    return mark in _CLOSED_BY


def _closes(text: str, opened: int, mark: str) -> bool:
    opening = text[opened : opened + 2] if text[opened] in "'`" else text[opened]
    return mark == _CLOSED_BY[opening]


def attach(doc: Doc, relations: Iterable[AttributionRelation]) -> list[AttributionRelation]:
    """The attributions, every quotation added to the content of one of them.

    A quotation belongs to the attribution whose content it is part of; else to the cue next to it in its sentence; else
    to the attribution of the quotation before, if only the rest of one sentence is between the two.
    """
    quoted = list(_token_spans(doc))
    inside = frozenset(i for span in quoted for i in range(*span))
    attached = [_within(r, quoted) for r in relations]
    before: int | None = None
    last_end = 0
    for start, end in quoted:
        owner = _covering(attached, start, end)
        if owner is None:
            owner = _beside(doc, attached, start, end)
        if owner is None and before is not None and _continues(doc, last_end, start):
            owner = before
        if owner is not None:
            last_end = _first_person(doc, end, inside)
            _extend(attached, owner, frozenset(range(start, last_end)))
        before, last_end = owner, max(last_end, end)
    return attached


def _extend(attached: list[AttributionRelation], owner: int, quoted: frozenset[int]) -> None:
    """Add the quotation to its attribution and to one that passes the same words on ("…,” he said, according to X")."""
    cue = attached[owner].cue
    for k, relation in enumerate(attached):
        if k == owner or (relation.is_statement and cue[0] in relation.content):
            content = relation.content | (quoted - frozenset(relation.cue))
            attached[k] = msgspec.structs.replace(relation, content=content, is_statement=True)


def _within(relation: AttributionRelation, quoted: list[tuple[int, int]]) -> AttributionRelation:
    """The attribution without content outside the quotation that contains its cue."""
    around = next((range(*span) for span in quoted if span[0] <= relation.cue[0] < span[1]), None)
    if around is None:
        return relation
    return msgspec.structs.replace(relation, content=relation.content.intersection(around))


def _token_spans(doc: Doc) -> Iterator[tuple[int, int]]:
    for start, end in quotations(doc.text):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None:
            yield span.start, span.end


def _covering(attached: list[AttributionRelation], start: int, end: int) -> int | None:
    """The attribution with its cue outside the marks, half of the words inside, and the shortest content."""
    inside = range(start, end)
    covering = [
        (len(r.content), k)
        for k, r in enumerate(attached)
        if r.is_statement and r.cue[0] not in inside and 2 * len(r.content.intersection(inside)) >= end - start
    ]
    return min(covering)[1] if covering else None


def _beside(doc: Doc, attached: list[AttributionRelation], start: int, end: int) -> int | None:
    """The attribution of a cue between the marks and the end, or the start, of their sentence."""
    if end - start < _STATEMENT_WORDS + 2:
        return None
    after = _words_around(doc, range(end, len(doc)), stop=doc[end - 2].text in _ENDS and _starts_sentence(doc, end))
    leading = list(_words_around(doc, range(start - 1, -1, -1), stop=False))
    for verb in (*after, *(leading if _is_introduced(doc, start) else ())):
        if is_verb(verb) and speech().clause.get(verb.lemma_.lower(), "estimates") != "estimates":
            return _index_of(attached, verb)
    return None


def _starts_sentence(doc: Doc, at: int) -> bool:
    return at < len(doc) and (doc[at].is_title or doc[at].is_space) and doc[at].pos_ != "PROPN"


def _is_introduced(doc: Doc, start: int) -> bool:
    return start > 0 and (
        doc[start - 1].text in {":", ","} or doc[start - 1].is_space or doc[start - 1].tag_.startswith("VB")
    )


def _words_around(doc: Doc, indices: range, *, stop: bool) -> Iterator[Token]:
    if stop:
        return
    for i in indices:
        token = doc[i]
        if token.text in _ENDS or token.text in _QUOTES or (token.is_space and indices.step > 0):
            return
        yield token


def _index_of(attached: list[AttributionRelation], verb: Token) -> int:
    known = next((k for k, r in enumerate(attached) if verb.i in r.cue), None)
    if known is not None:
        return known
    cue, stance = cue_of(verb), stance_of(verb)
    attached.append(AttributionRelation(source=source_of(verb), cue=cue, content=frozenset(), stance=stance))
    return len(attached) - 1


def _continues(doc: Doc, end: int, start: int) -> bool:
    """Whether only the rest of one sentence is between two quotations."""
    gap = doc[end:start]
    return sum(t.text in _ENDS for t in gap) <= 1 and not any(t.is_alpha for t in _after_first_end(doc, end, start))


def _after_first_end(doc: Doc, end: int, start: int) -> Iterator[Token]:
    ended = doc[end - 2].text in _ENDS and (end >= len(doc) or doc[end].is_space)
    for i in range(end, start):
        if ended:
            yield doc[i]
        ended = ended or doc[i].text in _ENDS


def _first_person(doc: Doc, end: int, quoted: frozenset[int]) -> int:
    """The end of a quotation, including a next sentence in the first person: the closing mark came too soon.

    Not where only another quotation in it is: 'said: "She was loved." The officer said: "We have arrested a man."'
    """
    if end >= len(doc) or doc[end].is_space:
        return end
    sent = doc[end].sent
    is_own = sent.start == end and any(t.lower_ in words().first_person and t.i not in quoted for t in sent)
    return sent.end if is_own else end
