"""Export formats: functions from contents to files, in memory. To add a format, add it here."""

from typing import Protocol

from tollbook.export import bundle, geojson, tables, workbook
from tollbook.export.files import Files
from tollbook.record import Contents


class ExportFormat(Protocol):
    """From contents to the files of an export. Raises Refused if the format cannot hold the contents."""

    def __call__(self, contents: Contents) -> Files: ...  # noqa: D102


FORMATS: dict[str, ExportFormat] = {
    "bundle": bundle.files,
    "csv": tables.files,
    "xlsx": workbook.files,
    "geojson": geojson.files,
}
#: The whole book with originals and log; made from the store and not from contents.
ARCHIVE = "archive"
#: Formats that are one file, with its suffix; the others are folders.
ENDINGS = {"xlsx": ".xlsx", "geojson": ".geojson", ARCHIVE: ".zip"}
EXPORTS = (*FORMATS, ARCHIVE)
