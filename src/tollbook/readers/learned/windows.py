"""Cuts a text into windows of word pieces, as many as the encoder reads at once, with the code points of each piece."""

from collections.abc import Sequence
from typing import NamedTuple

from tokenizers import Tokenizer

from tollbook.readers.rules.words.language import LOCALE
from tollbook.text import capitalised, is_capitals_only

#: The pieces of one window, the two markers at its ends included. The encoder was trained with 256 and reads up to 512.
SIZE = 384
#: The pieces that a window shares with the one before it, so that no span lacks the words around it.
OVERLAP = 96
#: The shapes of a piece: how its word is written. The encoder itself ignores case.
SHAPES = 6
MARKER_SHAPE, _LOWER, _TITLE, _UPPER, _DIGITS, _OTHER = range(SHAPES)


class Window(NamedTuple):
    """The ids of word pieces, the code points ``[start, end)`` and the shape of each; the ends are markers."""

    ids: list[int]
    offsets: list[tuple[int, int]]
    shapes: list[int]


def cut(text: str, tokenizer: Tokenizer) -> list[Window]:
    """The windows of a text in order; adjacent windows share ``OVERLAP`` pieces. An empty text has none."""
    encoded = tokenizer.encode(text, add_special_tokens=False)
    start, end = tokenizer.encode("").ids
    looks = shapes(text, encoded.offsets)
    size, windows = SIZE - 2, []
    for first in range(0, max(1, len(encoded.ids) - OVERLAP), size - OVERLAP):
        part = slice(first, first + size)
        windows.append(
            Window(
                [start, *encoded.ids[part], end],
                [(0, 0), *encoded.offsets[part], (0, 0)],
                [MARKER_SHAPE, *looks[part], MARKER_SHAPE],
            )
        )
    return windows if encoded.ids else []


def shapes(text: str, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """The shape of each piece of a text; of a text in capitals only, those in sentence case."""
    cased = capitalised(text, LOCALE) if is_capitals_only(text) else text
    return [_shape(cased[start:end], cased, start) for start, end in offsets]


def _shape(piece: str, text: str, start: int) -> int:
    """How a piece is written: digits, capitals, a capital at its start, or lower case."""
    if piece[:1].isdigit():
        return _DIGITS
    if not piece[:1].isalpha():
        return _OTHER
    if not piece[:1].isupper():
        return _LOWER
    following = text[start + 1 : start + 2]
    return _UPPER if following.isupper() else _TITLE
