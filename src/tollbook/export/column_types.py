"""The type of each column of the tables, for data frames of pandas and polars."""

from typing import Literal

CellType = Literal["whole", "number", "day", "text"]
_DAYS = frozenset({"published", "first day", "last day", "first published", "last published", "as of"})
_NUMBERS = frozenset({"lat", "lon", "confidence", "weight"})
_WHOLE = frozenset({
    "low", "best", "high", "age low", "age high", "geonameid", "where precision", "start", "end", "independent sources",
})  # fmt: skip
#: Columns that count in one table and list ids in others.
_COUNTS = frozenset({("reports", "claims"), ("incidents", "reports"), ("tolls", "sources"), ("series", "incidents")})
_OF_FIGURES = (" low", " best", " high", " sources")


def cell_type(table: str, column: str) -> CellType:
    """Whole numbers, numbers, days (``2021-10-05``) or text, of a column of a table of ``sheets.SHEETS``."""
    if column in _DAYS:
        return "day"
    if column in _NUMBERS:
        return "number"
    if column in _WHOLE or (table, column) in _COUNTS or (table == "incidents" and column.endswith(_OF_FIGURES)):
        return "whole"
    return "text"
