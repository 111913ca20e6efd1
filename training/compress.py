"""``python -m training.compress``: makes the graphs that ship smaller in the package, which is a compressed archive.

It also takes out steps that change no result (``idle_steps``), and makes the graphs multiply in floats
(``float_products``).

A matrix of 8-bit integers hardly compresses. Rounded to multiples of a few steps it has fewer values, and does.
Decision 144 has what each step costs and saves.
"""

from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

from tollbook.readers.learned.network import WEIGHTS
from training import float_products, idle_steps

#: Smaller tensors are biases, scales and constants.
_SMALL = 1000
#: Pieces of the vocabulary without a word, "[unused1]" to "[unused993]". The first mark claims in their report.
_UNUSED, _MARKING = "[unused", 98
_BYTES, _ZERO = "_quantized", "_zero_point"


class Steps(NamedTuple):
    """To multiples of what the embeddings and the other matrices of a graph are rounded; 1 leaves them as they are."""

    embeddings: int
    layers: int


#: Of seven pairs for the network of marked claims this one read most claims of ``world/read``, ``war/more`` and
#: ``registers/gva`` right. The tagger is not rounded: with 4, statements of ``war/blind`` fell from 57 to 49.
STEPS = {"claims": Steps(4, 5), "attribution": Steps(1, 4), "cues": Steps(1, 4)}
#: The graph whose matrices are stored in 16 bits: it has no 8-bit ones.
HALVED = "spans"


def compress(folder: Path) -> None:
    """Rewrite the graphs of a folder that also has their tokenizer; doing it again changes nothing."""
    vocabulary = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
    for path in sorted(folder.glob("*.onnx")):
        model = onnx.load(str(path))
        idle_steps.remove(model.graph)
        float_products.rewrite(model.graph)
        if path.stem == HALVED:
            _halve(model.graph)
        else:
            _round(model.graph, STEPS.get(path.stem, Steps(1, 1)), vocabulary)
        onnx.checker.check_model(model)
        onnx.save(model, str(path))


def _round(graph: Any, steps: Steps, vocabulary: dict[str, int]) -> None:
    """Round the 8-bit matrices of a graph, and set the embeddings of pieces that no text has to zero."""
    stored = {each.name: each for each in graph.initializer}
    for name, tensor in stored.items():
        values = numpy_helper.to_array(tensor)
        if values.size < _SMALL or not name.endswith(_BYTES):
            continue
        zero = numpy_helper.to_array(stored[name.removesuffix(_BYTES) + _ZERO]).astype(int)
        is_embedding = len(values) == len(vocabulary)
        rounded = _multiples(values, zero, steps.embeddings if is_embedding else steps.layers)
        if is_embedding:
            numbers = {n: int(piece[len(_UNUSED) : -1]) for piece, n in vocabulary.items() if piece.startswith(_UNUSED)}
            marking = [n for n, number in numbers.items() if number <= _MARKING]
            rounded[[n for n in numbers if n not in marking]] = zero
            rounded[marking] = values[marking]
        tensor.CopyFrom(numpy_helper.from_array(rounded, name))


def _multiples(values: NDArray[Any], zero: NDArray[Any], step: int) -> NDArray[Any]:
    """The nearest multiples of a step from zero; ``zero`` is one number, or one for each column."""
    kind = np.iinfo(values.dtype)
    rounded: NDArray[Any] = np.rint((values.astype(int) - zero) / step).astype(int) * step + zero
    return np.clip(rounded, kind.min, kind.max).astype(values.dtype)


def _halve(graph: Any) -> None:
    """Store the matrices of a graph in 16 bits; the graph makes 32 of them when it is loaded."""
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size >= _SMALL:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
            graph.node.insert(0, helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("src/tollbook") / WEIGHTS)
def main(folder: Path) -> None:
    """Rewrite the graphs in FOLDER (default: those that ship)."""
    compress(folder)


if __name__ == "__main__":
    main()
