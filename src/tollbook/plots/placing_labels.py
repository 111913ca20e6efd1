"""Labels beside points, none over another: each takes the first free place around its point."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox


class PointLabel(NamedTuple):
    """A label and its point in the units of the axes; ``style`` are settings of the text."""

    x: float
    y: float
    text: str
    style: dict[str, Any]


#: Where a label may stand: the shift in points, and its alignment.
_AROUND = (
    ((5, 0), "left", "center"), ((-5, 0), "right", "center"), ((0, 5), "center", "bottom"), ((0, -5), "center", "top"),
    ((4, 5), "left", "bottom"), ((4, -5), "left", "top"), ((-4, 5), "right", "bottom"), ((-4, -5), "right", "top"),
    ((10, 11), "left", "bottom"), ((10, -11), "left", "top"), ((-10, 11), "right", "bottom"),
    ((-10, -11), "right", "top"),
)  # fmt: skip


def place_labels(axes: "Axes", labels: Iterable[PointLabel], taken: "list[Bbox]") -> int:
    """Write labels in their order where there is space inside the axes; returns how many were left out."""
    from matplotlib.transforms import Bbox  # noqa: PLC0415

    frame, left_out = axes.get_window_extent(), 0
    for each in labels:
        for shift, across, up in _AROUND:
            text = axes.annotate(
                each.text, (each.x, each.y), xytext=shift, textcoords="offset points", ha=across, va=up, **each.style
            )
            box = text.get_window_extent().padded(1)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not any(Bbox.intersection(box, other) for other in taken):
                taken.append(box)
                break
            text.remove()
        else:
            left_out += 1
    return left_out
