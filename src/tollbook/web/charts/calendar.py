"""Incidents over time: a bar for each day, month or year, and a line for each uncertain range of days."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise

from tollbook.model import Record

#: Size in pixels; the number of bars at most; the number of lines of uncertain days at most.
WIDTH, HEIGHT, _MOST, LINES = 360, 84, 45, 5
_LINE = 9


class TimelineBar(Record, frozen=True, kw_only=True):
    """A bar: its box in pixels, its first and last day, and the number of incidents."""

    x: float
    y: float
    width: float
    height: float
    first: date
    last: date
    count: int


class TimelineRange(Record, frozen=True, kw_only=True):
    """Incidents on an unknown day from ``first`` to ``last``: a line in pixels."""

    x1: float
    x2: float
    y: float
    first: date
    last: date
    count: int


class Timeline(Record, frozen=True, kw_only=True):
    """The chart: bars, lines, both ends of the axis, and the number of incidents that are not drawn."""

    bars: tuple[TimelineBar, ...]
    ranges: tuple[TimelineRange, ...]
    first: date
    last: date
    most: int
    height: int
    undated: int
    not_drawn: int


def timeline(days: Iterable[tuple[str, int]]) -> Timeline | None:
    """The chart of the facet ``day``; None if no incident has a day."""
    counts = {day: count for day, count in days if day}
    undated = sum(count for day, count in days if not day)
    if not counts:
        return None
    ends_of = {day: _ends(day) for day in counts}
    edges = _edges(min(first for first, _ in ends_of.values()), max(last for _, last in ends_of.values()))
    exact: Counter[date] = Counter()
    uncertain: dict[tuple[date, date], int] = {}
    for day, count in counts.items():
        first, last = ends_of[day]
        start = max(edge for edge in edges if edge <= first)
        if last < edges[edges.index(start) + 1]:
            exact[start] += count
        else:
            uncertain[first, last] = count
    most = max(exact.values(), default=1)
    drawn = sorted(uncertain.items(), key=lambda pair: (-pair[1], pair[0]))[:LINES]
    return Timeline(
        bars=tuple(_bar(edges, start, count, most) for start, count in sorted(exact.items())),
        ranges=tuple(_range(edges, row, ends, count) for row, (ends, count) in enumerate(sorted(drawn))),
        first=edges[0],
        last=edges[-1] - timedelta(days=1),
        most=most,
        height=HEIGHT + 8 + _LINE * len(drawn),
        undated=undated,
        not_drawn=sum(uncertain.values()) - sum(count for _, count in drawn),
    )


def _ends(day: str) -> tuple[date, date]:
    first, _, last = day.partition("/")
    return date.fromisoformat(first), date.fromisoformat(last or first)


def _edges(first: date, last: date) -> list[date]:
    """The first days of all days, months or years from ``first`` to ``last``, and the end of the last one."""
    if (last - first).days < _MOST:
        return [first + timedelta(days=n) for n in range((last - first).days + 2)]
    months = 12 * (last.year - first.year) + last.month - first.month + 1
    step = 1 if months <= _MOST else 12 * -(-months // (12 * _MOST))
    begin = 12 * first.year + (first.month - 1 if step == 1 else 0)
    starts = [begin]
    while starts[-1] <= 12 * last.year + last.month - 1:
        starts.append(starts[-1] + step)
    return [date(number // 12, number % 12 + 1, 1) for number in starts]


def _x(edges: list[date], day: date) -> float:
    whole = (edges[-1] - edges[0]).days
    return round(WIDTH * (day - edges[0]).days / whole, 1)


def _bar(edges: list[date], start: date, count: int, most: int) -> TimelineBar:
    end = next(after for before, after in pairwise(edges) if before == start)
    x, height = _x(edges, start), max(3.0, round((HEIGHT - 4) * count / most, 1))
    width = min(26.0, max(2.0, _x(edges, end) - x - 1))
    return TimelineBar(
        x=x,
        y=HEIGHT - height,
        width=round(width, 1),
        height=height,
        first=start,
        last=end - timedelta(days=1),
        count=count,
    )


def _range(edges: list[date], row: int, ends: tuple[date, date], count: int) -> TimelineRange:
    first, last = ends
    return TimelineRange(
        x1=_x(edges, first),
        x2=_x(edges, min(last + timedelta(days=1), edges[-1])),
        y=HEIGHT + 8 + _LINE * row,
        first=first,
        last=last,
        count=count,
    )
