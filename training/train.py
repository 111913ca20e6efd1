"""``python -m training.train --data DIR --encoder DIR --out DIR``: fine-tunes the tagger on the open sets, seeded.

Needs torch, transformers and tokenizers, which Tollbook itself never installs; see ``README.md`` beside this file.
"""

import random
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from training import examples
from training.examples import UNSAID, Window
from training.network import Tagger, loss

SEED = 7
#: Of the incidents of ``gva`` one in so many is used: a name tagger gains little from more of the same register.
SHARE = 12
SIZE = 16


def gather(data: Path, tokenizer: Tokenizer) -> tuple[list[Window], list[Window]]:
    """Windows to train on: wires, then names.

    Of a wire that tells of no incident and of a local news report only the first window or two are used.
    """
    wires = [
        w
        for r in examples.wires(data / "muc4" / "dev")
        for w in examples.windows(r, tokenizer, most=99 if r.roles else 1)
    ]
    local = chain(examples.shootings(data / "gvdb"), examples.registered(data / "gva", share=SHARE))
    return wires, [w for r in local for w in examples.windows(r, tokenizer, most=2)]


def batches(windows: list[Window], chance: random.Random) -> Iterator[list[Window]]:
    """All windows once, in batches of like length, in random order."""
    order = sorted(windows, key=lambda w: (len(w.ids), chance.random()))
    cut = [order[i : i + SIZE] for i in range(0, len(order), SIZE)]
    chance.shuffle(cut)
    return iter(cut)


def tensors(batch: list[Window]) -> tuple[Tensor, Tensor, tuple[Tensor, Tensor, Tensor]]:
    """Ids, mask and labels of a batch, padded to its longest window."""
    length = max(len(w.ids) for w in batch)

    def padded(rows: list[list[int]], filler: int) -> Tensor:
        return torch.tensor([row + [filler] * (length - len(row)) for row in rows])

    ids, mask = padded([w.ids for w in batch], 0), padded([[1] * len(w.ids) for w in batch], 0)
    labels = tuple(padded([getattr(w, head) for w in batch], UNSAID) for head in ("roles", "fates", "kinds"))
    return ids, mask, (labels[0], labels[1], labels[2])


def lower_states(tagger: Tagger, windows: list[Window]) -> dict[int, Tensor]:
    """The states of every window after the layers that do not learn, kept by the window's identity."""
    kept: dict[int, Tensor] = {}
    tagger.eval()
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        for batch in batches(windows, random.Random(SEED)):
            ids, mask, _ = tensors(batch)
            states = tagger.lower(ids, mask).to(torch.bfloat16)
            kept |= {id(w): row[: len(w.ids)].clone() for w, row in zip(batch, states, strict=True)}
    return kept


@click.command()
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True, help="Folder of the open sets.")
@click.option("--encoder", type=click.Path(path_type=Path, exists=True), required=True, help="Encoder to start from.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the weights are written.")
@click.option("--epochs", default=4, show_default=True, help="Rounds over the wires; local news is in every second.")
@click.option("--rate", default=3e-4, show_default=True, help="Highest learning rate.")
@click.option("--threads", default=1, show_default=True, help="Processor threads.")
def main(data: Path, encoder: Path, out: Path, epochs: int, rate: float, threads: int) -> None:
    """Trains and writes ``weights.pt`` after every round."""
    torch.manual_seed(SEED)
    torch.set_num_threads(threads)
    chance = random.Random(SEED)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    wires, local = gather(data, tokenizer)
    click.echo(f"{len(wires)} windows of wires, {len(local)} of local news")
    tagger = Tagger(encoder)
    began = time.monotonic()
    kept = lower_states(tagger, wires + local)
    click.echo(f"lower states after {time.monotonic() - began:.0f} s")
    rounds = [wires + (local if epoch % 2 == 0 else []) for epoch in range(epochs)]
    steps = sum(-(-len(windows) // SIZE) for windows in rounds)
    trained = [p for p in tagger.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps + 1, pct_start=0.1, anneal_strategy="linear"
    )
    done = 0
    for epoch, windows in enumerate(rounds):
        tagger.train()
        for batch in batches(windows, chance):
            _, mask, labels = tensors(batch)
            states = nn.utils.rnn.pad_sequence([kept[id(w)] for w in batch], batch_first=True)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                found = tagger.upper(states, mask)
            lost = loss(found, labels)
            lost.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
            done += 1
            if done % 20 == 0:
                click.echo(f"round {epoch} step {done}/{steps} loss {lost.item():.3f} {time.monotonic() - began:.0f} s")
        torch.save(tagger.state_dict(), out / "weights.pt")


if __name__ == "__main__":
    main()
