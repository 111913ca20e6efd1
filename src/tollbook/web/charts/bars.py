"""Range bars of figures: from low to high, with a mark at best and an arrow at an unknown end."""

from collections.abc import Iterable
from math import sqrt

from tollbook.locale import as_said
from tollbook.locale.formatting import bound
from tollbook.model import Count, Record
from tollbook.record import Figure, TollPoint

#: Pixels of a bar and of the margins for the arrow of an open end.
WIDTH, MARGIN = 132.0, 8.0


class RangeBar(Record, frozen=True, kw_only=True):
    """Pixels from the left. ``start`` and ``end`` are the ends of the line; an open end has an arrow."""

    start: float
    end: float
    best: float | None
    open_low: bool
    open_high: bool
    firm: bool
    label: str


class RangeScale(Record, frozen=True, kw_only=True):
    """A square-root scale from 0 to ``most``: it separates small numbers and keeps zero at zero."""

    most: int

    def at(self, value: int) -> float:
        """Pixels of a number."""
        return round(MARGIN + (WIDTH - 2 * MARGIN) * sqrt(min(value, self.most) / self.most), 1)


def scale(figures: Iterable[Figure | TollPoint]) -> RangeScale:
    """One scale for several figures, so that users can compare them."""
    numbers = [n for f in figures for n in (f.low, f.best, f.high) if n is not None]
    return RangeScale(most=max(numbers, default=1) or 1)


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
    )


def short_count(count: Count | None) -> str:
    """The count of a claim in few characters: ``17``, ``40+``, ``>40``, ``≤30``, ``40–50``, ``dozens``, ``?``."""
    if count is None:
        return ""
    low, best, high = as_said.bounds(count)
    if low is not None and high is not None:
        return bound(low) if low == high else f"{bound(low)}–{bound(high)}"
    if low is not None:
        return f"{bound(low)}+" if low.is_number else bound(low)
    if high is not None:
        return f"≤{bound(high)}" if high.is_number else bound(high)
    return f"~{bound(best)}" if best is not None else "?"
