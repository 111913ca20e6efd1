"""Reads documents from bytes into reports, and refuses unreadable ones with a reason."""

from tollbook.ingest.describe import Capture, captured_text
from tollbook.ingest.read import NamedFile, captures, captures_of, captures_of_rows, count, read

__all__ = ["Capture", "NamedFile", "captured_text", "captures", "captures_of", "captures_of_rows", "count", "read"]
