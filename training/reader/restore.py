"""``python -m training.reader.restore``: makes weights to train on from the shipped graphs.

It undoes their 8-bit integers.
"""

from pathlib import Path

import click
import numpy
import onnx
import torch
from onnx import ModelProto, numpy_helper

from training.reader.network import Network

_Arrays = dict[str, numpy.ndarray]
#: What the exporter appends to the name of an array that it makes integers of.
_INTEGERS = "_quantized"


def restore(weights: Path) -> Network:
    """The network of a folder of weights. Each value differs from the trained one by half a step of its channel."""
    network = Network(0.0)
    state = network.state_dict()
    found = _arrays(onnx.load(weights / "tagger.onnx")) | _arrays(onnx.load(weights / "spans.onnx"))
    missing = [name for name in state if name not in found or found[name].shape != tuple(state[name].shape)]
    if missing:
        raise ValueError(f"The graphs have no weights for {', '.join(missing)}.")
    network.load_state_dict({name: torch.tensor(found[name]) for name in state})
    return network


def _arrays(graph: ModelProto) -> _Arrays:
    """The weights of a graph by the names of the network's parameters."""
    stored = {array.name: numpy_helper.to_array(array) for array in graph.graph.initializer}
    found = {name: _whole(stored, name) for name in stored if not name.startswith("onnx::")}
    found |= {n.removesuffix(_INTEGERS): _whole(stored, n) for n in stored if n.endswith(_INTEGERS)}
    for node in graph.graph.node:
        # The exporter transposes matrices and numbers them; the name of the result tells the layer.
        if node.op_type in {"MatMul", "MatMulInteger"} and node.input[1].startswith("onnx::"):
            layer = node.output[0].removeprefix("/").split("/MatMul")[0].replace("/", ".")
            found[f"{layer}.weight"] = _whole(stored, node.input[1]).T.copy()
    return found


def _whole(stored: _Arrays, name: str) -> numpy.ndarray:
    """An array as floating-point numbers."""
    if not name.endswith(_INTEGERS):
        return stored[name].copy()
    base = name.removesuffix(_INTEGERS)
    zero, scale = (stored[f"{base}_{part}"] for part in ("zero_point", "scale"))
    return ((stored[name].astype("float32") - zero.astype("float32")) * scale).astype("float32")


@click.command()
@click.argument("weights", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def main(weights: Path, out: Path) -> None:
    """Write the weights of the folder WEIGHTS to OUT, to start training from."""
    torch.save(restore(weights).state_dict(), out)


if __name__ == "__main__":
    main()
