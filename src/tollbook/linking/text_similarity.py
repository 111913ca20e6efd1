"""How alike two episodes are told: the rarer the words they share, the likelier they are of one event.

Cosine of TF-IDF vectors (Spärck Jones 1972), the usual measure for news of one event (Allan 2002, *Topic Detection and
Tracking*). How rare a word is stands in a table, ``locale/CODE/rarity.txt``, and does not depend on what else is in the
book: so two episodes are as alike in a book of three reports as in one of a hundred thousand.
An episode of a report with several is told by the text around its claims, else by the whole report.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from heapq import nsmallest
from math import fsum, log, sqrt

from tollbook import locale
from tollbook.linking.event_mentions import EventMention
from tollbook.model import Report

_WORD = re.compile(r"[^\W\d_]{3,}|\d{1,3}(?=-year-old)")
_FULL_NAME = re.compile(r"\b([A-Z][\w’'-]{2,}) (?:[A-Z]\. |[A-Z][\w’'-]+ )?([A-Z][\w’'-]{2,})\b")
#: Full names kept of an episode.
_PERSONS = 12
#: Code points told around a claim: about a sentence to either side.
_AROUND = 250
#: Most words compared: beyond the first of a long page come other stories and the small print.
_LONGEST = 4000

#: A word the table does not list, mostly a name: as rare as one that a report in three thousand has.
_UNLISTED = 8.0

#: How rare a word is that others are looked up by: no more than one report in 55 has it. Without a bound, in a book of
#: ten times as many reports ten times as many would be looked at. On 3,998 reports of shootings B-cubed F1 was 94.06
#: without, 94.07 at 4, with 9 % fewer comparisons, 94.05 at 5.
_RARE = 4.0

Vector = Mapping[str, float]


def vector(episode: EventMention, report: Report | None, *, whole: bool) -> dict[str, float]:
    """A unit vector of words for an episode; ``whole`` where the whole report is about it."""
    count = Counter(w.lower() for w in _WORD.findall(_text(episode, report, whole=whole)))
    weights = {w: (1 + log(n)) * rarity(w) for w, n in count.items()}
    length = sqrt(fsum(v * v for v in weights.values())) or 1.0
    return {w: v / length for w, v in weights.items() if v}


def persons(episode: EventMention, report: Report | None, *, whole: bool, known: frozenset[str]) -> frozenset[str]:
    """The full names an episode is told with, in small letters, those told most often first where there are many.

    A full name is two capitalised words in a row of which neither is an ordinary word nor one of ``known``.
    """
    found = Counter(
        f"{first} {last}".lower()
        for first, last in _FULL_NAME.findall(_text(episode, report, whole=whole))
        if not {first.lower(), last.lower()} & known and rarity(first.lower()) == rarity(last.lower()) == _UNLISTED
    )
    return frozenset(sorted(found, key=lambda name: (-found[name], name))[:_PERSONS])


def words(text: str) -> frozenset[str]:
    """The words of a text, in small letters."""
    return frozenset(word.lower() for word in _WORD.findall(text))


def rarity(word: str) -> float:
    """How much a shared word says: the logarithm of one over the share of reports that have it."""
    return _table().get(word, _UNLISTED)


def likeness(one: Vector, other: Vector, both: Collection[str]) -> float:
    """The cosine of two unit vectors that have some words in common, 0 to 1."""
    # An exact sum: the same whichever is given first.
    return fsum([one[word] * other[word] for word in both])


def shared_words(one: Vector, other: Vector, both: Collection[str], most: int) -> tuple[str, ...]:
    """Of the words they have in common those that make them most alike."""
    return tuple(nsmallest(most, both, key=lambda w: (-one[w] * other[w], w)))


def telling_words(vector: Vector, most: int) -> tuple[str, ...]:
    """The words that say most, the rarest first, to look others up by.

    An age says much of two reports, yet too many share one; and too many share an ordinary word, however often it is
    told.
    """
    ranked = sorted((-weight, word) for word, weight in vector.items() if rarity(word) >= _RARE and not word.isdigit())
    return tuple(word for _, word in ranked[:most])


@cache
def _table() -> dict[str, float]:
    pairs = (line.split() for line in locale.DEFAULT.lines("rarity"))
    return {word: float(value) for word, value in pairs}


def _text(episode: EventMention, report: Report | None, *, whole: bool) -> str:
    if report is None:
        return " ".join(c.quote for c in episode.claims)
    title = report.title or ""
    if not episode.claims:
        return title
    if whole:
        return f"{title} {report.text[:_LONGEST]}"
    near = {i for c in episode.claims for i in range(max(0, c.start - _AROUND) // 50, (c.end + _AROUND) // 50 + 1)}
    return " ".join([title if episode.main else "", "".join(report.text[i * 50 : i * 50 + 50] for i in sorted(near))])
