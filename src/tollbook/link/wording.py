"""How alike two episodes are told: the rarer the words they share, the likelier they are of one event.

Cosine of TF-IDF vectors (Spärck Jones 1972), the usual measure for news of one event (Allan 2002, *Topic Detection and
Tracking*). An episode of a report with several is told by the text around its claims, else by the whole report.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

from tollbook.link.episodes import Episode
from tollbook.model import Report

_WORD = re.compile(r"[^\W\d_]{3,}|\d{1,3}(?=-year-old)")
#: Code points told around a claim: about a sentence to either side.
_AROUND = 250
#: Most words compared: beyond the first of a long page come other stories and the small print.
_LONGEST = 4000

#: Among this many episodes likeness counts half. Chosen so that ten reports are linked by what they claim, and that a
#: thousand and more, on which the weights of :mod:`tollbook.link.pairs` were swept, hardly feel it.
_ENOUGH = 50

Vector = Mapping[str, float]


def vectors(episodes: Sequence[Episode], reports: Mapping[str, Report]) -> dict[str, Vector]:
    """A unit vector of words for each episode, by its id. Depends on the set of episodes, never on their order."""
    told = Counter(e.report for e in episodes)
    counts = {e.id: Counter(_words(_text(e, reports, whole=told[e.report] == 1))) for e in episodes}
    frequency = Counter(word for count in counts.values() for word in count)
    return {key: _unit(count, frequency, len(counts)) for key, count in counts.items()}


def trust(number: int) -> float:
    """How far likeness can be trusted among so many episodes, 0 to 1: few texts do not show which words are rare."""
    return number / (number + _ENOUGH)


def likeness(one: Vector, other: Vector) -> float:
    """The cosine of two unit vectors, 0 to 1."""
    small, large = sorted((one, other), key=len)
    return sum(weight * large[word] for word, weight in sorted(small.items()) if word in large)


def telling_words(vector: Vector, most: int) -> tuple[str, ...]:
    """The words that say most, the rarest first."""
    return tuple(sorted(vector, key=lambda w: (-vector[w], w))[:most])


def _text(episode: Episode, reports: Mapping[str, Report], *, whole: bool) -> str:
    report = reports.get(episode.report)
    if report is None:
        return " ".join(c.quote for c in episode.claims)
    title = report.title or ""
    if whole:
        return f"{title} {report.text[:_LONGEST]}"
    near = {i for c in episode.claims for i in range(max(0, c.start - _AROUND) // 50, (c.end + _AROUND) // 50 + 1)}
    return " ".join([title if episode.main else "", "".join(report.text[i * 50 : i * 50 + 50] for i in sorted(near))])


def _words(text: str) -> list[str]:
    return [w.lower() for w in _WORD.findall(text)]


def _unit(count: Counter[str], frequency: Counter[str], number: int) -> Vector:
    weights = {w: (1 + log(n)) * log((1 + number) / frequency[w]) for w, n in count.items()}
    length = sqrt(sum(v * v for _, v in sorted(weights.items()))) or 1.0
    return {w: v / length for w, v in weights.items()}
