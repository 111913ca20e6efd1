"""A book written out: formats, what may leave the house in them, and the log of what did."""

from tollbook.export.archive import restore
from tollbook.export.formats import ENDINGS, EXPORTS, FORMATS, Format
from tollbook.export.release_pipeline import ExportRequest, release_files
from tollbook.record import Contents

__all__ = ["ENDINGS", "EXPORTS", "FORMATS", "Contents", "ExportRequest", "Format", "release_files", "restore"]
