"""The copy graph: speakers on the left, reports by day to the right, lines from an original to its copies."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import Claim, Record, Report
from tollbook.reconcile.sources import SourceEdge
from tollbook.web.charts.source_marks import SourceMark, outlet_of

#: Pixels: width of a column, width and height of a box, distance of boxes, top margin. A box holds 19 letters of 12 px
#: in the widest font of the page.
COLUMN, BOX, TALL, STEP, TOP = 188, 160, 34, 46, 26

#: The style of each kind of edge between two reports; a copied report has no line to its speaker.
_KINDS: dict[str, str] = {
    "same text": "copied", "one source": "copied", "agency": "copied", "same words": "relayed", "relays": "relayed",
    "informant": "relayed", "repeats": "relayed", "independent": "apart",
}  # fmt: skip
_COPIED = frozenset(kind for kind, drawn in _KINDS.items() if drawn == "copied")


class GraphNode(Record, frozen=True, kw_only=True):
    """A box: a report, or a speaker quoted by several reports."""

    x: int
    y: int
    label: str
    note: str
    report: str | None = None
    source: SourceMark | None = None


class GraphEdge(Record, frozen=True, kw_only=True):
    """A line from an original to a copy. ``kind`` is ``quoted``, ``copied``, ``relayed`` or ``apart``."""

    path: str
    kind: str
    why: str
    colour: int | None = None


class EdgeDescription(Record, frozen=True, kw_only=True):
    """An edge between two reports in words, with their ids; ``apart`` if a decision makes them two sources."""

    copy: str
    of: str
    why: str
    ids: tuple[str, str]
    apart: bool


class CopyGraph(Record, frozen=True, kw_only=True):
    """The chart: boxes, lines, the day of each column, size in pixels, and all edges in words."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    days: tuple[tuple[int, str], ...]
    width: int
    height: int
    links: tuple[EdgeDescription, ...]


def copy_graph(
    claims: Iterable[Claim],
    source_of: Mapping[str, SourceMark],
    source_edges: Iterable[SourceEdge],
    reports: Sequence[Report],
) -> CopyGraph | None:
    """The copy graph of the reports of one incident; None for fewer than two reports."""
    if len(reports) < 2:
        return None
    reports_of: dict[str, set[str]] = defaultdict(set)
    sources: dict[str, SourceMark] = {}
    for claim in claims:
        source = source_of.get(claim.id)
        first = claim.speakers[0] if claim.speakers else None
        if source is not None and first is not None and first.role != "outlet":
            reports_of[source.letter].add(claim.report)
            sources[source.letter] = source
    # A speaker quoted by one report only needs no box; the table of claims shows them.
    shared = sorted(
        (letter for letter in reports_of if len(reports_of[letter]) > 1), key=lambda name: (len(name), name)
    )
    columns = _columns(reports)
    at = {report.id: (i + 1, row) for i, column in enumerate(columns) for row, report in enumerate(column)}
    nodes = [_source(sources[letter], row) for row, letter in enumerate(shared)]
    nodes += [_report(report, *at[report.id]) for column in columns for report in column]
    place = {node.report or (node.source.letter if node.source else ""): node for node in nodes}
    between = [edge for edge in source_edges if edge.between and edge.report in place and edge.of in place]
    copied = {edge.report for edge in between if edge.kind in _COPIED}
    edges = [_edge(place[edge.of], place[edge.report], edge.why, kind=_KINDS[edge.kind]) for edge in between]
    edges += [
        _edge(place[letter], place[report], sources[letter].name, kind="quoted")
        for letter in shared
        for report in sorted(reports_of[letter])
        if report in place and report not in copied
    ]
    tallest = max(len(shared), *(len(column) for column in columns))
    return CopyGraph(
        nodes=tuple(nodes),
        edges=tuple(edges),
        days=tuple((COLUMN * (i + 1), _day(column[0])) for i, column in enumerate(columns)),
        width=COLUMN * len(columns) + BOX + 2,
        height=TOP + STEP * tallest,
        links=tuple(_link(edge, place) for edge in between),
    )


def _link(edge: SourceEdge, place: Mapping[str, GraphNode]) -> EdgeDescription:
    return EdgeDescription(
        copy=place[edge.report].label,
        of=place[edge.of].label,
        why=edge.why,
        ids=(edge.report, edge.of),
        apart=edge.kind == "independent",
    )


def _columns(reports: Sequence[Report]) -> list[list[Report]]:
    by_day: dict[date, list[Report]] = defaultdict(list)
    for report in reports:
        by_day[report.published or date.max].append(report)
    return [sorted(by_day[day], key=lambda r: (outlet_of(r), r.id)) for day in sorted(by_day)]


def _day(report: Report) -> str:
    return str(report.published) if report.published else ""


def _source(source: SourceMark, row: int) -> GraphNode:
    return GraphNode(x=1, y=TOP + STEP * row, label=source.name, note=source.letter, source=source)


def _report(report: Report, column: int, row: int) -> GraphNode:
    return GraphNode(
        x=COLUMN * column, y=TOP + STEP * row, label=outlet_of(report), note=report.title or "", report=report.id
    )


def _edge(one: GraphNode, other: GraphNode, why: str, *, kind: str) -> GraphEdge:
    """A curve from the right side of one box to the left side of another; within a column, along the right side."""
    x1, y1, y2 = one.x + BOX, one.y + TALL // 2, other.y + TALL // 2
    if one.x == other.x:
        path = f"M{x1} {y1}C{x1 + 26} {y1} {x1 + 26} {y2} {x1 + 3} {y2}"
    else:
        x2 = other.x - 3
        path = f"M{x1} {y1}C{x1 + 30} {y1} {x2 - 30} {y2} {x2} {y2}"
    return GraphEdge(path=path, kind=kind, why=why, colour=one.source.colour if one.source else None)
