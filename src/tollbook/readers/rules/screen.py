"""A sieve before the reader: whether a text tells of people harmed or of an attack, at a small part of its cost.

It looks twice. A text without a word of harm or of attack is held back by its words alone; one dense with them, or with
a phrase that speaks of an attack ("the killing of"), passes by them. Of any other text only the sentences with such a
word are parsed, a few at a time, until one tells of something. It is there for streams in which few reports matter.
What it holds back is kept in the book without claims and marked by its finder, never dropped, and is read when it is
handed in again without the screen.
"""

import functools
import re
from collections.abc import Iterator
from itertools import islice

import msgspec
from spacy.tokens import Span as Sentence

from tollbook.model import FATES
from tollbook.readers.rules import language, parser, version
from tollbook.readers.rules.casualties import findings
from tollbook.readers.rules.events import event_statements

#: The finder of a report that the screen held back: it was kept and not read.
FINDER = f"screen/{version.current()}"
_WORD = re.compile(r"[a-z]+")
#: Up to a stop before a space, or to a blank line: lines of a fixed width run on.
_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?!\s)|\n(?![ \t]*\n))+[.!?]*")
#: Sentences parsed at a time: of reports that matter, 95 in 100 say so in the first three that have such a word.
_AT_ONCE = 3
#: A text is dense with words of harm or attack that has this many, and this share of all its words. With two in a
#: hundred half as much again passed of what does not matter (10 and 7 of 831), for one report more of 2,585 that do.
_MANY, _SHARE = 3, 0.03


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/screen.toml``."""

    harm: frozenset[str]
    attack: frozenset[str]
    phrases: tuple[str, ...]


@functools.cache
def _lexicon() -> tuple[frozenset[str], re.Pattern[str]]:
    lexicon = language.lexicon("screen", _Words)
    return lexicon.harm | lexicon.attack, re.compile(rf"\b(?:{'|'.join(lexicon.phrases)})\b", re.I)


def passes(text: str) -> bool:
    """Whether the text speaks of harm or attack by its words, or tells of one in a sentence with such a word."""
    words = _WORD.findall(text.lower())
    said = _said(words)
    if not said:
        return False
    dense = said >= _MANY and said >= _SHARE * len(words)
    return dense or _lexicon()[1].search(text) is not None or any(map(_tells, _parsed(text)))


def _said(words: list[str]) -> int:
    """How many of the words are of harm or of attack."""
    return sum(map(_lexicon()[0].__contains__, words))


def _parsed(text: str) -> Iterator[Sentence]:
    """The sentences with such a word, parsed without looking for names, parted by blank lines for the parser."""
    sentences = (found.group() for found in _SENTENCE.finditer(text))
    telling = (sentence for sentence in sentences if _said(_WORD.findall(sentence.lower())))
    while few := list(islice(telling, _AT_ONCE)):
        yield from parser.parse("\n\n".join(few), names=False).sents


def _tells(sentence: Sentence) -> bool:
    harmed = any(finding.kind in FATES for finding in findings.find(sentence))
    return harmed or event_statements.attack(sentence) is not None or any(event_statements.damage(sentence))
