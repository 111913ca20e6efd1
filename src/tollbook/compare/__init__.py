"""Two books compared, or a book with a published data set: what is in both, what in one, and why figures differ."""

from tollbook.compare.book_side import BookSide
from tollbook.compare.comparing import compare_books, compare_data_set
from tollbook.compare.data_set import DataSet, headers_of, mapping_of, read_data_set
from tollbook.compare.records import BookComparison, Cause, Difference, Entry, Pairing
from tollbook.compare.rows import COLUMNS, SHOWN, counts, rows
from tollbook.spreadsheets import COMPARED, Mapping, mapping_from_toml, propose

__all__ = [
    "COLUMNS",
    "COMPARED",
    "SHOWN",
    "BookComparison",
    "BookSide",
    "Cause",
    "DataSet",
    "Difference",
    "Entry",
    "Mapping",
    "Pairing",
    "compare_books",
    "compare_data_set",
    "counts",
    "headers_of",
    "mapping_from_toml",
    "mapping_of",
    "propose",
    "read_data_set",
    "rows",
]
