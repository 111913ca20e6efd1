"""Series of incidents and running totals over the API. Nothing here writes."""

from fastapi import APIRouter
from fastapi.responses import Response

from tollbook.record import Toll
from tollbook.series import Series
from tollbook.web.api.schema import answer, gives
from tollbook.web.dependencies import CurrentBook, CurrentIndex

router = APIRouter()


@router.get("/series", responses=gives(list[Series]), tags=["series"])
def every_series(book: CurrentBook) -> Response:
    """All series of incidents, by first day."""
    return answer(list(book.series()))


@router.get("/series/{incident}", responses=gives(Series), tags=["series"])
def series_of(book: CurrentBook, incident: str) -> Response:
    """The series of an incident, with the totals that reports give for its place and time."""
    return answer(book.series.get(incident))


@router.get("/tolls", responses=gives(list[Toll]), tags=["tolls"])
def tolls(index: CurrentIndex) -> Response:
    """All running and period totals."""
    return answer(list(index.tolls.values()))


@router.get("/tolls/{name}", responses=gives(Toll), tags=["tolls"])
def toll(index: CurrentIndex, name: str) -> Response:
    """One running total as a series."""
    return answer(index.toll(name))
