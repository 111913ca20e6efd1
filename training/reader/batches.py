"""Examples as windows of word pieces with their targets, and batches of windows as tensors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import torch
from tokenizers import Tokenizer
from torch import Tensor

from tollbook.readers.learned import windows
from tollbook.readers.learned.labels import ATTRIBUTES, LABELS
from tollbook.readers.learned.windows import Window
from training.reader.data import Described, Example
from training.reader.network import ENCODER

#: The target of what is not supervised.
IGNORED = -100


@dataclass(slots=True)
class Span:
    """A span of a window: first and last piece, label, attributes, and the piece its speaker starts at.

    ``speaker`` 0 (the marker) is the outlet, ``IGNORED`` unknown.
    """

    first: int
    last: int
    label: int
    attributes: list[int]
    speaker: int


@dataclass(slots=True)
class Target:
    """One window, the tag of each piece for each label, and the spans with attributes."""

    window: Window
    tags: Tensor
    spans: list[Span]


@dataclass(slots=True)
class Batch:
    """Windows padded to one length. ``rows`` is the window of each span."""

    ids: Tensor
    mask: Tensor
    shapes: Tensor
    tags: Tensor
    rows: Tensor
    firsts: Tensor
    lasts: Tensor
    labels: Tensor
    attributes: Tensor
    speakers: Tensor


@cache
def tokenizer() -> Tokenizer:
    """The tokenizer of the encoder."""
    made = Tokenizer.from_file(f"{ENCODER}/tokenizer.json")
    made.no_truncation()
    made.no_padding()
    return made


def targets(example: Example) -> list[Target]:
    """The windows of an example with their targets."""
    return [_target(example, window) for window in windows.cut(example.text, tokenizer())]


def pieces(window: Window, start: int, end: int) -> tuple[int, int] | None:
    """First and last piece of a span of the text; None if the window does not hold all of it."""
    inside = [i for i, (a, b) in enumerate(window.offsets) if a < end and b > start]
    if not inside or window.offsets[inside[0]][0] > start + 1 or window.offsets[inside[-1]][1] < end - 1:
        return None
    return inside[0], inside[-1]


def _target(example: Example, window: Window) -> Target:
    tags = torch.full((len(window.ids), len(LABELS)), IGNORED)
    for name in example.supervised:
        tags[:, LABELS.index(name)] = 0
    for start, end, name in sorted(example.spans, key=lambda s: s[1] - s[0], reverse=True):
        if (at := pieces(window, start, end)) is not None:
            label = LABELS.index(name)
            tags[at[0] : at[1] + 1, label] = 2
            tags[at[0], label] = 1
    spans = [s for d in example.described if (s := _span(window, d)) is not None]
    return Target(window, tags, spans)


def _span(window: Window, described: Described) -> Span | None:
    at = pieces(window, described.start, described.end)
    if at is None:
        return None
    values = [
        ATTRIBUTES[name].index(described.attributes[name]) if name in described.attributes else IGNORED
        for name in ATTRIBUTES
    ]
    speaker = IGNORED
    if described.speaker is not None:
        named = [p[0] for s in described.speaker if (p := pieces(window, *s)) is not None]
        speaker = named[0] if named else IGNORED if described.speaker else 0
    return Span(*at, LABELS.index(described.label), values, speaker)


def batches(every: Sequence[Target], pieces_at_once: int, generator: torch.Generator) -> Iterator[Batch]:
    """All windows once, those of like length together, in random order."""
    order = sorted(torch.randperm(len(every), generator=generator).tolist(), key=lambda i: len(every[i].window.ids))
    groups: list[list[Target]] = [[]]
    for i in order:
        if (len(groups[-1]) + 1) * len(every[i].window.ids) > pieces_at_once and groups[-1]:
            groups.append([])
        groups[-1].append(every[i])
    for g in torch.randperm(len(groups), generator=generator).tolist():
        yield collate(groups[g])


def collate(group: Sequence[Target]) -> Batch:
    """The tensors of some windows."""
    length = max(len(t.window.ids) for t in group)

    def padded(rows: list[list[int]]) -> Tensor:
        return torch.tensor([row + [0] * (length - len(row)) for row in rows])

    tags = torch.full((len(group), length, group[0].tags.shape[1]), IGNORED)
    for i, target in enumerate(group):
        tags[i, : len(target.tags)] = target.tags
    spans = [(i, s) for i, target in enumerate(group) for s in target.spans]
    return Batch(
        padded([t.window.ids for t in group]),
        padded([[1] * len(t.window.ids) for t in group]),
        padded([t.window.shapes for t in group]),
        tags,
        torch.tensor([i for i, _ in spans], dtype=torch.long),
        torch.tensor([s.first for _, s in spans], dtype=torch.long),
        torch.tensor([s.last for _, s in spans], dtype=torch.long),
        torch.tensor([s.label for _, s in spans], dtype=torch.long),
        torch.tensor([s.attributes for _, s in spans], dtype=torch.long).reshape(-1, len(ATTRIBUTES)),
        torch.tensor([s.speaker for _, s in spans], dtype=torch.long),
    )
