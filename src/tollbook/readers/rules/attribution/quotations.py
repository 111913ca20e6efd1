"""Quotation marks: where words are set between them, and whose words they are."""

import re
from collections.abc import Iterable, Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Span
from tollbook.readers.rules.attribution.constructions import stance_of
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.sources import who
from tollbook.readers.rules.attribution.speech_acts import FIRST_PERSON, Saying, cue_of, is_verb
from tollbook.text import paragraphs

_MARK = re.compile(r"[“”\"«»]|''|``|(?<!\w)‘(?=\w)|’(?!\w)")
_CLOSED_BY = {"“": "”", "«": "»", "‘": "’", '"': '"', "''": "''", "``": "''"}
_STRAIGHT = frozenset({'"', "''"})
_QUOTES = frozenset({*_CLOSED_BY, *_CLOSED_BY.values()})
_ENDS = frozenset(".!?")
#: Fewer words between marks are a name or a word held at arm's length, not something said by itself.
_SAID_WORDS = 3


def quotations(text: str) -> tuple[Span, ...]:
    """Spans of quoted words, marks included, in order; never overlapping, never over a blank line.

    A quotation that is opened and not closed runs to the end of its paragraph, as newspapers set quotations of
    several paragraphs. A closing mark that was never opened is passed over.
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


def attach(doc: Doc, sayings: Iterable[Saying]) -> list[Saying]:
    """The sayings with every quotation given to whoever said it.

    A quotation belongs to the saying it is part of; else to the cue that stands next to it in its sentence; else,
    where nothing but that cue's own sentence lies between, to whoever said the quotation before it.
    """
    quoted = list(_token_spans(doc))
    book = [_within(s, quoted) for s in sayings]
    before: int | None = None
    last_end = 0
    for start, end in quoted:
        owner = _covering(book, start, end)
        if owner is None:
            owner = _beside(doc, book, start, end)
        if owner is None and before is not None and _continues(doc, last_end, start):
            owner = before
        if owner is not None:
            last_end = _first_person(doc, end)
            _extend(book, owner, frozenset(range(start, last_end)))
        before, last_end = owner, max(last_end, end)
    return book


def _extend(book: list[Saying], owner: int, quoted: frozenset[int]) -> None:
    """Give the quotation to its owner, and to whoever passes the owner's words on ("…,” he said, according to X")."""
    cue = book[owner].cue
    for k, saying in enumerate(book):
        if k == owner or (saying.voice and cue[0] in saying.content):
            content = saying.content | (quoted - frozenset(saying.cue))
            book[k] = msgspec.structs.replace(saying, content=content, voice=True)


def _within(saying: Saying, quoted: list[tuple[int, int]]) -> Saying:
    """A saying kept inside the quotation its cue stands in: what is quoted attributes nothing outside it."""
    around = next((range(*span) for span in quoted if span[0] <= saying.cue[0] < span[1]), None)
    if around is None:
        return saying
    return msgspec.structs.replace(saying, content=saying.content.intersection(around))


def quoted_tokens(doc: Doc) -> frozenset[int]:
    """The tokens between quotation marks, marks included."""
    return frozenset(i for span in _token_spans(doc) for i in range(*span))


def _token_spans(doc: Doc) -> Iterator[tuple[int, int]]:
    for start, end in quotations(doc.text):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None:
            yield span.start, span.end


def _covering(book: list[Saying], start: int, end: int) -> int | None:
    """The narrowest saying from outside the marks that holds at least half of the words within."""
    inside = range(start, end)
    holding = [
        (len(s.content), k)
        for k, s in enumerate(book)
        if s.voice and s.cue[0] not in inside and 2 * len(s.content.intersection(inside)) >= end - start
    ]
    return min(holding)[1] if holding else None


def _beside(doc: Doc, book: list[Saying], start: int, end: int) -> int | None:
    """The cue in the words between the marks and the end, or the beginning, of their sentence."""
    if end - start < _SAID_WORDS + 2:
        return None
    after = _frame(doc, range(end, len(doc)), stop=doc[end - 2].text in _ENDS and _starts_anew(doc, end))
    leading = list(_frame(doc, range(start - 1, -1, -1), stop=False))
    for verb in (*after, *(leading if _led(doc, start) else ())):
        if is_verb(verb) and speech().clause.get(verb.lemma_.lower(), "estimates") != "estimates":
            return _entry(book, verb)
    return None


def _starts_anew(doc: Doc, at: int) -> bool:
    return at < len(doc) and (doc[at].is_title or doc[at].is_space) and doc[at].pos_ != "PROPN"


def _led(doc: Doc, start: int) -> bool:
    return start > 0 and (
        doc[start - 1].text in {":", ","} or doc[start - 1].is_space or doc[start - 1].tag_.startswith("VB")
    )


def _frame(doc: Doc, indices: range, *, stop: bool) -> Iterator[Token]:
    if stop:
        return
    for i in indices:
        token = doc[i]
        if token.text in _ENDS or token.text in _QUOTES or (token.is_space and indices.step > 0):
            return
        yield token


def _entry(book: list[Saying], verb: Token) -> int:
    known = next((k for k, s in enumerate(book) if verb.i in s.cue), None)
    if known is not None:
        return known
    book.append(Saying(source=who(verb), cue=cue_of(verb), content=frozenset(), stance=stance_of(verb)))
    return len(book) - 1


def _continues(doc: Doc, end: int, start: int) -> bool:
    """Whether only the rest of one sentence lies between two quotations."""
    gap = doc[end:start]
    return sum(t.text in _ENDS for t in gap) <= 1 and not any(t.is_alpha for t in _after_first_end(doc, end, start))


def _after_first_end(doc: Doc, end: int, start: int) -> Iterator[Token]:
    ended = doc[end - 2].text in _ENDS and (end >= len(doc) or doc[end].is_space)
    for i in range(end, start):
        if ended:
            yield doc[i]
        ended = ended or doc[i].text in _ENDS


def _first_person(doc: Doc, end: int) -> int:
    """A sentence in the first person right after a quotation goes on with it, where the closing mark came too soon."""
    if end >= len(doc) or doc[end].is_space:
        return end
    sent = doc[end].sent
    mine = sent.start == end and any(t.lower_ in FIRST_PERSON for t in sent)
    return sent.end if mine else end
