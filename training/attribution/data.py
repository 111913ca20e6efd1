"""Articles with attributions as windows of word pieces, the cues in each window, and batches of windows as tensors."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tollbook.readers.learned import network, windows

Spans = list[tuple[int, int]]
_Attributions = Sequence[dict[str, Spans]]
_TAG_BEGIN, _TAG_INSIDE = 1, 2


class Cue(NamedTuple):
    """First and last piece of the words of saying, and the pieces of who says it and of what is said."""

    first: int
    last: int
    source: list[int]
    content: list[int]


class Article(NamedTuple):
    """A text, its windows, the cues in each, and its attributions as spans of source, cue and content."""

    text: str
    windows: list[windows.Window]
    cues: list[list[Cue]]
    attributions: _Attributions


class Batch(NamedTuple):
    """Windows padded to one length (B, T); ``rows`` is the window of each cue (N), ``parts`` its pieces (N, T, 2)."""

    ids: Tensor
    mask: Tensor
    shapes: Tensor
    tags: Tensor
    rows: Tensor
    firsts: Tensor
    lasts: Tensor
    parts: Tensor

    def to(self, device: str) -> "Batch":
        """The same on another device."""
        return Batch(*(each.to(device) for each in self))


_Row = tuple[windows.Window, list[Cue]]


def load(folder: Path) -> Iterator[Article]:
    """The articles of ``reports.jsonl`` and ``gold.jsonl`` of a folder of PolNeAR."""
    gold = {row["id"]: row["attributions"] for row in _rows(folder / "gold.jsonl")}
    for report in _rows(folder / "reports.jsonl"):
        cut, own = windows.cut(report["text"], network.tokenizer()), gold.get(report["id"], [])
        yield Article(report["text"], cut, [_cues(window, own) for window in cut], own)


def batches(articles: Sequence[Article], pieces: int, generator: torch.Generator) -> Iterator[Batch]:
    """All windows once, in random order, as many at once as have that many word pieces."""
    rows = [row for article in articles for row in zip(article.windows, article.cues, strict=True)]
    chosen: list[_Row] = []
    for n in torch.randperm(len(rows), generator=generator).tolist():
        if chosen and (len(chosen) + 1) * max(len(window.ids) for window, _ in [*chosen, rows[n]]) > pieces:
            yield _collated(chosen)
            chosen = []
        chosen.append(rows[n])
    yield _collated(chosen)


def _collated(rows: Sequence[_Row]) -> Batch:
    length = max(len(window.ids) for window, _ in rows)

    def padded(values: list[list[int]]) -> Tensor:
        return torch.tensor([row + [0] * (length - len(row)) for row in values])

    cues = [(n, cue) for n, (_, own) in enumerate(rows) for cue in own]
    tags, parts = torch.zeros(len(rows), length, dtype=torch.long), torch.zeros(len(cues), length, 2)
    for i, (n, cue) in enumerate(cues):
        tags[n, cue.first : cue.last + 1] = _TAG_INSIDE
        tags[n, cue.first] = _TAG_BEGIN
        parts[i, cue.source, 0] = parts[i, cue.content, 1] = 1
    return Batch(
        padded([window.ids for window, _ in rows]),
        padded([[1] * len(window.ids) for window, _ in rows]),
        padded([window.shapes for window, _ in rows]),
        tags,
        torch.tensor([n for n, _ in cues], dtype=torch.long),
        torch.tensor([cue.first for _, cue in cues], dtype=torch.long),
        torch.tensor([cue.last for _, cue in cues], dtype=torch.long),
        parts,
    )


def _cues(window: windows.Window, attributions: _Attributions) -> list[Cue]:
    found = []
    for one in attributions:
        cue, source, content = (_pieces(window, one[part]) for part in ("cue", "source", "content"))
        if cue:
            found.append(Cue(cue[0], cue[-1], source, content))
    return found


def _pieces(window: windows.Window, spans: Spans) -> list[int]:
    return [
        i
        for i, (start, end) in enumerate(window.offsets)
        if start < end and any(start < b and end > a for a, b in spans)
    ]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
