"""The review queue: one decision at a time, with single-key shortcuts or without."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.book import Book
from tollbook.locale import wording
from tollbook.model import Candidate
from tollbook.web import editing
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.report import CHOICES, GROUPS, MARKS, family
from tollbook.web.queue_view import MOST_CLAIMS, QueueItem, in_context, open_questions
from tollbook.web.rendering import address, as_json, page, segment
from tollbook.web.security import User, user_of

router = APIRouter()


@router.get("/queue")
def queue(
    request: Request, book: CurrentBook, *, at: str = "", incident: str = "", done: str = "", decision: str = ""
) -> HTMLResponse:
    """One question, of the book or of one incident: the question ``at``, or the first one."""
    every = open_questions(book, incident or None)
    # An answered question is gone; the next one has its position, which the address has after a full stop.
    name, _, place = at.partition(".")
    index = next((index for index, each in enumerate(every) if each.question.id == name), None)
    if index is None:
        index = min(int(place), len(every) - 1) if place.isascii() and place.isdigit() and len(place) < 9 else 0
    item = every[index] if every else None
    return page(
        request,
        "queue.html",
        total=len(every),
        index=index,
        item=item,
        previous=_at(every, index - 1, incident),
        following=_at(every, index + 1, incident),
        here=_at(every, index, incident) or address("/queue", {"incident": incident}),
        incident=book.search.index().incidents.get(incident),
        done=done,
        decision=decision,
        mine=_last_of(book, user_of(request)),
        **_about(book, item),
    )


def _at(every: list[QueueItem], index: int, incident: str) -> str:
    if not 0 <= index < len(every):
        return ""
    return address("/queue", {"incident": incident, "at": f"{every[index].question.id}.{index}"})


def _last_of(book: Book, user: User) -> str:
    """The id of the last decision in force by this user, for undo; empty without one."""
    mine = [each.id for each in book.review.decisions() if each.who == user.name]
    return mine[-1] if mine else ""


def _about(book: Book, item: QueueItem | None) -> dict[str, Any]:
    context: dict[str, Any] = {
        "choices": CHOICES,
        "groups": GROUPS,
        "age_text": editing.age_text,
        "marks": MARKS,
        "family": family,
        "seen": book.review.last_decision(),
        "shown": [],
    }
    context |= {"asked": None, "spots": "", "report_address": lambda name: f"/reports/{segment(name)}"}
    if item is None:
        return context
    if item.question.candidates:
        context["spots"] = as_json([_spot(candidate) for candidate in item.question.candidates])
    for name in item.question.claims[:MOST_CLAIMS]:
        sheet = book.review.report_of_claim(name)
        standing = sheet.get(name)
        if standing is not None:
            context["shown"].append((standing, in_context(standing.claim, sheet.report)))
            context["asked"] = standing if name == item.asked else context["asked"]
    return context


def _spot(candidate: Candidate) -> dict[str, Any]:
    """A candidate place as a spot on the map."""
    name = wording.candidate(candidate)
    return {"name": name, "lat": candidate.lat, "lon": candidate.lon, "incidents": 1, "precision": 1}
