"""Bytes to reports: what can be read, and why something cannot."""

from tollbook.intake.capture import Capture
from tollbook.intake.describe import captured_text
from tollbook.intake.read import captures, count, read

__all__ = ["Capture", "captured_text", "captures", "count", "read"]
