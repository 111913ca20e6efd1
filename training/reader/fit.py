"""``python -m training.reader.fit``: trains the network, on all labelled reports or with one fold held out."""

import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import torch
from torch import Tensor, nn

from training.reader import evaluate
from training.reader.batches import IGNORED, Batch, Target, batches, targets
from training.reader.data import Example, load, load_attributed, load_invented, load_own
from training.reader.marked_claims import (
    MarkedBatch,
    MarkedTarget,
    marked_batches,
    marked_targets,
    stored_proposals,
)
from training.reader.network import Network

#: Weights of the tags outside, begin and inside: most word pieces are outside every span. With 1, 2, 2 sites were
#: hardly found after four rounds; with 1, 4, 2 long spans fell into pieces.
_WEIGHTS = (1.0, 3.0, 3.0)
#: What the tags weigh beside one attribute or the speaker of a span.
_TAGS, _ATTRIBUTE = 4.0, 0.4
#: What the status of a marked claim and its relations to others weigh beside its scope.
_STATUS, _RELATION = 0.5, 0.5
#: The share of the mean of the weights over past steps that stays at each step. What ships is that mean: it was as good
#: as the best single round or better.
_KEPT = 0.995
#: Word pieces of a batch. With 3,072 a round had too few steps.
_PIECES = 1536
#: The share of all steps in which the rate rises, and the rate of the heads beside that of the encoder.
_WARM_UP, _HEADS = 0.08, 8
_FOLDS = 5


class Plan(NamedTuple):
    """How to train. Each round sees all windows, and a share of the extra ones; ``rate`` is that of the encoder."""

    rounds: int
    rate: float
    seed: int
    extra_share: float
    mixed: bool


def loss(network: Network, batch: Batch) -> Tensor:
    """The loss of the tags of a batch, and of the attributes and speakers of its spans."""
    cross = nn.functional.cross_entropy
    hidden, tags = network.tagger(batch.ids, batch.mask, batch.shapes)
    weights = torch.tensor(_WEIGHTS)
    total = _TAGS * cross(tags.flatten(0, -2), batch.tags.flatten(), weight=weights, ignore_index=IGNORED)
    if not len(batch.rows):
        return total
    pointer, *attributes = network.spans(hidden[batch.rows], batch.firsts, batch.lasts, batch.labels)
    pointer = pointer.masked_fill(batch.mask[batch.rows] == 0, -1e4)
    wanted = (*batch.attributes.unbind(1), batch.speakers)
    for values, right in zip((*attributes, pointer), wanted, strict=True):
        if (right != IGNORED).any():
            total = total + _ATTRIBUTE * cross(values, right, ignore_index=IGNORED)
    return total


def claim_loss(network: Network, batch: MarkedBatch) -> Tensor:
    """The loss of the marked claims of a batch: whether each is one, scope, status, and relations of pairs."""
    cross = nn.functional.cross_entropy
    hidden, _ = network.tagger(batch.ids, batch.mask, batch.shapes)
    claims = network.claims.claims(hidden[batch.rows], batch.firsts, batch.lasts)
    known = batch.genuine != IGNORED
    genuine = network.claims.genuine(claims).squeeze(-1)[known]
    total = nn.functional.binary_cross_entropy_with_logits(
        genuine, batch.genuine[known].to(genuine.dtype), reduction="sum"
    )
    total = total / max(1, len(genuine))
    for values, right, weight in (
        (network.claims.scope(claims), batch.scope, 1.0),
        (network.claims.status(claims), batch.status, _STATUS),
        (network.claims.related(claims, batch.ones, batch.others), batch.relations, _RELATION),
    ):
        if (right != IGNORED).any():
            total = total + weight * cross(values, right, ignore_index=IGNORED)
    return total


class Mean:
    """The moving mean of the weights of a network."""

    def __init__(self, network: Network) -> None:
        self.weights = {name: value.detach().clone() for name, value in network.state_dict().items()}
        self._steps = 0

    def add(self, network: Network) -> None:
        """Take in the weights after one more step; the first steps count more."""
        self._steps += 1
        kept = min(_KEPT, (1 + self._steps) / (10 + self._steps))
        for name, value in network.state_dict().items():
            if value.dtype.is_floating_point:
                self.weights[name].mul_(kept).add_(value.detach(), alpha=1 - kept)
            else:
                self.weights[name] = value.clone()


#: Gets the number of a round, its mean losses, its seconds and the mean of the weights.
Report = Callable[[int, dict[str, float], float, Mean], None]


def fold_of(example: Example, folds: int = _FOLDS) -> int:
    """The fold of a report; reports of one event share it."""
    return int.from_bytes(example.event.encode(), "big") % 1_000_003 % folds


def fit(
    network: Network, train: Sequence[Target], claims: Sequence[MarkedTarget], extra: Sequence[Target], plan: Plan,
    report: Report,
) -> Mean:  # fmt: skip
    """Train all layers on windows with tags and on windows with marked claims; returns the mean of the weights."""
    generator, chance = torch.Generator().manual_seed(plan.seed), random.Random(plan.seed)
    share = int(len(extra) * plan.extra_share)
    steps = plan.rounds * (
        sum(1 for _ in batches([*train, *extra[:share]], _PIECES, generator))
        + sum(1 for _ in marked_batches(claims, _PIECES, chance))
    )
    mean = Mean(network)
    optimiser = _optimiser(network, plan.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min((n + 1) / (steps * _WARM_UP), max(0.01, 1 - n / steps))
    )
    for n in range(plan.rounds):
        began, values = time.monotonic(), {"tags": list[float](), "claims": list[float]()}
        chosen = [extra[i] for i in torch.randperm(len(extra), generator=generator).tolist()[:share]]
        network.train()
        every: list[Batch | MarkedBatch] = [
            *batches([*train, *chosen], _PIECES, generator), *marked_batches(claims, _PIECES, chance)
        ]  # fmt: skip
        chance.shuffle(every)
        for batch in every:
            value = _step(network, batch, optimiser, mixed=plan.mixed)
            schedule.step()
            mean.add(network)
            values["tags" if isinstance(batch, Batch) else "claims"].append(value)
        losses = {name: round(sum(of) / max(1, len(of)), 4) for name, of in values.items()}
        report(n + 1, losses, time.monotonic() - began, mean)
    return mean


def _step(network: Network, batch: Batch | MarkedBatch, optimiser: torch.optim.Optimizer, *, mixed: bool) -> float:
    with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
        value = loss(network, batch) if isinstance(batch, Batch) else claim_loss(network, batch)
    optimiser.zero_grad()
    value.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return value.item()


def _optimiser(network: Network, rate: float) -> torch.optim.Optimizer:
    body = list(network.tagger.encoder.parameters())
    known = {id(p) for p in body}
    heads = [p for p in network.parameters() if id(p) not in known]
    groups = [{"params": body, "lr": rate}, {"params": heads, "lr": rate * _HEADS}]
    return torch.optim.AdamW(groups, weight_decay=0.01, fused=True)


def _chosen(data: Path, overfit: int, fold: int | None) -> tuple[list[Example], list[Example]]:
    """The examples to train on and those to measure on."""
    examples = load(data)
    if overfit:
        some = [e for e in examples if e.gold["claims"]][:: len(examples) // overfit][:overfit]
        return some, some
    if fold is None:
        return [*examples, *load_own(data), *load_invented()], []
    held = [e for e in examples if fold_of(e) == fold]
    others = [e for e in examples if fold_of(e) != fold]
    return [*others, *load_own(data, held), *load_invented()], held


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--overfit", default=0, help="Train on this many reports and measure on the same.")
@click.option("--fold", type=int, help="Hold this fold out and measure on it.")
@click.option("--rounds", default=10)
@click.option("--rate", default=2e-4)
@click.option("--seed", default=0)
@click.option("--threads", default=1)
@click.option("--attributed", "extra_share", default=0.02, help="The share of PolNeAR's windows seen in each round.")
@click.option("--mixed", is_flag=True, help="Multiply in bfloat16 (twice as fast); weights and sums stay float32.")
@click.option("--start", type=click.Path(path_type=Path), help="Weights to start from.")
def main(**options: Any) -> None:
    """Train, and write the weights and the curve after every round."""
    plan = Plan(**{name: options[name] for name in Plan._fields})
    torch.set_num_threads(options["threads"])
    torch.manual_seed(plan.seed)
    train, held = _chosen(options["data"], options["overfit"], options["fold"])
    extra = [] if options["overfit"] else [t for e in load_attributed(options["data"]) for t in targets(e)]
    windows = [t for e in train for t in targets(e)]
    claims = [t for own in marked_targets(train, stored_proposals()) for t in own]
    click.echo(
        f"{len(train)} reports, {len(windows)} windows, {len(claims)} with claims, {len(extra)} extra, "
        f"{len(held)} held out"
    )
    network = Network(0.0 if options["overfit"] else 0.1)
    if options["start"]:
        network.load_state_dict(torch.load(options["start"]))
    out: Path = options["out"]
    out.mkdir(parents=True, exist_ok=True)
    curve: list[dict[str, object]] = []

    def report(n: int, losses: dict[str, float], seconds: float, mean: Mean) -> None:
        figures: dict[str, object] = {}
        if held and n == plan.rounds:
            network.load_state_dict(mean.weights)
            figures = evaluate.measure(network, held) | evaluate.measure_claims(network, held)
        curve.append({"round": n, "loss": losses, "seconds": round(seconds, 1)} | figures)
        click.echo(json.dumps(curve[-1]))
        (out / "curve.json").write_text(json.dumps(curve, indent=1), "utf-8")
        torch.save(mean.weights, out / "network.pt")

    fit(network, windows, claims, extra, plan, report)


if __name__ == "__main__":
    main()
