"""``python -m training.attribution.fit``: trains the network, on all articles or with a fifth held out."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import torch
from torch import Tensor, nn

from training.attribution.data import Article, Batch, batches, load
from training.attribution.measure import measure
from training.attribution.network import Attributions
from training.attribution.start import tagger_weights

#: The weights of the tags outside, begin and inside, and what the tags weigh beside the pieces of sources and contents.
_WEIGHTS, _TAGS = (1.0, 2.0, 2.0), 2.0
#: The share of the moving mean of the weights that stays at each step; what ships is that mean.
_KEPT = 0.995
#: The share of all steps in which the rate rises, and the rate of the heads beside that of the encoder.
_WARM_UP, _HEADS = 0.06, 6
#: Word pieces of a batch.
_PIECES = 6144
_FOLDS = 5


class Plan(NamedTuple):
    """How to train: each round sees all windows once; ``rate`` is that of the encoder."""

    rounds: int
    rate: float
    seed: int
    device: str


def loss(network: Attributions, batch: Batch) -> Tensor:
    """The loss of the tags of cues, and of the pieces that belong to each cue."""
    hidden, tags = network(batch.ids, batch.mask, batch.shapes)
    known = batch.mask.bool()
    weights = torch.tensor(_WEIGHTS, device=tags.device)
    total = _TAGS * nn.functional.cross_entropy(tags[known].float(), batch.tags[known], weight=weights)
    if not len(batch.rows):
        return total
    logits = network.cues(hidden[batch.rows], batch.firsts, batch.lasts)[known[batch.rows]]
    parts = batch.parts[known[batch.rows]]
    each = nn.functional.binary_cross_entropy_with_logits(logits.float(), parts, reduction="sum")
    return total + each / parts.sum().clamp(min=1)


def fit(network: Attributions, articles: Sequence[Article], plan: Plan) -> dict[str, Tensor]:
    """Train, and print the loss of each round; returns the moving mean of the weights."""
    generator = torch.Generator().manual_seed(plan.seed)
    steps = plan.rounds * sum(1 for _ in batches(articles, _PIECES, generator))
    optimiser = _optimiser(network, plan.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min((n + 1) / (steps * _WARM_UP), max(0.01, 1 - n / steps))
    )
    mean, taken = {name: value.detach().clone() for name, value in network.state_dict().items()}, 0
    for n in range(plan.rounds):
        began, losses = time.monotonic(), list[float]()
        network.train()
        for batch in batches(articles, _PIECES, generator):
            # The multiplications are in bfloat16 on a graphics card; weights, sums and optimiser in float32.
            with torch.autocast(plan.device, torch.bfloat16, enabled=plan.device != "cpu"):
                value = loss(network, batch.to(plan.device))
            optimiser.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            taken += 1
            _move(mean, network, min(_KEPT, (1 + taken) / (10 + taken)))
            losses.append(value.item())
        seconds = round(time.monotonic() - began, 1)
        click.echo(json.dumps({"round": n + 1, "loss": round(sum(losses) / len(losses), 4), "seconds": seconds}))
    return mean


def _move(mean: dict[str, Tensor], network: Attributions, kept: float) -> None:
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if value.is_floating_point():
                mean[name].mul_(kept).add_(value, alpha=1 - kept)


def _optimiser(network: Attributions, rate: float) -> torch.optim.Optimizer:
    body = [p for p in network.encoder.parameters() if p.requires_grad]
    known = {id(p) for p in network.encoder.parameters()}
    heads = [p for p in network.parameters() if id(p) not in known]
    groups = [{"params": body, "lr": rate}, {"params": heads, "lr": rate * _HEADS}]
    return torch.optim.AdamW(groups, weight_decay=0.01)


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file for the weights.")
@click.option("--overfit", default=0, help="Train on this many articles and measure on the same.")
@click.option("--held", is_flag=True, help="Hold a fifth of the articles out, and measure on it.")
@click.option("--rounds", default=12)
@click.option("--rate", default=3e-4)
@click.option("--seed", default=0)
@click.option("--start", type=click.Path(path_type=Path), help="Layers to start from, as adapt writes them.")
@click.option("--device", default="cpu")
def main(data: Path, out: Path, overfit: int, held: bool, start: Path | None, **plan: Any) -> None:
    """Train on ``polnear/train``, write the weights, and measure."""
    torch.manual_seed(plan["seed"])
    articles = list(load(data / "polnear" / "train"))
    kept = articles[::_FOLDS] if held else []
    train = [a for n, a in enumerate(articles) if n % _FOLDS] if held else articles
    if overfit:
        train = kept = articles[:: len(articles) // overfit][:overfit]
    network = Attributions(0.0 if overfit else 0.1)
    network.load_state_dict(tagger_weights(), strict=False)
    if start is not None:
        network.load_state_dict(torch.load(start), strict=False)
    network.to(plan["device"])
    weights = fit(network, train, Plan(**plan))
    network.load_state_dict(weights)
    torch.save({name: value for name, value in weights.items() if "embeddings" not in name}, out)
    if kept:
        click.echo(json.dumps(measure(network, kept, plan["device"])))


if __name__ == "__main__":
    main()
