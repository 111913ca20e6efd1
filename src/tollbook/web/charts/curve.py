"""The chart of a running total: steps from low to high, and a point for each value."""

from collections.abc import Sequence
from datetime import date, timedelta

from tollbook.model import Record
from tollbook.record import Toll, TollPoint
from tollbook.web.charts.bars import step_of

#: Size of the chart and of the margins around the plot, in pixels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 56, 24, 14, 30


class CurvePoint(Record, frozen=True, kw_only=True):
    """One value of the series: pixels of its day, of both bounds and of the best value."""

    x: float
    low: float
    high: float
    best: float | None
    open_low: bool
    open_high: bool
    derived: bool
    point: TollPoint


class Curve(Record, frozen=True, kw_only=True):
    """The chart: the band between low and high, the line of best values, the points, and both axes."""

    band: str
    line: str
    dots: tuple[CurvePoint, ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]


def curve(toll: Toll) -> Curve | None:
    """The chart of a running total; None if no value has a day."""
    dated = [(point, False) for point in toll.series if point.as_of and _known(point)]
    dated += [(point, True) for point in toll.derived if point.as_of and _known(point)]
    if not dated:
        return None
    days = sorted({point.as_of for point, _ in dated if point.as_of})
    most = max(n for point, _ in dated for n in _known(point))
    step = step_of(most)
    top = -(-most // step) * step
    dots = [_dot(point, days, top, derived=derived) for point, derived in dated]
    plain = sorted((dot for dot in dots if not dot.derived), key=lambda dot: dot.x)
    return Curve(
        band=_band(plain),
        line=_line(plain),
        dots=tuple(dots),
        across=tuple((_x(day, days), str(day)) for day in _spread(days)),
        up=tuple((_y(number, top), f"{number:,}") for number in range(0, top + 1, step)),
    )


def _known(point: TollPoint) -> list[int]:
    return [n for n in (point.low, point.best, point.high) if n is not None]


def _dot(point: TollPoint, days: Sequence[date], most: int, *, derived: bool) -> CurvePoint:
    known = _known(point)
    return CurvePoint(
        x=_x(point.as_of or days[0], days),
        low=_y(min(known), most),
        high=_y(max(known), most),
        best=None if point.best is None else _y(point.best, most),
        open_low=point.low is None,
        open_high=point.high is None,
        derived=derived,
        point=point,
    )


def _x(day: date, days: Sequence[date]) -> float:
    whole = (days[-1] - days[0]).days
    space = WIDTH - LEFT - RIGHT
    return round(LEFT + (space * (day - days[0]).days / whole if whole else space / 2), 1)


def _y(value: int, most: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / (most or 1), 1)


def _spread(days: Sequence[date]) -> list[date]:
    """The first and the last day, and days between them for which there is space."""
    distance, last = timedelta(days=(days[-1] - days[0]).days / 6), date.min
    found: list[date] = []
    for day in days:
        if not found or (day - last >= distance and (days[-1] - day >= distance or day == days[-1])):
            found.append(day)
            last = day
    return found


def _line(dots: Sequence[CurvePoint]) -> str:
    """Steps: a value stays until the next one is reported."""
    parts: list[str] = []
    for dot in dots:
        y = dot.best if dot.best is not None else dot.low
        parts.append(f"M{dot.x} {y}" if not parts else f"H{dot.x}V{y}")
    return "".join(parts)


def _band(dots: Sequence[CurvePoint]) -> str:
    if len(dots) < 2:
        return ""
    ahead = "".join(f"M{d.x} {d.high}" if n == 0 else f"H{d.x}V{d.high}" for n, d in enumerate(dots))
    back = "".join(f"V{dots[n].low}H{dots[n].x}" for n in range(len(dots) - 2, -1, -1))
    return f"{ahead}V{dots[-1].low}{back}Z"
