"""The store of a book: its tables, its rows and the append-only log."""

from tollbook.store.log import Entry
from tollbook.store.rows import Known, StoredReading
from tollbook.store.search import Hit
from tollbook.store.store import Store

__all__ = ["Entry", "Hit", "Known", "Store", "StoredReading"]
