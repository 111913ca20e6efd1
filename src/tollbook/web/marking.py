"""A text cut into runs, so that overlapping spans can be shown as HTML elements, which cannot overlap."""

import itertools
from collections.abc import Iterable, Mapping

from tollbook.model import Record, Span


class TextRun(Record, frozen=True, kw_only=True):
    """A part of a text with one set of spans. ``begins`` has the spans that begin here; offsets are code points."""

    start: int
    end: int
    names: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()


def runs(length: int, spans: Mapping[str, Span]) -> tuple[TextRun, ...]:
    """The runs of a text of ``length`` code points with named spans: in order, without gap or overlap.

    Names are ordered from the shortest span to the longest. Spans are cut at the ends of the text; empty ones are
    ignored.
    """
    inside = {name: (max(0, start), min(length, end)) for name, (start, end) in spans.items()}
    inside = {name: span for name, span in inside.items() if span[0] < span[1]}
    edges = sorted({0, length, *(edge for span in inside.values() for edge in span)})
    by_size = sorted(inside, key=lambda name: (inside[name][1] - inside[name][0], inside[name], name))
    return tuple(_run(start, end, by_size, inside) for start, end in itertools.pairwise(edges))


def _run(start: int, end: int, names: Iterable[str], spans: Mapping[str, Span]) -> TextRun:
    over = tuple(name for name in names if spans[name][0] <= start and end <= spans[name][1])
    return TextRun(start=start, end=end, names=over, begins=tuple(name for name in over if spans[name][0] == start))
