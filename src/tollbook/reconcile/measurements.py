"""One thing measured by several reports: whether an "80-foot" and a "25-metre" trench can be one trench."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

from tollbook import measures
from tollbook.model import Dimension, MeasureMention
from tollbook.record import Measured

#: What tells of time and age is set by days and persons, and so not compared here.
_COMPARED: frozenset[Dimension] = frozenset({"length", "area", "weight", "money"})


def measured(mentions: Iterable[MeasureMention]) -> tuple[Measured, ...]:
    """What several reports measure, by thing and dimension; what one report alone measures is left to its own words."""
    things: dict[tuple[str, Dimension], list[MeasureMention]] = defaultdict(list)
    for mention in mentions:
        if mention.of is not None and mention.measure.dimension in _COMPARED:
            things[mention.of, mention.measure.dimension].append(mention)
    several = {key: told for key, told in things.items() if len({m.report for m in told}) > 1}
    return tuple(_measured(of, dimension, told) for (of, dimension), told in sorted(several.items()))


def _measured(of: str, dimension: Dimension, mentions: list[MeasureMention]) -> Measured:
    told = tuple(sorted(mentions, key=lambda m: (m.report, m.start)))
    agreed = all(measures.agree(one.measure, other.measure) is not False for one, other in combinations(told, 2))
    lows = [m.measure.low for m in told if m.measure.low is not None]
    highs = [m.measure.high for m in told if m.measure.high is not None]
    low, high = (max(lows, default=None), min(highs, default=None)) if agreed else (None, None)
    return Measured(of=of, dimension=dimension, agreed=agreed, low=low, high=high, mentions=told)
