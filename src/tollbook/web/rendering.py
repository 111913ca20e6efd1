"""Pages from templates: all outside text is escaped, and all strings go through the message catalogue."""

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from importlib import resources
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context, select_autoescape
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tollbook import __version__, gazetteer
from tollbook.book import Book, arrivals
from tollbook.errors import BookError
from tollbook.locale import formatting, messages, wording
from tollbook.locale.labels import fate
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.reconcile import Measured
from tollbook.reconcile.perpetrators import parties
from tollbook.reconcile.person_proposals import perhaps_earlier
from tollbook.report_name import file_name, report_name
from tollbook.web import language, tour
from tollbook.web.accuracy import of_field
from tollbook.web.changed_values import values_set
from tollbook.web.charts.source_marks import outlet_of
from tollbook.web.labels import label

#: The folder of style sheets, scripts and vendored parts.
STATIC = resources.files("tollbook.web").joinpath("static")
#: Letters of right-to-left scripts (by Unicode block), and the characters between two such words.
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RIGHT_TO_LEFT = re.compile(rf"{_LETTER}+(?:[\s\-.,’]+{_LETTER}+)*")
#: The pages of the navigation bar, in the order of a day's work: address and key of the label. The first ones are
#: visible, the others under "More"; on a phone all are in one menu.
NAVIGATION = tuple(
    (f"/{name}", name)
    for name in (
        "incidents", "reports", "persons", "names", "queue", "search",
        "alerts", "series", "tolls", "places", "speakers", "outlets", "coding", "briefs", "compare", "export",
        "methods", "help",
    )
)  # fmt: skip
_IN_VIEW = 6


@cache
def environment() -> Environment:
    """The template environment, with the functions and filters that all templates use."""
    made = Environment(
        loader=PackageLoader("tollbook.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        _=gettext, ngettext=ngettext, main_pages=NAVIGATION[:_IN_VIEW], more_pages=NAVIGATION[_IN_VIEW:],
        version=__version__, address=address, measured=of_field, current_language=messages.language,
        languages=language.available, language_tag=language.tag, language_name=language.name,
        direction=language.direction, values_set=values_set, fate_label=fate,
    )  # fmt: skip
    made.filters.update(
        bounds=formatting.bounds, best=formatting.best, days=formatting.days,
        day=formatting.day, short_day=formatting.short_day,
        when=formatting.when, place=formatting.place, where=formatting.where, place_details=formatting.place_details,
        spot=wording.spot, number=formatting.number,
        chain=formatting.chain, moment=formatting.moment, candidate=wording.candidate, measured_thing=measured_thing,
        country=_country, heading=formatting.heading, series_title=formatting.series_title,
        quoted=wording.quoted, clean=wording.clean, segment=segment,
        outlet_of=outlet_of, report_name=report_name, file_name=file_name, isolated=isolated, label=_label,
        translated=_translated, in_language=_language, parties=parties,
        perhaps_earlier=perhaps_earlier,
    )  # fmt: skip
    return made


def _country(code: str | None) -> str | None:
    """The name of a country by its code; anything else stays."""
    return gazetteer.countries().get(code or "", code)


# Jinja applies a filter to a constant once, when it compiles the template, so in the language of the first request. A
# filter that takes the context is applied at each rendering.
@pass_context
def _label(_context: Context, value: str | None, of: str) -> str:
    return label(value, of)


@pass_context
def _translated(_context: Context, text: str) -> str:
    return translate(text)


@pass_context
def _language(_context: Context, code: str) -> str:
    """The name of a language in the language of the page; its code where that has no name for it."""
    return str(messages.babel_locale(messages.language()).languages.get(code, code))


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A rendered template. Every page has the variables ``user``, ``csrf`` and ``section``, which may be empty."""
    shared = {
        "request": request,
        "status": status,
        "user": getattr(request.state, "user", None),
        "csrf": getattr(request.state, "csrf", ""),
        "section": "/" + request.url.path.lstrip("/").partition("/")[0],
        "partial": is_partial(request),
        "tour": tour.step_of(request),
        # The page of an error does not use the book, because the book may have failed.
        "unlinked": 0,
    }
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        shared |= unlinked(request)
    return HTMLResponse(environment().get_template(template).render(shared | context), status_code=status)


def unlinked(request: Request) -> dict[str, int]:
    """The number of readings and decisions that are not linked yet, the last log entry, and the limit for few.

    The worker links them; this wakes it.
    """
    if not getattr(request.state, "user", None) or not request.state.user.may("read"):
        return {}
    book: Book = request.app.state.book
    try:
        lacking = book.incidents.lacking()
        if not lacking:
            return {}
        upto = book.log.last()
    except BookError:
        return {}  # the page of an error shows the problem of the book
    if not request.app.state.worker.state.busy:
        request.app.state.worker.wake()
    return {"unlinked": lacking, "upto": upto, "few": arrivals.EVERY}


def is_partial(request: Request) -> bool:
    """Whether htmx requests only a part of the page; for a page from the browser history it needs the whole page."""
    asked = request.headers
    return asked.get("HX-Request") == "true" and asked.get("HX-History-Restore-Request") != "true"


def address(path: str, query: Mapping[str, object] | None = None, **more: object) -> str:
    """A path with a query string. Empty values are left out; ``more`` overrides ``query``."""
    asked = {**(query or {}), **more}
    given = {name: "yes" if value is True else value for name, value in asked.items() if value not in (None, "", False)}
    return f"{path}?{urlencode(given)}" if given else path


def as_json(value: object) -> str:
    """A value as JSON that is safe inside a page: nothing in it can close the element that holds it."""
    return json.dumps(value).replace("<", "\\u003c")


def measured_thing(value: Measured) -> str:
    """One thing that several reports measure, in a sentence."""
    return translate(wording.measured(value))


def isolated(text: str) -> Markup:
    """A sentence with names in it as HTML, right-to-left words isolated.

    Without this, a browser would draw numbers next to them on the wrong side.
    """
    return Markup(_RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", str(escape(text))))  # noqa: S704 - escaped here


def runs_right_to_left(text: str) -> bool:
    """Whether the first letter of a text that has a direction runs from right to left."""
    strong = (kind for kind in map(unicodedata.bidirectional, text) if kind in {"L", "R", "AL"})
    return next(strong, "L") != "L"


def segment(value: str) -> str:
    """Any text as one part of a path."""
    return quote(value, safe="")
