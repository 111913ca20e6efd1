"""The grid of the copy graph, with lines that cross no box because they run between columns and between rows."""

from collections import Counter
from textwrap import wrap
from typing import NamedTuple

#: Pixels: width of a box and of a column with the space beside it, height of a box and of a row, top margin.
BOX, COLUMN, TALL, STEP, TOP = 190, 240, 56, 76, 26
#: The number of parallel lines in the space between two columns and between two rows, and their distance.
_LANES, _CORRIDORS, _APART = 7, 3, 5
#: Radius of a corner.
_ROUND = 4


class Cell(NamedTuple):
    """The place of a box on the grid."""

    column: int
    row: int

    @property
    def x(self) -> int:
        """The left side of the box."""
        return COLUMN * self.column + 1

    @property
    def y(self) -> int:
        """The top of the box."""
        return TOP + STEP * self.row


class GraphLines:
    """Draws lines; each takes the next lane of the space that it runs through, so that lines do not overlap."""

    def __init__(self) -> None:
        self._lanes: Counter[int] = Counter()
        self._corridors: Counter[int] = Counter()
        self._ports: Counter[Cell] = Counter()

    def path(self, one: Cell, other: Cell) -> str:
        """A line from the right side of a box to the left side of one further right, or to the right side of another.

        Beyond the next column it runs below the row of its end, where no box is.
        """
        start, end = self._port(one, leaving=True), self._port(other, leaving=False)
        out = self._lane(one.column)
        if other.column <= one.column:
            back = out if other.column == one.column else self._lane(other.column)
            points = [(one.x + BOX, start), (out, start)]
            if back != out:
                below = self._corridor(other.row)
                points += [(out, below), (back, below)]
            return _rounded([*points, (back, end), (other.x + BOX + 3, end)])
        points = [(one.x + BOX, start), (out, start)]
        if other.column == one.column + 1:
            return _rounded([*points, (out, end), (other.x - 3, end)])
        below, near = self._corridor(other.row), self._lane(other.column - 1)
        return _rounded([*points, (out, below), (near, below), (near, end), (other.x - 3, end)])

    def _lane(self, column: int) -> int:
        """The x of the next line in the space right of a column."""
        number = self._lanes[column] % _LANES
        self._lanes[column] += 1
        return COLUMN * column + 1 + BOX + 10 + _APART * number

    def _corridor(self, row: int) -> int:
        """The y of the next line in the space below a row."""
        number = self._corridors[row] % _CORRIDORS
        self._corridors[row] += 1
        return TOP + STEP * row + TALL + 4 + _APART * number

    def _port(self, cell: Cell, *, leaving: bool) -> int:
        """The y at which the next line leaves or reaches a box: around the middle of its side."""
        key = cell if leaving else Cell(-1 - cell.column, cell.row)
        number = self._ports[key] % 7
        self._ports[key] += 1
        return cell.y + TALL // 2 + (number + 1) // 2 * 6 * (1 if number % 2 else -1)


def wrapped(text: str, width: int, most: int) -> tuple[str, ...]:
    """A text in lines of about so many letters; the last line ends in an ellipsis if more lines would follow."""
    lines = wrap(text, width)
    if len(lines) <= most:
        return tuple(lines)
    last = " ".join(lines[most - 1 :])
    return (*lines[: most - 1], last[: width - 1].rstrip() + "…")


def _rounded(points: list[tuple[int, int]]) -> str:
    """A line through points that turns at right angles, with round corners."""
    plain = [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
    parts = [f"M{plain[0][0]} {plain[0][1]}"]
    for before, here, after in zip(plain, plain[1:], plain[2:], strict=False):
        near, far = _towards(here, before), _towards(here, after)
        parts.append(f"L{near[0]} {near[1]}Q{here[0]} {here[1]} {far[0]} {far[1]}")
    parts.append(f"L{plain[-1][0]} {plain[-1][1]}")
    return "".join(parts)


def _towards(corner: tuple[int, int], point: tuple[int, int]) -> tuple[int, int]:
    """A point near a corner on the way to another point."""
    dx, dy = point[0] - corner[0], point[1] - corner[1]
    step = min(_ROUND, (abs(dx) + abs(dy)) // 2)
    return corner[0] + (step if dx > 0 else -step if dx else 0), corner[1] + (step if dy > 0 else -step if dy else 0)
