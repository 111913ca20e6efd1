"""The numbers beside the values of facets, with a short-lived cache for books that many people read.

In a book of 200,000 reports one count took 0.17 s, a report arrives twice a second, and every list shows the numbers.
So they may be a little old, but never older than a multiple of the time that counting takes, which is negligible in a
small book. After a decision they are counted again, so that its effect shows at once.
"""

import time
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from tollbook.incidents.facets import FACETS, Spot, spot_of

#: The number of matching incidents, their values by facet, and their points on the map.
Counts = tuple[int, dict[str, tuple[tuple[str, int], ...]], tuple[Spot, ...]]
#: Values of a facet in one listing, except days and points on the map: more are never shown beside a list.
MOST_VALUES = 50
#: Counts are kept for so many times the seconds that they took, so counting takes at most a twentieth of the time.
_KEPT = 20
#: Queries whose counts are kept: one each for the filters that a team uses.
_QUERIES = 200


class _Kept(NamedTuple):
    counts: Counts
    changed: Hashable
    until: float


class RecentCounts:
    """Counts by query, shared by the requests of one server."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, _Kept] = {}

    def get(self, query: Hashable, changed: Hashable, count: Callable[[], Counts]) -> Counts:
        """The counts of a query; cached counts are used unless ``changed`` differs.

        It identifies changes that must show at once: decisions, and rows that are made again.
        """
        kept = self._kept.get(query)
        began = time.monotonic()
        if kept is not None and kept.changed == changed and began < kept.until:
            return kept.counts
        counts = count()
        ended = time.monotonic()
        if len(self._kept) >= _QUERIES:
            self._kept = {each: one for each, one in self._kept.items() if one.until > ended}
        self._kept[query] = _Kept(counts, changed, ended + _KEPT * (ended - began))
        return counts


def by_facet(total: int, counted: Mapping[tuple[str, str], int]) -> Counts:
    """Values grouped by facet with their numbers, the most frequent of each; all days and points on the map."""
    grouped: dict[str, list[tuple[str, int]]] = {name: [] for name in FACETS}
    for (name, value), number in counted.items():
        grouped.setdefault(name, []).append((value, number))
    grouped["day"].sort()
    for name, values in grouped.items():
        if name != "day":
            values.sort(key=lambda pair: (-pair[1], pair[0]))
        if name not in {"day", "spot"}:
            del values[MOST_VALUES:]
    spots = tuple(spot_of(value, number) for value, number in grouped.pop("spot", ()))
    return total, {name: tuple(values) for name, values in grouped.items()}, spots
