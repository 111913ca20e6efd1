"""The parts of both graphs of sources: boxes in two columns, letters, and the signs of lines."""

from collections.abc import Collection, Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING

from tollbook.locale.messages import message
from tollbook.plots.canvas import BLUE, GREY, INK, RED, SMALL
from tollbook.plots.records import LinkStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

#: Inches of a row of boxes.
ROW = 0.36
#: The line, the colour, the width and the meaning of each kind of link.
LINES: Mapping[LinkStyle, tuple[str, str, float, str]] = {
    "copied": ("-", INK, 1.5, message("text copied")),
    "relayed": ("--", BLUE, 1.0, message("words passed on")),
    "quoted": ("-.", GREY, 0.9, message("both quote the same words")),
    "apart": (":", RED, 1.2, message("kept apart by a person")),
}


def letter(number: int) -> str:
    """A … Z, then AA, AB and so on."""
    rest, last = divmod(number, len(ascii_uppercase))
    return (letter(rest - 1) if rest else "") + ascii_uppercase[last]


def rows_of(boxes: int, rows: int) -> list[float]:
    """Rows for some boxes, evenly over all rows."""
    return [(number + 0.5) * rows / boxes - 0.5 for number in range(boxes)]


def empty_rows(axes: "Axes", rows: int) -> None:
    """Make axes a sheet of so many rows below a line of headings; across it goes from 0 to 1."""
    axes.set_xlim(0, 1)
    axes.set_ylim(rows + 0.1, -0.75)
    axes.axis("off")


def heading(axes: "Axes", at: float, text: str) -> None:
    """Write the heading of a column of boxes."""
    axes.text(at, -0.35, text, size=SMALL, weight="bold")


def box(axes: "Axes", ends: tuple[float, float], row: float, colour: str) -> None:
    """Draw an empty box between two ends."""
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    shape = Rectangle((ends[0], row + 0.04), ends[1] - ends[0], 0.78, facecolor=colour, edgecolor=GREY, lw=0.6)
    axes.add_patch(shape)


def line_signs(used: Collection[LinkStyle]) -> "list[Line2D]":
    """The signs of the kinds of links that are used, for a legend."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    return [
        Line2D([], [], color=colour, lw=width, ls=line, label=says)
        for style, (line, colour, width, says) in LINES.items()
        if style in used
    ]
