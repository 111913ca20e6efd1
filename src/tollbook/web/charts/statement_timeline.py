"""What was said about an incident, speaker by speaker along the days."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.incidents.facets import informant
from tollbook.model import Claim, Record
from tollbook.record import Statement
from tollbook.web.charts.source_marks import Voice

#: Pixels of the track, and of the room before and after it.
WIDTH, MARGIN = 520, 18


class Mark(Record, frozen=True, kw_only=True):
    """A statement on its day: pixels from the left; None where its day is not known."""

    x: float | None
    statement: Statement


class Lane(Record, frozen=True, kw_only=True):
    """A speaker with all that he said, under one spelling; ``room`` is ``speakers``, or ``outlets`` where it is one."""

    speaker: str
    room: str
    voice: Voice | None
    marks: tuple[Mark, ...]


class Lanes(Record, frozen=True, kw_only=True):
    """Speakers in the order of their first word; the days named on the axis, with their pixels."""

    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[float, date], ...]


def lanes(statements: Sequence[Statement], voice_of: Mapping[str, Voice], claims: Mapping[str, Claim]) -> Lanes:
    """The picture of the statements of one incident."""
    days = sorted({each.said for each in statements if each.said})
    by_speaker: dict[str, list[Statement]] = defaultdict(list)
    voices: dict[str, Voice] = {}
    for each in statements:
        voice = next((voice_of[claim] for claim in each.claims if claim in voice_of), None)
        key = voice.letter if voice else each.speaker
        by_speaker[key].append(each)
        if voice:
            voices[key] = voice
    return Lanes(
        lanes=tuple(
            Lane(
                speaker=voices[key].name if key in voices else same[0].speaker,
                room="speakers" if any(_quoted(each, claims) for each in same) else "outlets",
                voice=voices.get(key),
                marks=tuple(_marks(same, days)),
            )
            for key, same in by_speaker.items()
        ),
        ticks=tuple(_ticks(days)),
    )


def _quoted(statement: Statement, claims: Mapping[str, Claim]) -> bool:
    """Whether somebody is quoted, and not the outlet alone speaks."""
    return any(informant(claims[name]) for name in statement.claims if name in claims)


def _marks(same: Iterable[Statement], days: Sequence[date]) -> Iterable[Mark]:
    """Marks of one day stand beside each other, so that none hides another."""
    taken: dict[float, int] = defaultdict(int)
    for each in same:
        x = _x(each.said, days) if each.said else None
        if x is not None:
            x, taken[x] = min(x + 13 * taken[x], WIDTH - MARGIN / 2), taken[x] + 1
        yield Mark(x=x, statement=each)


def _ticks(days: Sequence[date]) -> Iterable[tuple[float, date]]:
    """Every day that has room for its label."""
    last = -1000.0
    for day in days:
        x = _x(day, days)
        if x - last >= 44:
            last = x
            yield x, day


def _x(day: date, days: Sequence[date]) -> float:
    whole = (days[-1] - days[0]).days or 1
    return round(MARGIN + (WIDTH - 4 * MARGIN) * (day - days[0]).days / whole, 1)
