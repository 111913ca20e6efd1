"""The copy graph: speakers on the left, reports by day to the right, lines from an original to its copies.

Boxes stand on a grid. Lines run only between its columns and between its rows, so that no line crosses a box.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby

import msgspec

from tollbook.locale.messages import ngettext
from tollbook.model import Claim, Record, Report
from tollbook.reconcile.sources import SourceEdge
from tollbook.web.charts.copy_groups import CopyGroup, copy_groups, folded
from tollbook.web.charts.graph_lines import COLUMN, STEP, TOP, Cell, GraphLines, wrapped
from tollbook.web.charts.source_marks import SourceMark, outlet_of

#: The style of each kind of edge between two reports; a copied report has no line to its speaker. An unknown kind is
#: drawn as one that relays.
_KINDS: dict[str, str] = {
    "same text": "copied", "one source": "copied", "agency": "copied", "same words": "relayed", "relays": "relayed",
    "informant": "relayed", "repeats": "relayed", "independent": "apart",
}  # fmt: skip
#: Columns of reports that fit a window beside the speakers. With more days than that, a column holds several days.
_FITTING = 3
#: Of several edges between two reports the first of these is drawn.
_STRONGEST = ("apart", "copied", "relayed")


class GraphNode(Record, frozen=True, kw_only=True):
    """A box: a report, or a speaker quoted by several reports. ``lines`` and ``small`` are its text, line by line.

    ``copies`` is the number of copies that the box of a report represents.
    """

    name: str
    x: int
    y: int
    label: str
    note: str
    lines: tuple[str, ...]
    small: tuple[str, ...] = ()
    report: str | None = None
    source: SourceMark | None = None
    copies: int = 0


class GraphEdge(Record, frozen=True, kw_only=True):
    """A line from an original to a copy. ``kind`` is ``quoted``, ``copied``, ``relayed`` or ``apart``."""

    path: str
    kind: str
    why: tuple[str, ...]
    ends: tuple[str, str]
    colour: int | None = None


class EdgeDescription(Record, frozen=True, kw_only=True):
    """An edge between two reports in words, with their ids; ``apart`` if a decision makes them two sources."""

    copy: str
    of: str
    why: str
    ids: tuple[str, str]
    apart: bool


class CopyGraph(Record, frozen=True, kw_only=True):
    """The chart: boxes, lines, the day or days of each column, and size in pixels; in words, the groups of reports that
    have one text, and all other edges. ``opened`` is the first report of the group whose copies are drawn.
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    days: tuple[tuple[int, str], ...]
    width: int
    height: int
    links: tuple[EdgeDescription, ...]
    groups: tuple[CopyGroup, ...] = ()
    opened: str = ""


def copy_graph(
    claims: Iterable[Claim],
    source_of: Mapping[str, SourceMark],
    source_edges: Iterable[SourceEdge],
    reports: Sequence[Report],
    *,
    opened: str = "",
) -> CopyGraph | None:
    """The copy graph of the reports of one incident; None for fewer than two reports.

    Reports of one text are one box, except the group whose first report is ``opened``.
    """
    if len(reports) < 2:
        return None
    names = {report.id for report in reports}
    between = [edge for edge in source_edges if edge.between and {edge.report, edge.of} <= names]
    groups = copy_groups([edge for edge in between if _style(edge) == "copied"], reports)
    stands_for = folded(groups, opened)
    every, reports = reports, [report for report in reports if report.id not in stands_for]
    reports_of, sources = _quoted(claims, source_of)
    reports_of = {letter: {stands_for.get(name, name) for name in own} for letter, own in reports_of.items()}
    # A speaker quoted by one report only needs no box; the table of claims shows them.
    shared = sorted((name for name in reports_of if len(reports_of[name]) > 1), key=lambda name: (len(name), name))
    columns = _columns(reports, max(len(shared), -(-len(reports) // _FITTING)))
    cells = {letter: Cell(0, row) for row, letter in enumerate(shared)}
    cells |= {r.id: Cell(i + 1, row) for i, column in enumerate(columns) for row, r in enumerate(column)}
    boxes = (_source(sources[letter], cells[letter]) for letter in shared)
    drawn = _drawn(between, groups, stands_for)
    return CopyGraph(
        nodes=(*boxes, *_report_boxes(columns, cells, stands_for)),
        edges=tuple(_edges(cells, drawn, {letter: reports_of[letter] for letter in shared}, sources)),
        days=tuple((COLUMN * (i + 1) + 1, _days(column)) for i, column in enumerate(columns)),
        width=COLUMN * (len(columns) + 1),
        height=TOP + STEP * max(cell.row + 1 for cell in cells.values()),
        links=_links(between, groups, {report.id: outlet_of(report) for report in every}),
        groups=tuple(groups),
        opened=opened if any(group.first.id == opened for group in groups) else "",
    )


def _report_boxes(
    columns: Sequence[Sequence[Report]], cells: Mapping[str, Cell], stands_for: Mapping[str, str]
) -> Iterator[GraphNode]:
    """The box of each report, with its day where its column has several, and the number of its copies."""
    copies = Counter(stands_for.values())
    for column in columns:
        for report in column:
            day = _day(report) if _days(column).count("–") else ""
            yield _report(report, cells[report.id], day, copies[report.id])


def _drawn(
    between: Iterable[SourceEdge], groups: Iterable[CopyGroup], stands_for: Mapping[str, str]
) -> list[SourceEdge]:
    """The edges between the boxes: a copy has the edges of its group's box, and one edge within an opened group."""
    first_of = {name: group.first.id for group in groups for name in group.members}
    found = []
    for edge in between:
        report, of = (stands_for.get(name, name) for name in (edge.report, edge.of))
        own = first_of.get(report)
        within = own is not None and own == first_of.get(of)
        if report != of and not (within and own not in {report, of}):
            found.append(msgspec.structs.replace(edge, report=report, of=of))
    return found


def _links(
    between: Iterable[SourceEdge], groups: Iterable[CopyGroup], labels: Mapping[str, str]
) -> tuple[EdgeDescription, ...]:
    """The edges in words, without those within a group; the same words between two outlets are given once."""
    first_of = {name: group.first.id for group in groups for name in group.members}
    found: dict[tuple[str, str, str], EdgeDescription] = {}
    for edge in between:
        ends = [first_of.get(name, name) for name in (edge.report, edge.of)]
        if edge.kind == "independent" or ends[0] != ends[1]:
            link = _link(edge, labels)
            found.setdefault((*((link.copy, link.of) if link.apart else ends), link.why), link)
    return tuple(found.values())


def _edges(
    cells: Mapping[str, Cell],
    between: Sequence[SourceEdge],
    quoted_in: Mapping[str, set[str]],
    sources: Mapping[str, SourceMark],
) -> list[GraphEdge]:
    """The lines between reports, and from each speaker to the reports that quote it and are not copies."""
    copied = {edge.report for edge in between if _style(edge) == "copied"}
    lines = GraphLines()
    edges = [
        _edge(lines, cells, (of, report), kind=_style(same[0]), why=[edge.why for edge in same])
        for (of, report), same in _strongest(between)
    ]
    edges += [
        _edge(lines, cells, (letter, report), kind="quoted", why=[sources[letter].name], colour=sources[letter].colour)
        for letter, reports in quoted_in.items()
        for report in sorted(reports)
        if report in cells and report not in copied
    ]
    return edges


def _quoted(
    claims: Iterable[Claim], source_of: Mapping[str, SourceMark]
) -> tuple[dict[str, set[str]], dict[str, SourceMark]]:
    """The reports that quote each speaker, and the speakers, by letter."""
    reports_of: dict[str, set[str]] = defaultdict(set)
    sources: dict[str, SourceMark] = {}
    for claim in claims:
        source = source_of.get(claim.id)
        first = claim.speakers[0] if claim.speakers else None
        if source is not None and first is not None and first.role != "outlet":
            reports_of[source.letter].add(claim.report)
            sources[source.letter] = source
    return reports_of, sources


def _style(edge: SourceEdge) -> str:
    return _KINDS.get(edge.kind, "relayed")


def _strongest(between: Iterable[SourceEdge]) -> list[tuple[tuple[str, str], list[SourceEdge]]]:
    """The edges between each two reports, the strongest first: one line is drawn for all of them."""
    by_pair = sorted(between, key=lambda e: (e.of, e.report, _STRONGEST.index(_style(e)), e.kind))
    return [(pair, list(same)) for pair, same in groupby(by_pair, key=lambda e: (e.of, e.report))]


def _link(edge: SourceEdge, labels: Mapping[str, str]) -> EdgeDescription:
    return EdgeDescription(
        copy=labels[edge.report],
        of=labels[edge.of],
        why=edge.why,
        ids=(edge.report, edge.of),
        apart=edge.kind == "independent",
    )


def _columns(reports: Sequence[Report], most: int) -> list[list[Report]]:
    """The reports by day; if there are too many columns, consecutive days are joined up to a number of reports."""
    by_day: dict[date, list[Report]] = defaultdict(list)
    for report in reports:
        by_day[report.published or date.max].append(report)
    days = [sorted(by_day[day], key=lambda r: (outlet_of(r), r.id)) for day in sorted(by_day)]
    if len(days) <= _FITTING:
        return days
    columns: list[list[Report]] = []
    for same in days:
        if columns and same[0].published and len(columns[-1]) + len(same) <= most:
            columns[-1] += same
        else:
            columns.append(same)
    return columns


def _days(column: Sequence[Report]) -> str:
    """The day of a column, or its first and last day."""
    return " – ".join(dict.fromkeys((_day(column[0]), _day(column[-1]))))


def _day(report: Report) -> str:
    return str(report.published) if report.published else ""


def _source(source: SourceMark, cell: Cell) -> GraphNode:
    return GraphNode(
        name=source.letter, x=cell.x, y=cell.y, label=source.name, note=source.letter, source=source,
        lines=wrapped(source.name, 20, 3),
    )  # fmt: skip


def _report(report: Report, cell: Cell, day: str, copies: int) -> GraphNode:
    """The box of a report; with its day if the column has several, and with the number of its copies."""
    label = outlet_of(report)
    lines = wrapped(label, 25, 1 if day or copies else 2)
    small: tuple[str, ...] = (day,) if day else ()
    small += (ngettext("and {n} copy", "and {n} copies", copies),) if copies else ()
    return GraphNode(
        name=report.id, x=cell.x, y=cell.y, label=label, note=report.title or "", report=report.id, lines=lines,
        copies=copies,
        small=(*small, *wrapped(report.title or "", 30, 3 - len(lines) - len(small))),
    )  # fmt: skip


def _edge(
    lines: GraphLines,
    cells: Mapping[str, Cell],
    ends: tuple[str, str],
    *,
    kind: str,
    why: Sequence[str],
    colour: int | None = None,
) -> GraphEdge:
    path = lines.path(cells[ends[0]], cells[ends[1]])
    return GraphEdge(path=path, kind=kind, why=tuple(dict.fromkeys(why)), ends=ends, colour=colour)
