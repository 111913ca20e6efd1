"""The room of totals: running and period totals over a place, as curves with the claims on them."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.record import Toll
from tollbook.web.charts.curve import curve
from tollbook.web.dependencies import TheShelf
from tollbook.web.rendering import page

router = APIRouter()
#: Totals drawn on one page of the list.
PER_PAGE = 40


@router.get("/tolls")
def tolls(request: Request, shelf: TheShelf, text: str = "", number: int = 1) -> HTMLResponse:
    """Every total, those with most values first."""
    wanted = text.casefold().split()
    found = [toll for toll in shelf.tolls.values() if all(word in _words(toll) for word in wanted)]
    found.sort(key=lambda toll: (-len(toll.series), toll.place.name if toll.place else "", toll.id))
    start = (max(number, 1) - 1) * PER_PAGE
    return page(
        request, "tolls.html", tolls=found[start : start + PER_PAGE], total=len(found), text=text,
        number=max(number, 1), pages=-(-len(found) // PER_PAGE),
    )  # fmt: skip


@router.get("/tolls/{name}")
def toll(request: Request, name: str, shelf: TheShelf) -> HTMLResponse:
    """One total: its curve, its values, and the words of each."""
    found = shelf.toll(name)
    names = [claim for point in (*found.series, *found.derived) for claim in point.claims]
    claims = {each: shelf.claims[each] for each in names if each in shelf.claims}
    # One value is no course of anything.
    picture = curve(found) if len(found.series) + len(found.derived) > 1 else None
    return page(request, "toll.html", toll=found, picture=picture, claims=claims, reports=shelf.reports)


def _words(toll: Toll) -> str:
    return " ".join((toll.kind, toll.people, toll.place.name if toll.place else "")).casefold()
