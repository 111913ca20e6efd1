"""The three aggregation models of the R package ``eventreport`` 0.1.2 over rows of one event per report.

Van Baalen and Höglund (2026), *Trials and Triangulations*, International Studies Quarterly 70(1), sqag014. Each of the
six counts is aggregated by itself, over all rows of an event that give it:

==================== =======================================
most-informative     the maximum
most-conservative    the minimum
most-representative  the mode; of several modes the smallest
==================== =======================================
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

COUNTS = tuple(f"{outcome}_{bound}" for outcome in ("deaths", "injuries") for bound in ("low", "best", "high"))
#: The signs for an unknown value in the package and its data sets.
_MISSING = frozenset({"", "NA"})


def _mode(values: Sequence[float]) -> float:
    times = Counter(values)
    return min(v for v, n in times.items() if n == max(times.values()))


MODELS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "most-informative": max,
    "most-conservative": min,
    "most-representative": _mode,
}


def figures(rows: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """One row for each event and model, by event id: ``event_id``, ``model`` and the six counts.

    ``rows`` have ``event_id`` and the columns of :data:`COUNTS`, numbers as text; empty or ``NA`` is not known. A count
    without a value is empty. Raises ``KeyError`` where a column is missing and ``ValueError`` where a count is no
    number.
    """
    given: dict[str, dict[str, list[float]]] = defaultdict(lambda: {count: [] for count in COUNTS})
    for row in rows:
        values = given[row["event_id"]]
        for count in COUNTS:
            if row[count].strip() not in _MISSING:
                values[count].append(float(row[count]))
    return [
        {"event_id": event, "model": model, **{count: _written(pick, given[event][count]) for count in COUNTS}}
        for event in sorted(given)
        for model, pick in MODELS.items()
    ]


def _written(pick: Callable[[Sequence[float]], float], values: Sequence[float]) -> str:
    if not values:
        return ""
    value = pick(values)
    return str(int(value)) if value.is_integer() else str(value)
