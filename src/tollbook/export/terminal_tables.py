"""Rows on a terminal: a table if its columns fit, else each row as lines of a name and a value."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tollbook.locale.labels import label

#: The width of a column in characters, or as a share of the remaining width. Others are as wide as their cells.
_WIDTHS = {
    "id": 16, "claim": 16, "figure": 12, "day": 10, "published": 10, "as of": 10, "outlet": 18, "killed": 12,
    "injured": 12, "status": 9, "in A": 9, "in B": 9, "first day": 10, "last day": 10,
}  # fmt: skip
_SHARES = {
    "quote": 3, "title": 3, "derived title": 3, "according to": 2, "people": 3, "place": 2, "incident": 2, "why": 3,
}  # fmt: skip
#: Columns whose cells are never wrapped; the first digits of a hash are enough to recognise it.
_WHOLE = frozenset({"id", "published", "as of", "first day", "last day"})
_NUMBERS = frozenset({"claims", "reports", "sources", "incidents"})
#: The least width of a column with a share: most words and names of places have ten letters or fewer. The lists at
#: their usual width of 100 characters give no column less.
_LEAST = 10
#: A column as wide as its cells can be made narrower down to this: a first and a last name.
_ENOUGH = 16
#: Characters between two columns.
_GAP = 3


class Rows:
    """Rows under columns, laid out for the width of the terminal when they are printed.

    Piped output is always a table: it has a fixed width, and programs read it too.
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[Text]]) -> None:
        self._columns, self._rows = columns, list(rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        if options.is_terminal and self._rows and self._needed() > options.max_width:
            yield from self._stacked()
        else:
            yield self._table()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._table())

    def _needed(self) -> int:
        """Characters that the columns need side by side."""
        widths = [
            _WIDTHS.get(column)
            or (_LEAST if column in _SHARES else max(len(label(column, "column")), min(_longest(cells), _ENOUGH)))
            for column, cells in zip(self._columns, zip(*self._rows, strict=True), strict=True)
        ]
        return sum(widths) + _GAP * (len(widths) - 1)

    def _stacked(self) -> Iterator[RenderableType]:
        """Each row by itself, without its empty cells, and an empty line after it."""
        names = [Text(label(column, "column"), style="dim") for column in self._columns]
        for row in self._rows:
            grid = Table.grid(padding=(0, 2))
            # The names have the same width in every row, so that the values are aligned.
            grid.add_column(min_width=max(map(len, names)), no_wrap=True)
            grid.add_column(overflow="fold")
            for name, cell in zip(names, row, strict=True):
                if cell.plain:
                    grid.add_row(name, cell)
            yield grid
            yield Text()

    def _table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False, expand=True)
        for column in self._columns:
            table.add_column(
                label(column, "column"),
                justify="right" if column in _NUMBERS else "left",
                width=_WIDTHS.get(column),
                ratio=_SHARES.get(column),
                no_wrap=column in _WHOLE,
                overflow="ellipsis" if column in _WHOLE else "fold",
            )
        for row in self._rows:
            table.add_row(*row)
        return table


def _longest(cells: Iterable[Text]) -> int:
    return max((cell.cell_len for cell in cells), default=0)
