"""Exports of a book: formats, redaction by release profiles, and the log of every export."""

from tollbook.export.archive import restore
from tollbook.export.formats import ARCHIVE, ENDINGS, EXPORTS, FORMATS, REGISTRY, ExportFormat, file_name, rule_of
from tollbook.export.release_picture import picture_of, release_picture
from tollbook.export.release_pipeline import ReleaseRequest, release_files
from tollbook.record import Contents

__all__ = [
    "ARCHIVE",
    "ENDINGS",
    "EXPORTS",
    "FORMATS",
    "REGISTRY",
    "Contents",
    "ExportFormat",
    "ReleaseRequest",
    "file_name",
    "picture_of",
    "release_files",
    "release_picture",
    "restore",
    "rule_of",
]
