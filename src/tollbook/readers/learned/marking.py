"""Marks claims in the text of their report for the network, by two markers around their words.

The opening marker gives the kind of a claim and the scope that the rules gave it. So the network sees every claim of a
report beside the others (Zhong and Chen, *A Frustratingly Easy Approach for Entity and Relation Extraction*, 2021).
"""

import functools
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tokenizers import Encoding, Tokenizer

from tollbook.model import OUTCOMES, Scope
from tollbook.readers.learned.labels import ATTRIBUTES
from tollbook.readers.learned.windows import MARKER_SHAPE, SIZE, Window, shapes

#: The pieces that marked windows share at least: about five sentences, so that few claims lack those around them.
_SHARED = 160
#: The labellers: those of the sets labelled for the project, of our own labels, or of invented reports. They
#: distinguish the scopes differently. The network labels reports as the first do.
STYLES = ("project", "own", "invented")


class Mark(NamedTuple):
    """A claim to mark: ``[start, end)`` of a text, its kind, and its scope by the rules; None if they lack it."""

    start: int
    end: int
    kind: str
    scope: Scope | None


class MarkedWindow(NamedTuple):
    """A window with markers; for each mark that is judged in it, its index and its opening and closing piece."""

    window: Window
    marks: list[tuple[int, int, int]]


class _Markers(NamedTuple):
    """The word pieces that the encoder was never trained on, each with a meaning of its own."""

    styles: list[int]
    kinds: dict[str, int]
    scopes: dict[str | None, int]
    closing: int


def marked(text: str, tokenizer: Tokenizer, marks: Sequence[Mark], style: str = STYLES[0]) -> list[MarkedWindow]:
    """The windows of a text that hold marks. Each mark is judged in the window that has most words around it.

    A mark that no window holds whole is in none.
    """
    encoded, known = tokenizer.encode(text, add_special_tokens=False), _markers(tokenizer)
    # Each access copies the whole list.
    every_id, every_offset = encoded.ids, encoded.offsets
    pieces, places = _with_markers(encoded, marks, known)
    looks = shapes(text, every_offset)
    start, end = tokenizer.encode("").ids
    size = SIZE - 3
    firsts = list(range(0, max(1, len(pieces) - _SHARED), size - _SHARED))
    own = _assigned(places, firsts, size)
    windows = []
    for n, first in enumerate(firsts):
        inside = [(mark, places[mark][0] - first + 2, places[mark][1] - first + 2) for mark in sorted(own[n])]
        if inside:
            part = pieces[first : first + size]
            ids = [start, known.styles[STYLES.index(style)], *(marker or every_id[i] for marker, i in part), end]
            offsets = [(0, 0), (0, 0), *(every_offset[i] for _, i in part), (0, 0)]
            look = [MARKER_SHAPE] * 2 + [MARKER_SHAPE if marker else looks[i] for marker, i in part] + [MARKER_SHAPE]
            windows.append(MarkedWindow(Window(ids, offsets, look), inside))
    return windows


@functools.cache
def _markers(tokenizer: Tokenizer) -> _Markers:
    vocabulary = tokenizer.get_vocab()
    unused: Iterator[int] = (vocabulary[f"[unused{n}]"] for n in range(1, 99))
    return _Markers(
        styles=[next(unused) for _ in STYLES],
        kinds={kind: next(unused) for kind in OUTCOMES},
        scopes={scope: next(unused) for scope in (None, *ATTRIBUTES["scope"])},
        closing=next(unused),
    )


def _with_markers(
    encoded: Encoding, marks: Sequence[Mark], known: _Markers
) -> tuple[list[tuple[int | None, int]], dict[int, tuple[int, int]]]:
    """Pieces as ``(marker or None, index of its piece)``, and the opening and closing position of each mark."""
    opening: dict[int, list[int]] = defaultdict(list)
    closing: dict[int, list[int]] = defaultdict(list)
    starts, ends = [start for start, _ in encoded.offsets], [end for _, end in encoded.offsets]
    for n, mark in enumerate(marks):
        first, last = bisect_right(ends, mark.start), bisect_left(starts, mark.end) - 1
        if first <= last:
            opening[first].append(n)
            closing[last].append(n)
    pieces: list[tuple[int | None, int]] = []
    opened, places = dict[int, int](), dict[int, tuple[int, int]]()
    for i in range(len(starts)):
        for n in opening[i]:
            opened[n] = len(pieces)
            pieces += [(known.kinds[marks[n].kind], i), (known.scopes[marks[n].scope], i)]
        pieces.append((None, i))
        for n in closing[i]:
            places[n] = (opened[n], len(pieces))
            pieces.append((known.closing, i))
    return pieces, places


def _assigned(places: dict[int, tuple[int, int]], firsts: Sequence[int], size: int) -> dict[int, list[int]]:
    """The marks of each window: the one in which a mark is farthest from both ends; an end of the text is no end."""
    own: dict[int, list[int]] = defaultdict(list)
    for mark, (start, end) in places.items():
        holding = [n for n, first in enumerate(firsts) if first <= start and end < first + size]
        if holding:

            def margin(n: int, start: int = start, end: int = end) -> int:
                before = start - firsts[n] if n else size
                after = firsts[n] + size - end if n < len(firsts) - 1 else size
                return min(before, after)

            own[max(holding, key=margin)].append(mark)
    return own
