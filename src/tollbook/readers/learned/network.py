"""The trained networks as they ship: ONNX graphs and their tokenizer, run in the reading process.

Three have an encoder of their own: the tagger, whose hidden states ``spans`` describes; the one for attributions
and roles, whose hidden states ``cues`` describes; and the one for marked claims. The first two share the embeddings
of word pieces.
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
#: Windows in one run: fewer need less padding, more need fewer runs.
_AT_ONCE = 4
#: Products of 8-bit integers overflow on x86 processors that have AVX2 but not VNNI, unless this option is set. Without
#: it, probabilities there differed by up to 0.65, and the sites of ``world/blind`` were 53.9 instead of 58.1.
_EXACT = ("session.x64quantprecision", "1")
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
        options.add_session_config_entry(*_EXACT)
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
        """Return the outputs of a graph for each window."""
        for first in range(0, len(windows), _AT_ONCE):
            batch = windows[first : first + _AT_ONCE]
            size = max(len(w.ids) for w in batch)
            [embedded] = self._graphs["embeddings"].run(None, {"ids": _padded([w.ids for w in batch], size)})
            given = {"mask": _padded([[1] * len(w.ids) for w in batch], size)}
            given |= {"embedded": embedded, "shapes": _padded([w.shapes for w in batch], size)}
            outputs = self._graphs[graph].run(None, given)
            yield from ([each[n, : len(w.ids)] for each in outputs] for n, w in enumerate(batch))

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
            ids, shapes = (np.array([row], dtype=np.int64) for row in (marked.window.ids, marked.window.shapes))
            judged = self._graphs["claims"].run(None, {"ids": ids, "shapes": shapes, "first": first, "last": last})
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
    return Network({name: folder.joinpath(f"{name}.onnx").read_bytes() for name in _GRAPHS})


@functools.cache
def tokenizer() -> Tokenizer:
    """The tokenizer of the encoder: its vocabulary, without case."""
    made = Tokenizer.from_str(resources.files("tollbook").joinpath(WEIGHTS, "tokenizer.json").read_text("utf-8"))
    made.no_truncation()
    made.no_padding()
    return made
