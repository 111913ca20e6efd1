"""Quotations that several reports share: the words were said once, even if reports name the speaker differently."""

import functools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.model import Claim, Report, Span
from tollbook.reconcile import shared_sentences

#: The least words of a quotation that cannot be a coincidence: two people may well both say "We do not know".
_SHORTEST = 8


class Quotation(NamedTuple):
    """A quotation: its report, its span and its words."""

    report: str
    span: Span
    words: tuple[str, ...]


def shared_quotations(reports: Mapping[str, Report]) -> list[tuple[Quotation, Quotation]]:
    """Pairs of quotations of two reports, one equal to the other or part of it; in order of report ids."""
    by_run: dict[tuple[str, ...], list[Quotation]] = defaultdict(list)
    for name in sorted(reports):
        for quotation in _long_quotations(name, reports[name].text):
            for run in {quotation.words[i : i + _SHORTEST] for i in range(len(quotation.words) - _SHORTEST + 1)}:
                by_run[run].append(quotation)
    pairs = {
        (one, other)
        for sharing in by_run.values()
        for i, one in enumerate(sharing)
        for other in sharing[i + 1 :]
        if one.report != other.report and _inside(one.words, other.words)
    }
    return sorted(pairs)


@functools.lru_cache(maxsize=1024)
def _long_quotations(report: str, text: str) -> tuple[Quotation, ...]:
    quotations = (
        Quotation(report, s, shared_sentences.quoted_words(text, s)) for s in shared_sentences.quotations(text)
    )
    return tuple(q for q in quotations if len(q.words) >= _SHORTEST)


def _inside(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    shorter, longer = sorted((one, other), key=len)
    size = len(shorter)
    return any(longer[i : i + size] == shorter for i in range(len(longer) - size + 1))


def same_words(claims: Sequence[Claim], reports: Mapping[str, Report]) -> list[tuple[Claim, Claim]]:
    """Pairs of claims of one kind, in two reports, inside a shared quotation."""
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        by_report[claim.report].append(claim)
    if len(by_report) < 2:
        return []
    return [
        (a, b)
        for one, other in shared_quotations({name: reports[name] for name in by_report if name in reports})
        for a in _within(by_report[one.report], one.span)
        for b in _within(by_report[other.report], other.span)
        if a.kind == b.kind
    ]


def _within(claims: Sequence[Claim], span: Span) -> list[Claim]:
    return [c for c in claims if span[0] <= c.start and c.end <= span[1]]
