"""The probabilities of labels for the word pieces of a whole text, each piece from the window that shows most of it."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from tollbook.model import Span
from tollbook.readers.learned.predictions import Array, inside_runs, own_pieces, whole_words
from tollbook.readers.learned.windows import Window


class PieceTags:
    """The pieces of one text in order."""

    def __init__(self, text: str, windows: Sequence[Window], tags: Sequence[Array]) -> None:
        """``tags`` has the probabilities (T, labels, 3) of outside, begin and inside for each window."""
        own = [own_pieces(n, len(windows), len(window.ids)) for n, window in enumerate(windows)]
        self._text = text
        self._tags = np.concatenate([each[part.start : part.stop] for each, part in zip(tags, own, strict=True)])
        self._inside = 1 - self._tags[:, :, 0]
        places = [at for w, part in zip(windows, own, strict=True) for at in w.offsets[part.start : part.stop]]
        self._starts, self._ends = np.array(places).T

    def spans(self, label: int, least: float) -> Iterator[Span]:
        """Whole words with a label that have a piece of at least some probability, in text order."""
        for first, last in inside_runs(self._tags[:, label], least):
            yield whole_words(self._text, int(self._starts[first]), int(self._ends[last]))

    def most(self, start: int, end: int) -> Array:
        """The highest probability of each label (labels) in ``[start, end)`` of the text; 0 without pieces."""
        pieces = (self._starts < end) & (self._ends > start)
        highest: Array = self._inside[pieces].max(axis=0, initial=0)
        return highest

    def support(self, words: str, labels: Sequence[int]) -> float:
        """The highest probability of some labels where some words stand; 1 if the text has them nowhere."""
        pattern = r"\s+".join(map(re.escape, words.split()))
        found = [self.most(*at.span())[list(labels)].max() for at in re.finditer(pattern, self._text, re.IGNORECASE)]
        return float(max(found, default=1.0))
