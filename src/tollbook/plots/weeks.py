"""Incidents week by week, and the people that reports count in them, with the band on which sources disagree."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.plots import captions
from tollbook.plots.canvas import GREY, INK, PALE, Sheet, at, band, band_sign, days_below, is_open, whole_numbers
from tollbook.plots.records import Drawing, PlotData
from tollbook.record import Incident

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The most days of an incident that is counted by weeks: a month. Longer ones fit no week.
LONGEST = 31
_WEEK = timedelta(days=7)
_OUTCOME = "killed"


class Week(NamedTuple):
    """One week: incidents surely of it, those that may be, and the sums of killed; ``high`` is ``open`` if unknown."""

    monday: date
    sure: int
    maybe: int
    low: int
    best: int | None
    high: int
    open: bool


def draw(data: PlotData) -> Drawing:
    """Two panels on one axis of weeks. Raises Refused if no incident has a day."""
    placed = [(each, first, last) for each in data.incidents() if (days := _days(each)) for first, last in [days]]
    if not placed:
        raise Refused(message(
            "There are no weeks to draw: the day of no incident is known to within a month. Reports need a day of "
            "publication to resolve words such as “on Tuesday”; set it with tollbook describe --day."
        ))  # fmt: skip
    weeks = _weeks(placed)
    title = message("Incidents and people killed, week by week")
    notes = _notes(data, len(data.incidents()) - len(placed), weeks)
    sheet = Sheet(title, notes, 3.5)
    above, below = sheet.panels(2, hspace=0.28)
    _incidents(above, weeks)
    _killed(below, weeks)
    _legend(sheet, weeks)
    return Drawing(sheet.figure, title, (f"{title}.", *_sentences(weeks, len(placed)), *notes), ())


def _days(incident: Incident) -> tuple[date, date] | None:
    when = incident.when
    if when is None or when.start is None:
        return None
    last = when.end or when.start
    return (when.start, last) if (last - when.start).days < LONGEST else None


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _weeks(placed: Sequence[tuple[Incident, date, date]]) -> list[Week]:
    first, last = _monday(min(start for _, start, _ in placed)), _monday(max(end for _, _, end in placed))
    sure: dict[date, list[Incident]] = {}
    maybe: dict[date, list[Incident]] = {}
    for incident, start, end in placed:
        mondays = [_monday(start) + n * _WEEK for n in range((_monday(end) - _monday(start)).days // 7 + 1)]
        for monday in mondays:
            (sure if len(mondays) == 1 else maybe).setdefault(monday, []).append(incident)
    every = (first + n * _WEEK for n in range((last - first).days // 7 + 1))
    return [_week(monday, sure.get(monday, []), maybe.get(monday, [])) for monday in every]


def _week(monday: date, sure: Sequence[Incident], maybe: Sequence[Incident]) -> Week:
    """The sums of a week. An incident that may be of another week counts only towards the highest value."""
    own = [figure for each in sure if (figure := each.figures.get(_OUTCOME))]
    other = [figure for each in maybe if (figure := each.figures.get(_OUTCOME))]
    high = [max(n for n in (f.low, f.best, f.high, 0) if n is not None) for f in (*own, *other)]
    bests = [*(figure.best for figure in own), *(None for _ in other)]
    return Week(
        monday=monday, sure=len(sure), maybe=len(maybe), low=sum(figure.low or 0 for figure in own),
        best=None if None in bests else sum(n for n in bests if n is not None), high=sum(high),
        open=any(is_open(figure) for figure in (*own, *other)),
    )  # fmt: skip


def _incidents(axes: "Axes", weeks: Sequence[Week]) -> None:
    edges = [*(at(week.monday) for week in weeks), at(weeks[-1].monday + _WEEK)]
    sure, every = [week.sure for week in weeks], [week.sure + week.maybe for week in weeks]
    axes.stairs(every, edges, baseline=sure, fill=True, facecolor="white", edgecolor=INK, hatch="////", lw=0.4)
    axes.stairs(sure, edges, fill=True, facecolor=GREY, edgecolor=INK, lw=0.4)
    axes.set_ylabel(message("incidents"))
    axes.set_ylim(0, max(every) * 1.15)
    _frame(axes, weeks)
    axes.tick_params(labelbottom=False)


def _killed(axes: "Axes", weeks: Sequence[Week]) -> None:
    days = [*(at(week.monday) for week in weeks), at(weeks[-1].monday + _WEEK)]
    values = [(w.low, float("nan") if w.best is None else w.best, w.high) for w in (*weeks, weeks[-1])]
    band(axes, days, values)
    most = max(*(high for _, _, high in values), 1)
    opened = [at(week.monday) + 3.5 for week in weeks if week.open]
    axes.plot(opened, [most * 1.1] * len(opened), ls="", marker="^", ms=4, color=INK)
    axes.set_ylabel(message("people killed"))
    axes.set_ylim(0, most * 1.2)
    _frame(axes, weeks)


def _frame(axes: "Axes", weeks: Sequence[Week]) -> None:
    # With few weeks the axis is still six weeks long, so that a bar stays a bar.
    space = 7 * max(1, (6 - len(weeks)) // 2)
    axes.set_xlim(at(weeks[0].monday) - space, at(weeks[-1].monday + _WEEK) + space)
    whole_numbers(axes)
    days_below(axes)
    axes.grid(axis="y", lw=0.3, color=PALE)
    axes.set_axisbelow(True)


def _legend(sheet: Sheet, weeks: Sequence[Week]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415
    from matplotlib.patches import Patch  # noqa: PLC0415

    handles: list[Any] = [Patch(facecolor=GREY, edgecolor=INK, lw=0.4, label=message("in this week"))]
    if any(week.maybe for week in weeks):
        says = message("in this week or another")
        handles.append(Patch(facecolor="white", edgecolor=INK, hatch="////", lw=0.4, label=says))
    handles.append(band_sign(message("killed, low to high")))
    handles.append(Line2D([], [], color=INK, lw=1.5, label=message("killed, best")))
    if any(week.open for week in weeks):
        handles.append(Line2D([], [], color=INK, ls="", marker="^", ms=4, label=message("no upper bound given")))
    sheet.legend(handles, columns=5)


def _notes(data: PlotData, without_day: int, weeks: Sequence[Week]) -> list[str]:
    notes = [message("Weeks begin on Monday.")]
    if any(week.maybe for week in weeks):
        notes.append(message(
            "An incident that may be of several weeks is in each of them; its dead count only towards the high value. "
            "A best value is drawn where every incident of the week has one."
        ))  # fmt: skip
    if without_day:
        notes.append(plural(
            "{n} incident is left out: its day is not known to within a month.",
            "{n} incidents are left out: their days are not known to within a month.", without_day,
        ))  # fmt: skip
    silent = sum(_OUTCOME not in each.figures for each in data.incidents())
    if silent:
        notes.append(plural(
            "For {n} incident no source says how many were killed.",
            "For {n} incidents no source says how many were killed.", silent,
        ))  # fmt: skip
    sources = captions.independent_sources(data, [_OUTCOME])
    return [" ".join(notes), " ".join(captions.basis(captions.number_of_reports(data), sources, data.rule))]


def _sentences(weeks: Sequence[Week], placed: int) -> Iterable[str]:
    yield plural("{n} incident has a day.", "{n} incidents have a day.", placed)
    first, last = captions.day(weeks[0].monday), captions.day(weeks[-1].monday)
    if len(weeks) == 1:
        yield message("The only week begins on {first}.", first=first)
    else:
        yield message(
            "The {n:,} weeks run from that of {first} to that of {last}.", n=len(weeks), first=first, last=last
        )
    most = max(weeks, key=lambda week: (week.high, week.low))
    if most.high:
        killed = f"{most.low:,}" if most.low == most.high else f"{most.low:,}–{most.high:,}"
        yield message(
            "The week with most people reported killed begins on {day}: {killed}.",
            day=captions.day(most.monday), killed=killed,
        )  # fmt: skip
    wide = [week for week in weeks if week.low != week.high or week.open]
    if not wide:
        yield message("In no week do sources disagree or leave the number open.")
        return
    yield plural("Sources disagree, or leave the number open, in {n} week.",
                 "Sources disagree, or leave the number open, in {n} weeks.", len(wide))  # fmt: skip
