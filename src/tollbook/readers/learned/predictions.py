"""Turns the outputs of the model for the windows of a text into labelled spans of the text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tollbook.model import Span
from tollbook.readers.learned.labels import ATTRIBUTES, DESCRIBED, LABELS
from tollbook.readers.learned.windows import OVERLAP, Window

Array = NDArray[np.float32]
_OUTSIDE, _BEGIN, _INSIDE = range(3)
#: The share of the threshold that the other pieces of a span need, and the pieces of a gap that does not end it.
_LOWER, _GAP = 0.5, 3
#: The least probability of beginning a span with which a piece ends the span before it.
_BEGINS = 0.8
#: A point inside a word, which may have hyphens.
_INSIDE_WORD = re.compile(r"(?<=[^\W_])(?=-?[^\W_])|(?<=[^\W_]-)(?=[^\W_])")


class Tagged(NamedTuple):
    """The hidden states (T, H) of a window, and the probabilities (T, labels, 3) of outside, begin and inside."""

    hidden: Array
    tags: Array


class ReportTags(NamedTuple):
    """What the network for attributions and roles gives for a window: hidden states (T, H) and probabilities.

    They are those of outside, begin and inside: ``tags`` (T, 3) of cues, ``roles`` (T, roles, 3) of ``ROLES``.
    """

    hidden: Array
    tags: Array
    roles: Array


class Model(Protocol):
    """The two parts of the trained network."""

    def tag(self, windows: Sequence[Window]) -> list[Tagged]:
        """Hidden states and tag probabilities of each window."""

    def describe(self, hidden: Array, spans: Sequence[tuple[int, int, int]]) -> tuple[Array, list[Array]]:
        """The speaker and the attributes of spans ``(first piece, last piece, label)`` of one window.

        The probability (N, T) of each piece of being where the speaker of a span starts, piece 0 standing for the
        outlet; and the probabilities (N, values) of each attribute, in the order of ``ATTRIBUTES``.
        """


class Prediction(NamedTuple):
    """A labelled span ``[start, end)`` of a text, with its probability and the probability of each attribute value.

    ``speaker`` is where the likeliest speaker is named; ``unattributed`` the probability that the outlet speaks;
    ``peak`` the probability of the likeliest piece.
    """

    start: int
    end: int
    label: str
    probability: float
    attributes: Mapping[str, Mapping[str, float]]
    speaker: int
    unattributed: float
    peak: float = 1.0

    def value(self, attribute: str) -> str:
        """The likeliest value of an attribute."""
        values = self.attributes[attribute]
        return max(values, key=lambda name: values[name])


class Predictions:
    """The labelled spans of one text."""

    def __init__(
        self,
        text: str,
        windows: Sequence[Window],
        model: Model,
        thresholds: Mapping[str, float],
        *,
        least: Mapping[str, float] | None = None,
    ) -> None:
        """``thresholds`` gives the least probability of a piece inside a span, for each label that is looked for.

        For a label in ``least`` the likeliest piece of a span need only have that probability.
        """
        spans: list[Prediction] = []
        for n, (window, tagged) in enumerate(zip(windows, model.tag(windows), strict=True)):
            own = own_pieces(n, len(windows), len(window.ids))
            found = [s for s in _spans(tagged.tags, thresholds, least or {}) if s[0] in own]
            spans += _described(text, window, tagged, found, model)
        self.spans = sorted(spans, key=lambda p: (p.start, p.end, p.label))

    def of(self, *labels: str) -> list[Prediction]:
        """The spans with one of some labels, in text order."""
        return [p for p in self.spans if p.label in labels]


def own_pieces(n: int, windows: int, size: int) -> range:
    """The pieces that count of the nth window, of a size: an overlap is divided in its middle."""
    return range(
        1 if n == 0 else 1 + OVERLAP // 2, size - 1 if n == windows - 1 else size - 1 - OVERLAP // 2
    )  # fmt: skip


def _spans(tags: Array, thresholds: Mapping[str, float], least: Mapping[str, float]) -> Iterator[tuple[int, int, int]]:
    """First piece, last piece and label of every run of pieces that are likely inside a span.

    A run holds a piece above the threshold; it goes on while pieces are above a lower one, over short gaps too.
    """
    for name, threshold in thresholds.items():
        label = LABELS.index(name)
        own = tags[:, label].copy()
        own[[0, -1], _OUTSIDE] = 1
        yield from ((first, last, label) for first, last in inside_runs(own, threshold, least.get(name)))


def inside_runs(tags: Array, threshold: float, least: float | None = None) -> Iterator[Span]:
    """First and last piece of every run that is likely inside a span of one label, by its probabilities (T, 3).

    ``least`` replaces the threshold for the likeliest piece, not for the others.
    """
    inside = 1 - tags[:, _OUTSIDE]
    begins = (tags[:, _BEGIN] > tags[:, _INSIDE]) & (tags[:, _BEGIN] > _BEGINS)
    for first, last in _runs(inside >= threshold * _LOWER, begins):
        if inside[first : last + 1].max() >= (threshold if least is None else least):
            yield first, last


def _runs(likely: NDArray[np.bool_], begins: NDArray[np.bool_]) -> Iterator[Span]:
    """First and last piece of each run: pieces with at most a short gap between them, cut where a span begins."""
    first = last = None
    for i in np.flatnonzero(likely):
        if first is not None and last is not None and (begins[i] or i - last > _GAP):
            yield first, last
            first = None
        first, last = int(i) if first is None else first, int(i)
    if first is not None and last is not None:
        yield first, last


def _described(
    text: str, window: Window, tagged: Tagged, spans: Sequence[tuple[int, int, int]], model: Model
) -> Iterator[Prediction]:
    described = [s for s in spans if LABELS[s[2]] in DESCRIBED]
    pointers, values = model.describe(tagged.hidden, described) if described else (None, [])
    rows = {span: n for n, span in enumerate(described)}
    for span in spans:
        first, last, label = span
        start, end = whole_words(text, window.offsets[first][0], window.offsets[last][1])
        inside = 1 - tagged.tags[first : last + 1, label, _OUTSIDE]
        probability, peak = float(inside.mean()), float(inside.max())
        attributes: dict[str, dict[str, float]] = {}
        speaker, unattributed = start, 1.0
        if pointers is not None and (n := rows.get(span)) is not None:
            for (name, known), of in zip(ATTRIBUTES.items(), values, strict=True):
                attributes[name] = dict(zip(known, map(float, of[n]), strict=True))
            speaker = window.offsets[int(pointers[n, 1:-1].argmax()) + 1][0]
            unattributed = float(pointers[n, 0])
        yield Prediction(start, end, LABELS[label], probability, attributes, speaker, unattributed, peak)


def whole_words(text: str, start: int, end: int) -> Span:
    """A span extended to whole words, also over hyphens: "al-Orsk", "rocket-propelled"."""
    while _INSIDE_WORD.match(text, start):
        start -= 1
    while _INSIDE_WORD.match(text, end):
        end += 1
    return start, end
