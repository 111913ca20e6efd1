"""Figures for publication over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.plots import PLOTS
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import PlotFileRequest, PlotSummary
from tollbook.web.pages.figure import plot_request, written
from tollbook.web.security import User, may

router = APIRouter()
Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]


@router.get("/plots", responses=gives(tuple[PlotSummary, ...]), tags=["book"])
def plots(_: Reader) -> Response:
    """The figures for publication."""
    return answer([PlotSummary(name=name, says=entry.says) for name, entry in PLOTS.items()])


@router.post("/plots", responses=gives(None, 501), openapi_extra=takes(PlotFileRequest), tags=["book"])
def plot(request: Request, user: Reader, raw: Raw) -> Response:
    """A figure of the book, of one incident or of one running total, as SVG, PNG or PDF; the log names the user.

    The alt text is in the file: ``title`` and ``desc`` of an SVG, the metadata of a PNG and a PDF.
    """
    asked = read(raw, PlotFileRequest)
    wanted = plot_request(asked.plot, incident=asked.incident, toll=asked.toll, profile=asked.profile, rule=asked.rule,
                          as_of=asked.as_of)  # fmt: skip
    return written(request, user, wanted, asked.ending)
