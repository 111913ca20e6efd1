"""Range bars of figures: from low to high, with a mark at best, an arrow at an unknown end, and a labelled axis."""

from collections.abc import Iterable, Iterator
from itertools import count
from math import sqrt

from tollbook.locale import as_said
from tollbook.locale.formatting import bound
from tollbook.model import Count, Record
from tollbook.record import Figure, TollPoint

#: Pixels of a bar and of the margins for the arrow of an open end.
WIDTH, MARGIN = 132.0, 8.0
#: Most steps of a linear axis, and pixels for one digit at it.
_TICKS, _SPACE = 4, 4.5


class RangeBar(Record, frozen=True, kw_only=True):
    """Pixels from the left. ``start`` and ``end`` are the ends of the line; an open end has an arrow."""

    start: float
    end: float
    best: float | None
    open_low: bool
    open_high: bool
    firm: bool
    label: str
    ticks: tuple[tuple[float, int], ...] = ()


class RangeScale(Record, frozen=True, kw_only=True):
    """A scale from 0 to ``most``: linear, or by square roots, which separates small numbers in a long list."""

    most: int
    linear: bool = True

    def at(self, value: int) -> float:
        """Pixels of a number."""
        share = min(value, self.most) / self.most
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (share if self.linear else sqrt(share)), 1)

    def ticks(self) -> list[tuple[float, int]]:
        """The numbers written at the axis, with their pixels; each has the space that its digits need."""
        if self.linear:
            step = next(s for s in _steps() if s * _TICKS >= self.most)
            numbers = list(range(0, self.most + 1, step))
        else:
            numbers = [0, *(10**power for power in range(1, 12) if 10**power < self.most), self.most]
        shown: list[tuple[float, int]] = []
        for number in numbers:
            # A number of the list may stand where its neighbour would cover it; the last one is kept.
            if shown and self.at(number) - shown[-1][0] < _SPACE * len(f"{number:,}"):
                if number != numbers[-1] or len(shown) == 1:
                    continue
                shown.pop()
            shown.append((self.at(number), number))
        return shown


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (factor * 10**power for power in count() for factor in (1, 2, 5))


def scale(figures: Iterable[Figure | TollPoint], *, linear: bool = True) -> RangeScale:
    """One scale for several figures, so that users can compare them."""
    numbers = [n for f in figures for n in (f.low, f.best, f.high) if n is not None]
    return RangeScale(most=max(numbers, default=1) or 1, linear=linear)


def bar(figure: Figure, on: RangeScale, label: str) -> RangeBar | None:
    """The bar of a figure; None without any number. ``firm`` with at least two independent sources."""
    known = [n for n in (figure.low, figure.best, figure.high) if n is not None]
    if not known:
        return None
    return RangeBar(
        start=MARGIN / 2 if figure.low is None else on.at(figure.low),
        end=WIDTH - MARGIN / 2 if figure.high is None else on.at(figure.high),
        best=None if figure.best is None else on.at(figure.best),
        open_low=figure.low is None,
        open_high=figure.high is None,
        firm=figure.independent_sources > 1,
        label=label,
        ticks=tuple(on.ticks()),
    )


def short_count(value: Count | None) -> str:
    """The count of a claim in few characters: ``17``, ``40+``, ``>40``, ``≤30``, ``40–50``, ``dozens``, ``?``."""
    if value is None:
        return ""
    low, best, high = as_said.bounds(value)
    if low is not None and high is not None:
        return bound(low) if low == high else f"{bound(low)}–{bound(high)}"
    if low is not None:
        return f"{bound(low)}+" if low.is_number else bound(low)
    if high is not None:
        return f"≤{bound(high)}" if high.is_number else bound(high)
    return f"~{bound(best)}" if best is not None else "?"
