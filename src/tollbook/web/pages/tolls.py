"""Running and period totals for a place, as charts with the claims of each value."""

from collections.abc import Mapping
from datetime import date

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.locale import formatting
from tollbook.model import Claim, Report
from tollbook.reconcile.totals import counted
from tollbook.search.everything import searched_text
from tollbook.web.charts.curve import curve
from tollbook.web.dependencies import CurrentBook, CurrentIndex, JustDone, JustMade, PageNumber
from tollbook.web.rendering import page

router = APIRouter()
#: Running totals on one page of the list.
PER_PAGE = 40


@router.get("/tolls")
def tolls(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All running totals, those with most values first."""
    index, wanted = book.search.index(), text.casefold().split()
    found = [toll for toll in index.tolls.values() if all(word in searched_text(toll).casefold() for word in wanted)]
    found.sort(key=lambda toll: (-len(toll.series), toll.place.name if toll.place else "", toll.id))
    start = (number - 1) * PER_PAGE
    shown = found[start : start + PER_PAGE]
    last = {toll.id: (toll.series or toll.derived)[-1] for toll in shown if toll.series or toll.derived}
    claims = book.search.claims(claim for point in last.values() for claim in point.claims)
    reports = index.reports_of({claim.report for claim in claims.values()})
    periods = {name: [period(claims[c], reports) for c in point.claims if c in claims] for name, point in last.items()}
    return page(
        request, "tolls.html", tolls=shown, total=len(found), text=text,
        periods={name: "; ".join(dict.fromkeys(filter(None, each))) for name, each in periods.items()},
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
    # There is no chart of a single value.
    picture = curve(found) if len(found.series) + len(found.derived) > 1 else None
    reports = index.reports_of({claim.report for claim in claims.values()})
    return page(
        request, "toll.html", toll=found, periods={each: period(claim, reports) for each, claim in claims.items()},
        picture=picture, claims=claims, reports=reports,
        done=done, decision=decision,
    )  # fmt: skip


def period(claim: Claim, reports: Mapping[str, Report]) -> str:
    """The time that a total counts, in words: "since January 2024", "1 March 2024 – 31 March 2024"; or nothing."""
    what = counted(claim, reports)
    if what.goes_on:
        return formatting.since_month(date.fromisoformat(f"{what.since}-01")) if what.since else ""
    stated = claim.when is not None and claim.when.basis in {"stated", "relative"} and claim.scope == "period total"
    return formatting.days(claim.when) if stated else ""
