"""``python -m training.attribution.fit``: trains the network, on all reports or with a fifth of each set held out."""

import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import torch
from torch import Tensor, nn

from training.attribution import tasks
from training.attribution.data import Article, Batch, batches, load
from training.attribution.measure import measure, measure_roles
from training.attribution.network import Attributions
from training.attribution.start import tagger_weights
from training.reader.batches import IGNORED, Target
from training.reader.batches import batches as tag_batches

#: The weights of the tags outside, begin and inside, and what the tags weigh beside the pieces of sources and contents.
_WEIGHTS, _TAGS = (1.0, 2.0, 2.0), 2.0
#: The same for the tasks beside attributions, and what each weighs; the share of the victims' batches seen in a round.
_TASK_WEIGHTS = {"roles": (1.0, 2.0, 2.0), "victims": (1.0, 2.0, 2.0), "labels": (1.0, 3.0, 3.0)}
_TASK, _VICTIMS = {"roles": 3.0, "victims": 3.0, "labels": 4.0}, 0.5
#: The share of the moving mean of the weights that stays at each step; what ships is that mean.
_KEPT = 0.995
#: The share of all steps in which the rate rises, and the rate of the heads beside that of the encoder.
_WARM_UP, _HEADS = 0.06, 6
#: Word pieces of a batch.
_PIECES = 12288
_FOLDS = 5


class Plan(NamedTuple):
    """How to train: each round sees all windows once; ``rate`` is that of the encoder."""

    rounds: int
    rate: float
    seed: int
    device: str


class Examples(NamedTuple):
    """What is learned from: articles with attributions, and windows with tags by task."""

    articles: Sequence[Article]
    tagged: Mapping[str, Sequence[Target]]

    def batches(self, generator: torch.Generator, chance: random.Random) -> Iterator[tuple[str, Any]]:
        """The batches of one round in mixed order, each with its task; "cues" are those of attributions."""
        every: list[tuple[str, Any]] = [("cues", batch) for batch in batches(self.articles, _PIECES, generator)]
        for name, rows in self.tagged.items():
            own = [(name, batch) for batch in tag_batches(rows, _PIECES, generator)]
            every += own[: round(len(own) * _VICTIMS)] if name == "victims" else own
        chance.shuffle(every)
        yield from every


def task_loss(network: Attributions, name: str, batch: Any, device: str) -> Tensor:
    """The loss of the tags of a task."""
    ids, mask, shapes, tags = (each.to(device) for each in (batch.ids, batch.mask, batch.shapes, batch.tags))
    hidden, _ = network(ids, mask, shapes)
    logits = network.task(name, hidden).float().flatten(0, -2)
    weights = torch.tensor(_TASK_WEIGHTS[name], device=device)
    value = nn.functional.cross_entropy(logits, tags.flatten(), weight=weights, ignore_index=IGNORED)
    return _TASK[name] * value


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


def fit(network: Attributions, examples: Examples, plan: Plan) -> dict[str, Tensor]:
    """Train, and print the losses of each round; returns the moving mean of the weights."""
    generator, chance = torch.Generator().manual_seed(plan.seed), random.Random(plan.seed)
    steps = plan.rounds * sum(1 for _ in examples.batches(generator, chance))
    optimiser = _optimiser(network, plan.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min((n + 1) / (steps * _WARM_UP), max(0.01, 1 - n / steps))
    )
    mean, taken = {name: value.detach().clone() for name, value in network.state_dict().items()}, 0
    for n in range(plan.rounds):
        began, losses = time.monotonic(), dict[str, list[float]]()
        network.train()
        for name, batch in examples.batches(generator, chance):
            # The multiplications are in bfloat16 on a graphics card; weights, sums and optimiser in float32.
            with torch.autocast(plan.device, torch.bfloat16, enabled=plan.device != "cpu"):
                is_cues = name == "cues"
                value = (
                    loss(network, batch.to(plan.device)) if is_cues else task_loss(network, name, batch, plan.device)
                )
            optimiser.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            taken += 1
            _move(mean, network, min(_KEPT, (1 + taken) / (10 + taken)))
            losses.setdefault(name, []).append(value.item())
        seconds = round(time.monotonic() - began, 1)
        means = {name: round(sum(of) / len(of), 4) for name, of in losses.items()}
        click.echo(json.dumps({"round": n + 1, "loss": means, "seconds": seconds}))
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


def _chosen(data: Path, overfit: int, *, held: bool) -> tuple[Examples, list[Article], list[Target]]:
    """What to learn from, and the articles and wires to measure on: the first fifth of the wires by their days."""
    articles, wires = list(load(data / "polnear" / "train")), list(tasks.roles(data / "muc4" / "dev"))
    if overfit:
        some = articles[:: len(articles) // overfit][:overfit]
        few = [target for _, own in wires if any(t.tags.any() for t in own) for target in own][:overfit]
        return Examples(some, {"roles": few}), some, few
    last = len(wires) // _FOLDS if held else 0
    of_victims = tasks.victims(data)
    kept = [target for event, own in of_victims if not held or _fold(event) for target in own]
    tagged = {
        "roles": [target for _, own in wires[last:] for target in own],
        "victims": kept,
        "labels": list(tasks.labels(data, 0 if held else None)),
    }
    train = [a for n, a in enumerate(articles) if n % _FOLDS] if held else articles
    measured = articles[::_FOLDS] if held else []
    return Examples(train, tagged), measured, [target for _, own in wires[:last] for target in own]


def _fold(event: str) -> int:
    return int.from_bytes(event.encode(), "big") % 1_000_003 % _FOLDS


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file for the weights.")
@click.option("--overfit", default=0, help="Train on this many articles and wires, and measure on the same.")
@click.option("--held", is_flag=True, help="Hold a fifth of every set out, and measure on it.")
@click.option("--rounds", default=8)
@click.option("--rate", default=3e-4)
@click.option("--seed", default=0)
@click.option("--start", type=click.Path(path_type=Path), help="Layers to start from, as adapt writes them.")
@click.option("--device", default="cpu")
def main(data: Path, out: Path, overfit: int, held: bool, start: Path | None, **plan: Any) -> None:
    """Train on attributions, roles, victims and labels, write the weights, and measure."""
    torch.manual_seed(plan["seed"])
    examples, articles, wires = _chosen(data, overfit, held=held)
    network = Attributions(0.0 if overfit else 0.1)
    network.load_state_dict(tagger_weights(), strict=False)
    if start is not None:
        network.load_state_dict(torch.load(start), strict=False)
    network.to(plan["device"])
    weights = fit(network, examples, Plan(**plan))
    network.load_state_dict(weights)
    torch.save({name: value for name, value in weights.items() if "embeddings" not in name}, out)
    if articles:
        click.echo(json.dumps(measure(network, articles, plan["device"])))
        click.echo(json.dumps(measure_roles(network, wires, plan["device"])))


if __name__ == "__main__":
    main()
