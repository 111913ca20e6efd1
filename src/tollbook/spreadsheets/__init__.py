"""Spreadsheets from outside: their rows, the meaning of each column, and the values of cells."""

from tollbook.spreadsheets.columns import COMPARED, HEADERS, Mapping, mapping_from_toml, mapping_of, propose
from tollbook.spreadsheets.table import Table, open_table

__all__ = ["COMPARED", "HEADERS", "Mapping", "Table", "mapping_from_toml", "mapping_of", "open_table", "propose"]
