"""The records of a brief: sentences by chapter, and the footnotes they go back to."""

from datetime import date

from tollbook.model import Record
from tollbook.record import Incident


class Footnote(Record, frozen=True, kw_only=True):
    """The words a sentence goes back to, and the report they stand in."""

    number: int
    claim: str
    quote: str
    report: str
    outlet: str | None
    title: str | None
    published: date | None
    url: str | None
    start: int
    end: int


class Line(Record, frozen=True, kw_only=True):
    """One sentence and the numbers of its footnotes."""

    text: str
    notes: tuple[int, ...] = ()


class Chapter(Record, frozen=True, kw_only=True):
    """One incident: what is said of it, by heading."""

    incident: Incident
    setting: tuple[Line, ...]
    figures: tuple[Line, ...]
    persons: tuple[Line, ...]
    statements: tuple[Line, ...]
    doubts: tuple[Line, ...]
    why: tuple[Line, ...]


class Brief(Record, frozen=True, kw_only=True):
    """Chapters, the footnotes of all of them in order, and under which rule and as of which day it was written.

    Why the figures are what they are is told where the brief is of one incident.
    """

    chapters: tuple[Chapter, ...]
    footnotes: tuple[Footnote, ...]
    rule: str
    as_of: date | None
