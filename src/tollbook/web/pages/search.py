"""One search page: reports, incidents, series, persons, speakers, places and outlets in groups."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.store import Hit
from tollbook.web.dependencies import CurrentBook
from tollbook.web.like_titles import distinctions
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/search")
def search(request: Request, book: CurrentBook, text: str = "") -> HTMLResponse:
    """All records that have all words of a search, by type."""
    found = book.search.everything(text)
    index = book.search.index()
    every = index.reports_of(hit.report for hit in found.reports)
    named = dict.fromkeys([*(each.id for each in found.incidents), *(each.incident for each in found.persons)])
    reports = [(hit, every[hit.report], _pieces(hit)) for hit in found.reports]
    return page(
        request, "search.html", text=text, found=found, reports=reports,
        apart=distinctions(book, index.incidents_of(named).values()),
    )  # fmt: skip


def _pieces(hit: Hit) -> list[tuple[str, bool]]:
    """The snippet of a report in pieces, each with whether its words match."""
    pieces, at = [], hit.start
    for first, last in sorted(hit.matches):
        if at <= first and last <= hit.end:
            pieces += [(hit.snippet[at - hit.start : first - hit.start], False)]
            pieces += [(hit.snippet[first - hit.start : last - hit.start], True)]
            at = last
    return [*pieces, (hit.snippet[at - hit.start :], False)]
