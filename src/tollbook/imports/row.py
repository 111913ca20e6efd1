"""A row as a text: one line for each cell that is not empty, its header before it; and where each cell is in it."""

from collections.abc import Sequence

from tollbook.ingest.decode import check_text
from tollbook.model import Record, Span
from tollbook.spreadsheets.columns import Mapping


class RowText(Record, frozen=True, kw_only=True):
    """The text of a row, and the words and the span of the cell of each field of a mapping that the row has."""

    text: str
    cells: dict[str, str]
    spans: dict[str, Span]


def row_text(headers: Sequence[str], cells: Sequence[str], mapping: Mapping) -> RowText:
    """The text of a row. It has every cell, also those without a field, so it does not depend on the mapping.

    Raises Refused for a row that cannot be a text, such as one of control characters.
    """
    fields = {header: field for field, header in mapping.columns.items()}
    lines, at = [], 0
    words: dict[str, str] = {}
    spans: dict[str, Span] = {}
    for header, cell in zip(headers, cells, strict=False):
        # As a text file is decoded: line ends become one character.
        cell = cell.replace("\r\n", "\n").replace("\r", "\n").strip()  # noqa: PLW2901
        if not cell:
            continue
        line = f"{header}: {cell}" if header else cell
        if (field := fields.get(header)) is not None:
            words[field] = cell
            spans[field] = (at + len(line) - len(cell), at + len(line))
        lines.append(line)
        at += len(line) + 1
    return RowText(text=check_text("\n".join(lines)), cells=words, spans=spans)
