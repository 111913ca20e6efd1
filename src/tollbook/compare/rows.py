"""A comparison as flat rows, for a terminal, a spreadsheet and a page: one row for each figure that differs.

An incident without differences has one row.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from tollbook.compare.records import BookComparison, Difference, Entry, Pairing
from tollbook.locale import wording
from tollbook.model import Place, Range, When

Cell = str | int | float | None
_Row = tuple[Pairing, Difference | None]


def rows(comparison: BookComparison) -> Iterator[dict[str, Cell]]:
    """The rows under :data:`COLUMNS`."""
    for pairing in comparison.pairings:
        for difference in pairing.differences or (None,):
            yield {name: cell((pairing, difference)) for name, cell in _CELLS.items()}


def counts(comparison: BookComparison) -> dict[str, int]:
    """How many pairings there are of each status, then how many figures differ by each set of causes."""
    status = Counter(pairing.status for pairing in comparison.pairings)
    causes = Counter(
        ", ".join(cause.kind for cause in difference.causes)
        for pairing in comparison.pairings
        for difference in pairing.differences
    )
    return {**dict(status.most_common()), **dict(causes.most_common())}


def _side(name: str) -> Mapping[str, Callable[[_Row], Cell]]:
    """The columns of one side."""

    def cell(of: Callable[[Entry], Cell]) -> Callable[[_Row], Cell]:
        def made(row: _Row) -> Cell:
            entry = row[0].one if name == "A" else row[0].other
            return None if entry is None else of(entry)

        return made

    return {
        f"{name} id": cell(lambda e: e.id),
        f"{name} title": cell(lambda e: e.title),
        f"{name} day": cell(lambda e: _day(e.when)),
        f"{name} place": cell(lambda e: _place(e.place)),
        f"{name} sources": cell(lambda e: " ".join(e.sources)),
    }


def _day(when: When | None) -> str | None:
    if when is None or when.start is None:
        return None
    return str(when.start) if when.end in {None, when.start} else f"{when.start} to {when.end}"


def _place(place: Place | None) -> str | None:
    return None if place is None else place.name or f"{place.lat}, {place.lon}"


def bounds(value: Range | None) -> str:
    """Low to high with the best value; empty for a figure that a side does not give."""
    if value is None:
        return ""
    if value.low is None and value.high is None:
        return str(value.best)
    best = "" if value.best is None or value.low == value.high else f" (best {value.best})"
    return wording.bounds(value) + best


def _title(pairing: Pairing) -> str:
    """The ids on both sides, and what a person calls the incident: the title in A, else that in B with its day."""
    ids = " / ".join(each.id for each in (pairing.one, pairing.other) if each)
    if pairing.one:
        return f"{ids} {pairing.one.title}"
    day = _day(pairing.other.when) if pairing.other else None
    return " ".join(filter(None, [ids, pairing.other.title if pairing.other else "", day]))


def _of(value: Callable[[Difference], Cell]) -> Callable[[_Row], Cell]:
    return lambda row: None if row[1] is None else value(row[1])


_CELLS: Mapping[str, Callable[[_Row], Cell]] = {
    "status": lambda row: row[0].status,
    "incident": lambda row: _title(row[0]),
    **_side("A"),
    **_side("B"),
    "figure": _of(lambda d: d.figure),
    "in A": _of(lambda d: bounds(d.one)),
    "in B": _of(lambda d: bounds(d.other)),
    "causes": _of(lambda d: ", ".join(cause.kind for cause in d.causes)),
    "why": _of(lambda d: " ".join(cause.sentence for cause in d.causes)),
    "weight": lambda row: None if row[0].weight is None else round(row[0].weight, 1),
    "also in A": lambda row: " ".join(row[0].also_in_a),
    "also in B": lambda row: " ".join(row[0].also_in_b),
    "perhaps": lambda row: " ".join(row[0].perhaps),
}
#: Every column, and those that fit in a terminal.
COLUMNS = tuple(_CELLS)
SHOWN = ("status", "incident", "figure", "in A", "in B", "why")
