"""``python -m training.reader.export``: writes a trained network as two ONNX graphs, the encoder's weights in int8."""

import shutil
import tempfile
from pathlib import Path

import click
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor

from tollbook.readers.learned.labels import ATTRIBUTES
from training.reader.network import ENCODER, Network

_OPSET = 17


def export(network: Network, out: Path, *, quantised: bool = True) -> None:
    """Write ``tagger.onnx``, ``spans.onnx`` and ``tokenizer.json`` to a folder."""
    network.eval()
    out.mkdir(parents=True, exist_ok=True)
    ids = torch.ones(2, 8, dtype=torch.long)
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "tagger.onnx"
        torch.onnx.export(
            _Probabilities(network), (ids, torch.ones_like(ids), torch.zeros_like(ids)), full,
            input_names=["ids", "mask", "shapes"], output_names=["hidden", "tags"], opset_version=_OPSET, dynamo=False,
            dynamic_axes={n: {0: "window", 1: "piece"} for n in ("ids", "mask", "shapes", "hidden", "tags")},
        )  # fmt: skip
        if quantised:
            quantize_dynamic(full, out / "tagger.onnx", weight_type=QuantType.QInt8, per_channel=True)
        else:
            shutil.copy(full, out / "tagger.onnx")
    hidden = torch.zeros(2, 8, network.tagger.width)
    at = torch.ones(2, dtype=torch.long)
    torch.onnx.export(
        _Shares(network), (hidden, at, at, at), out / "spans.onnx",
        input_names=["hidden", "first", "last", "label"], output_names=["speaker", *ATTRIBUTES], opset_version=_OPSET,
        dynamic_axes={"hidden": {0: "span", 1: "piece"}, "speaker": {0: "span", 1: "piece"}}
        | {n: {0: "span"} for n in ("first", "last", "label", *ATTRIBUTES)}, dynamo=False,
    )  # fmt: skip
    shutil.copy(f"{ENCODER}/tokenizer.json", out / "tokenizer.json")


class _Probabilities(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.tagger = network.tagger

    def forward(self, ids: Tensor, mask: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """The hidden states, and the probabilities of the tags."""
        hidden, tags = self.tagger(ids, mask, shapes)
        return hidden, tags.softmax(-1)


class _Shares(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.spans = network.spans

    def forward(self, hidden: Tensor, first: Tensor, last: Tensor, label: Tensor) -> tuple[Tensor, ...]:
        """The probabilities of the speaker and of each attribute."""
        return tuple(each.softmax(-1) for each in self.spans(hidden, first, last, label))


@click.command()
@click.argument("weights", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--full", is_flag=True, help="Keep the weights in float32.")
def main(weights: Path, out: Path, full: bool) -> None:
    """Export."""
    network = Network()
    network.load_state_dict(torch.load(weights))
    export(network, out, quantised=not full)


if __name__ == "__main__":
    main()
