"""A text cut into runs, so that overlapping spans can be shown as HTML elements, which cannot overlap."""

import itertools
from collections.abc import Iterable, Mapping

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record, Span


class TextRun(Record, frozen=True, kw_only=True):
    """A part of a text with one set of spans. ``begins`` names the spans that begin here; offsets are code points."""

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


def find(text: str, words: str) -> tuple[Span, ...]:
    """Every occurrence of words in a text, with any white space between them; for users who type a quotation."""
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


def find_once(text: str, words: str) -> Span:
    """The only occurrence of words in a text. Raises Refused if there is none, or more than one."""
    found = find(text, words)
    if not found:
        raise Refused(message("The report does not have these words; write them exactly as they appear in the text."))
    if len(found) > 1:
        n = len(found)
        raise Refused(message(
            "The report has these words {n} times; write more of them, so that one place is meant.", n=n
        ))  # fmt: skip
    return found[0]


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
