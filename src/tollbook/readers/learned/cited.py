"""Attributions found by the model: the cue of each, and the words of its source and content.

The network learned from PolNeAR (Newell, Margolin and Ruths 2018): see decision 142.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from tollbook.mentions import Attribution
from tollbook.model import Span
from tollbook.readers.learned.predictions import Array, ReportTags, Tagged, own_pieces, whole_words
from tollbook.readers.learned.windows import Window
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words

#: The least probability of a cue. On the fifth of the training articles that was kept apart F1 was 77.2 at 0.5, 77.9 at
#: 0.6 and 0.7.
LEAST = 0.65
#: The share of that probability which the other pieces of a cue need.
_LOWER = 0.6
#: The least probability of a piece of a source or a content, and the pieces of a gap that does not end a span.
_BELONGS, _GAP = 0.5, 2
#: The most code points of an article and the space after it.
_LONGEST_ARTICLE = 8
#: The most code points of a fragment that is left out.
_FRAGMENT = 2
_EDGES = " \t\n,.;:-–—"
_OUTSIDE, _BEGIN, _INSIDE = range(3)
_SOURCE, _CONTENT = range(2)


class AttributionModel(Protocol):
    """The part of the trained network that finds attributions."""

    def belonging(self, hidden: Array, cues: Sequence[Span]) -> Array:
        """The probability (N, T, 2) that each piece belongs to the source, and to the content, of each cue."""


def found(
    text: str, windows: Sequence[Window], tags: Sequence[Tagged | ReportTags], model: AttributionModel,
    least: float = LEAST,
) -> list[Attribution]:  # fmt: skip
    """The attributions of a text, of no report yet, in order of their cues, each with some content.

    ``tags`` has the hidden states of each window, and the probabilities (T, 3) of outside, begin and inside a cue.
    """
    every = [
        attribution
        for n, (window, tagged) in enumerate(zip(windows, tags, strict=True))
        if (cues := _own_cues(tagged.tags, own_pieces(n, len(windows), len(window.ids)), least))
        for attribution in _attributions(text, window, tagged, cues, model)
    ]  # fmt: skip
    return sorted((each for each in every if each.content), key=lambda each: each.cue)


def _attributions(
    text: str, window: Window, tagged: Tagged | ReportTags, cues: Sequence[Span], model: AttributionModel
) -> Iterator[Attribution]:
    for (first, last), parts in zip(cues, model.belonging(tagged.hidden, cues), strict=True):
        cue = whole_words(text, window.offsets[first][0], window.offsets[last][1])
        source, content = (tuple(_spans(text, window, parts[:, part])) for part in (_SOURCE, _CONTENT))
        yield Attribution(report="", source=source, cue=(cue,), content=_without_fragments(content))


def _without_fragments(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The spans without those of a letter or two beside longer ones: "of" after "that the dead will be buried"."""
    longer = tuple((start, end) for start, end in spans if end - start > _FRAGMENT)
    return longer or spans


def _own_cues(tags: Array, own: range, least: float) -> list[Span]:
    """First and last piece of each cue that begins in some pieces and has at least a mean probability."""
    inside = 1 - tags[:, _OUTSIDE]
    return [(a, b) for a, b in _cues(tags, least) if a in own and inside[a : b + 1].mean() >= least]


def _cues(tags: Array, least: float) -> Iterator[Span]:
    """First and last piece of each possible cue; a piece that likely begins one ends the cue before it."""
    inside = 1 - tags[:, _OUTSIDE]
    inside[[0, -1]] = 0
    begins = (tags[:, _BEGIN] > tags[:, _INSIDE]) & (tags[:, _BEGIN] > _BELONGS)
    first = None
    for i, likely in enumerate(inside >= least * _LOWER):
        if first is not None and (not likely or begins[i]):
            if inside[first:i].max() >= least:
                yield first, i - 1
            first = None
        if likely and first is None:
            first = i


def _spans(text: str, window: Window, likely: Array) -> Iterator[Span]:
    """The likely pieces as spans of the text, over short gaps, without punctuation at the edges."""
    pieces = np.flatnonzero(likely[1:-1] >= _BELONGS) + 1
    runs = np.split(pieces, np.flatnonzero(np.diff(pieces) > _GAP + 1) + 1) if len(pieces) else []
    for run in runs:
        start, end = whole_words(text, window.offsets[run[0]][0], window.offsets[run[-1]][1])
        while start < end and text[start] in _EDGES:
            start += 1
        while end > start and text[end - 1] in _EDGES:
            end -= 1
        if start < end:
            yield _with_article(text, start), end


def _with_article(text: str, start: int) -> int:
    """Where a span begins with the article before its first word."""
    before = _article().search(text, max(0, start - _LONGEST_ARTICLE), start)
    return start if before is None else before.start()


@functools.cache
def _article() -> re.Pattern[str]:
    """An article at the end of some words, with the space after it."""
    return re.compile(rf"\b(?:{lexicon.alternatives(actor_words().before_names)})\s+$", re.IGNORECASE)
