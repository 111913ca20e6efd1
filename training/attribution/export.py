"""``python -m training.attribution.export``: writes a trained network as ONNX graphs, the encoder in int8."""

from pathlib import Path

import click
import torch
from torch import Tensor

from tollbook.readers.learned.labels import ROLES
from training.attribution.network import TAGS, Attributions
from training.attribution.start import tagger_weights
from training.reader.export import quantised


class _Tags(torch.nn.Module):
    """Embedded word pieces to hidden states and the probabilities of the tags of cues and roles."""

    def __init__(self, network: Attributions) -> None:
        super().__init__()
        self.layers, self.shape, self.tags = network.encoder.encoder, network.shape, network.tags
        self.roles = network.tasks["roles"]

    def forward(self, embedded: Tensor, mask: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Embedded word pieces (B, T, 384), mask and shapes (B, T) to hidden states, tags and roles."""
        unseen = (1.0 - mask.to(embedded.dtype))[:, None, None, :] * -1e4
        states = self.layers(embedded, unseen).last_hidden_state
        hidden = torch.cat([states, self.shape(shapes)], -1)
        roles = self.roles(states).unflatten(-1, (len(ROLES), TAGS)).softmax(-1)
        return hidden, self.tags(hidden).softmax(-1), roles


class _Parts(torch.nn.Module):
    """Cues of one window to the probability of each piece of belonging to their source and content."""

    def __init__(self, network: Attributions) -> None:
        super().__init__()
        self.cues = network.cues

    def forward(self, hidden: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """Hidden states of one window (1, T, H) and the cues (N) to shares (N, T, 2)."""
        return self.cues(hidden.expand(first.shape[0], -1, -1), first, last).sigmoid()


def export(network: Attributions, out: Path) -> None:
    """Write ``attribution.onnx`` and ``cues.onnx`` to a folder."""
    embedded, ids = torch.zeros(2, 8, 384), torch.ones(2, 8, dtype=torch.long)
    names = ("embedded", "mask", "shapes", "hidden", "tags", "roles")
    quantised(
        _Tags(network), (embedded, ids, ids), out / "attribution.onnx",
        input_names=names[:3], output_names=names[3:],
        dynamic_axes={n: {0: "window", 1: "piece"} for n in names},
    )  # fmt: skip
    at = torch.ones(2, dtype=torch.long)
    hidden = torch.zeros(1, 8, network.tags.in_features)
    quantised(
        _Parts(network), (hidden, at, at), out / "cues.onnx",
        input_names=["hidden", "first", "last"], output_names=["parts"],
        dynamic_axes={"hidden": {1: "piece"}, "first": {0: "cue"}, "last": {0: "cue"}, "parts": {0: "cue", 1: "piece"}},
    )  # fmt: skip


@click.command()
@click.argument("weights", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder for the graphs.")
def main(weights: tuple[Path, ...], out: Path) -> None:
    """Write the graphs of a network whose WEIGHTS are in one or more files."""
    network = Attributions(0.0)
    network.load_state_dict(tagger_weights(), strict=False)
    for path in weights:
        network.load_state_dict(torch.load(path, map_location="cpu"), strict=False)
    network.eval()
    out.mkdir(parents=True, exist_ok=True)
    export(network, out)


if __name__ == "__main__":
    main()
