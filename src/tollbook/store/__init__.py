"""The store of a book: its tables, its rows and the append-only log."""

from tollbook.store.log import LogEntry
from tollbook.store.rows import Known, StoredReading
from tollbook.store.search import Hit
from tollbook.store.store import Store

__all__ = ["Hit", "Known", "LogEntry", "Store", "StoredReading"]
