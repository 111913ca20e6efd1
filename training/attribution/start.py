"""The encoder of the tagger that ships, as weights to go on from: its 8-bit matrices read back as floats."""

from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from tollbook.readers.learned import network

#: The matrices of a layer in the order in which the graph has them.
_MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_KEPT = ("tagger.encoder.", "tagger.shape")
_NAMELESS, _BYTES = "onnx::MatMul_", "_quantized"


def tagger_weights() -> dict[str, Tensor]:
    """The weights of the encoder and of the shapes, by the names that ``Attributions`` gives them."""
    stored = _stored("embeddings") | _stored("tagger")
    named = {name for name in stored if name.startswith(_KEPT) and not name.endswith(("_scale", "_zero_point"))}
    weights = {name.removesuffix(_BYTES).removeprefix("tagger."): _floats(stored, name) for name in named}
    nameless = [name for name in stored if name.startswith(_NAMELESS) and name.endswith(_BYTES)]
    nameless.sort(key=lambda name: int(name.removeprefix(_NAMELESS).removesuffix(_BYTES)))
    # The last matrix gives the tags.
    for n, name in enumerate(nameless[:-1]):
        layer, which = divmod(n, len(_MATRICES))
        weights[f"encoder.encoder.layer.{layer}.{_MATRICES[which]}.weight"] = _floats(stored, name).T.contiguous()
    return weights


def _stored(graph: str) -> dict[str, NDArray[Any]]:
    file = resources.files("tollbook").joinpath(network.WEIGHTS, f"{graph}.onnx")
    return {
        each.name: numpy_helper.to_array(each) for each in onnx.load_from_string(file.read_bytes()).graph.initializer
    }


def _floats(stored: Mapping[str, NDArray[Any]], name: str) -> Tensor:
    if not name.endswith(_BYTES):
        return torch.tensor(stored[name])
    whole = name.removesuffix(_BYTES)
    zero, scale = stored[f"{whole}_zero_point"], stored[f"{whole}_scale"]
    return torch.tensor((stored[name].astype(np.float32) - zero.astype(np.float32)) * scale)
