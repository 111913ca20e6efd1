"""Word documents: paragraphs, list items and table rows in the order of the page, with a blank line between them."""

import io
from collections.abc import Iterator

import docx
from docx.document import Document as WordDocument
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table, _Cell

from tollbook.errors import Unreadable
from tollbook.ingest.archives.zipped import MALFORMED_PACKAGE, check_package
from tollbook.ingest.document import Metadata, ParseResult, metadata_of, metadata_value, whole
from tollbook.locale.messages import message


def parse(data: bytes, _media_type: str) -> ParseResult:
    """The text of a Word document. Raises Unreadable."""
    check_package(data)
    try:
        document = docx.Document(io.BytesIO(data))
        text = "\n\n".join(part for part in _parts(document) if part)
        return whole(text, _metadata(document))
    except (PackageNotFoundError, *MALFORMED_PACKAGE) as error:
        raise Unreadable(
            message("It is a damaged Word document; open it in a word processor and save it again.")
        ) from error


def _parts(document: WordDocument) -> Iterator[str]:
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            for row in item.rows:
                yield "\t".join(" ".join(cell.text.split()) for cell in _once(row.cells)).strip()
        else:
            yield "\n".join(" ".join(line.split()) for line in item.text.splitlines() if line.strip())


def _once(cells: tuple[_Cell, ...]) -> Iterator[_Cell]:
    """The cells of a row; python-docx repeats a cell that spans several columns."""
    last = None
    for cell in cells:
        if last is None or cell._tc is not last:
            yield cell
        last = cell._tc


def _metadata(document: WordDocument) -> Metadata:
    """Title, author, language and the day of the last change. The day a file was created is not its publication."""
    properties = document.core_properties
    return metadata_of(
        title=metadata_value(properties.title, "document properties"),
        author=metadata_value(properties.author, "document properties") if properties.author != "python-docx" else None,
        modified=metadata_value(properties.modified.date().isoformat(), "document properties")
        if properties.modified
        else None,
        language=metadata_value(properties.language, "document properties"),
    )
