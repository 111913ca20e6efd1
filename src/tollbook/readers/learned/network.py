"""The trained network as it ships: two ONNX graphs, run by onnxruntime in the reading process, and their tokenizer."""

import functools
from collections.abc import Sequence
from importlib import resources

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from tollbook.readers.learned.predictions import Array, Tagged
from tollbook.readers.learned.windows import Window

#: The folder of the weights, below the package.
WEIGHTS = "readers/learned/weights"
#: How many windows run at once: the fewer, the less is padded; the more, the fewer runs.
_AT_ONCE = 4


class Network:
    """Runs the two graphs on one thread: several processes read at once."""

    def __init__(self, tagger: bytes, spans: bytes) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._tagger = onnxruntime.InferenceSession(tagger, options, providers=["CPUExecutionProvider"])
        self._spans = onnxruntime.InferenceSession(spans, options, providers=["CPUExecutionProvider"])

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


def _padded(rows: Sequence[Sequence[int]], size: int) -> Array:
    return np.array([[*row, *[0] * (size - len(row))] for row in rows], dtype=np.int64)


@functools.cache
def network() -> Network:
    """The network that comes with Tollbook; loading it takes about 0.2 seconds, once."""
    folder = resources.files("tollbook").joinpath(WEIGHTS)
    return Network(folder.joinpath("tagger.onnx").read_bytes(), folder.joinpath("spans.onnx").read_bytes())


@functools.cache
def tokenizer() -> Tokenizer:
    """The tokenizer of the encoder: its vocabulary, without case."""
    made = Tokenizer.from_str(resources.files("tollbook").joinpath(WEIGHTS, "tokenizer.json").read_text("utf-8"))
    made.no_truncation()
    made.no_padding()
    return made
