"""Range bars of figures: from low to high, with a mark at best, an arrow at an unknown end, and a labelled axis."""

from collections.abc import Iterable
from itertools import count
from math import sqrt

from tollbook.locale import as_said
from tollbook.locale.formatting import bound
from tollbook.model import Count, Record
from tollbook.record import Figure, TollPoint

#: Pixels of a bar and of the margins for the arrow of an open end.
WIDTH, MARGIN = 132.0, 8.0
#: Most steps of a linear axis. Pixels for one digit at it, and at that of a list, whose bars are drawn smaller.
_TICKS, _DIGIT, _SMALL_DIGIT = 4, 3.5, 5.7


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
            step = step_of(self.most)
            numbers = list(range(0, self.most + 1, step))
        else:
            numbers = [0, *(10**power for power in range(1, 12) if 10**power < self.most), self.most]
        shown: list[int] = []
        for number in numbers:
            last = number == numbers[-1]
            # A number that the next one would cover is left out; the first and the last one are kept.
            while last and len(shown) > 1 and self._covered(shown[-1], number, last=last):
                shown.pop()
            if last or not shown or not self._covered(shown[-1], number, last=last):
                shown.append(number)
        return [(self.at(number), number) for number in shown]

    def _covered(self, one: int, following: int, *, last: bool) -> bool:
        """Whether two numbers at the axis would touch: each is centred at its tick, but the last one ends there."""
        digit = _DIGIT if self.linear else _SMALL_DIGIT
        space = len(f"{one:,}") / 2 + len(f"{following:,}") / (1 if last else 2) + 0.7
        return self.at(following) - self.at(one) < digit * space


def step_of(most: int) -> int:
    """The step of a linear axis up to a number: 1, 2, 5, 10, 20, 50 and so on."""
    every = (factor * int(10**power) for power in count() for factor in (1, 2, 5))
    return next(step for step in every if step * _TICKS >= most)


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
