"""Measures a network on labelled reports, as the scorer of the sets does, and apart from any rule."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch

from tollbook.model import OUTCOMES
from tollbook.readers.learned import windows
from tollbook.readers.learned.labels import ATTRIBUTES, LABELS
from tollbook.readers.learned.predictions import Array, Prediction, Predictions, Tagged
from tollbook.readers.learned.windows import Window
from training.reader.batches import tokenizer
from training.reader.data import Described, Example
from training.reader.marked_claims import Candidate, MarkedTarget, Proposal, collate_marked, marked_targets
from training.reader.network import Network

#: The least probability of a word inside a span, with which a network in training is measured.
MEASURED = dict.fromkeys(LABELS, 0.5)
#: The same for the claims that it proposes beside those of the rules: low, since each is judged again.
PROPOSED = dict.fromkeys(OUTCOMES, 0.35)
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


def measure_claims(network: Network, examples: Sequence[Example]) -> dict[str, object]:
    """By kind of set, how often the network is right about marked claims: that each is one, its scope, its status."""
    network.eval()
    right: Right = defaultdict(list)
    proposed = {e.id: _proposed(predictions(network, e.text, PROPOSED)) for e in examples}
    for example, own in zip(examples, marked_targets(examples, proposed), strict=True):
        group = example.source.split("/")[0]
        for target in own:
            for (_, _, candidate), judged in zip(target.candidates, _judged(network, target), strict=True):
                _note(right, f"{group} claim", candidate, judged)
    return {name: f"{100 * sum(of) / len(of):.1f} of {len(of)}" for name, of in sorted(right.items())}


def _proposed(spans: Sequence[Prediction]) -> list[Proposal]:
    return [(span.start, span.end, span.label) for span in spans]


class _Judged(NamedTuple):
    """What the network makes of a marked claim."""

    genuine: float
    scope: str
    status: str


def _judged(network: Network, target: MarkedTarget) -> list[_Judged]:
    batch = collate_marked([target])
    with torch.no_grad():
        hidden, _ = network.tagger(batch.ids, batch.mask, batch.shapes)
        genuine, scope, status = network.claims(hidden[batch.rows], batch.firsts, batch.lasts)
    chosen = zip(genuine.sigmoid().tolist(), scope.argmax(-1).tolist(), status.argmax(-1).tolist(), strict=True)
    return [_Judged(g, ATTRIBUTES["scope"][s], ATTRIBUTES["status"][t]) for g, s, t in chosen]


def _note(right: Right, name: str, candidate: Candidate, judged: _Judged) -> None:
    gold, by_rules = candidate.gold, candidate.mark.scope
    if candidate.found:
        right[f"{name} genuine, {'found' if by_rules else 'proposed'}"].append(
            (judged.genuine >= 0.5) == (gold is not None)
        )
    if gold is None:
        return
    found = "found" if by_rules else "missed"
    right[f"{name} scope, {found}"].append(judged.scope == gold["scope"])
    right[f"{name} status, {found}"].append(judged.status == gold["status"])
    if by_rules:
        right[f"{name} scope, found, by the rules"].append(by_rules == gold["scope"])


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
