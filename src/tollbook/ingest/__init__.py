"""Bytes to reports: documents are read into reports; what cannot be read is refused with a reason."""

from tollbook.ingest.describe import Capture, captured_text
from tollbook.ingest.read import captures, count, read

__all__ = ["Capture", "captured_text", "captures", "count", "read"]
