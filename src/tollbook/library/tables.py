"""Tables of a book as frames of pandas and polars, with the columns of the CSV export."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, TypeVar, overload

from tollbook.errors import MissingPart
from tollbook.export.column_types import CellType, cell_type
from tollbook.export.listing import Cell, Listing
from tollbook.locale.messages import message

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

T = TypeVar("T")


class BookTable:
    """A table with fixed ``columns``. ``rows`` are dictionaries by column; a cell that is not known is None."""

    def __init__(self, name: str, listing: Listing) -> None:
        self.name = name
        self._listing = listing

    @property
    def columns(self) -> tuple[str, ...]:
        """The headers, the same for every book."""
        return self._listing.columns

    @property
    def rows(self) -> list[dict[str, Cell]]:
        """The rows, in the order of the CSV export."""
        return self._listing.rows

    def cell_type(self, column: str) -> CellType:
        """The type of a column: ``whole``, ``number``, ``day`` or ``text``."""
        return cell_type(self.name, column)

    def to_pandas(self) -> "pd.DataFrame":
        """A frame of pandas: Int64, Float64, datetime64[s] and string. Raises MissingPart without pandas."""
        try:
            import pandas as pd  # noqa: PLC0415 - an optional part
        except ImportError as error:
            raise MissingPart(message("This frame needs pandas; tollbook doctor says how to install it.")) from error
        kinds = {"whole": "Int64", "number": "Float64", "day": "datetime64[s]", "text": "string"}
        return pd.DataFrame({
            column: pd.Series([row[column] for row in self.rows], dtype=kinds[self.cell_type(column)])
            for column in self.columns
        })  # fmt: skip

    def to_polars(self) -> "pl.DataFrame":
        """A frame of polars: Int64, Float64, Date and String. Raises MissingPart without polars."""
        try:
            import polars as pl  # noqa: PLC0415 - an optional part
        except ImportError as error:
            raise MissingPart(message("This frame needs polars; tollbook doctor says how to install it.")) from error
        kinds = {"whole": pl.Int64, "number": pl.Float64, "day": pl.Date, "text": pl.String}
        return pl.DataFrame([
            pl.Series(column, [self._value(row[column], column) for row in self.rows],
                      dtype=kinds[self.cell_type(column)])
            for column in self.columns
        ])  # fmt: skip

    def _value(self, cell: Cell, column: str) -> Cell | date:
        is_day = isinstance(cell, str) and self.cell_type(column) == "day"
        return date.fromisoformat(cell) if is_day and isinstance(cell, str) else cell


class Selection(Sequence[T]):
    """Some records of a book in order; ``table`` has a row for each, ``to_pandas`` and ``to_polars`` its frames."""

    def __init__(self, name: str, items: Iterable[T], listing: Callable[[Sequence[T]], Listing]) -> None:
        self._name, self._items, self._listing = name, tuple(items), listing

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> "Selection[T]": ...

    def __getitem__(self, index: int | slice) -> "T | Selection[T]":
        if isinstance(index, slice):
            return Selection(self._name, self._items[index], self._listing)
        return self._items[index]

    def __repr__(self) -> str:
        return f"<{len(self)} {self._name}>"

    def table(self) -> BookTable:
        """The records as rows."""
        return BookTable(self._name, self._listing(self._items))

    def to_pandas(self) -> "pd.DataFrame":
        """As ``BookTable.to_pandas``."""
        return self.table().to_pandas()

    def to_polars(self) -> "pl.DataFrame":
        """As ``BookTable.to_polars``."""
        return self.table().to_polars()
