"""The records of a brief: sentences by chapter, and their footnotes."""

from datetime import date

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
    start: int
    end: int


class Line(Record, frozen=True, kw_only=True):
    """One sentence and the numbers of its footnotes."""

    text: str
    notes: tuple[int, ...] = ()


class Chapter(Record, frozen=True, kw_only=True):
    """The sentences on one incident, by heading."""

    incident: Incident
    setting: tuple[Line, ...]
    figures: tuple[Line, ...]
    persons: tuple[Line, ...]
    statements: tuple[Line, ...]
    doubts: tuple[Line, ...]
    why: tuple[Line, ...]


class Brief(Record, frozen=True, kw_only=True):
    """The chapters, their footnotes in order, and the rule and the day of the figures.

    Only a brief of one incident explains its figures (``Chapter.why``).
    """

    chapters: tuple[Chapter, ...]
    footnotes: tuple[Footnote, ...]
    rule: str
    as_of: date | None
