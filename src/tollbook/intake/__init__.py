"""Bytes to reports: what can be read, and why something cannot."""

from tollbook.intake.capture import Capture
from tollbook.intake.read import captures, count, read

__all__ = ["Capture", "captures", "count", "read"]
