"""``python -m training.reader.propose``: what a network takes for claims in reports that it has not learned from.

``proposals.jsonl`` was made by the weights of decision 94 for the invented reports and for our own labels that came
later. They are spans of claims, of which the next network learns which are none.
"""

import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from tollbook.readers.learned import network, windows
from tollbook.readers.learned.predictions import Predictions
from training.reader.data import Example, load_invented, load_own
from training.reader.evaluate import PROPOSED


def spans(example: Example) -> list[tuple[int, int, str, float]]:
    """The claims that the network of the package proposes: start, end, kind and probability."""
    cut = windows.cut(example.text, network.tokenizer())
    found = Predictions(example.text, cut, network.network(), PROPOSED).spans
    return [(each.start, each.end, each.label, round(each.probability, 3)) for each in found]


def without(examples: Sequence[Example], known: frozenset[str]) -> list[Example]:
    """The examples whose reports are not among those known by their id."""
    return [example for example in examples if example.id not in known]


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--learned", type=click.Path(path_type=Path, exists=True), help="Ids of own reports that it learned from."
)
def main(data: Path, out: Path, learned: Path | None) -> None:
    """Write what the network that comes with Tollbook proposes in our own and the invented reports to OUT."""
    known = frozenset(learned.read_text("utf-8").split()) if learned is not None else frozenset()
    examples = without([*load_own(data), *load_invented()], known)
    with ProcessPoolExecutor(2) as pool, out.open("w", encoding="utf-8") as rows:
        for example, found in zip(examples, pool.map(spans, examples, chunksize=8), strict=True):
            rows.write(json.dumps({"id": example.id, "spans": found}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
