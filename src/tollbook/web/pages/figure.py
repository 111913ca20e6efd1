"""Figures for publication in the browser: one to look at, and its file to download."""

import base64
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book import Book
from tollbook.book.plots import PlotRequest
from tollbook.errors import MissingPart, NoSuchRecord, Refused
from tollbook.export import release_profiles
from tollbook.incidents.build import RULE
from tollbook.plots import ENDINGS, PLOTS, check
from tollbook.reconcile import RULES
from tollbook.web.dependencies import CurrentBook, as_day
from tollbook.web.pages.export import PROFILES
from tollbook.web.rendering import page
from tollbook.web.security import User, may

router = APIRouter()
Reader = Annotated[User, Depends(may("read"))]
Field = Annotated[str, Form()]
_MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
#: The figures that are shown first: all incidents by week, one incident over time.
_FIRST, _FIRST_OF_ONE, _FIRST_PROFILE = "weeks", "tolls", "public"


@router.get("/figure")
def figure(
    request: Request, book: CurrentBook, *, plot: str = "", incident: str = "", toll: str = "",
    profile: str = _FIRST_PROFILE, rule: str = RULE, as_of: str = "",
) -> HTMLResponse:  # fmt: skip
    """A figure with its alt text, and the choice of another one; a sentence if there is nothing to draw."""
    name = plot or (_FIRST_OF_ONE if incident or toll else _FIRST)
    check(name, "png")
    asked = plot_request(name, incident=incident, toll=toll, profile=profile, rule=rule, as_of=as_of)
    shown: dict[str, Any] = {
        "asked": asked, "plots": {each: entry.says for each, entry in PLOTS.items()}, "endings": ENDINGS,
        "profiles": {each: PROFILES[each] for each in (*release_profiles.PROFILES, "")}, "rules": tuple(RULES),
        "about": book.incidents.get(incident) if incident else None,
    }  # fmt: skip
    try:
        made = book.plots.preview(asked, "png")
    except (Refused, MissingPart, NoSuchRecord) as error:
        return page(request, "figure.html", refused=str(error), picture="", alt="", **shown)
    picture = "data:image/png;base64," + base64.b64encode(made.content).decode()
    # In English, like the texts of the picture.
    return page(request, "figure.html", refused="", picture=picture, alt=made.alt, **shown)


@router.post("/figure")
def download(  # noqa: PLR0913 - the fields of the form
    request: Request, user: Reader, *, plot: Field = "", ending: Field = "", incident: Field = "", toll: Field = "",
    profile: Field = _FIRST_PROFILE, rule: Field = RULE, as_of: Field = "",
) -> Response:  # fmt: skip
    """The file of a figure; the log names the user."""
    asked = plot_request(plot, incident=incident, toll=toll, profile=profile, rule=rule, as_of=as_of)
    return written(request, user, asked, ending)


def written(request: Request, user: User, asked: PlotRequest, ending: str) -> Response:
    """The file of a figure as an attachment; the log names the user. Raises as ``book.plots``."""
    check(asked.plot, ending)
    name = f"tollbook-{asked.plot}.{ending}"
    # Opened again, so that the log names this user and not the user who started the web interface.
    with (
        tempfile.TemporaryDirectory(prefix="tollbook-") as scratch,
        Book.open(request.app.state.where, actor=user.name or None) as book,
    ):
        made = book.plots(asked, Path(scratch) / name)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made.content, media_type=_MEDIA_TYPES[ending], headers=headers)


def plot_request(plot: str, *, incident: str, toll: str, profile: str, rule: str, as_of: str) -> PlotRequest:
    """The request of a form; empty fields count as missing. Raises Refused."""
    return PlotRequest(
        plot=plot, incident=incident or None, toll=toll or None, rule=rule or RULE, as_of=as_day(as_of, "as_of"),
        profile=release_profiles.shipped(profile) if profile else None,
    )  # fmt: skip
