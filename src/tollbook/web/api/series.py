"""Series of incidents and running totals over the API; joining incidents, naming a series, taking incidents out."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tollbook.decisions.decision import Decision
from tollbook.model import Record
from tollbook.record import Toll
from tollbook.series import Series
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.dependencies import CurrentBook, CurrentIndex
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Editor = Annotated[User, Depends(may("decide"))]


class JoinSeries(Record, frozen=True, kw_only=True):
    """Incidents to put into one series, by id, and why; ``seen`` is the last log entry that their maker has seen."""

    incidents: tuple[str, ...]
    why: str
    seen: int | None = None


class LeaveSeries(Record, frozen=True, kw_only=True):
    """Why an incident leaves its series, or with ``whole`` all of them do; ``seen`` as in :class:`JoinSeries`."""

    why: str
    whole: bool = False
    seen: int | None = None


class NameSeries(Record, frozen=True, kw_only=True):
    """The name of a series, and why; ``seen`` as in :class:`JoinSeries`."""

    name: str
    why: str
    seen: int | None = None


@router.get("/series", responses=gives(list[Series]), tags=["series"])
def every_series(book: CurrentBook) -> Response:
    """All series of incidents, by first day."""
    return answer(list(book.series()))


@router.get("/series/{incident}", responses=gives(Series), tags=["series"])
def series_of(book: CurrentBook, incident: str) -> Response:
    """The series of an incident, with the totals that reports give for its place and time."""
    return answer(book.series.get(incident))


@router.post("/series", responses=gives(Decision), openapi_extra=takes(JoinSeries), tags=["series"])
def join_series(book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Put incidents into one series, with all of the series that they are part of now."""
    asked = read(raw, JoinSeries)
    return answer(book.series.join(asked.incidents, who=editor.name, why=asked.why, seen=asked.seen))


@router.post("/series/{incident}/leave", responses=gives(Decision), openapi_extra=takes(LeaveSeries), tags=["series"])
def leave_series(book: CurrentBook, editor: Editor, raw: Raw, incident: str) -> Response:
    """Take an incident out of its series, or with ``whole`` all of its incidents."""
    asked = read(raw, LeaveSeries)
    return answer(book.series.leave(incident, who=editor.name, why=asked.why, whole=asked.whole, seen=asked.seen))


@router.post("/series/{incident}/name", responses=gives(Decision), openapi_extra=takes(NameSeries), tags=["series"])
def name_series(book: CurrentBook, editor: Editor, raw: Raw, incident: str) -> Response:
    """Name the series of an incident. The name stays with this incident if the series is cut."""
    asked = read(raw, NameSeries)
    return answer(book.series.name(incident, asked.name, who=editor.name, why=asked.why, seen=asked.seen))


@router.get("/tolls", responses=gives(list[Toll]), tags=["tolls"])
def tolls(index: CurrentIndex) -> Response:
    """All running and period totals."""
    return answer(list(index.tolls.values()))


@router.get("/tolls/{name}", responses=gives(Toll), tags=["tolls"])
def toll(index: CurrentIndex, name: str) -> Response:
    """One running total as a series."""
    return answer(index.toll(name))
