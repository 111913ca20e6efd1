"""How well each field of a record is read: figures measured on public sets, shipped with the package."""

from functools import cache
from importlib import resources

import msgspec

from tollbook.model import Record


class Accuracy(Record, frozen=True, kw_only=True):
    """One measured figure: the field it is about, what it says in words, percent, and on what and when."""

    field: str
    words: str
    percent: float
    set: str
    measured: str
    commit: str


@cache
def table() -> tuple[Accuracy, ...]:
    """Every figure shown, in the order of the methods room."""
    raw = resources.files("tollbook").joinpath("data", "accuracy.json").read_bytes()
    return msgspec.json.decode(raw, type=tuple[Accuracy, ...])


def of_field(field: str) -> Accuracy | None:
    """The first, most telling figure of a field; None where none was measured."""
    return next((row for row in table() if row.field == field), None)
