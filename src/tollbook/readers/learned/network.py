"""The trained networks as they ship: ONNX graphs and their tokenizer, run in the reading process.

Three have an encoder of their own: the tagger, whose hidden states ``spans`` describes; the one for attributions
and roles, whose hidden states ``cues`` describes; and the one for marked claims. The first two share the embeddings
of word pieces. Their matrices are stored in 8 bits and become floats when they are loaded, so that every processor
reads a report alike (decision 174).
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import NamedTuple

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from tollbook.readers.learned.labels import ATTRIBUTES
from tollbook.readers.learned.marking import MarkedWindow
from tollbook.readers.learned.predictions import Array, ReportTags, Tagged
from tollbook.readers.learned.windows import Window

#: The folder of the weights, below the package.
WEIGHTS = "readers/learned/weights"
_GRAPHS = ("embeddings", "tagger", "spans", "attribution", "cues", "claims")


class Judgement(NamedTuple):
    """The output for a marked claim: the probability that it is one, and those of its scope and status."""

    genuine: float
    scope: dict[str, float]
    status: dict[str, float]


class Network:
    """Runs the graphs on one thread: several processes read at once."""

    def __init__(self, graphs: Mapping[str, bytes]) -> None:
        """``graphs`` has the ONNX graph of each part, by its name."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._graphs = {
            name: onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
            for name, graph in graphs.items()
        }

    def tag(self, windows: Sequence[Window]) -> list[Tagged]:
        """See ``Model.tag``."""
        return [Tagged(*each) for each in self._tagged("tagger", windows)]

    def tag_report(self, windows: Sequence[Window]) -> list[ReportTags]:
        """The cues and roles of each window."""
        return [ReportTags(*each) for each in self._tagged("attribution", windows)]

    def _tagged(self, graph: str, windows: Sequence[Window]) -> Iterator[list[Array]]:
        """The outputs of a graph for each window.

        Windows run one at a time: beside others, all would be padded to the longest, which costs more than it saves.
        """
        for window in windows:
            [embedded] = self._graphs["embeddings"].run(None, {"ids": _row(window.ids)})
            given = {"mask": _row([1] * len(window.ids)), "embedded": embedded, "shapes": _row(window.shapes)}
            yield [output[0] for output in self._graphs[graph].run(None, given)]

    def belonging(self, hidden: Array, cues: Sequence[tuple[int, int]]) -> Array:
        """See ``cited.AttributionModel.belonging``."""
        first, last = np.array(cues, dtype=np.int64).T
        parts: Array
        [parts] = self._graphs["cues"].run(None, {"hidden": hidden[None], "first": first, "last": last})
        return parts

    def describe(self, hidden: Array, spans: Sequence[tuple[int, int, int]]) -> tuple[Array, list[Array]]:
        """See ``Model.describe``."""
        first, last, label = np.array(spans, dtype=np.int64).T
        rows = np.repeat(hidden[None], len(spans), axis=0)
        speaker, *attributes = self._graphs["spans"].run(
            None, {"hidden": rows, "first": first, "last": last, "label": label}
        )
        return speaker, attributes

    def judge(self, windows: Sequence[MarkedWindow]) -> Iterator[tuple[int, Judgement]]:
        """The judgement of each marked claim, by the number of its mark."""
        for marked in windows:
            numbers, first, last = np.array(marked.marks, dtype=np.int64).T
            given = {"ids": _row(marked.window.ids), "shapes": _row(marked.window.shapes)}
            judged = self._graphs["claims"].run(None, given | {"first": first, "last": last})
            for n, genuine, scope, status in zip(numbers.tolist(), *judged, strict=True):
                yield n, Judgement(float(genuine), _named("scope", scope), _named("status", status))


def _named(attribute: str, values: Array) -> dict[str, float]:
    return dict(zip(ATTRIBUTES[attribute], map(float, values), strict=True))


def _row(values: Sequence[int]) -> Array:
    """One window of numbers for a graph, which takes several."""
    return np.array([values], dtype=np.int64)


@functools.cache
def network() -> Network:
    """The network that comes with Tollbook; loading it takes about 0.2 seconds, once."""
    folder = resources.files("tollbook").joinpath(WEIGHTS)
    return Network({name: folder.joinpath(f"{name}.onnx").read_bytes() for name in _GRAPHS})


@functools.cache
def tokenizer() -> Tokenizer:
    """The tokenizer of the encoder: its vocabulary, without case."""
    made = Tokenizer.from_str(resources.files("tollbook").joinpath(WEIGHTS, "tokenizer.json").read_text("utf-8"))
    made.no_truncation()
    made.no_padding()
    return made
