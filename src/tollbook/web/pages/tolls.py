"""Running and period totals for a place, as charts with the claims of each value."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.search.everything import searched_text
from tollbook.web.charts.curve import curve
from tollbook.web.dependencies import CurrentIndex, JustDone, JustMade, PageNumber
from tollbook.web.rendering import page

router = APIRouter()
#: Running totals on one page of the list.
PER_PAGE = 40


@router.get("/tolls")
def tolls(request: Request, index: CurrentIndex, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All running totals, those with most values first."""
    wanted = text.casefold().split()
    found = [toll for toll in index.tolls.values() if all(word in searched_text(toll).casefold() for word in wanted)]
    found.sort(key=lambda toll: (-len(toll.series), toll.place.name if toll.place else "", toll.id))
    start = (number - 1) * PER_PAGE
    return page(
        request, "tolls.html", tolls=found[start : start + PER_PAGE], total=len(found), text=text,
        number=number, pages=-(-len(found) // PER_PAGE),
    )  # fmt: skip


@router.get("/tolls/{name}")
def toll(
    request: Request, name: str, index: CurrentIndex, *, done: JustDone = "", decision: JustMade = ""
) -> HTMLResponse:
    """One running total: its chart, and the values with their claims."""
    found = index.toll(name)
    names = [claim for point in (*found.series, *found.derived) for claim in point.claims]
    claims = {each: index.claims[each] for each in names if each in index.claims}
    # One value makes no chart.
    picture = curve(found) if len(found.series) + len(found.derived) > 1 else None
    return page(
        request, "toll.html", toll=found, picture=picture, claims=claims, reports=index.reports,
        done=done, decision=decision,
    )  # fmt: skip
