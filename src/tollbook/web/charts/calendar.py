"""Incidents over time: a bar for each day, month or year, and a line with two ends for what is dated less exactly."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise

from tollbook.model import Record

#: Size in pixels; the most bars side by side; the most lines of uncertain days drawn under them.
WIDTH, HEIGHT, _MOST, LINES = 360, 84, 45, 5
_LINE = 9


class Column(Record, frozen=True, kw_only=True):
    """A bar: its box in pixels, the days it stands for and how many incidents happened in them."""

    x: float
    y: float
    width: float
    height: float
    first: date
    last: date
    count: int


class Span(Record, frozen=True, kw_only=True):
    """Incidents that happened somewhen from ``first`` to ``last``: a line in pixels."""

    x1: float
    x2: float
    y: float
    first: date
    last: date
    count: int


class Timeline(Record, frozen=True, kw_only=True):
    """The picture: bars, lines, the ends of the axis, and what could not be drawn."""

    columns: tuple[Column, ...]
    spans: tuple[Span, ...]
    first: date
    last: date
    most: int
    height: int
    undated: int
    not_drawn: int


def timeline(days: Iterable[tuple[str, int]]) -> Timeline | None:
    """The picture of the facet ``day``; None where nothing is dated at all."""
    counts = {day: count for day, count in days if day}
    undated = sum(count for day, count in days if not day)
    if not counts:
        return None
    ranges = {day: _ends(day) for day in counts}
    edges = _edges(min(first for first, _ in ranges.values()), max(last for _, last in ranges.values()))
    exact: Counter[date] = Counter()
    vague: dict[tuple[date, date], int] = {}
    for day, count in counts.items():
        first, last = ranges[day]
        start = max(edge for edge in edges if edge <= first)
        if last < edges[edges.index(start) + 1]:
            exact[start] += count
        else:
            vague[first, last] = count
    most = max(exact.values(), default=1)
    drawn = sorted(vague.items(), key=lambda pair: (-pair[1], pair[0]))[:LINES]
    return Timeline(
        columns=tuple(_column(edges, start, count, most) for start, count in sorted(exact.items())),
        spans=tuple(_span(edges, row, ends, count) for row, (ends, count) in enumerate(sorted(drawn))),
        first=edges[0],
        last=edges[-1] - timedelta(days=1),
        most=most,
        height=HEIGHT + 8 + _LINE * len(drawn),
        undated=undated,
        not_drawn=sum(vague.values()) - sum(count for _, count in drawn),
    )


def _ends(day: str) -> tuple[date, date]:
    first, _, last = day.partition("/")
    return date.fromisoformat(first), date.fromisoformat(last or first)


def _edges(first: date, last: date) -> list[date]:
    """The beginnings of days, months or years from ``first`` to ``last``, and the end of the last of them."""
    if (last - first).days < _MOST:
        return [first + timedelta(days=n) for n in range((last - first).days + 2)]
    months = 12 * (last.year - first.year) + last.month - first.month + 1
    step = 1 if months <= _MOST else 12 * -(-months // (12 * _MOST))
    begin = 12 * first.year + (first.month - 1 if step == 1 else 0)
    found = [begin]
    while found[-1] <= 12 * last.year + last.month - 1:
        found.append(found[-1] + step)
    return [date(number // 12, number % 12 + 1, 1) for number in found]


def _x(edges: list[date], day: date) -> float:
    whole = (edges[-1] - edges[0]).days
    return round(WIDTH * (day - edges[0]).days / whole, 1)


def _column(edges: list[date], start: date, count: int, most: int) -> Column:
    end = next(after for before, after in pairwise(edges) if before == start)
    x, height = _x(edges, start), max(3.0, round((HEIGHT - 4) * count / most, 1))
    width = min(26.0, max(2.0, _x(edges, end) - x - 1))
    return Column(
        x=x,
        y=HEIGHT - height,
        width=round(width, 1),
        height=height,
        first=start,
        last=end - timedelta(days=1),
        count=count,
    )


def _span(edges: list[date], row: int, ends: tuple[date, date], count: int) -> Span:
    first, last = ends
    return Span(
        x1=_x(edges, first),
        x2=_x(edges, min(last + timedelta(days=1), edges[-1])),
        y=HEIGHT + 8 + _LINE * row,
        first=first,
        last=last,
        count=count,
    )
