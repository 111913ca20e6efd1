"""Pages from templates: everything that comes from outside is escaped, every string comes from the catalogue."""

import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from tollbook import __version__
from tollbook.locale import wording
from tollbook.web.accuracy import of_field
from tollbook.web.charts.source_marks import outlet_of
from tollbook.web.translations import catalogue

#: Where style sheets, scripts and vendored parts lie.
STATIC = resources.files("tollbook.web").joinpath("static")
#: Letters of the scripts that run from right to left (Unicode's blocks of them), and what stands between two of them.
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RIGHT_TO_LEFT = re.compile(rf"{_LETTER}+(?:[\s\-.,’]+{_LETTER}+)*")
#: The rooms in the order of a day's work: address and name in the catalogue.
ROOMS = (
    ("/incidents", "incidents"),
    ("/queue", "queue"),
    ("/reports", "reports"),
    ("/tolls", "tolls"),
    ("/places", "places"),
    ("/speakers", "speakers"),
    ("/outlets", "outlets"),
    ("/coding", "coding"),
    ("/briefs", "briefs"),
    ("/methods", "methods"),
)


@cache
def environment() -> Environment:
    """The templates with what all of them may use."""
    made = Environment(
        loader=PackageLoader("tollbook.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(t=catalogue(), rooms=ROOMS, version=__version__, address=address, measured=of_field)
    made.filters.update(
        bounds=wording.bounds, day=wording.day, days=wording.days, when=wording.when, place=wording.place,
        chain=wording.chain, candidate=wording.candidate, measured_thing=wording.measured, quoted=wording.quoted,
        clean=wording.clean, segment=segment, moment=moment, outlet_of=outlet_of, isolated=isolated,
    )  # fmt: skip
    return made


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A template filled in. ``person``, ``csrf`` and ``room`` are there on every page; they may be empty."""
    shared = {
        "request": request,
        "person": getattr(request.state, "person", None),
        "csrf": getattr(request.state, "csrf", ""),
        "room": "/" + request.url.path.lstrip("/").partition("/")[0],
        "partial": is_partial(request),
    }
    return HTMLResponse(environment().get_template(template).render(shared | context), status_code=status)


def is_partial(request: Request) -> bool:
    """Whether htmx asks for a part of a page only; coming back through the history it wants all of it."""
    asked = request.headers
    return asked.get("HX-Request") == "true" and asked.get("HX-History-Restore-Request") != "true"


def address(path: str, query: Mapping[str, object] | None = None, **more: object) -> str:
    """A path with a query of what is given: empty values are left out, ``more`` goes over ``query``."""
    asked = {**(query or {}), **more}
    given = {name: "yes" if value is True else value for name, value in asked.items() if value not in (None, "", False)}
    return f"{path}?{urlencode(given)}" if given else path


def as_json(value: object) -> str:
    """A value as JSON that can stand inside a page: nothing in it can end the element that holds it."""
    return json.dumps(value).replace("<", "\\u003c")


def moment(at: str) -> str:
    """A moment of the log, as "5 October 2021, 09:30 UTC"."""
    when = datetime.fromisoformat(at)
    return f"{wording.day(when)}, {when:%H:%M} UTC"


def isolated(text: str) -> Markup:
    """A sentence of ours with names in it: words that run from right to left are set apart, or the numbers beside them
    would be drawn on their other side.
    """
    return Markup(_RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", str(escape(text))))  # noqa: S704 - escaped just here


def runs_right_to_left(text: str) -> bool:
    """Whether the first letter of a text that has a direction runs from right to left."""
    strong = (kind for kind in map(unicodedata.bidirectional, text) if kind in {"L", "R", "AL"})
    return next(strong, "L") != "L"


def segment(value: str) -> str:
    """Any text as one part of a path."""
    return quote(value, safe="")
