"""A report's own words, sentence by sentence, and which of them another report has too.

What stands in quotation marks is the informant's, not the writer's: two reporters at one press conference share it
without either copying the other. So quotations are left out here and looked at by themselves.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from rapidfuzz.distance import LCSseq

from tollbook.model import Span

_QUOTATION = re.compile(r"“[^“”]{1,1500}”|\"[^\"\n]{1,1500}\"|«[^«»]{1,1500}»")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?![\s\"”’)\]])[^.!?\n]*)*[.!?]*")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
#: Own words a sentence needs to be compared: shorter ones ("Police are investigating") are anybody's.
_SHORTEST = 7
#: Share of the shorter sentence's words that stand in the other in the same order, from which both are one sentence
#: edited: one word in four may be replaced. How it was chosen stands in docs/decisions/0022.
_TWIN = 0.7
#: The same of the longer sentence, so that a short one is not found scattered in a long one.
_TWIN_LONG = 0.45
#: Code points the words of a sentence are written in, so that a compiled comparison of strings compares words.
_FIRST, _LETTERS = 0xE000, 0x0F_FFFF - 0xE000


class Sentence(NamedTuple):
    """Where a sentence stands, and its own words, each as one letter."""

    start: int
    end: int
    words: str


def quotations(text: str) -> list[Span]:
    """Spans of what stands in quotation marks, marks included."""
    return [found.span() for found in _QUOTATION.finditer(text)]


def quoted_words(text: str, span: Span) -> tuple[str, ...]:
    """The words of a span in lower case, to compare quotations by."""
    return tuple(found.group().lower() for found in _WORD.finditer(text, *span))


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences that have enough own words to be compared, in order."""
    return tuple(s for s in _sentences(text) if len(s.words) >= _SHORTEST)


def _sentences(text: str) -> Iterator[Sentence]:
    bare = list(text)
    for start, end in quotations(text):
        bare[start:end] = " " * (end - start)
    for found in _SENTENCE.finditer("".join(bare)):
        words = [letter(word.group().lower()) for word in _WORD.finditer(found.group())]
        start = found.start() + len(found.group()) - len(found.group().lstrip())
        yield Sentence(start, found.start() + len(found.group().rstrip()), "".join(words))


def letter(word: str) -> str:
    """A word as one code point. Two of a million words fall on one letter, which changes no comparison of sentences."""
    point = _FIRST + crc32(word.encode()) % _LETTERS
    return chr(point)


def runs(words: str, length: int) -> Iterator[int]:
    """The hash of each run of so many words."""
    return (crc32(words[i : i + length].encode()) for i in range(len(words) - length + 1))


def shared(one: Sequence[Sentence], other: Sequence[Sentence]) -> list[tuple[Sentence, Sentence, float]]:
    """Each sentence of ``one`` with its nearest twin in ``other``, where it has one, and how alike they are."""
    found = []
    for here in one:
        likeness, there = max(((_likeness(here.words, s.words), s) for s in other), default=(0.0, here))
        if likeness >= _TWIN:
            found.append((here, there, likeness))
    return found


def _likeness(one: str, other: str) -> float:
    shorter, longer = sorted((len(one), len(other)))
    if shorter < _TWIN_LONG * longer:
        return 0.0
    common = LCSseq.similarity(one, other, score_cutoff=int(_TWIN * shorter))
    return common / shorter if common >= _TWIN_LONG * longer else 0.0
