"""Alerts over the API: what changed in the incidents that the user follows, and following them."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tollbook.alerts import Alert
from tollbook.book import Book
from tollbook.model import Record
from tollbook.store.follows import Threshold
from tollbook.web.api.read import Page, PerPage
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()
Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]


class AlertRow(Record, frozen=True, kw_only=True):
    """An alert with its number, when it was made (UTC), and whether the user has not read it."""

    number: int
    at: str
    unread: bool
    alert: Alert


class AlertList(Record, frozen=True, kw_only=True):
    """One page of alerts, newest first; how many there are, and how many the user has not read."""

    total: int
    unread: int
    alerts: tuple[AlertRow, ...] = ()


class AlertNumbers(Record, frozen=True, kw_only=True):
    """The numbers of alerts that the user has read."""

    numbers: tuple[int, ...]


class FollowRequest(Record, frozen=True, kw_only=True):
    """The thresholds of a follow: an alert tells when a figure reaches one."""

    thresholds: tuple[Threshold, ...] = ()


class FollowedIncident(Record, frozen=True, kw_only=True):
    """An incident that the user follows: its id when that began, its id now, its title and the thresholds."""

    subject: str
    incident: str | None
    title: str
    since: str
    thresholds: tuple[Threshold, ...] = ()


class FollowList(Record, frozen=True, kw_only=True):
    """The incidents that the user follows."""

    follows: tuple[FollowedIncident, ...] = ()


@router.get("/alerts", responses=gives(AlertList), tags=["alerts"])
def alerts(book: CurrentBook, user: Reader, *, page: Page = 1, per_page: PerPage = 50) -> Response:
    """Changes in the incidents that the user follows."""
    found = book.alerts.page(user.name, page, per_page)
    rows = [
        AlertRow(number=each.number, at=each.at, unread=each.number in found.unread, alert=each.alert)
        for each in found.alerts
    ]
    return answer(AlertList(total=found.total, unread=len(found.unread), alerts=tuple(rows)))


@router.post("/alerts/read", responses=gives(AlertList), openapi_extra=takes(AlertNumbers), tags=["alerts"])
def mark_read(book: CurrentBook, user: Reader, raw: Raw) -> Response:
    """Mark alerts as read by the user; returns the first page."""
    book.alerts.mark_read(read(raw, AlertNumbers).numbers, user.name)
    return alerts(book, user)


@router.get("/follows", responses=gives(FollowList), tags=["alerts"])
def follows(book: CurrentBook, user: Reader) -> Response:
    """The incidents that the user follows."""
    return answer(_follows(book, user))


@router.put(
    "/incidents/{name}/follow", responses=gives(FollowList), openapi_extra=takes(FollowRequest), tags=["alerts"]
)
def follow(name: str, book: CurrentBook, user: Reader, raw: Raw) -> Response:
    """Follow an incident, or change the thresholds; returns what the user follows."""
    book.alerts.follow(name, who=user.name, thresholds=read(raw, FollowRequest).thresholds)
    return answer(_follows(book, user))


@router.delete("/incidents/{name}/follow", responses=gives(FollowList), tags=["alerts"])
def unfollow(name: str, book: CurrentBook, user: Reader) -> Response:
    """Stop following an incident; returns what the user follows."""
    book.alerts.unfollow(name, who=user.name)
    return answer(_follows(book, user))


def _follows(book: Book, user: User) -> FollowList:
    return FollowList(
        follows=tuple(
            FollowedIncident(
                subject=each.subject, incident=state.incident, title=state.title, since=each.at,
                thresholds=each.thresholds,
            )
            for each, state in book.alerts.following(user.name)
        )
    )  # fmt: skip
