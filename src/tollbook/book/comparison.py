"""A book compared with another book, or with a published data set."""

from datetime import date

from tollbook.compare import (
    COLUMNS,
    SHOWN,
    BookComparison,
    BookSide,
    Mapping,
    compare_books,
    compare_data_set,
    read_data_set,
    rows,
)
from tollbook.export.listing import Listing
from tollbook.incidents.build import RULE
from tollbook.store import Store


class Compare:
    """``book.compare``: this book is A of every comparison."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def side(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> BookSide:
        """The book as one side of a comparison, loaded into memory; ``name`` is what the comparison calls it."""
        return BookSide(self._store, name, rule=rule, as_of=as_of)

    def with_book(self, one: BookSide, other: BookSide) -> BookComparison:
        """Two books compared, each as ``side`` gives it."""
        return compare_books(one, other)

    def with_data_set(self, one: BookSide, data: bytes, mapping: Mapping, *, name: str) -> BookComparison:
        """The book compared with a CSV file, whose columns are those of ``mapping``. Raises Refused."""
        return compare_data_set(one, read_data_set(data, mapping, name=name))


def listing(comparison: BookComparison) -> Listing:
    """A comparison as a table: one row for each figure that differs."""
    return Listing(columns=COLUMNS, shown=SHOWN, rows=list(rows(comparison)))
