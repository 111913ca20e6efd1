"""The queue: what most needs a person, one decision at a time, by single keys or without them."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.book import Book
from tollbook.locale import wording
from tollbook.model import Candidate
from tollbook.web.dependencies import TheBook
from tollbook.web.pages.report import CHOICES, MARKS, family
from tollbook.web.queue_view import MOST_CLAIMS, Waiting, shown, waiting
from tollbook.web.rendering import address, as_json, page, segment
from tollbook.web.security import Person, person_of

router = APIRouter()


@router.get("/queue")
def queue(
    request: Request, book: TheBook, *, at: str = "", incident: str = "", done: str = "", decision: str = ""
) -> HTMLResponse:
    """One question, of the book or of one incident; ``at`` says which, the first without it or once it is answered."""
    every = waiting(book, incident or None)
    # What was answered is gone: its successor stands at its place, which the address carries behind a full stop.
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
        incident=book.shelf().incidents.get(incident),
        done=done,
        decision=decision,
        mine=_last_of(book, person_of(request)),
        **_about(book, item),
    )


def _at(every: list[Waiting], index: int, incident: str) -> str:
    if not 0 <= index < len(every):
        return ""
    return address("/queue", {"incident": incident, "at": f"{every[index].question.id}.{index}"})


def _last_of(book: Book, person: Person) -> str:
    """The last decision of this person that stands: the one to take back."""
    mine = [each.id for each in book.decisions() if each.who == person.name]
    return mine[-1] if mine else ""


def _about(book: Book, item: Waiting | None) -> dict[str, Any]:
    context: dict[str, Any] = {"choices": CHOICES, "marks": MARKS, "family": family, "seen": book.seen(), "shown": []}
    context |= {"asked": None, "spots": "", "report_address": lambda name: f"/reports/{segment(name)}"}
    if item is None:
        return context
    if item.question.candidates:
        context["spots"] = as_json([_spot(candidate) for candidate in item.question.candidates])
    for name in item.question.claims[:MOST_CLAIMS]:
        sheet = book.sheet_of(name)
        standing = sheet.get(name)
        if standing is not None:
            context["shown"].append((standing, shown(standing.claim, sheet.report)))
            context["asked"] = standing if name == item.asked else context["asked"]
    return context


def _spot(candidate: Candidate) -> dict[str, Any]:
    """A candidate as the map draws it, called by all that tells it apart."""
    name = wording.candidate(candidate)
    return {"name": name, "lat": candidate.lat, "lon": candidate.lon, "incidents": 1, "precision": 1}
