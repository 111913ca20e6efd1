"""The trained networks as they ship: three ONNX graphs and their tokenizer, run in the reading process.

Two have encoders of their own: the tagger, whose hidden states ``spans`` describes, and the one for marked claims.
"""

import functools
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import NamedTuple

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from tollbook.readers.learned.labels import ATTRIBUTES
from tollbook.readers.learned.marking import MarkedWindow
from tollbook.readers.learned.predictions import Array, Tagged
from tollbook.readers.learned.windows import Window

#: The folder of the weights, below the package.
WEIGHTS = "readers/learned/weights"
#: How many windows run at once: the fewer, the less is padded; the more, the fewer runs.
_AT_ONCE = 4


class Judgement(NamedTuple):
    """What the network makes of a marked claim: the probability that it is one, and those of its scope and status."""

    genuine: float
    scope: dict[str, float]
    status: dict[str, float]


class Network:
    """Runs the graphs on one thread: several processes read at once."""

    def __init__(self, tagger: bytes, spans: bytes, claims: bytes) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._tagger = onnxruntime.InferenceSession(tagger, options, providers=["CPUExecutionProvider"])
        self._spans = onnxruntime.InferenceSession(spans, options, providers=["CPUExecutionProvider"])
        self._claims = onnxruntime.InferenceSession(claims, options, providers=["CPUExecutionProvider"])

    def tag(self, windows: Sequence[Window]) -> list[Tagged]:
        """See ``Model.tag``."""
        tagged = []
        for first in range(0, len(windows), _AT_ONCE):
            batch = windows[first : first + _AT_ONCE]
            size = max(len(w.ids) for w in batch)
            mask = _padded([[1] * len(w.ids) for w in batch], size)
            given = {"ids": _padded([w.ids for w in batch], size), "shapes": _padded([w.shapes for w in batch], size)}
            hidden, tags = self._tagger.run(None, given | {"mask": mask})
            tagged += [Tagged(hidden[n, : len(w.ids)], tags[n, : len(w.ids)]) for n, w in enumerate(batch)]
        return tagged

    def describe(self, hidden: Array, spans: Sequence[tuple[int, int, int]]) -> tuple[Array, list[Array]]:
        """See ``Model.describe``."""
        first, last, label = np.array(spans, dtype=np.int64).T
        rows = np.repeat(hidden[None], len(spans), axis=0)
        speaker, *attributes = self._spans.run(None, {"hidden": rows, "first": first, "last": last, "label": label})
        return speaker, attributes

    def judge(self, windows: Sequence[MarkedWindow]) -> Iterator[tuple[int, Judgement]]:
        """What the network makes of each marked claim, by the number of its mark."""
        for marked in windows:
            numbers, first, last = np.array(marked.marks, dtype=np.int64).T
            ids, shapes = (np.array([row], dtype=np.int64) for row in (marked.window.ids, marked.window.shapes))
            judged = self._claims.run(None, {"ids": ids, "shapes": shapes, "first": first, "last": last})
            for n, genuine, scope, status in zip(numbers.tolist(), *judged, strict=True):
                yield n, Judgement(float(genuine), _named("scope", scope), _named("status", status))


def _named(attribute: str, values: Array) -> dict[str, float]:
    return dict(zip(ATTRIBUTES[attribute], map(float, values), strict=True))


def _padded(rows: Sequence[Sequence[int]], size: int) -> Array:
    return np.array([[*row, *[0] * (size - len(row))] for row in rows], dtype=np.int64)


@functools.cache
def network() -> Network:
    """The network that comes with Tollbook; loading it takes about 0.2 seconds, once."""
    folder = resources.files("tollbook").joinpath(WEIGHTS)
    graphs = (folder.joinpath(f"{name}.onnx").read_bytes() for name in ("tagger", "spans", "claims"))
    return Network(*graphs)


@functools.cache
def tokenizer() -> Tokenizer:
    """The tokenizer of the encoder: its vocabulary, without case."""
    made = Tokenizer.from_str(resources.files("tollbook").joinpath(WEIGHTS, "tokenizer.json").read_text("utf-8"))
    made.no_truncation()
    made.no_padding()
    return made
