"""The graph of sources of one incident: independent sources on the left, reports by day on the right.

Lines show which report has figures of which source, and which report copies or quotes another.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.model import OUTCOMES, Claim, Report
from tollbook.plots import captions, outlet_graph
from tollbook.plots.canvas import GREY, PALE, SMALL, WIDTH, Sheet
from tollbook.plots.graph_boxes import LINES, ROW, box, empty_rows, heading, letter, line_signs, rows_of
from tollbook.plots.records import Drawing, PlotData, SourceLink
from tollbook.report_name import publisher_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Reports on one sheet: as many as fit a page at a readable size.
MOST_REPORTS = 25
#: Where the two columns of boxes begin and end, as shares of the width.
_SOURCES, _REPORTS = (0.0, 0.34), (0.52, 0.84)
#: Links that lead from an original to the report that copies or relays it.
_DIRECTED = frozenset({"copied", "relayed"})


class InformantBox(NamedTuple):
    """One independent source: its letter, its name, and the reports that have claims of it."""

    letter: str
    name: str
    reports: frozenset[str]


def draw(data: PlotData) -> Drawing:
    """The graph of one incident, else that of the outlets of the book. Raises Refused if nothing connects them."""
    if data.incident is None:
        return outlet_graph.draw(data)
    incident = data.incidents()[0]
    every = _reports(data)
    reports = every[:MOST_REPORTS]
    sources = _sources(data, reports)
    if not reports or not sources:
        raise Refused(message("There is no graph to draw: no report of this incident counts people."))
    links = _links(data, reports)
    title = message("{incident}: who takes figures from whom", incident=captions.label(incident.title, 120))
    notes = _notes(data, len(every) - len(reports), len(sources), directed=any(e.style in _DIRECTED for e in links))
    rows = max(len(reports), len(sources))
    sheet = Sheet(title, notes, ROW * rows + 0.3, left=0.15)
    (axes,) = sheet.panels(1)
    _boxes(axes, sources, reports, rows)
    _lines(axes, sources, reports, links, rows)
    _legend(sheet, links)
    names = {report.id: captions.label(publisher_name(report), 34) for report in reports}
    sentences = (f"{title}.", *_sentences(sources, reports, links, names), *notes)
    return Drawing(sheet.figure, title, sentences, (title, *(s.name for s in sources), *names.values()))


def _reports(data: PlotData) -> list[Report]:
    own = {link.id for link in data.incidents()[0].reports}
    found = [report for report in data.contents.reports if report.id in own]
    return sorted(found, key=lambda report: (report.published or date.max, publisher_name(report)))


def _sources(data: PlotData, shown: Sequence[Report]) -> list[InformantBox]:
    """The independent sources of claims that count people, each beside its reports, so that few lines cross."""
    known = {report.id: report for report in shown}
    row_of = {report.id: row for row, report in enumerate(shown)}
    by_source: dict[int, list[Claim]] = defaultdict(list)
    for claim in data.contents.claims:
        if claim.id in data.origins and claim.kind in OUTCOMES and claim.report in known:
            by_source[data.origins[claim.id]].append(claim)
    ordered = sorted(
        by_source.items(), key=lambda pair: (fmean(row_of[name] for name in {c.report for c in pair[1]}), pair[0])
    )
    return [
        InformantBox(letter(number), _name(claims, known), frozenset(c.report for c in claims))
        for number, (_, claims) in enumerate(ordered)
    ]


def _name(claims: Sequence[Claim], reports: Mapping[str, Report]) -> str:
    """The most frequent name of the first speaker, longer names first; else the publisher of the report."""
    names = [c.speakers[0].name or c.speakers[0].role or "" for c in claims
             if c.speakers and c.speakers[0].role != "outlet"]  # fmt: skip
    names = [name for name in names if name] or [
        publisher_name(reports[c.report]) for c in claims if c.report in reports
    ]
    return captions.label(max(sorted(set(names)), key=lambda name: (names.count(name), len(name))), 34)


def _links(data: PlotData, reports: Sequence[Report]) -> list[SourceLink]:
    """The strongest link between each two reports."""
    # Never sorted by ids: a release has ids of its own.
    row_of, strength = {report.id: row for row, report in enumerate(reports)}, tuple(LINES)
    found: dict[tuple[str, str], SourceLink] = {}
    for link in sorted(data.links, key=lambda link: strength.index(link.style)):
        if link.report in row_of and link.of in row_of:
            found.setdefault((link.report, link.of), link)
    return sorted(found.values(), key=lambda link: (row_of[link.report], row_of[link.of]))


def _boxes(axes: "Axes", sources: Sequence[InformantBox], reports: Sequence[Report], rows: int) -> None:
    empty_rows(axes, rows)
    heading(axes, _SOURCES[0], message("Independent sources"))
    heading(axes, _REPORTS[0], message("Reports, by day of publication"))
    for row, source in zip(rows_of(len(sources), rows), sources, strict=True):
        box(axes, _SOURCES, row, PALE)
        axes.text(0.012, row + 0.42, source.letter, size=SMALL, weight="bold", va="center")
        axes.text(0.045, row + 0.42, source.name, size=SMALL, va="center")
    for row, report in enumerate(reports):
        box(axes, _REPORTS, row, "white")
        letters = " ".join(source.letter for source in sources if report.id in source.reports)
        day = str(report.published) if report.published else message("day not known")
        axes.text(_REPORTS[0] + 0.01, row + 0.27, captions.label(publisher_name(report), 34), size=SMALL, va="center")
        axes.text(_REPORTS[0] + 0.01, row + 0.6, f"{day}   {letters}", size=SMALL - 0.8, color=GREY, va="center")


def _lines(
    axes: "Axes", sources: Sequence[InformantBox], reports: Sequence[Report], links: Sequence[SourceLink], rows: int
) -> None:
    """Thin lines from a source to reports that have its figures; arrows on the right from an original to a copy."""
    from matplotlib.patches import FancyArrowPatch  # noqa: PLC0415

    row_of = {report.id: row for row, report in enumerate(reports)}
    for row, source in zip(rows_of(len(sources), rows), sources, strict=True):
        for name in sorted(source.reports, key=row_of.__getitem__):
            axes.plot([_SOURCES[1], _REPORTS[0]], [row + 0.43, row_of[name] + 0.43], color=GREY, lw=0.6, zorder=0)
    for link in links:
        line, colour, width, _ = LINES[link.style]
        start, end = row_of[link.of] + 0.5, row_of[link.report] + 0.36
        # The curve bulges to the right by a share of its length: at most as far as the sheet is free there.
        length = abs(end - start) * ROW
        bulge = min(0.5, 0.13 * WIDTH / max(length, 0.1)) * (-1 if end > start else 1)
        axes.add_patch(FancyArrowPatch(
            (_REPORTS[1], start), (_REPORTS[1], end), connectionstyle=f"arc3,rad={bulge:.3f}", color=colour, lw=width,
            ls=line, arrowstyle="-|>" if link.style in _DIRECTED else "-", mutation_scale=7, shrinkA=0, shrinkB=0,
        ))  # fmt: skip


def _legend(sheet: Sheet, links: Sequence[SourceLink]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415

    figure_of = Line2D([], [], color=GREY, lw=0.6, label=message("gives a figure of this source"))
    sheet.legend([figure_of, *line_signs({link.style for link in links})])


def _notes(data: PlotData, left_out: int, sources: int, *, directed: bool) -> list[str]:
    notes = [message("An arrow leads from the original to the report that copies or relays it.")] if directed else []
    if left_out:
        notes.append(plural("{n} later report is not shown.", "{n} later reports are not shown.", left_out))
    counted = plural("{n} independent source is shown.", "{n} independent sources are shown.", sources)
    return [
        *([" ".join(notes)] if notes else []),
        " ".join([counted, *captions.basis(captions.number_of_reports(data), (), data.rule)]),
    ]


def _sentences(
    sources: Sequence[InformantBox], reports: Sequence[Report], links: Sequence[SourceLink], names: Mapping[str, str]
) -> Iterable[str]:
    counted = plural("{n} independent source", "{n} independent sources", len(sources))
    yield plural("{n} report gives figures of {sources}.", "{n} reports give figures of {sources}.", len(reports),
                 sources=counted)  # fmt: skip
    for source in sources[:12]:
        yield plural(
            "Source {letter}, {name}, is in {n} report.", "Source {letter}, {name}, is in {n} reports.",
            len(source.reports), letter=source.letter, name=source.name,
        )  # fmt: skip
    for link in links[:12]:
        ends = {"report": names[link.report], "of": names[link.of]}
        if link.style == "copied":
            yield message("{report} copies the text of {of}.", **ends)
        elif link.style == "relayed":
            yield message("{report} passes on words of {of}.", **ends)
        elif link.style == "quoted":
            yield message("{report} and {of} quote the same words.", **ends)
        else:
            yield message("A person decided that {report} and {of} are two sources.", **ends)
