"""A book written out: formats, what may leave the house in them, and the log of what did."""

from tollbook.export.archive import restore
from tollbook.export.contents import Contents
from tollbook.export.formats import ENDINGS, EXPORTS, FORMATS, Format
from tollbook.export.release_pipeline import Order, hand_over

__all__ = ["ENDINGS", "EXPORTS", "FORMATS", "Contents", "Format", "Order", "hand_over", "restore"]
