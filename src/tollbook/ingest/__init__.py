"""Bytes to reports: what can be read, and why something cannot."""

from tollbook.ingest.capture import Capture
from tollbook.ingest.describe import captured_text
from tollbook.ingest.read import captures, count, read

__all__ = ["Capture", "captured_text", "captures", "count", "read"]
