"""A report together with the bytes it was drawn from."""

from tollbook.model import Record, Report


class Capture(Record, frozen=True, kw_only=True):
    """``report`` and its ``original`` bytes: ``sha256(original) == report.sha256``."""

    report: Report
    original: bytes
