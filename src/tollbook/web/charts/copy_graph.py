"""Who copies whom: informants on the left, reports by day to the right, lines for who gave what to whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import Claim, Record, Report
from tollbook.reconcile.sources import SourceEdge as Tie
from tollbook.web.charts.source_marks import Voice, outlet_of

#: Pixels: a column's width, a box and the room from one box to the next. A box holds 19 letters of 12 px of the widest
#: of the types the page asks for.
COLUMN, BOX, TALL, STEP, TOP = 188, 160, 34, 46, 26

#: How the ties between two reports are drawn; copied text needs no line to its informant besides.
_KINDS: dict[str, str] = {
    "same text": "copied", "one source": "copied", "agency": "copied", "same words": "relayed", "relays": "relayed",
    "informant": "relayed", "repeats": "relayed", "independent": "apart",
}  # fmt: skip
_COPIED = frozenset(kind for kind, drawn in _KINDS.items() if drawn == "copied")


class Node(Record, frozen=True, kw_only=True):
    """A box: a report, or a source that several reports go back to."""

    x: int
    y: int
    label: str
    note: str
    report: str | None = None
    voice: Voice | None = None


class Edge(Record, frozen=True, kw_only=True):
    """A line from where it comes to who has it. ``kind`` is ``quoted``, ``copied``, ``relayed`` or ``apart``."""

    path: str
    kind: str
    why: str
    colour: int | None = None


class Tied(Record, frozen=True, kw_only=True):
    """A tie between two reports in words; ``ids`` are theirs, ``apart`` where it holds them apart."""

    copy: str
    of: str
    why: str
    ids: tuple[str, str]
    apart: bool


class Origins(Record, frozen=True, kw_only=True):
    """The picture: boxes, lines, the day over each column, size in pixels."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    days: tuple[tuple[int, str], ...]
    width: int
    height: int
    spoken: tuple[Tied, ...]


def origins(
    claims: Iterable[Claim],
    voice_of: Mapping[str, Voice],
    ties: Iterable[Tie],
    reports: Sequence[Report],
) -> Origins | None:
    """The picture of one incident's reports; None where there are fewer than two."""
    if len(reports) < 2:
        return None
    told: dict[str, set[str]] = defaultdict(set)
    voices: dict[str, Voice] = {}
    for claim in claims:
        voice = voice_of.get(claim.id)
        first = claim.speakers[0] if claim.speakers else None
        if voice is not None and first is not None and first.role != "outlet":
            told[voice.letter].add(claim.report)
            voices[voice.letter] = voice
    # A source that one report alone quotes is no crossing of ways; the table of claims shows it.
    shared = sorted((letter for letter in told if len(told[letter]) > 1), key=lambda name: (len(name), name))
    columns = _columns(reports)
    at = {report.id: (i + 1, row) for i, column in enumerate(columns) for row, report in enumerate(column)}
    nodes = [_source(voices[letter], row) for row, letter in enumerate(shared)]
    nodes += [_report(report, *at[report.id]) for column in columns for report in column]
    place = {node.report or (node.voice.letter if node.voice else ""): node for node in nodes}
    between = [tie for tie in ties if tie.between and tie.report in place and tie.of in place]
    copied = {tie.report for tie in between if tie.kind in _COPIED}
    edges = [_edge(place[tie.of], place[tie.report], tie.why, kind=_KINDS[tie.kind]) for tie in between]
    edges += [
        _edge(place[letter], place[report], voices[letter].name, kind="quoted")
        for letter in shared
        for report in sorted(told[letter])
        if report in place and report not in copied
    ]
    tallest = max(len(shared), *(len(column) for column in columns))
    return Origins(
        nodes=tuple(nodes),
        edges=tuple(edges),
        days=tuple((COLUMN * (i + 1), _day(column[0])) for i, column in enumerate(columns)),
        width=COLUMN * len(columns) + BOX + 2,
        height=TOP + STEP * tallest,
        spoken=tuple(_tied(tie, place) for tie in between),
    )


def _tied(tie: Tie, place: Mapping[str, Node]) -> Tied:
    return Tied(
        copy=place[tie.report].label,
        of=place[tie.of].label,
        why=tie.why,
        ids=(tie.report, tie.of),
        apart=tie.kind == "independent",
    )


def _columns(reports: Sequence[Report]) -> list[list[Report]]:
    by_day: dict[date, list[Report]] = defaultdict(list)
    for report in reports:
        by_day[report.published or date.max].append(report)
    return [sorted(by_day[day], key=lambda r: (outlet_of(r), r.id)) for day in sorted(by_day)]


def _day(report: Report) -> str:
    return str(report.published) if report.published else ""


def _source(voice: Voice, row: int) -> Node:
    return Node(x=1, y=TOP + STEP * row, label=voice.name, note=voice.letter, voice=voice)


def _report(report: Report, column: int, row: int) -> Node:
    return Node(
        x=COLUMN * column, y=TOP + STEP * row, label=outlet_of(report), note=report.title or "", report=report.id
    )


def _edge(one: Node, other: Node, why: str, *, kind: str) -> Edge:
    """A curve from the right side of one box to the left side of another; within a column, along the right side."""
    x1, y1, y2 = one.x + BOX, one.y + TALL // 2, other.y + TALL // 2
    if one.x == other.x:
        path = f"M{x1} {y1}C{x1 + 26} {y1} {x1 + 26} {y2} {x1 + 3} {y2}"
    else:
        x2 = other.x - 3
        path = f"M{x1} {y1}C{x1 + 30} {y1} {x2 - 30} {y2} {x2} {y2}"
    return Edge(path=path, kind=kind, why=why, colour=one.voice.colour if one.voice else None)
