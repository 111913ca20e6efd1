"""The claims of one incident as a table: what each source is said to have said, outlet by outlet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import FATES, Claim, ClaimKind, Record, Report
from tollbook.record import Figure
from tollbook.web.charts.bars import reach
from tollbook.web.charts.source_marks import Voice, outlet_of


class Value(Record, frozen=True, kw_only=True):
    """One claim in a cell. ``part`` where it tells of some of those counted; ``stance`` where it is not asserted."""

    claim: str
    text: str
    quote: str
    superseded: bool
    part: bool
    stance: str
    bound: bool


class Line(Record, frozen=True, kw_only=True):
    """What one source says of one fate: a cell for each outlet."""

    kind: ClaimKind
    voice: Voice
    cells: tuple[tuple[Value, ...], ...]


class Matrix(Record, frozen=True, kw_only=True):
    """Outlets in order of their first report, and the lines under them, fate by fate."""

    outlets: tuple[tuple[str, date | None], ...]
    lines: tuple[Line, ...]

    def kinds(self) -> list[tuple[ClaimKind, list[Line]]]:
        """The lines of each fate."""
        grouped: dict[ClaimKind, list[Line]] = defaultdict(list)
        for line in self.lines:
            grouped[line.kind].append(line)
        return list(grouped.items())


def matrix(
    claims: Iterable[Claim],
    figures: Mapping[str, Figure],
    voice_of: Mapping[str, Voice],
    reports: Mapping[str, Report],
) -> Matrix:
    """The claims that count people, by fate and source in rows, by outlet in columns."""
    counted = [claim for claim in claims if claim.kind in FATES and claim.report in reports]
    outlets = _outlets({claim.report for claim in counted}, reports)
    columns = [name for name, _ in outlets]
    cells: dict[tuple[ClaimKind, str], dict[str, list[Claim]]] = defaultdict(lambda: defaultdict(list))
    voices = {}
    for claim in counted:
        voice = voice_of[claim.id]
        voices[voice.letter] = voice
        cells[claim.kind, voice.letter][outlet_of(reports[claim.report])].append(claim)
    keys = sorted(cells, key=lambda key: (FATES.index(key[0]), len(key[1]), key[1]))
    return Matrix(
        outlets=tuple(outlets),
        lines=tuple(
            Line(
                kind=kind,
                voice=voices[letter],
                cells=tuple(_values(cells[kind, letter][name], figures.get(kind), reports) for name in columns),
            )
            for kind, letter in keys
        ),
    )


def _outlets(told: Iterable[str], reports: Mapping[str, Report]) -> list[tuple[str, date | None]]:
    first: dict[str, date] = {}
    for name in told:
        report = reports[name]
        day = report.published or date.max
        first[outlet_of(report)] = min(day, first.get(outlet_of(report), day))
    ordered = sorted(first.items(), key=lambda pair: (pair[1], pair[0]))
    return [(name, None if day == date.max else day) for name, day in ordered]


def _values(claims: Sequence[Claim], figure: Figure | None, reports: Mapping[str, Report]) -> tuple[Value, ...]:
    """Whole counts first, in the order they were published; the same words of one outlet said again are shown again."""
    superseded = set(figure.superseded_claims) if figure else set()
    bounds = {*figure.low_claims, *figure.best_claims, *figure.high_claims} if figure else set()
    ordered = sorted(
        claims, key=lambda c: (c.scope == "part", reports[c.report].published or date.max, c.report, c.start)
    )
    return tuple(
        Value(
            claim=claim.id,
            text=reach(claim.count) or "?",
            quote=claim.quote,
            superseded=claim.id in superseded,
            part=claim.scope == "part",
            stance="" if claim.stance == "asserts" else claim.stance,
            bound=claim.id in bounds,
        )
        for claim in ordered
    )
