"""A brief as one self-contained file, HTML or PDF, for the web interface and the command line."""

import importlib
from typing import Any

from markupsafe import Markup

from tollbook import __version__
from tollbook.book import Book
from tollbook.briefs import ANNEX, PAGE, by_report, has_annex, heading, method, source
from tollbook.errors import MissingPart
from tollbook.incidents import build
from tollbook.locale.messages import message
from tollbook.web import briefs
from tollbook.web.briefs import BriefAndDraft
from tollbook.web.rendering import STATIC, environment


def context(book: Book, made: BriefAndDraft) -> dict[str, Any]:
    """The variables of the template of a brief, on screen and in print: the brief, its state, and its signatures."""
    signed = briefs.signatures(book, made.draft)
    return {
        "brief": made.brief,
        "heading": heading(made.brief),
        "page_parts": PAGE,
        "annex_parts": ANNEX,
        "annexed": [chapter for chapter in made.brief.chapters if has_annex(chapter)],
        "sources": [(source(first), notes) for first, notes in by_report(made.brief.footnotes)],
        "method": method(made.brief),
        "draft": made.draft,
        "release": __version__,
        "code": build.package_code()[:12],
        "lacking": book.incidents.lacking(),
        "signatures": [(each, book.signing.since(each, made.draft.text)) for each in signed],
    }


def html(book: Book, made: BriefAndDraft) -> str:
    """A brief as one HTML file that refers to no other file."""
    # Only this file contains its style sheet; served pages link to one.
    style = Markup(f"<style>{(STATIC / 'brief.css').read_text('utf-8')}</style>")  # noqa: S704 - our own file
    return environment().get_template("brief.html").render(context(book, made) | {"standalone": True, "style": style})


def pdf(page: str) -> bytes:
    """Such a file as PDF. Raises MissingPart if WeasyPrint is not installed."""
    try:
        weasyprint = importlib.import_module("weasyprint")
    except (ImportError, OSError) as error:
        # OSError: WeasyPrint is installed, but the system's Pango is not.
        raise MissingPart(
            message(
                "Briefs as PDF need WeasyPrint and the system's Pango; tollbook doctor says how to install them. Or "
                "print the page from your browser."
            )
        ) from error
    made: bytes = weasyprint.HTML(string=page, url_fetcher=_fetch_nothing, media_type="print").write_pdf()
    return made


def _fetch_nothing(url: str, *_: object, **__: object) -> dict[str, Any]:
    """Fetch nothing: the style is inside the file."""
    return {"string": b"", "mime_type": "text/css"}
