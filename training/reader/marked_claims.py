"""Labelled reports as marked windows: what the rules and a network take for claims, what they miss, and what is right.

A network proposes spans only in reports that it has not learned from (``proposals.jsonl``, made by
``training.reader.propose``): in others it is right more often than it will be in new ones.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tollbook.model import OUTCOMES, Claim, Report
from tollbook.readers.learned.labels import ATTRIBUTES
from tollbook.readers.learned.marking import Mark, MarkedWindow, marked
from tollbook.readers.rules.reader import read
from training.reader.batches import IGNORED, tokenizer
from training.reader.data import Example
from training.reader.network import RELATIONS

_Row = dict[str, Any]
#: ``(start, end, kind)`` of a text.
Proposal = tuple[int, int, str]
_PROPOSALS = Path(__file__).with_name("proposals.jsonl")


class Candidate(NamedTuple):
    """A span that may be a claim: how it is marked, and the labelled claim that it is, or None.

    ``found`` is whether somebody who does not know the labels took it for a claim.
    """

    mark: Mark
    gold: _Row | None
    found: bool = True


class MarkedTarget(NamedTuple):
    """A marked window with the candidates that are judged in it, as ``(first piece, last piece, candidate)``."""

    window: MarkedWindow
    candidates: list[tuple[int, int, Candidate]]


class MarkedBatch(NamedTuple):
    """Windows padded to one length, the row and pieces of each claim, and what is right of it and of pairs."""

    ids: Tensor
    mask: Tensor
    shapes: Tensor
    rows: Tensor
    firsts: Tensor
    lasts: Tensor
    genuine: Tensor
    scope: Tensor
    status: Tensor
    ones: Tensor
    others: Tensor
    relations: Tensor


def marked_targets(
    examples: Sequence[Example], proposals: Mapping[str, Sequence[Proposal]], processes: int = 2
) -> list[list[MarkedTarget]]:
    """The marked windows of each example; ``proposals`` by its id. The rules read every text anew."""
    with ProcessPoolExecutor(processes) as pool:
        claims = list(pool.map(_rule_claims, examples, chunksize=8))
    pairs = zip(examples, claims, strict=True)
    return [list(_targets(e, candidates(e, found, proposals.get(e.id, ())))) for e, found in pairs]


def stored_proposals() -> dict[str, list[Proposal]]:
    """The proposals that are kept, by the id of their report."""
    with _PROPOSALS.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["id"]: [(start, end, kind) for start, end, kind, _ in row["spans"]] for row in rows}


def _rule_claims(example: Example) -> list[Claim]:
    report = Report(id=example.id, sha256="", text=example.text, published=example.published, language="en")
    return [claim for claim in read(report).claims if claim.kind in OUTCOMES]


def candidates(example: Example, claims: Sequence[Claim], proposals: Iterable[Proposal]) -> list[Candidate]:
    """What the rules find, what is proposed beside it, and the labelled claims that neither found."""
    gold = example.gold["claims"]
    marks = [Mark(claim.start, claim.end, claim.kind, claim.scope) for claim in claims]
    links = _linked(gold, marks)
    further = [Mark(*span, None) for span in proposals if not any(_overlap(span, mark) for mark in marks)]
    left = [row for n, row in enumerate(gold) if n not in links.values()]
    further_links = _linked(left, further)
    missed = [row for n, row in enumerate(left) if n not in further_links.values()]
    every = [Candidate(mark, gold[links[n]] if n in links else None) for n, mark in enumerate(marks)]
    every += [Candidate(m, left[further_links[n]] if n in further_links else None) for n, m in enumerate(further)]
    every += [Candidate(Mark(row["start"], row["end"], row["kind"], None), row, found=False) for row in missed]
    return sorted(every, key=lambda c: (c.mark.start, c.mark.end, c.mark.kind))


def _overlap(span: Proposal, mark: Mark) -> bool:
    start, end, kind = span
    return kind == mark.kind and min(end, mark.end) > max(start, mark.start)


def _linked(gold: Sequence[_Row], marks: Sequence[Mark]) -> dict[int, int]:
    """The label of each mark that overlaps one of its kind, by their places; the largest overlaps first."""
    shared = [
        (min(row["end"], mark.end) - max(row["start"], mark.start), n, i)
        for i, row in enumerate(gold)
        for n, mark in enumerate(marks)
        if row["kind"] == mark.kind
    ]
    links: dict[int, int] = {}
    for overlap, n, i in sorted(shared, reverse=True):
        if overlap > 0 and n not in links and i not in links.values():
            links[n] = i
    return links


def _targets(example: Example, every: Sequence[Candidate]) -> Iterator[MarkedTarget]:
    for window in marked(example.text, tokenizer(), [c.mark for c in every], example.style):
        yield MarkedTarget(window, [(first, last, every[n]) for n, first, last in window.marks])


def marked_batches(every: Sequence[MarkedTarget], pieces_at_once: int, chance: random.Random) -> Iterator[MarkedBatch]:
    """All windows once, those of like length together, in random order."""
    order = sorted(every, key=lambda t: (len(t.window.window.ids), chance.random()))
    groups: list[list[MarkedTarget]] = [[]]
    for target in order:
        if groups[-1] and (len(groups[-1]) + 1) * len(target.window.window.ids) > pieces_at_once:
            groups.append([])
        groups[-1].append(target)
    chance.shuffle(groups)
    yield from map(collate_marked, groups)


def collate_marked(group: Sequence[MarkedTarget]) -> MarkedBatch:
    """The tensors of some marked windows."""
    size = max(len(t.window.window.ids) for t in group)

    def padded(rows: list[list[int]]) -> Tensor:
        return torch.tensor([row + [0] * (size - len(row)) for row in rows])

    claims = [(row, *of) for row, target in enumerate(group) for of in target.candidates]
    pairs = [
        (a, b, RELATIONS.index(relation))
        for a, (row, *_, one) in enumerate(claims)
        for b, (same, *_, other) in enumerate(claims)
        if a < b and row == same and (relation := _relation(one.gold, other.gold)) is not None
    ]
    return MarkedBatch(
        padded([t.window.window.ids for t in group]),
        padded([[1] * len(t.window.window.ids) for t in group]),
        padded([t.window.window.shapes for t in group]),
        *torch.tensor([[row, first, last] for row, first, last, _ in claims]).unbind(1),
        torch.tensor([float(c.gold is not None) if c.found else float(IGNORED) for *_, c in claims]),
        torch.tensor([_value("scope", c.gold) for *_, c in claims]),
        torch.tensor([_value("status", c.gold) for *_, c in claims]),
        *torch.tensor(pairs, dtype=torch.long).reshape(-1, 3).unbind(1),
    )


def _value(attribute: str, gold: _Row | None) -> int:
    values = ATTRIBUTES[attribute]
    return values.index(gold[attribute]) if gold is not None and gold[attribute] in values else IGNORED


def _relation(one: _Row | None, other: _Row | None) -> str | None:
    """How two labelled claims relate; None where the labels do not say it: two parts may be of the same people."""
    if one is None or other is None or one["kind"] != other["kind"]:
        return None
    if one.get("incident") is None or one["incident"] != other.get("incident"):
        known = "incident" in one and "incident" in other
        return "other" if known else None
    scopes = (one["scope"], other["scope"])
    return {("incident", "incident"): "same", ("part", "incident"): "part", ("incident", "part"): "whole"}.get(scopes)
