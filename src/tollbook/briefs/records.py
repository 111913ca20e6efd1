"""The records of a brief: sentences by chapter, and their footnotes."""

from collections.abc import Iterable
from datetime import date
from itertools import groupby

from tollbook.model import Record
from tollbook.record import Incident


class Footnote(Record, frozen=True, kw_only=True):
    """The words of a report that support a sentence."""

    number: int
    claim: str
    quote: str
    report: str
    outlet: str | None
    title: str | None
    published: date | None
    url: str | None
    origin: str = ""
    start: int
    end: int


class Line(Record, frozen=True, kw_only=True):
    """One sentence, the numbers of its footnotes, and in words which of its values a person ``checked``.

    A ``heading`` is not a sentence but the title of the sentences after it.
    """

    text: str
    notes: tuple[int, ...] = ()
    checked: str = ""
    heading: bool = False


class Chapter(Record, frozen=True, kw_only=True):
    """The sentences on one incident, by heading: those of its page, then those of the annex.

    ``doubts`` are open points of the record; ``checks`` are questions whether words were read correctly. ``checked``
    says how much of the record a person checked.
    """

    incident: Incident
    checked: str = ""
    setting: tuple[Line, ...] = ()
    figures: tuple[Line, ...] = ()
    persons: tuple[Line, ...] = ()
    statements: tuple[Line, ...] = ()
    doubts: tuple[Line, ...] = ()
    every_person: tuple[Line, ...] = ()
    quoted: tuple[Line, ...] = ()
    more_doubts: tuple[Line, ...] = ()
    checks: tuple[Line, ...] = ()
    why: tuple[Line, ...] = ()


class Brief(Record, frozen=True, kw_only=True):
    """The chapters, their footnotes in order, and the rule and the day of the figures.

    Only a brief of one incident explains its figures (``Chapter.why``).
    """

    chapters: tuple[Chapter, ...]
    footnotes: tuple[Footnote, ...]
    rule: str
    as_of: date | None


def by_report(footnotes: Iterable[Footnote]) -> list[tuple[Footnote, list[Footnote]]]:
    """The footnotes of each report, with the first of them; reports by outlet, day and title."""
    ordered = sorted(footnotes, key=_place)
    groups = [list(group) for _, group in groupby(ordered, key=lambda note: note.report)]
    return [(group[0], group) for group in groups]


def _place(note: Footnote) -> tuple[bool, str, date, str, str, int]:
    outlet = note.outlet or ""
    return not outlet, outlet.casefold(), note.published or date.max, note.title or "", note.report, note.number
