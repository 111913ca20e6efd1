"""The printable brief of one incident or of a selection, as a page and as PDF."""

import importlib
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tollbook import __version__
from tollbook.book import Book
from tollbook.briefing import MOST, Brief, brief
from tollbook.derive import derivation
from tollbook.errors import MissingPart, Refused
from tollbook.shelves.browsing import Query
from tollbook.web.asking import TheBook, TheView
from tollbook.web.pages.incidents import TheQuery, as_asked
from tollbook.web.rendering import STATIC, address, page
from tollbook.web.strings import catalogue

router = APIRouter()


@router.get("/incidents/{name}/brief")
def of_incident(request: Request, name: str, book: TheBook, view: TheView) -> HTMLResponse:
    """The brief of one incident."""
    made = _of_incident(book, name, view)
    back = address(f"/incidents/{name}", view.query())
    return _page(request, book, made, back=back, pdf=address(f"/incidents/{name}/brief.pdf", view.query()))


@router.get("/incidents/{name}/brief.pdf")
def of_incident_as_pdf(request: Request, name: str, book: TheBook, view: TheView) -> Response:
    """The same as PDF."""
    return _pdf(_page(request, book, _of_incident(book, name, view), back="", pdf=""), f"brief-{name}.pdf")


@router.get("/brief")
def of_selection(request: Request, book: TheBook, query: TheQuery) -> HTMLResponse:
    """The brief of the incidents a query finds."""
    asked = as_asked(query)
    made = _of_selection(book, query)
    return _page(request, book, made, back=address("/incidents", asked), pdf=address("/brief.pdf", asked))


@router.get("/brief.pdf")
def of_selection_as_pdf(request: Request, book: TheBook, query: TheQuery) -> Response:
    """The same as PDF."""
    return _pdf(_page(request, book, _of_selection(book, query), back="", pdf=""), "brief.pdf")


def _of_incident(book: Book, name: str, view: TheView) -> Brief:
    dossier = book.dossier(name, rule=view.rule, as_of=view.as_of)
    return brief([dossier], catalogue(), rule=view.rule, as_of=view.as_of)


def _of_selection(book: Book, query: Query) -> Brief:
    listing = book.browse(msgspec.structs.replace(query, page=1, per_page=MOST))
    if listing.total > MOST:
        raise Refused(
            f"A brief holds {MOST} incidents at most, and {listing.total} were found; narrow them down first."
        )
    dossiers = [book.dossier(each.id, rule=query.rule, as_of=query.as_of) for each in listing.incidents]
    return brief(dossiers, catalogue(), rule=query.rule, as_of=query.as_of)


def _page(request: Request, book: Book, made: Brief, **context: Any) -> HTMLResponse:
    return page(
        request, "brief.html", brief=made, release=__version__, code=derivation.code()[:12], state=book.state(),
        notes={note.number: note for note in made.footnotes}, **context,
    )  # fmt: skip


def _pdf(shown: HTMLResponse, name: str) -> Response:
    """A page of ours as PDF. Raises MissingPart where WeasyPrint is not there."""
    try:
        weasyprint = importlib.import_module("weasyprint")
    except (ImportError, OSError) as error:
        # OSError: WeasyPrint is there, but the system's Pango is not.
        raise MissingPart(
            "Briefs as PDF need WeasyPrint and the system's Pango; install them with: pip install tollbook[pdf], "
            "or print the page from your browser."
        ) from error
    styles = [weasyprint.CSS(string=(STATIC / sheet).read_text("utf-8")) for sheet in ("brief.css",)]
    document = weasyprint.HTML(string=bytes(shown.body).decode(), url_fetcher=_fetch_nothing, media_type="print")
    body = document.write_pdf(stylesheets=styles)
    return Response(body, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})


def _fetch_nothing(url: str, *_: object, **__: object) -> dict[str, Any]:
    """Nothing is fetched for a brief: its one style sheet is handed over."""
    return {"string": b"", "mime_type": "text/css"}
