"""The room of all incidents: search, facets, map, timeline."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.browsing import Query
from tollbook.web.asking import TheShelf
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/incidents")
def incidents(request: Request, shelf: TheShelf) -> HTMLResponse:
    """What is found, page by page."""
    return page(request, "incidents.html", listing=shelf.browse(Query()))
