"""Text similarity of two event mentions: the rarer the words they share, the likelier they are of one event.

Cosine of TF-IDF vectors (Spärck Jones 1972), the usual measure for news of one event (Allan 2002, *Topic Detection and
Tracking*). The rarity of a word comes from a table, ``locale/CODE/rarity.txt``, and does not depend on the other
reports in the book: two mentions are as similar in a book of three reports as in one of a hundred thousand.
The text of a mention is the whole report, or the text around its claims if the report has several mentions.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from functools import cache
from heapq import nsmallest
from math import fsum, log, sqrt

from tollbook import locale
from tollbook.linking.event_mentions import EventMention
from tollbook.model import Report

_WORD = re.compile(r"[^\W\d_]{3,}|\d{1,3}(?=-year-old)")
_FULL_NAME = re.compile(r"\b([A-Z][\w’'-]{2,}) (?:[A-Z]\. |[A-Z][\w’'-]+ )?([A-Z][\w’'-]{2,})\b")
#: The most full names of a mention.
_PERSONS = 12
#: Code points of text around a claim: about a sentence to either side.
_AROUND = 250
#: Code points of a report that are compared: after them a long page has other stories and the small print.
_LONGEST = 4000

#: The rarity of a word that the table lacks, mostly a name: as rare as one that a report in three thousand has.
_UNLISTED = 8.0

#: The least rarity of a word that becomes a blocking key: no more than one report in 55 has it. Without a bound, a book
#: of ten times as many reports would make ten times as many comparisons for each. On 3,998 reports of shootings B-cubed
#: F1 was 94.06 without, 94.07 at 4, with 9 % fewer comparisons, 94.05 at 5.
_RARE = 4.0
#: The least rarity of a word that is evidence for one incident by itself: fewer than one report in 400 has it.
_VERY_RARE = 6.0

Vector = Mapping[str, float]


def vector(mention: EventMention, report: Report | None, *, whole: bool) -> dict[str, float]:
    """The unit TF-IDF vector of a mention, by word; ``whole`` if its whole report is about it."""
    count = Counter(map(str.lower, _WORD.findall(_text(mention, report, whole=whole))))
    known = _table()
    weights = {w: (1 + log(n)) * known.get(w, _UNLISTED) for w, n in count.items()}
    length = sqrt(fsum(v * v for v in weights.values())) or 1.0
    return {w: v / length for w, v in weights.items() if v}


def persons(
    mention: EventMention, report: Report | None, *, whole: bool, not_persons: frozenset[str]
) -> frozenset[str]:
    """The full names in the text of a mention, in lower case; the most frequent ones if there are many.

    A full name is two capitalised words in a row, neither of them an ordinary word or one of ``not_persons``.
    """
    counted = Counter(
        f"{first} {last}".lower()
        for first, last in _FULL_NAME.findall(_text(mention, report, whole=whole))
        if not {first.lower(), last.lower()} & not_persons
        and rarity(first.lower()) == rarity(last.lower()) == _UNLISTED
    )
    return frozenset(sorted(counted, key=lambda name: (-counted[name], name))[:_PERSONS])


def lower_words(text: str) -> frozenset[str]:
    """The words of a text, in lower case."""
    return frozenset(map(str.lower, _WORD.findall(text)))


def rarity(word: str) -> float:
    """The inverse document frequency of a word: the logarithm of one over the share of reports that have it."""
    return _table().get(word, _UNLISTED)


def rare_words(words: Iterable[str]) -> list[str]:
    """The words that few reports have, among some words."""
    return [word for word in words if rarity(word) >= _VERY_RARE]


def cosine(one: Vector, other: Vector, both: Collection[str]) -> float:
    """The cosine of two unit vectors, 0 to 1; ``both`` are the words they have in common."""
    # An exact sum, so that the order of the two does not matter.
    return fsum([one[word] * other[word] for word in both])


def headline_similarity(one: Set[str], other: Set[str]) -> float | None:
    """The share of the words of two headlines that both have, 0 to 1, each by its rarity; None without two headlines.

    Outlets write a text anew but name the same things in the headline; those of two events seldom share a rare word.
    """
    if not one or not other:
        return None
    every = fsum(map(rarity, one | other))
    return fsum(map(rarity, one & other)) / every if every else 0.0


def shared_words(one: Vector, other: Vector, both: Collection[str], most: int) -> tuple[str, ...]:
    """The words that contribute most to the cosine, among those in common."""
    return tuple(nsmallest(most, both, key=lambda w: (-one[w] * other[w], w)))


def rarest_words(vector: Vector, most: int) -> tuple[str, ...]:
    """At most ``most`` words to use as blocking keys, the heaviest first.

    Ages are left out although they distinguish reports, and so are ordinary words however frequent: too many reports
    share them.
    """
    known = _table()
    rare = ((-weight, word) for word, weight in vector.items() if known.get(word, _UNLISTED) >= _RARE)
    ranked = sorted(each for each in rare if not each[1].isdigit())
    return tuple(word for _, word in ranked[:most])


@cache
def _table() -> dict[str, float]:
    pairs = (line.split() for line in locale.DEFAULT.lines("rarity"))
    return {word: float(value) for word, value in pairs}


def _text(mention: EventMention, report: Report | None, *, whole: bool) -> str:
    if report is None:
        return " ".join(c.quote for c in mention.claims)
    title = report.title or ""
    if not mention.claims:
        return title
    if whole:
        return f"{title} {report.text[:_LONGEST]}"
    near = {i for c in mention.claims for i in range(max(0, c.start - _AROUND) // 50, (c.end + _AROUND) // 50 + 1)}
    return " ".join([title if mention.main else "", "".join(report.text[i * 50 : i * 50 + 50] for i in sorted(near))])
