"""Compares measurements of one thing by several reports: an "80-foot" and a "25-metre" trench can be one trench."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

from tollbook import measures
from tollbook.mentions import MeasureMention
from tollbook.model import Dimension
from tollbook.record import Measured

#: Dimensions that are compared. Times and ages are not: days and persons cover them.
_COMPARED: frozenset[Dimension] = frozenset({"length", "area", "weight", "money"})


def measured(mentions: Iterable[MeasureMention]) -> tuple[Measured, ...]:
    """Measurements by thing and dimension, where at least two reports measure it."""
    things: dict[tuple[str, Dimension], list[MeasureMention]] = defaultdict(list)
    for mention in mentions:
        if mention.of is not None and mention.measure.dimension in _COMPARED:
            things[mention.of, mention.measure.dimension].append(mention)
    several = {key: own for key, own in things.items() if len({m.report for m in own}) > 1}
    return tuple(_measured(of, dimension, own) for (of, dimension), own in sorted(several.items()))


def _measured(of: str, dimension: Dimension, mentions: list[MeasureMention]) -> Measured:
    ordered = tuple(sorted(mentions, key=lambda m: (m.report, m.start)))
    agreed = all(measures.agree(one.measure, other.measure) is not False for one, other in combinations(ordered, 2))
    lows = [m.measure.low for m in ordered if m.measure.low is not None]
    highs = [m.measure.high for m in ordered if m.measure.high is not None]
    low, high = (max(lows, default=None), min(highs, default=None)) if agreed else (None, None)
    return Measured(of=of, dimension=dimension, agreed=agreed, low=low, high=high, mentions=ordered)
