"""Whether two figures agree, and figures in words."""

from collections.abc import Iterator

from tollbook.compare.book_side import Figures
from tollbook.model import Range

#: Figures in the order they are shown.
ORDER = ("killed", "injured", "missing", "captured", "abducted", "displaced", "trapped", "buried", "unharmed")


def agree(one: Range | None, other: Range | None) -> bool:
    """Whether two figures agree in every bound that both give; a missing figure agrees with none and with 0.

    Where only one gives a best value, it must lie within the bounds of the other. Not known is not zero, but a data
    set writes 0 where a book has no claim.
    """
    if one is None or other is None:
        return not any(n for each in (one, other) if each for n in (each.low, each.best, each.high))
    if (one.best is None) != (other.best is None):
        value, bounds = (one.best, other) if one.best is not None else (other.best, one)
        return _within(value, bounds)
    pairs = [(one.low, other.low), (one.best, other.best), (one.high, other.high)]
    return all(a == b for a, b in pairs if a is not None and b is not None)


def differing(one: Figures, other: Figures, compared: frozenset[str]) -> Iterator[str]:
    """The names of the figures that differ, of those that are ``compared``."""
    for name in ORDER:
        if name in compared and not agree(one.get(name), other.get(name)):
            yield name


def _within(value: int | None, bounds: Range) -> bool:
    if value is None:
        return True
    return (bounds.low is None or bounds.low <= value) and (bounds.high is None or value <= bounds.high)
