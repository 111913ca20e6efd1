"""A text cut into runs, so that overlapping spans can each be shown: HTML elements nest, spans do not."""

import itertools
from collections.abc import Iterable, Mapping

from tollbook.model import Record, Span


class Run(Record, frozen=True, kw_only=True):
    """A stretch of text under one set of spans. ``begins`` names those that begin here; offsets are code points."""

    start: int
    end: int
    names: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()


def runs(length: int, spans: Mapping[str, Span]) -> tuple[Run, ...]:
    """The runs of a text of ``length`` code points under named spans: in order, without gap or overlap.

    Names are ordered from the shortest span to the longest, so that the first is the closest to the words. Spans that
    reach out of the text are cut; empty ones are left out.
    """
    inside = {name: (max(0, start), min(length, end)) for name, (start, end) in spans.items()}
    inside = {name: span for name, span in inside.items() if span[0] < span[1]}
    edges = sorted({0, length, *(edge for span in inside.values() for edge in span)})
    by_size = sorted(inside, key=lambda name: (inside[name][1] - inside[name][0], inside[name], name))
    return tuple(_run(start, end, by_size, inside) for start, end in itertools.pairwise(edges))


def _run(start: int, end: int, names: Iterable[str], spans: Mapping[str, Span]) -> Run:
    over = tuple(name for name in names if spans[name][0] <= start and end <= spans[name][1])
    return Run(start=start, end=end, names=over, begins=tuple(name for name in over if spans[name][0] == start))


def find(text: str, words: str) -> tuple[Span, ...]:
    """Every place where words stand in a text, whatever white space is between them; for those who type a quote."""
    wanted = words.split()
    if not wanted:
        return ()
    found, start = [], 0
    while (start := text.find(wanted[0], start)) >= 0:
        end = _match(text, start, wanted)
        if end is not None:
            found.append((start, end))
        start += 1
    return tuple(found)


def _match(text: str, start: int, wanted: list[str]) -> int | None:
    place = start
    for word in wanted:
        if not text.startswith(word, place):
            return None
        end = place + len(word)
        place = end
        while place < len(text) and text[place].isspace():
            place += 1
    return end
