"""The formats a book is written in: each makes files of contents, and none touches the disk."""

from typing import Protocol

from tollbook.export import bundle, geojson, tables, workbook
from tollbook.export.files import Files
from tollbook.record import Contents


class Format(Protocol):
    """The files of what a book holds. Raises Refused where the format cannot hold it."""

    def __call__(self, contents: Contents) -> Files: ...  # noqa: D102


FORMATS: dict[str, Format] = {
    "bundle": bundle.files,
    "csv": tables.files,
    "xlsx": workbook.files,
    "geojson": geojson.files,
}
#: The whole book with originals and log, made of the store and not of contents.
ARCHIVE = "archive"
#: Formats of one file, and how its name ends; the others are folders.
ENDINGS = {"xlsx": ".xlsx", "geojson": ".geojson", ARCHIVE: ".zip"}
EXPORTS = (*FORMATS, ARCHIVE)
