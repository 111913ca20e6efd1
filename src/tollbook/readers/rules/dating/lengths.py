"""Lengths of time in which casualties are counted: "sixty died in 24 hours, a union said Thursday"."""

import functools
import re
from datetime import date, timedelta
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from spacy.tokens import Span

from tollbook import quantities
from tollbook.model import Claim, When
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.language import LOCALE

_HOURS_OF_A_DAY = 24
#: Longer times are counted in dates that the report gives, such as "since May": a judgement.
_MOST_DAYS = 10


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lengths.toml``."""

    within: frozenset[str]
    before_number: frozenset[str]
    hours: frozenset[str]
    days: frozenset[str]


class _Length(NamedTuple):
    """A length of time: its words, and the days from its first to its last."""

    text: str
    days: int


@functools.cache
def _words() -> _Words:
    return language.lexicon("lengths", _Words)


@functools.cache
def _pattern() -> re.Pattern[str]:
    words = _words()
    within, between = lexicon.alternatives(words.within), lexicon.alternatives(words.before_number)
    units = lexicon.alternatives(words.hours | words.days)
    return re.compile(rf"\b(?:{within})\s+(?:(?:{between})\s+)*([\w-]+)\s+({units})\b", re.I)


def counted_over(claim: Claim, document: Document) -> When | None:
    """The days in which a claim counts people: up to its day, or up to publication. None if it names no such time.

    Two days are a day and the one before it; 24 hours reach into the day before.
    """
    when = claim.when
    if when is None or not (when.precision == "day" or when.basis == "published"):
        return None
    span = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    length = _length(span) if span is not None else None
    last = when.end if when.basis == "published" else when.start
    if span is None or length is None or last is None:
        return None
    if when.basis == "published":  # "sixty died in 24 hours, a union said Thursday"
        last = max((d for d in _days_in(span.sent, document) if d <= last), default=last)
    first = last - timedelta(days=length.days)
    return replace(
        when, start=first, end=last, precision="days", basis="relative", text=length.text, time=None, zone=None
    )


def _days_in(sentence: Span, document: Document) -> list[date]:
    inside = (m for m in document.dates if sentence.start_char <= m.start < sentence.end_char)
    return [m.first for m in inside if m.first is not None and m.precision == "day"]


def _length(span: Span) -> _Length | None:
    """The length of time that belongs to the words of a claim: to their verb, or to one below them."""
    verb = verb_above(span.root)
    for found in _pattern().finditer(span.sent.text):
        start = span.sent.start_char + found.start()
        words = span.doc.char_span(start, start + len(found[0]), alignment_mode="expand")
        number = quantities.number(found[1], LOCALE)
        if words is None or number is None:
            continue
        over = verb_above(words[0])
        is_below = over is not None and over.dep_ == "acl" and over.head in span  # "the number killed in two days"
        is_own = over == verb or words[0].head in span or is_below
        days = number // _HOURS_OF_A_DAY if found[2].lower() in _words().hours else number - 1
        if is_own and 1 <= days <= _MOST_DAYS:
            return _Length(found[0], days)
    return None
