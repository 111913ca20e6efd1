"""Sentences that two reports share, compared without quotations.

Two reporters at one press conference quote the same words, and neither copies the other. So quotations are left out
here; ``shared_quotes`` compares them. The remaining words are called a sentence's own words.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from rapidfuzz.distance import LCSseq

from tollbook.model import Span

_QUOTATION = re.compile(r"“[^“”]{1,1500}”|\"[^\"\n]{1,1500}\"|«[^«»]{1,1500}»")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?![\s\"”’)\]])[^.!?\n]*)*[.!?]*")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
#: The least own words of a sentence that is compared: anyone may write "Police are investigating".
_SHORTEST = 7
#: The least share of the shorter sentence's words that are in the other in the same order if both are edits of one
#: sentence: one word in four may be replaced. See docs/decisions/0022 for how it was chosen.
_SIMILAR = 0.7
#: The same for the longer sentence, so that a short one does not match words scattered over a long one.
_SIMILAR_LONG = 0.45
#: Each word becomes one code point from here on, so that a compiled comparison of strings compares words.
_FIRST, _LETTERS = 0xE000, 0x0F_FFFF - 0xE000


class TextSentence(NamedTuple):
    """The span of a sentence, and its own words, each encoded as one character."""

    start: int
    end: int
    words: str


def quotations(text: str) -> list[Span]:
    """Spans of quotations, quotation marks included."""
    return [match.span() for match in _QUOTATION.finditer(text)]


def quoted_words(text: str, span: Span) -> tuple[str, ...]:
    """The words of a span in lower case, to compare quotations by."""
    return tuple(match.group().lower() for match in _WORD.finditer(text, *span))


def sentences(text: str) -> tuple[TextSentence, ...]:
    """The sentences that have enough own words to be compared, in order."""
    return tuple(s for s in _sentences(text) if len(s.words) >= _SHORTEST)


def _sentences(text: str) -> Iterator[TextSentence]:
    bare = _QUOTATION.sub(lambda quotation: " " * len(quotation[0]), text)
    for match in _SENTENCE.finditer(bare):
        sentence = match[0]
        words = "".join(map(_encoded_as_written, _WORD.findall(sentence)))
        start = match.start() + len(sentence) - len(sentence.lstrip())
        yield TextSentence(start, match.start() + len(sentence.rstrip()), words)


@lru_cache(maxsize=1 << 16)
def _encoded_as_written(word: str) -> str:
    return encoded(word.lower())


def encoded(word: str) -> str:
    """A word as one character. Two of a million words may share one, which changes no comparison of sentences."""
    point = _FIRST + crc32(word.encode()) % _LETTERS
    return chr(point)


def runs(words: str, length: int) -> Iterator[int]:
    """The hash of each run of so many words."""
    return (crc32(words[i : i + length].encode()) for i in range(len(words) - length + 1))


def shared(
    one: Sequence[TextSentence], other: Sequence[TextSentence]
) -> list[tuple[TextSentence, TextSentence, float]]:
    """Each sentence of ``one`` with the most similar one of ``other``, if similar enough, and how similar they are."""
    pairs = []
    lengths = [(len(s.words), s) for s in other]
    same = {s.words: s for s in other}
    for here in one:
        if here.words in same:
            # Most sentences of a copy: long texts would take minutes where every sentence is compared with all others.
            pairs.append((here, same[here.words], 1.0))
            continue
        words = len(here.words)
        near = (s for n, s in lengths if n >= _SIMILAR_LONG * words and words >= _SIMILAR_LONG * n)
        similarity, there = max(((_similarity(here.words, s.words), s) for s in near), default=(0.0, here))
        if similarity >= _SIMILAR:
            pairs.append((here, there, similarity))
    return pairs


def _similarity(one: str, other: str) -> float:
    """How much of the shorter text is in the longer one, in order; 0 where too little of the longer one is."""
    shorter, longer = sorted((len(one), len(other)))
    common = LCSseq.similarity(one, other, score_cutoff=int(_SIMILAR * shorter))
    return common / shorter if common >= _SIMILAR_LONG * longer else 0.0
