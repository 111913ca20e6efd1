"""The data that a picture is drawn from, and the picture itself."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from tollbook.model import Record
from tollbook.record import Contents, Incident, TollPoint

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawn

#: How a line between two reports is drawn: shared text, passed on words, the same quotation of somebody else, or kept
#: apart by a person's decision.
LinkStyle = Literal["copied", "relayed", "quoted", "apart"]


class SourceLink(Record, frozen=True, kw_only=True):
    """The report ``report`` depends on the report ``of``; the ids are those of the released reports."""

    report: str
    of: str
    style: LinkStyle


class PlotData(Record, frozen=True, kw_only=True):
    """The data that may be drawn. ``contents`` is the book after redaction; the other fields have only numbers and ids.

    ``incident`` or ``toll`` is the id of the only one to draw. ``history`` has the figures of that incident by day of
    publication, by outcome. ``links`` and ``origins`` (the number of the independent source, by claim) are its sources;
    of the whole book there are ``links`` between reports, and ``credits``, the agency that a report credits, by report.
    """

    contents: Contents
    rule: str
    incident: str | None = None
    toll: str | None = None
    history: Mapping[str, tuple[TollPoint, ...]] = msgspec.field(default_factory=dict)
    links: tuple[SourceLink, ...] = ()
    origins: Mapping[str, int] = msgspec.field(default_factory=dict)
    credits: Mapping[str, str] = msgspec.field(default_factory=dict)

    def incidents(self) -> tuple[Incident, ...]:
        """The incidents to draw: all of them, or the only one."""
        return tuple(each for each in self.contents.incidents if self.incident in {None, each.id})


class Drawing(NamedTuple):
    """A drawn figure, its title, its alt text sentence by sentence, and the texts of the book in it."""

    figure: "Drawn"
    title: str
    sentences: tuple[str, ...]
    labels: tuple[str, ...]


class Picture(Record, frozen=True, kw_only=True):
    """A file of a picture, with its title and its alt text; ``labels`` are the texts of the book in it."""

    content: bytes
    ending: str
    title: str
    sentences: tuple[str, ...]
    labels: tuple[str, ...] = ()

    @property
    def alt(self) -> str:
        """The alt text: what the picture shows, in whole sentences."""
        return " ".join(self.sentences)
