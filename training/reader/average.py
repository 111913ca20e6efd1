"""``python -m training.reader.average``: the weighted mean of two networks of one training run.

The mean of the weights of related networks is often better than either (Wortsman et al., *Model soups*, 2022).
"""

from pathlib import Path

import click
import torch
from torch import Tensor


def average(first: dict[str, Tensor], second: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """The weights of ``first`` with a share of those of ``second``, which gives whatever is not a real number."""
    return {
        name: first[name] * (1 - share) + own * share if own.is_floating_point() else own
        for name, own in second.items()
    }


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--share", default=0.5, help="The share of the second network.")
def main(first: Path, second: Path, out: Path, share: float) -> None:
    """Average two networks."""
    torch.save(average(torch.load(first), torch.load(second), share), out)


if __name__ == "__main__":
    main()
