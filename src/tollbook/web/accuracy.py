"""Measured accuracy of each field of a record on public data sets, shipped with the package."""

from functools import cache
from importlib import resources

import msgspec

from tollbook.model import Record


class MeasuredAccuracy(Record, frozen=True, kw_only=True):
    """One measured figure: the field, a description of the measure, percent, data set, day and commit."""

    field: str
    words: str
    percent: float
    set: str
    measured: str
    commit: str


@cache
def table() -> tuple[MeasuredAccuracy, ...]:
    """Every measured figure, in the order of the methods page."""
    raw = resources.files("tollbook").joinpath("data", "accuracy.json").read_bytes()
    return msgspec.json.decode(raw, type=tuple[MeasuredAccuracy, ...])


def of_field(field: str) -> MeasuredAccuracy | None:
    """The first figure of a field, the most important one; None if none was measured."""
    return next((row for row in table() if row.field == field), None)
