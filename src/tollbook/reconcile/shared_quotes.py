"""Words in quotation marks that several reports have: whoever is named for them, they were said once."""

import functools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.model import Claim, Report, Span
from tollbook.reconcile import shared_sentences

#: Words of a quotation that are nobody's by chance: shorter ones ("We do not know") two people may well say.
_TELLING = 8


class Quotation(NamedTuple):
    """Where a quotation stands in a report, and its words."""

    report: str
    span: Span
    words: tuple[str, ...]


def shared_quotations(reports: Mapping[str, Report]) -> list[tuple[Quotation, Quotation]]:
    """Pairs of quotations, of two reports each, one of which is the other or a part of it; in order of report ids."""
    held: dict[tuple[str, ...], list[Quotation]] = defaultdict(list)
    for name in sorted(reports):
        for found in _telling(name, reports[name].text):
            for run in {found.words[i : i + _TELLING] for i in range(len(found.words) - _TELLING + 1)}:
                held[run].append(found)
    pairs = {
        (one, other)
        for found in held.values()
        for i, one in enumerate(found)
        for other in found[i + 1 :]
        if one.report != other.report and _inside(one.words, other.words)
    }
    return sorted(pairs)


@functools.lru_cache(maxsize=1024)
def _telling(report: str, text: str) -> tuple[Quotation, ...]:
    found = (Quotation(report, s, shared_sentences.quoted_words(text, s)) for s in shared_sentences.quotations(text))
    return tuple(q for q in found if len(q.words) >= _TELLING)


def _inside(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    shorter, longer = sorted((one, other), key=len)
    size = len(shorter)
    return any(longer[i : i + size] == shorter for i in range(len(longer) - size + 1))


def same_words(claims: Sequence[Claim], reports: Mapping[str, Report]) -> list[tuple[Claim, Claim]]:
    """Pairs of claims of two reports that stand inside of one quotation."""
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: c.id):
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
