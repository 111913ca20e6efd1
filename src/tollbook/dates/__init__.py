"""Dates in a text: where they are, and which days they mean."""

from tollbook.dates.calendars import NO_BEGINNING
from tollbook.dates.mentions import (
    AFTER_PUBLICATION,
    dateline,
    day_ahead,
    find,
    fits,
    in_figures,
    is_ambiguous,
    is_clock,
    joins,
    resolve,
)

__all__ = [
    "AFTER_PUBLICATION",
    "NO_BEGINNING",
    "dateline",
    "day_ahead",
    "find",
    "fits",
    "in_figures",
    "is_ambiguous",
    "is_clock",
    "joins",
    "resolve",
]
