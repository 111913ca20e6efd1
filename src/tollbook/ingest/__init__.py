"""Bytes to reports: documents are read into reports; what cannot be read is refused with a reason."""

from tollbook.ingest.describe import Capture, captured_text
from tollbook.ingest.read import NamedFile, captures, captures_of, captures_of_rows, count, read

__all__ = ["Capture", "NamedFile", "captured_text", "captures", "captures_of", "captures_of_rows", "count", "read"]
