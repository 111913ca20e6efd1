"""Finds the day on which somebody said something, and whether the sentence refers to an earlier statement.

"Said on Friday that it would", "and on Friday promised" give the day. "Had denied", "first denied" and "after denying"
refer to an earlier statement.
"""

import functools
import re
from datetime import date
from typing import NamedTuple

import msgspec

from tollbook import dates, locale
from tollbook.locale import Locale
from tollbook.model import Stance

#: Words between a verb of saying and its day, and between a day that opens a clause and the verb: "On Friday the
#: ministry of defence promised".
_TO_DAY, _TO_VERB = 5, 6
#: Words before a verb among which a look back is looked for.
_BACK = 3
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class _LookBackWords(msgspec.Struct, frozen=True):
    back: frozenset[str]
    between: frozenset[str]
    to_day: frozenset[str]
    opening: frozenset[str]


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/saying.toml``."""

    saying: frozenset[str]
    stances: dict[Stance, frozenset[str]]
    looking: _LookBackWords


class Saying(NamedTuple):
    """When words were said: the day that the sentence gives, if any, and whether it refers to an earlier statement."""

    day: date | None
    recalled: bool


class _Word(NamedTuple):
    text: str
    start: int
    end: int


@functools.cache
def _words() -> _Words:
    return locale.DEFAULT.lexicon("reconcile", "saying", _Words)


@functools.lru_cache(maxsize=4096)
def saying(sentence: str, stance: Stance, published: date | None, language: Locale = locale.DEFAULT) -> Saying:
    """When the statement in a sentence was made, for one stance in it; ``published`` is the day of the report."""
    words = [_Word(m[0].lower(), *m.span()) for m in _WORD.finditer(sentence)]
    own = _words().stances.get(stance, frozenset())
    of_stance = [n for n, word in enumerate(words) if word.text in own]
    verbs = of_stance if stance == "denies" and of_stance else _any_verbs(words, own)
    days = [d for d in dates.find(sentence, published, "", language) if d.precision == "day" and d.first is not None]
    known = [d for d in days if published is None or (d.first is not None and d.first <= published)]
    found = (d.first for n in verbs for d in known if _is_said_on(sentence, words, n, (d.start, d.end)))
    return Saying(next(found, None), bool(of_stance) and all(_refers_to_earlier(words, n) for n in of_stance))


def _any_verbs(words: list[_Word], own: frozenset[str]) -> list[int]:
    return [n for n, word in enumerate(words) if word.text in own or word.text in _words().saying]


def _is_said_on(sentence: str, words: list[_Word], verb: int, day: tuple[int, int]) -> bool:
    """Whether a day belongs to a verb: right after it, or at the opening of its clause."""
    start, end = day
    looking = _words().looking
    after = [w for w in words[verb + 1 :] if w.end <= start]
    if start >= words[verb].end:
        return len(after) <= _TO_DAY and all(w.text in looking.to_day for w in after)
    between = [w for w in words[:verb] if w.start >= end]
    opening = re.split(r"[.,;:–—]", sentence[:start])[-1]
    opens = all(m[0].lower() in looking.opening for m in _WORD.finditer(opening))
    return opens and len(between) <= _TO_VERB and not any(mark in sentence[end : words[verb].start] for mark in ".;:")


def _refers_to_earlier(words: list[_Word], verb: int) -> bool:
    """Whether a word right before a verb refers to an earlier statement."""
    looking = _words().looking
    for word in reversed(words[max(0, verb - _BACK) : verb]):
        if word.text in looking.back:
            return True
        if word.text not in looking.between:
            return False
    return False
