"""``python -m training.reader.export``: writes parts of a trained network as ONNX graphs, the encoder in int8.

``tags`` writes the graphs that find spans and describe them, ``claims`` the one that judges marked claims. The two that
ship were trained in different runs.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import click
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor

from tollbook.readers.learned.labels import ATTRIBUTES
from training.reader.network import ENCODER, Network

_OPSET = 17
#: The outputs for marked claims.
_JUDGED = ("genuine", "scope", "status")


def export_tags(network: Network, out: Path) -> None:
    """Write ``embeddings.onnx``, ``tagger.onnx``, ``spans.onnx`` and ``tokenizer.json`` to a folder.

    The network for attributions has the embeddings of the tagger, and is trained again after it.
    """
    ids = torch.ones(2, 8, dtype=torch.long)
    quantised(
        _Embedded(network), (ids,), out / "embeddings.onnx", input_names=["ids"],
        output_names=["embedded"], dynamic_axes={n: {0: "window", 1: "piece"} for n in ("ids", "embedded")},
    )  # fmt: skip
    embedded = network.tagger.encoder.embeddings(ids)
    quantised(
        _Probabilities(network), (embedded, ids, torch.zeros_like(ids)), out / "tagger.onnx",
        input_names=["embedded", "mask", "shapes"], output_names=["hidden", "tags"],
        dynamic_axes={n: {0: "window", 1: "piece"} for n in ("embedded", "mask", "shapes", "hidden", "tags")},
    )  # fmt: skip
    hidden = torch.zeros(2, 8, network.tagger.width)
    at = torch.ones(2, dtype=torch.long)
    torch.onnx.export(
        _Shares(network), (hidden, at, at, at), out / "spans.onnx",
        input_names=["hidden", "first", "last", "label"], output_names=["speaker", *ATTRIBUTES], opset_version=_OPSET,
        dynamic_axes={"hidden": {0: "span", 1: "piece"}, "speaker": {0: "span", 1: "piece"}}
        | {n: {0: "span"} for n in ("first", "last", "label", *ATTRIBUTES)}, dynamo=False,
    )  # fmt: skip
    shutil.copy(f"{ENCODER}/tokenizer.json", out / "tokenizer.json")


def export_claims(network: Network, out: Path) -> None:
    """Write ``claims.onnx`` to a folder: the encoder and the head for the marked claims of one window."""
    ids, at = torch.ones(1, 8, dtype=torch.long), torch.ones(2, dtype=torch.long)
    quantised(
        _Judgements(network), (ids, torch.zeros_like(ids), at, at), out / "claims.onnx",
        input_names=["ids", "shapes", "first", "last"], output_names=list(_JUDGED),
        dynamic_axes={n: {1: "piece"} for n in ("ids", "shapes")}
        | {n: {0: "claim"} for n in ("first", "last", *_JUDGED)},
    )  # fmt: skip


def quantised(module: torch.nn.Module, given: tuple[Tensor, ...], out: Path, **names: Any) -> None:
    """Write a module as an ONNX graph with 8-bit matrices; ``given`` is an example of what it takes."""
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / out.name
        torch.onnx.export(module, given, full, opset_version=_OPSET, dynamo=False, **names)
        quantize_dynamic(full, out, weight_type=QuantType.QInt8, per_channel=True)


class _Embedded(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.embeddings = network.tagger.encoder.embeddings

    def forward(self, ids: Tensor) -> Tensor:
        """Word pieces without the words around them."""
        places = torch.arange(ids.shape[1])[None, :]
        return self.embeddings(input_ids=ids, position_ids=places, token_type_ids=torch.zeros_like(ids))


class _Probabilities(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.tagger = network.tagger

    def forward(self, embedded: Tensor, mask: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """The hidden states, and the probabilities of the tags."""
        unseen = (1.0 - mask.to(embedded.dtype))[:, None, None, :] * -1e4
        hidden = self.tagger.encoder.encoder(embedded, unseen).last_hidden_state
        hidden = torch.cat([hidden, self.tagger.shape(shapes)], -1)
        return hidden, self.tagger.tags(hidden).softmax(-1)


class _Shares(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.spans = network.spans

    def forward(self, hidden: Tensor, first: Tensor, last: Tensor, label: Tensor) -> tuple[Tensor, ...]:
        """The probabilities of the speaker and of each attribute."""
        return tuple(each.softmax(-1) for each in self.spans(hidden, first, last, label))


class _Judgements(torch.nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.tagger, self.claims = network.tagger, network.claims

    def forward(self, ids: Tensor, shapes: Tensor, first: Tensor, last: Tensor) -> tuple[Tensor, ...]:
        """The probabilities that each mark of the window is a claim, of its scope and of its status."""
        hidden, _ = self.tagger(ids, torch.ones_like(ids), shapes)
        genuine, scope, status = self.claims(hidden.expand(first.shape[0], -1, -1), first, last)
        return genuine.sigmoid(), scope.softmax(-1), status.softmax(-1)


@click.command()
@click.argument("part", type=click.Choice(["tags", "claims"]))
@click.argument("weights", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def main(part: str, weights: Path, out: Path) -> None:
    """Write the graphs of one PART of the network WEIGHTS to the folder OUT."""
    network = Network(0.0)
    network.load_state_dict(torch.load(weights))
    network.eval()
    out.mkdir(parents=True, exist_ok=True)
    {"tags": export_tags, "claims": export_claims}[part](network, out)


if __name__ == "__main__":
    main()
