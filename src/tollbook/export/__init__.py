"""Exports of a book: formats, redaction by release profiles, and the log of every export."""

from tollbook.export.archive import restore
from tollbook.export.formats import ARCHIVE, ENDINGS, EXPORTS, FORMATS, ExportFormat
from tollbook.export.release_pipeline import ReleaseRequest, release_files
from tollbook.record import Contents

__all__ = [
    "ARCHIVE",
    "ENDINGS",
    "EXPORTS",
    "FORMATS",
    "Contents",
    "ExportFormat",
    "ReleaseRequest",
    "release_files",
    "restore",
]
