"""Figures for publication: pictures of a book as SVG, PNG and PDF, with alt text written from the data."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.plots import curves, maps, source_graph, weeks
from tollbook.plots.canvas import ENDINGS, picture
from tollbook.plots.records import Drawing, Picture, PlotData, SourceLink

__all__ = ["ENDINGS", "PLOTS", "Picture", "PlotData", "PlotEntry", "SourceLink", "check", "draw"]


class PlotEntry(NamedTuple):
    """A figure: what it shows, in a sentence for people, and the function that draws it."""

    says: str
    draw: Callable[[PlotData], Drawing]


#: Every figure by its name, in the order in which people see them.
PLOTS: Mapping[str, PlotEntry] = MappingProxyType({
    "tolls": PlotEntry(
        message("Running totals, or the figures of one incident, over time: low to high as a band, best as a line"),
        curves.draw,
    ),
    "weeks": PlotEntry(message("Incidents and people killed, week by week, with the band of disagreement"), weeks.draw),
    "map": PlotEntry(message("Places of incidents, with circles for their uncertainty"), maps.draw),
    "sources": PlotEntry(
        message("Which reports of one incident take figures from whom; of the book, which outlets do"),
        source_graph.draw,
    ),
})  # fmt: skip


def check(name: str, ending: str) -> None:
    """Raise Refused for a figure or a kind of file that does not exist."""
    if name not in PLOTS:
        names = ", ".join(PLOTS)
        raise Refused(message("There is no figure {name}; choose one of: {names}.", name=name, names=names))
    if ending not in ENDINGS:
        names = ", ".join(f".{each}" for each in ENDINGS)
        raise Refused(message("The name of a figure ends in {names}; choose another name.", names=names))


def draw(name: str, data: PlotData, ending: str) -> Picture:
    """A figure of ``PLOTS`` as a file of ``ENDINGS``. Raises Refused where there is nothing to draw, MissingPart."""
    check(name, ending)
    return picture(lambda: PLOTS[name].draw(data), ending)
