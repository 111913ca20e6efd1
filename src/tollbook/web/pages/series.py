"""Series: incidents at one place on days that follow one another, as a list."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.locale.messages import translate
from tollbook.series import Series
from tollbook.web.dependencies import CurrentBook, PageNumber
from tollbook.web.rendering import page

router = APIRouter()
#: Series on one page of the list.
PER_PAGE = 40


@router.get("/series")
def series(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All series, the longest first; ``text`` is words that the title or the place must have."""
    wanted = text.casefold().split()
    found = [each for each in book.series() if all(word in _words(each) for word in wanted)]
    found.sort(key=lambda each: (-len(each.incidents), each.title, each.id))
    start = (number - 1) * PER_PAGE
    return page(
        request, "series.html", every=found[start : start + PER_PAGE], total=len(found), text=text,
        number=number, pages=-(-len(found) // PER_PAGE),
    )  # fmt: skip


def _words(series: Series) -> str:
    place = series.place.name if series.place is not None else ""
    return f"{translate(series.title)} {place}".casefold()
