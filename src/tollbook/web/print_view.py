"""A brief on paper: one page that stands by itself, as HTML or PDF, for whichever door asks for it."""

import importlib
from typing import Any

from markupsafe import Markup

from tollbook import __version__
from tollbook.book import Book
from tollbook.errors import MissingPart
from tollbook.incidents import build
from tollbook.web import briefs
from tollbook.web.briefs import Written
from tollbook.web.rendering import STATIC, environment


def context(book: Book, made: Written) -> dict[str, Any]:
    """What the template of a brief shows, on a screen as on paper: the brief, its state, and who signed it."""
    signed = briefs.signatures(book, made.draft)
    return {
        "brief": made.brief,
        "draft": made.draft,
        "release": __version__,
        "code": build.package_code()[:12],
        "signatures": [(each, book.signing.since(each, made.draft.text)) for each in signed],
    }


def html(book: Book, made: Written) -> str:
    """A brief as one HTML file: nothing in it leads to another one, and nothing is fetched for it."""
    # In a file of its own the style stands in the page; no page that is served has any in it.
    style = Markup(f"<style>{(STATIC / 'brief.css').read_text('utf-8')}</style>")  # noqa: S704 - ours, and nothing else
    return environment().get_template("brief.html").render(context(book, made) | {"paper": True, "style": style})


def pdf(page: str) -> bytes:
    """Such a file as PDF. Raises MissingPart where WeasyPrint is not there."""
    try:
        weasyprint = importlib.import_module("weasyprint")
    except (ImportError, OSError) as error:
        # OSError: WeasyPrint is there, but the system's Pango is not.
        raise MissingPart(
            "Briefs as PDF need WeasyPrint and the system's Pango; install them with: pip install tollbook[pdf], "
            "or print the page from your browser."
        ) from error
    made: bytes = weasyprint.HTML(string=page, url_fetcher=_fetch_nothing, media_type="print").write_pdf()
    return made


def _fetch_nothing(url: str, *_: object, **__: object) -> dict[str, Any]:
    """Nothing is fetched for a brief: its style stands in it."""
    return {"string": b"", "mime_type": "text/css"}
