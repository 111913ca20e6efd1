"""Word documents: paragraphs, list items and rows of tables in the order of the page; a blank line between them."""

import io
from collections.abc import Iterator

import docx
from docx.document import Document as WordDocument
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table, _Cell

from tollbook.errors import Unreadable
from tollbook.ingest.archives.zipped import ODD_PACKAGE, check_package
from tollbook.ingest.document import Facts, Parsed, fact, facts_of, whole

_BROKEN = "It is a damaged Word document; open it in a word processor and save it again."


def parse(data: bytes, _media_type: str) -> Parsed:
    """The text of a Word document. Raises Unreadable."""
    check_package(data)
    try:
        document = docx.Document(io.BytesIO(data))
        text = "\n\n".join(part for part in _parts(document) if part)
        return whole(text, _facts(document))
    except (PackageNotFoundError, *ODD_PACKAGE) as error:
        raise Unreadable(_BROKEN) from error


def _parts(document: WordDocument) -> Iterator[str]:
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            for row in item.rows:
                yield "\t".join(" ".join(cell.text.split()) for cell in _once(row.cells)).strip()
        else:
            yield "\n".join(" ".join(line.split()) for line in item.text.splitlines() if line.strip())


def _once(cells: tuple[_Cell, ...]) -> Iterator[_Cell]:
    """Cells of a row; one that spans several columns is given several times."""
    last = None
    for cell in cells:
        if last is None or cell._tc is not last:
            yield cell
        last = cell._tc


def _facts(document: WordDocument) -> Facts:
    """Title, author, language and the day of the last change. A file's creation is not its publication."""
    said = document.core_properties
    return facts_of(
        title=fact(said.title, "document properties"),
        author=fact(said.author, "document properties") if said.author != "python-docx" else None,
        modified=fact(said.modified.date().isoformat(), "document properties") if said.modified else None,
        language=fact(said.language, "document properties"),
    )
