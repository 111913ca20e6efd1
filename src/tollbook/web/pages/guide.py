"""The page of help, and the way into the guided tour."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.web import tour
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/help")
def help_page(request: Request) -> HTMLResponse:
    """How to add reports, read a record, correct, decide, sign, export; keys and safety."""
    return page(request, "help.html")


@router.get("/tour")
def begin_tour(request: Request) -> Response:
    """The first step of the tour; the first page if the book has no incidents."""
    return RedirectResponse(tour.address_of(request, 1) or "/", status_code=303)
