"""How many attributions of some articles a network in training finds."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from tollbook.mentions import Attribution
from tollbook.model import Span
from tollbook.readers.learned import cited
from tollbook.readers.learned.labels import ROLES
from tollbook.readers.learned.predictions import Array, Tagged
from tollbook.readers.learned.windows import Window
from training.attribution.data import Article, Spans
from training.attribution.network import Attributions
from training.reader.batches import Target, collate

#: The thresholds of cues that are tried.
_TRIED = (0.5, 0.6, 0.65, 0.7)
#: The probability from which on a piece has a role.
_INSIDE = 0.5


class InTraining:
    """A network in training in the place of the graphs that ship: see ``cited.AttributionModel``."""

    def __init__(self, network: Attributions, device: str) -> None:
        self._network, self._device = network.eval(), device

    def find_cues(self, windows: Sequence[Window]) -> list[Tagged]:
        """The hidden states and the probabilities of cues of each window."""
        found = []
        for window in windows:
            ids, shapes = (torch.tensor([row], device=self._device) for row in (window.ids, window.shapes))
            hidden, tags = self._network(ids, torch.ones_like(ids), shapes)
            found.append(Tagged(_array(hidden[0]), _array(tags[0].softmax(-1))))
        return found

    def belonging(self, hidden: Array, cues: Sequence[Span]) -> Array:
        """See ``cited.AttributionModel.belonging``."""
        first, last = torch.tensor(cues, device=self._device).T
        states = torch.tensor(hidden, device=self._device).expand(len(cues), -1, -1)
        return _array(self._network.cues(states, first, last).sigmoid())


def measure(network: Attributions, articles: Sequence[Article], device: str) -> dict[str, list[float]]:
    """Precision, recall and F1 in percent of contents with the right source, at several thresholds."""
    model = InTraining(network, device)
    with torch.no_grad():
        tagged = [(a, model.find_cues(a.windows)) for a in articles]
        return {
            str(least): score(articles, [cited.found(a.text, a.windows, t, model, least) for a, t in tagged])
            for least in _TRIED
        }


def measure_roles(network: Attributions, wires: Sequence[Target], device: str) -> dict[str, float]:
    """F1 in percent of the word pieces of each role."""
    counts = torch.zeros(3, len(ROLES))
    network.eval()
    for target in wires:
        with torch.no_grad():
            batch = collate([target])
            hidden, _ = network(batch.ids.to(device), batch.mask.to(device), batch.shapes.to(device))
            found = network.task("roles", hidden)[0].softmax(-1)[:, :, 0].cpu() < 1 - _INSIDE
        gold = target.tags > 0
        counts += torch.stack([(found & gold).sum(0), found.sum(0), gold.sum(0)])
    right, given, wanted = counts
    return dict(zip(ROLES, (200 * right / (given + wanted).clamp(min=1)).round(decimals=1).tolist(), strict=True))


def score(articles: Sequence[Article], got: Sequence[Sequence[Attribution]]) -> list[float]:
    """As the scorer of the set: a content is found if at least half of its characters are shared."""
    right = given = wanted = 0
    for article, have in zip(articles, got, strict=True):
        want = [one for one in article.attributions if one["content"]]
        right += sum(_same_source(want[a]["source"], have[b].source) for a, b in _linked(want, have))
        given, wanted = given + len(have), wanted + len(want)
    precision, recall = right / max(1, given), right / max(1, wanted)
    every = (precision, recall, 2 * precision * recall / max(1e-9, precision + recall))
    return [round(100 * value, 2) for value in every]


def _linked(want: Sequence[dict[str, Spans]], have: Sequence[Attribution]) -> Iterable[tuple[int, int]]:
    """Pairs of contents that agree, those that share most first, one to one."""
    wanted, given = [_characters(one["content"]) for one in want], [_characters(one.content) for one in have]
    shared = [
        (len(x & y), a, b)
        for a, x in enumerate(wanted)
        for b, y in enumerate(given)
        if 4 * len(x & y) >= len(x) + len(y)
    ]
    left, right = set[int](), set[int]()
    for _, a, b in sorted(shared, key=lambda pair: -pair[0]):
        if a not in left and b not in right:
            left.add(a)
            right.add(b)
            yield a, b


def _same_source(one: Iterable[Span], other: Iterable[Span]) -> bool:
    x, y = _characters(one), _characters(other)
    return bool(x & y) or (not x and not y)


def _characters(spans: Iterable[Span]) -> set[int]:
    return {character for start, end in spans for character in range(start, end)}


def _array(values: Tensor) -> Array:
    made: Array = values.float().cpu().numpy()
    return made
