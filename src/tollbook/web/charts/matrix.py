"""The claims of one incident as a table: sources in rows, the days of each outlet in columns."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import OUTCOMES, Claim, ClaimKind, Record, Report
from tollbook.record import Figure
from tollbook.web.charts.bars import short_count
from tollbook.web.charts.source_marks import SourceMark, outlet_of


class ClaimCell(Record, frozen=True, kw_only=True):
    """One claim in a cell. ``part`` if it is part of a larger count; ``stance`` is empty for an assertion."""

    claim: str
    text: str
    quote: str
    superseded: bool
    part: bool
    stance: str
    bound: bool


class MatrixRow(Record, frozen=True, kw_only=True):
    """The claims of one source and one kind: a cell for each column."""

    kind: ClaimKind
    source: SourceMark
    cells: tuple[tuple[ClaimCell, ...], ...]


class ClaimMatrix(Record, frozen=True, kw_only=True):
    """A column for each day on which an outlet reports numbers, in order of the days, and rows ordered by kind."""

    outlets: tuple[tuple[str, date | None], ...]
    rows: tuple[MatrixRow, ...]

    def kinds(self) -> list[tuple[ClaimKind, list[MatrixRow]]]:
        """The rows of each kind."""
        grouped: dict[ClaimKind, list[MatrixRow]] = defaultdict(list)
        for row in self.rows:
            grouped[row.kind].append(row)
        return list(grouped.items())


def matrix(
    claims: Iterable[Claim],
    figures: Mapping[str, Figure],
    source_of: Mapping[str, SourceMark],
    reports: Mapping[str, Report],
) -> ClaimMatrix:
    """The table of the claims that count people."""
    counted = [claim for claim in claims if claim.kind in OUTCOMES and claim.report in reports]
    outlets = _outlets({claim.report for claim in counted}, reports)
    cells: dict[tuple[ClaimKind, str], dict[tuple[str, date | None], list[Claim]]] = defaultdict(
        lambda: defaultdict(list)
    )
    sources = {}
    for claim in counted:
        source = source_of[claim.id]
        sources[source.letter] = source
        cells[claim.kind, source.letter][_column(reports[claim.report])].append(claim)
    keys = sorted(cells, key=lambda key: (OUTCOMES.index(key[0]), len(key[1]), key[1]))
    return ClaimMatrix(
        outlets=tuple(outlets),
        rows=tuple(
            MatrixRow(
                kind=kind,
                source=sources[letter],
                cells=tuple(_claims_in_cell(cells[kind, letter][each], figures.get(kind), reports) for each in outlets),
            )
            for kind, letter in keys
        ),
    )


def _outlets(report_ids: Iterable[str], reports: Mapping[str, Report]) -> list[tuple[str, date | None]]:
    """The columns, in order of their days; those without a day are last."""
    return sorted({_column(reports[name]) for name in report_ids}, key=lambda pair: (pair[1] or date.max, pair[0]))


def _column(report: Report) -> tuple[str, date | None]:
    return outlet_of(report), report.published


def _claims_in_cell(
    claims: Sequence[Claim], figure: Figure | None, reports: Mapping[str, Report]
) -> tuple[ClaimCell, ...]:
    """Whole counts first, in order of publication."""
    superseded = set(figure.superseded_claims) if figure else set()
    bounds = {*figure.low_claims, *figure.best_claims, *figure.high_claims} if figure else set()
    ordered = sorted(
        claims, key=lambda c: (c.scope == "part", reports[c.report].published or date.max, c.report, c.start)
    )
    return tuple(
        ClaimCell(
            claim=claim.id,
            text=short_count(claim.count) or "?",
            quote=claim.quote,
            superseded=claim.id in superseded,
            part=claim.scope == "part",
            stance="" if claim.stance == "asserts" else claim.stance,
            bound=claim.id in bounds,
        )
        for claim in ordered
    )
