"""The Python interface: a book to read in scripts and notebooks, and its tables as frames."""

from tollbook.library.opened_book import ComparedWith, OpenedBook
from tollbook.library.tables import BookTable, Selection
from tollbook.library.views import FigureView, IncidentView, Words

__all__ = ["BookTable", "ComparedWith", "FigureView", "IncidentView", "OpenedBook", "Selection", "Words"]
