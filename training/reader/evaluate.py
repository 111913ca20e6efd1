"""Measures a network on labelled reports, as the scorer of the sets does, and apart from any rule."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import torch

from tollbook.model import OUTCOMES
from tollbook.readers.learned import windows
from tollbook.readers.learned.labels import LABELS
from tollbook.readers.learned.predictions import Array, Prediction, Predictions, Tagged
from tollbook.readers.learned.windows import Window
from training.reader.batches import tokenizer
from training.reader.data import Described, Example
from training.reader.network import Network

#: The least probability of a word inside a span, with which a network in training is measured.
MEASURED = dict.fromkeys(LABELS, 0.5)
Right = dict[str, list[bool]]
_Labelled = tuple[int, int, str]


class TorchModel:
    """A network in training as the model that the reader asks."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def tag(self, cut: Sequence[Window]) -> list[Tagged]:
        """See ``Model.tag``."""
        tagged = []
        with torch.no_grad():
            for window in cut:
                ids = torch.tensor([window.ids])
                hidden, tags = self.network.tagger(ids, torch.ones_like(ids), torch.tensor([window.shapes]))
                tagged.append(Tagged(hidden[0].numpy(), tags[0].softmax(-1).numpy()))
        return tagged

    def describe(self, hidden: Array, spans: Sequence[tuple[int, int, int]]) -> tuple[Array, list[Array]]:
        """See ``Model.describe``."""
        with torch.no_grad():
            rows = torch.from_numpy(hidden)[None].expand(len(spans), -1, -1)
            pointer, *attributes = self.network.spans(rows, *torch.tensor(spans).unbind(1))
        return pointer.softmax(-1).numpy(), [each.softmax(-1).numpy() for each in attributes]


def predictions(network: Network, text: str, thresholds: Mapping[str, float]) -> list[Prediction]:
    """What the network finds in a text."""
    network.eval()
    return Predictions(text, windows.cut(text, tokenizer()), TorchModel(network), thresholds).spans


def measure(
    network: Network, examples: Sequence[Example], thresholds: Mapping[str, float] = MEASURED
) -> dict[str, object]:
    """By kind of set: precision, recall and F1 of claims and of every other label, and right attributes in percent."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    right: Right = defaultdict(list)
    for example in examples:
        found = predictions(network, example.text, thresholds)
        group = example.source.split("/")[0]
        for label in example.supervised:
            gold = sorted({span for span in example.spans if span[2] == label})
            own = [p for p in found if p.label == label]
            name = f"{group} {'claims' if label in OUTCOMES else label}"
            counts[name].update(right=len(_linked(gold, own)), got=len(own), gold=len(gold))
        _attributes(example, found, right, group)
    figures: dict[str, object] = {name: _score(of) for name, of in sorted(counts.items())}
    return figures | {name: round(100 * sum(of) / len(of), 1) for name, of in sorted(right.items())}


def _attributes(example: Example, found: Sequence[Prediction], right: Right, group: str) -> None:
    for label in (*OUTCOMES, "statement", "perpetrator", "site"):
        gold = [d for d in example.described if d.label == label]
        own = [p for p in found if p.label == label]
        for i, j in _linked([(d.start, d.end, d.label) for d in gold], own):
            for name, value in gold[i].attributes.items():
                right[f"{group} = {name}"].append(own[j].value(name) == value)
            if gold[i].speaker is not None:
                right[f"{group} = {'claim' if label in OUTCOMES else label} speaker"].append(_heard(gold[i], own[j]))


def _heard(described: Described, prediction: Prediction) -> bool:
    if not described.speaker:
        return prediction.unattributed >= 0.5
    start, end = described.speaker[0]
    return prediction.unattributed < 0.5 and start <= prediction.speaker < end


def _linked(gold: Sequence[_Labelled], own: Sequence[Prediction]) -> list[tuple[int, int]]:
    """One-to-one links by overlap, the largest first."""
    shared = ((min(g[1], p.end) - max(g[0], p.start), i, j) for i, g in enumerate(gold) for j, p in enumerate(own))
    links: dict[int, int] = {}
    for overlap, i, j in sorted(shared, reverse=True):
        if overlap > 0 and i not in links and j not in links.values():
            links[i] = j
    return list(links.items())


def _score(of: Mapping[str, int]) -> str:
    precision, recall = 100 * of["right"] / max(1, of["got"]), 100 * of["right"] / max(1, of["gold"])
    both = precision + recall
    return f"{precision:.0f} {recall:.0f} {2 * precision * recall / both if both else 0:.1f}"
