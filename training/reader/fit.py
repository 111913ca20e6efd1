"""``python -m training.reader.fit``: trains the network, on all labelled reports or with one fold held out."""

import json
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
from training.reader.network import Network

#: Weights of the tags outside, begin and inside: most word pieces are outside every span. With 1, 2, 2 sites were
#: hardly found after four rounds; with 1, 4, 2 long spans fell into pieces.
_WEIGHTS = (1.0, 3.0, 3.0)
#: What the tags weigh beside one attribute or the speaker of a span.
_TAGS, _ATTRIBUTE = 4.0, 0.4
#: Word pieces of a batch. With 3,072 a round had too few steps.
_PIECES = 1536
#: The share of all steps in which the rate rises, and the rate of the heads beside that of the encoder.
_WARM_UP, _HEADS = 0.08, 8
_FOLDS = 5

Report = Callable[[int, float, float], None]


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


def fold_of(example: Example, folds: int = _FOLDS) -> int:
    """The fold of a report; reports of one event share it."""
    return int.from_bytes(example.event.encode(), "big") % 1_000_003 % folds


def fit(network: Network, train: Sequence[Target], extra: Sequence[Target], plan: Plan, report: Report) -> None:
    """Train all layers. ``report`` gets the round, its mean loss and its seconds."""
    generator = torch.Generator().manual_seed(plan.seed)
    share = int(len(extra) * plan.extra_share)
    steps = plan.rounds * sum(1 for _ in batches([*train, *extra[:share]], _PIECES, generator))
    optimiser = _optimiser(network, plan.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min((n + 1) / (steps * _WARM_UP), max(0.01, 1 - n / steps))
    )
    for n in range(plan.rounds):
        began, values = time.monotonic(), []
        chosen = [extra[i] for i in torch.randperm(len(extra), generator=generator).tolist()[:share]]
        network.train()
        for batch in batches([*train, *chosen], _PIECES, generator):
            with torch.autocast("cpu", torch.bfloat16, enabled=plan.mixed):
                value = loss(network, batch)
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            values.append(value.item())
        report(n + 1, sum(values) / max(1, len(values)), time.monotonic() - began)


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
    click.echo(f"{len(train)} reports, {len(windows)} windows, {len(extra)} extra, {len(held)} held out")
    network = Network(0.0 if options["overfit"] else 0.1)
    if options["start"]:
        network.load_state_dict(torch.load(options["start"]))
    out: Path = options["out"]
    out.mkdir(parents=True, exist_ok=True)
    curve: list[dict[str, object]] = []

    def report(n: int, value: float, seconds: float) -> None:
        figures = evaluate.measure(network, held) if held and n == plan.rounds else {}
        curve.append({"round": n, "loss": round(value, 4), "seconds": round(seconds, 1)} | figures)
        click.echo(json.dumps(curve[-1]))
        (out / "curve.json").write_text(json.dumps(curve, indent=1), "utf-8")
        torch.save(network.state_dict(), out / "network.pt")

    fit(network, windows, extra, plan, report)


if __name__ == "__main__":
    main()
