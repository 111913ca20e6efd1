"""``python -m training.attribution.adapt``: goes on with masked words in open texts, before there are any labels.

As in Gururangan and others, *Don't Stop Pretraining* (2020).
"""

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import torch
from torch import Tensor, nn

from tollbook.readers.learned.network import tokenizer
from training.attribution.network import HIDDEN, VOCABULARY, encoder
from training.attribution.start import tagger_weights

_START, _END, _MASK, _FIRST_WORD = 101, 102, 103, 1000
#: Word pieces of a window, the least that are worth one, windows of a batch.
_SIZE, _SHORTEST, _ROWS = 384, 40, 48
#: The share of words that are asked for; of these the shares that are masked, and not put in place of another word.
_SHARE, _MASKED, _UNCHANGED = 0.15, 0.8, 0.9
_KEPT, _WARM_UP = 0.998, 0.05


class Guesses(nn.Module):
    """An encoder, and what guesses the word at each of its hidden states."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = encoder()
        self.encoder.load_state_dict(
            {k.removeprefix("encoder."): v for k, v in tagger_weights().items() if k.startswith("encoder.")}
        )
        self.encoder.embeddings.requires_grad_(requires_grad=False)
        self.head = nn.Sequential(nn.Linear(HIDDEN, HIDDEN), nn.GELU(), nn.LayerNorm(HIDDEN))
        self.bias = nn.Parameter(torch.zeros(VOCABULARY))

    def forward(self, ids: Tensor) -> Tensor:
        """The loss of the words of some windows (B, T) that are asked for."""
        asked = (torch.rand(ids.shape, device=ids.device) < _SHARE) & (ids >= _FIRST_WORD)
        given, chance = ids.clone(), torch.rand(ids.shape, device=ids.device)
        given[asked & (chance < _MASKED)] = _MASK
        other = asked & (chance > _UNCHANGED)
        given[other] = torch.randint(_FIRST_WORD, VOCABULARY, ids.shape, device=ids.device)[other]
        states = self.encoder(input_ids=given, attention_mask=(ids > 0).long()).last_hidden_state[asked]
        words = self.encoder.embeddings.word_embeddings.weight
        return nn.functional.cross_entropy((self.head(states) @ words.T + self.bias).float(), ids[asked])


def windows(reports: Sequence[Path]) -> Iterator[list[int]]:
    """The texts of some files of reports as rows of word pieces."""
    size = _SIZE - 2
    for path in reports:
        for line in path.read_text("utf-8").splitlines():
            ids = tokenizer().encode(json.loads(line)["text"], add_special_tokens=False).ids
            for part in (ids[first : first + size] for first in range(0, len(ids), size)):
                if len(part) >= _SHORTEST:
                    yield [_START, *part, _END, *[0] * (size - len(part))]


def adapt(guesses: Guesses, rows: Tensor, seconds: int, rate: float) -> dict[str, Tensor]:
    """Train all layers but the embeddings for some seconds; the moving mean of the weights of the layers."""
    layers = {name: p for name, p in guesses.encoder.named_parameters() if p.requires_grad}
    optimiser = torch.optim.AdamW([p for p in guesses.parameters() if p.requires_grad], lr=rate, weight_decay=0.01)
    mean, began, steps = {name: p.detach().clone() for name, p in layers.items()}, time.monotonic(), 0
    while (gone := (time.monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(gone / _WARM_UP, 1 - gone)
        with torch.autocast(rows.device.type, torch.bfloat16):
            value = guesses(rows[torch.randint(len(rows), (_ROWS,), device=rows.device)])
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(layers.values(), 1.0)
        optimiser.step()
        steps += 1
        kept = min(_KEPT, (1 + steps) / (10 + steps))
        for name, p in layers.items():
            mean[name].mul_(kept).add_(p.detach(), alpha=1 - kept)
    click.echo(json.dumps({"steps": steps, "loss": round(value.item(), 3)}))
    return mean


@click.command()
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--seconds", default=150)
@click.option("--rate", default=4e-4)
@click.option("--device", default="cpu")
def main(reports: tuple[Path, ...], out: Path, seconds: int, rate: float, device: str) -> None:
    """Adapt the layers of the tagger to the texts of the files REPORTS, and write them."""
    torch.manual_seed(0)
    rows = torch.tensor(list(windows(reports)), device=device)
    mean = adapt(Guesses().to(device), rows, seconds, rate)
    torch.save({f"encoder.{name}": value.cpu() for name, value in mean.items()}, out)


if __name__ == "__main__":
    main()
