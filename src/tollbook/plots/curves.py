"""Toll curves: how the number that sources give changed from report to report."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.locale.wording import bounds
from tollbook.model import OUTCOMES
from tollbook.plots import captions
from tollbook.plots.canvas import GREY, INK, SMALL, Sheet, at, band, band_sign, days_below, is_open, whole_numbers
from tollbook.plots.records import Drawing, PlotData
from tollbook.record import Toll, TollPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Curves on one sheet: as many as fit a page of a journal.
MOST_PANELS = 6
#: Inches of one curve.
_HEIGHT = 1.55


class TollCurve(NamedTuple):
    """One curve: its name, the stated values in the order of days, and the values that follow from words."""

    name: str
    points: tuple[TollPoint, ...]
    derived: tuple[TollPoint, ...] = ()
    reports: int = 0
    independent: int = 0


def draw(data: PlotData) -> Drawing:
    """The curves of all running totals, of one, or of the figures of one incident. Raises Refused without any."""
    if data.incident is not None:
        title, curves = _of_incident(data)
    else:
        title, curves = message("Running totals, as sources gave them"), _of_tolls(data)
    if not curves:
        raise Refused(message(
            "There is no curve to draw: no source gives a number on a known day. A running total, or an incident with "
            "a figure and dated reports, makes one."
        ))  # fmt: skip
    shown = curves[:MOST_PANELS]
    notes = _notes(data, curves, shown)
    sheet = Sheet(title, notes, _HEIGHT * len(shown) - 0.4, above=0.2)
    for axes, curve in zip(sheet.panels(len(shown), hspace=0.75), shown, strict=True):
        _panel(axes, curve)
    _legend(sheet, shown)
    sentences = (f"{title}.", *(_sentence(curve) for curve in shown), *notes)
    return Drawing(sheet.figure, title, sentences, (title, *(curve.name for curve in shown)))


def _of_incident(data: PlotData) -> tuple[str, list[TollCurve]]:
    incident = data.incidents()[0]
    name = captions.label(incident.title, 120)
    curves = [
        TollCurve(kind.capitalize(), points, independent=incident.figures[kind].independent_sources)
        for kind in OUTCOMES
        if kind in incident.figures and (points := _dated(data.history.get(kind, ())))
    ]
    return message("{incident}: figures by day of publication", incident=name), curves


def _of_tolls(data: PlotData) -> list[TollCurve]:
    chosen = [toll for toll in data.contents.tolls if data.toll in {None, toll.id}]
    curves = [
        TollCurve(
            _name(toll), _dated(toll.series), _dated(toll.derived), len(_reports(data, toll)), toll.independent_sources
        )
        for toll in chosen
    ]
    return sorted((c for c in curves if c.points or c.derived), key=lambda c: -len(c.points) - len(c.derived))


def _name(toll: Toll) -> str:
    place = toll.place.name if toll.place else message("place not known")
    return f"{toll.kind.capitalize()}: {captions.label(toll.people or 'people', 50)}, {captions.label(place)}"


def _reports(data: PlotData, toll: Toll) -> set[str]:
    return {claim.report for claim in data.contents.claims if claim.toll == toll.id}


def _dated(points: Sequence[TollPoint]) -> tuple[TollPoint, ...]:
    dated = [p for p in points if p.as_of is not None and _known(p)]
    return tuple(sorted(dated, key=lambda p: p.as_of or date.min))


def _known(point: TollPoint) -> list[int]:
    return [n for n in (point.low, point.best, point.high) if n is not None]


def _panel(axes: "Axes", curve: TollCurve) -> None:
    """One curve: steps, since a value holds until the next report."""
    days = [_at(point) for point in (*curve.points, *curve.derived)]
    first, last = min(days), max(days)
    space = max((last - first) / 12, 1)
    most = max(n for point in (*curve.points, *curve.derived) for n in _known(point))
    axes.set_title(curve.name, loc="left", size=SMALL + 0.7, weight="bold")
    axes.set_xlim(first - space, last + 3 * space)
    axes.set_ylim(0, most * 1.18 or 1)
    _steps(axes, curve.points, last + space, most)
    for point in curve.derived:
        axes.plot(
            [_at(point)] * 2, [min(_known(point)), max(_known(point))], color=GREY, lw=1, ls=":", marker="_", ms=5
        )
    end = (curve.points or curve.derived)[-1]
    axes.annotate(
        bounds(end), (last + space, _height(end)), xytext=(4, 0), textcoords="offset points", va="center", size=SMALL,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )  # fmt: skip
    whole_numbers(axes)
    days_below(axes)
    axes.grid(axis="y", lw=0.3, color=GREY, alpha=0.4)


def _at(point: TollPoint) -> float:
    return at(point.as_of or date.min)


def _height(point: TollPoint) -> float:
    return point.best if point.best is not None else sum(_known(point)) / len(_known(point))


def _steps(axes: "Axes", points: Sequence[TollPoint], until: float, most: int) -> None:
    if not points:
        return
    values = [
        (min(_known(p)), float("nan") if p.best is None else p.best, max(_known(p))) for p in (*points, points[-1])
    ]
    days = [*map(_at, points), until]
    band(axes, days, values)
    axes.plot(days[:-1], [best for _, best, _ in values[:-1]], ls="", marker="o", ms=3, color=INK)
    opened = [_at(point) for point in points if is_open(point)]
    axes.plot(opened, [most * 1.1] * len(opened), ls="", marker="^", ms=4, color=INK)


def _legend(sheet: Sheet, curves: Sequence[TollCurve]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415

    handles: list[Any] = [
        band_sign(message("low to high")),
        Line2D([], [], color=INK, lw=1.6, marker="o", ms=3, label=message("best")),
    ]
    if any(is_open(point) for curve in curves for point in curve.points):
        handles.append(Line2D([], [], color=INK, ls="", marker="^", ms=4, label=message("no upper bound given")))
    if any(curve.derived for curve in curves):
        says = message("follows from words such as “three times”")
        handles.append(Line2D([], [], color=GREY, lw=1, ls=":", marker="_", label=says))
    sheet.legend(handles)


def _notes(data: PlotData, curves: Sequence[TollCurve], shown: Sequence[TollCurve]) -> list[str]:
    notes = [message("A value holds until the next report.")]
    if rest := len(curves) - len(shown):
        notes.append(plural(
            "{n} more curve, with fewer values, is not shown.",
            "{n} more curves, with fewer values, are not shown.", rest,
        ))  # fmt: skip
    if data.incident is None:
        reports = len({name for toll in data.contents.tolls if data.toll in {None, toll.id}
                       for name in _reports(data, toll)})  # fmt: skip
    else:
        reports = captions.number_of_reports(data)
        own = {link.id for link in data.incidents()[0].reports}
        undated = sum(report.id in own and report.published is None for report in data.contents.reports)
        if undated:
            notes.append(plural(
                "{n} report without a day of publication is left out.",
                "{n} reports without a day of publication are left out.", undated,
            ))  # fmt: skip
    return [" ".join(notes), " ".join(captions.basis(reports, (c.independent for c in shown), data.rule))]


def _sentence(curve: TollCurve) -> str:
    """A curve in whole sentences: its first and its last value."""
    points = curve.points or curve.derived
    first, last = points[0], points[-1]
    value, day = bounds(first), captions.day(first.as_of)
    if len(points) == 1:
        return message("{name}: the only value is {value} ({day}).", name=curve.name, value=value, day=day)
    return message(
        "{name}: {n:,} values; the first is {value} ({day}), the last {last} ({until}).",
        name=curve.name, n=len(points), value=value, day=day, last=bounds(last), until=captions.day(last.as_of),
    )  # fmt: skip
