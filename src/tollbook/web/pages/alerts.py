"""The page of alerts: changes in the incidents that the user follows, and the list of these."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.model import OUTCOMES
from tollbook.review.form_values import FormValues
from tollbook.store.follows import Threshold
from tollbook.web.dependencies import CurrentBook, PageNumber
from tollbook.web.pages.deciding import FormFields
from tollbook.web.rendering import page, segment
from tollbook.web.security import User, may

router = APIRouter()
_PER_PAGE = 50
Reader = Annotated[User, Depends(may("read"))]


@router.get("/alerts")
def alerts(request: Request, book: CurrentBook, user: Reader, number: PageNumber = 1) -> HTMLResponse:
    """The alerts, newest first, and the incidents that the user follows."""
    found = book.alerts.page(user.name, number, _PER_PAGE)
    return page(
        request, "alerts.html", found=found, number=number, pages=-(-found.total // _PER_PAGE),
        following=book.alerts.following(user.name),
    )  # fmt: skip


@router.post("/alerts/read")
def mark_read(book: CurrentBook, user: Reader, fields: FormFields) -> Response:
    """Mark the alerts that the form names as read."""
    given = FormValues(fields).all("alert")
    book.alerts.mark_read([int(each) for each in given if each.isascii() and each.isdigit()], user.name)
    return RedirectResponse("/alerts", status_code=303)


@router.post("/incidents/{name}/follow")
def follow(name: str, book: CurrentBook, user: Reader, fields: FormFields) -> Response:
    """Follow an incident, with the thresholds of the form, or stop following it."""
    form = FormValues(fields)
    if form.text("stop"):
        book.alerts.unfollow(name, who=user.name)
    else:
        given = {kind: form.number(f"over-{kind}") for kind in OUTCOMES}
        limits = [Threshold(kind=kind, number=number) for kind, number in given.items() if number]
        book.alerts.follow(name, who=user.name, thresholds=limits)
    return RedirectResponse("/alerts" if form.text("back") == "alerts" else f"/incidents/{segment(name)}", 303)
