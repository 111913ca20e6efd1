"""Statements about an incident, by speaker and day."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.incidents.facets import informant
from tollbook.model import Claim, Record
from tollbook.record import Statement
from tollbook.web.charts.source_marks import SourceMark

#: Pixels of the track, and of its margins.
WIDTH, MARGIN = 520, 18


class StatementMark(Record, frozen=True, kw_only=True):
    """A statement and its position in pixels from the left; None if its day is not known."""

    x: float | None
    statement: Statement


class SpeakerTrack(Record, frozen=True, kw_only=True):
    """A speaker with all their statements; ``page`` is ``speakers``, or ``outlets`` for an outlet."""

    speaker: str
    page: str
    source: SourceMark | None
    marks: tuple[StatementMark, ...]


class StatementTimeline(Record, frozen=True, kw_only=True):
    """Speakers in the order of their first statement, and the days on the axis with their pixels."""

    tracks: tuple[SpeakerTrack, ...]
    ticks: tuple[tuple[float, date], ...]


def statement_timeline(
    statements: Sequence[Statement], source_of: Mapping[str, SourceMark], claims: Mapping[str, Claim]
) -> StatementTimeline:
    """The timeline of the statements of one incident."""
    days = sorted({each.said for each in statements if each.said})
    by_speaker: dict[str, list[Statement]] = defaultdict(list)
    sources: dict[str, SourceMark] = {}
    for each in statements:
        source = next((source_of[claim] for claim in each.claims if claim in source_of), None)
        key = source.letter if source else each.speaker
        by_speaker[key].append(each)
        if source:
            sources[key] = source
    return StatementTimeline(
        tracks=tuple(
            SpeakerTrack(
                speaker=sources[key].name if key in sources else same[0].speaker,
                page="speakers" if any(_quoted(each, claims) for each in same) else "outlets",
                source=sources.get(key),
                marks=tuple(_marks(same, days)),
            )
            for key, same in by_speaker.items()
        ),
        ticks=tuple(_ticks(days)),
    )


def _quoted(statement: Statement, claims: Mapping[str, Claim]) -> bool:
    """Whether the statement quotes a speaker, or is by the outlet itself."""
    return any(informant(claims[name]) for name in statement.claims if name in claims)


def _marks(same: Iterable[Statement], days: Sequence[date]) -> Iterable[StatementMark]:
    """The marks of a track; several marks of one day are drawn side by side."""
    taken: dict[float, int] = defaultdict(int)
    for each in same:
        x = _x(each.said, days) if each.said else None
        if x is not None:
            x, taken[x] = min(x + 13 * taken[x], WIDTH - MARGIN / 2), taken[x] + 1
        yield StatementMark(x=x, statement=each)


def _ticks(days: Sequence[date]) -> Iterable[tuple[float, date]]:
    """Every day with enough space for its label."""
    last = -1000.0
    for day in days:
        x = _x(day, days)
        if x - last >= 44:
            last = x
            yield x, day


def _x(day: date, days: Sequence[date]) -> float:
    whole = (days[-1] - days[0]).days or 1
    return round(MARGIN + (WIDTH - 4 * MARGIN) * (day - days[0]).days / whole, 1)
