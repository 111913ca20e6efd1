"""Labels beside points, none over another: each takes the first free place around its point."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox


class PointLabel(NamedTuple):
    """A label and its point in the units of the axes; ``style`` are settings of the text."""

    x: float
    y: float
    text: str
    style: dict[str, Any]


#: The shift of a label in points, and its alignment.
LabelPlace = tuple[tuple[float, float], Literal["left", "center", "right"], Literal["bottom", "center", "top"]]
#: The positions of a label, in the order in which they are tried.
_AROUND: tuple[LabelPlace, ...] = (
    ((5, 0), "left", "center"), ((-5, 0), "right", "center"), ((0, 5), "center", "bottom"), ((0, -5), "center", "top"),
    ((4, 5), "left", "bottom"), ((4, -5), "left", "top"), ((-4, 5), "right", "bottom"), ((-4, -5), "right", "top"),
    ((10, 11), "left", "bottom"), ((10, -11), "left", "top"), ((-10, 11), "right", "bottom"),
    ((-10, -11), "right", "top"),
)  # fmt: skip


def place_labels(axes: "Axes", labels: Iterable[PointLabel], taken: "list[Bbox]") -> int:
    """Write labels in their order where there is space inside the axes; returns how many were left out.

    ``taken`` are boxes in pixels that nothing may cover; those of the labels are added to it.
    """
    frame, left_out = axes.get_window_extent(), 0
    for each in labels:
        text = axes.annotate(each.text, (each.x, each.y), xytext=(0, 0), textcoords="offset points", **each.style)
        size = text.get_window_extent()
        x, y = axes.transData.transform((each.x, each.y))
        for place in _AROUND:
            box = _box((float(x), float(y)), size, place, axes.figure.dpi / 72)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not box.count_overlaps(taken):
                text.xyann, (_, across, up) = place[0], place
                text.set(ha=across, va=up)
                taken.append(box)
                break
        else:
            text.remove()
            left_out += 1
    return left_out


def _box(centre: Sequence[float], size: "Bbox", place: LabelPlace, pixels: float) -> "Bbox":
    """The box of a label at a place, with a margin; ``pixels`` is the size of a point."""
    from matplotlib.transforms import Bbox  # noqa: PLC0415

    (right, upwards), across, up = place
    x, y = centre[0] + right * pixels, centre[1] + upwards * pixels
    x -= {"left": 0.0, "center": 0.5, "right": 1.0}[across] * size.width
    y -= {"bottom": 0.0, "center": 0.5, "top": 1.0}[up] * size.height
    return Bbox.from_extents(x - 1, y - 1, x + size.width + 1, y + size.height + 1)
