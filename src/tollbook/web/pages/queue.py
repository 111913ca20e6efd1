"""The review queue: one question at a time, answered with keys or buttons of its cards."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book import Book
from tollbook.decisions.set_aside import SetAside
from tollbook.errors import Refused
from tollbook.incidents.questions import Question
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Candidate
from tollbook.review import claim_form
from tollbook.review.answering import Case, Given, action_of
from tollbook.review.conflicts import EditConflict
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade
from tollbook.web.like_titles import distinctions
from tollbook.web.pages.deciding import Editor, FormFields, entry, go_on, inside, one
from tollbook.web.pages.incident import in_incident
from tollbook.web.pages.report import CHOICES, GROUPS, MARKS, family
from tollbook.web.queue_view import CardView, cards_of, chosen_card
from tollbook.web.rendering import address, as_json, page
from tollbook.web.security import User, user_of

router = APIRouter()
#: Questions that the queue shows; a book with more shows the others when these are answered.
MOST = 200
#: Keys of the answers; number keys choose a card.
KEYS = {
    "accept": "a", "reject": "r", "correct": "c", "total": "t", "superseded": "p", "other event": "o", "same": "s",
    "not same": "n", "same person": "s", "different persons": "n", "settle": "x",
}  # fmt: skip
Position = Annotated[int | None, Query(ge=1, le=99)]


@router.get("/queue")
def queue(
    request: Request,
    book: CurrentBook,
    *,
    at: str = "",
    incident: str = "",
    card: Position = None,
    correct: bool = False,
    done: JustDone = "",
    decision: JustMade = "",
) -> HTMLResponse:
    """One question, of the book or of one incident: the question ``at``, or the first one; ``card`` chooses a card."""
    incident = _now(book, incident)
    every = book.review.queue(MOST, incident=incident or None)
    # The next question has the position of an answered one; the address has the position after a full stop.
    name, _, place = at.partition(".")
    index = next((index for index, each in enumerate(every) if each.id == name), None)
    if index is None:
        index = min(int(place), len(every) - 1) if place.isascii() and place.isdigit() and len(place) < 9 else 0
    question = every[index] if every else None
    return page(
        request,
        "queue.html",
        total=len(every),
        most=MOST,
        index=index,
        question=question,
        **_incidents(book, every, question),
        **_steps(every, index, incident),
        incident=book.search.index().incidents.get(incident),
        done=done,
        decision=decision,
        set_aside=_set_aside(book, incident),
        unsigned=0 if every else book.search.unsigned(),
        mine=_last_of(book, user_of(request)),
        **_about(book, question, card, correct=correct),
    )


@router.post("/queue/answer")
def answer(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Answer a question, and the similar cases that the form names, and show the next question."""
    given = Given(
        action=action_of(one(fields, "action")),
        card=entry(one(fields, "card")),
        why=one(fields, "why"),
        seen=entry(one(fields, "seen")),
        like=tuple(fields.get("like", ())),
    )
    try:
        made = book.review.answer(one(fields, "question"), given, who=editor.name)
    except EditConflict as conflict:
        there = {"newer": conflict.newer, "fields": fields, "next": inside(one(fields, "next"), "/queue")}
        return page(request, "queue-conflict.html", status=409, sentence=str(conflict), **there)
    return go_on(fields, given.action, made.id)


@router.get("/queue/like")
def like(request: Request, book: CurrentBook, question: str, action: str, card: Position = None) -> HTMLResponse:
    """The cases of the book that are similar to a card, for a look before they get the same answer."""
    case = Case(book.review.question(question), card - 1 if card else None)
    chosen = action_of(action)
    if case.answer(chosen) is None:
        raise Refused(message("This question has no such answer; go back to the queue."))
    cases = [case, *book.review.like_cases(case, chosen)]
    views = {each.question.id: cards_of(book, each.question) for each in cases[:MOST]}
    return page(
        request,
        "queue-like.html",
        case=case,
        action=chosen,
        seen=book.review.last_decision(),
        cases=[(each, each.answer(chosen), _card(views[each.question.id], each.card)) for each in cases[:MOST]],
    )


def _card(views: list[CardView], position: int | None) -> CardView | None:
    return views[position] if position is not None and position < len(views) else None


def _at(every: tuple[Question, ...], index: int, incident: str) -> str:
    if not 0 <= index < len(every):
        return ""
    return address("/queue", {"incident": incident, "at": f"{every[index].id}.{index}"})


def _steps(every: tuple[Question, ...], index: int, incident: str) -> dict[str, Any]:
    """The addresses of the questions before and after one, and its own."""
    here = _at(every, index, incident) or address("/queue", {"incident": incident})
    return {"previous": _at(every, index - 1, incident), "following": _at(every, index + 1, incident), "here": here}


def _incidents(book: Book, every: Sequence[Question], question: Question | None) -> dict[str, Any]:
    """The incidents of a question, and what tells them from others of the queue with the same title."""
    if question is None:
        return {"asked_about": [], "apart": {}}
    own = [name for name in (question.incident, question.other_incident) if name]
    alike = (each.incident for each in every if each.title == question.title)
    found = book.search.index().incidents_of(dict.fromkeys([*own, *alike]))
    return {"asked_about": [found[name] for name in own if name in found], "apart": distinctions(book, found.values())}


def _now(book: Book, incident: str) -> str:
    """The present id of an incident, for example after an answer merged it into another."""
    known = not incident or incident in book.search.index().incidents
    now = () if known else book.incidents.named_now(incident)
    return now[0] if len(now) == 1 else incident


def _last_of(book: Book, user: User) -> str:
    """The last decision of this user that is in force, for undo; of an answer, the first one. Empty without one."""
    mine = [each.part_of or each.id for each in book.review.decisions() if each.who == user.name]
    return mine[-1] if mine else ""


def _set_aside(book: Book, incident: str) -> list[SetAside]:
    """The decisions that cannot be applied: of the book, or those about one incident."""
    found = book.review.not_applied()
    return in_incident(book, found, book.incidents.evidence(incident)) if found and incident else found


def _about(book: Book, question: Question | None, card: int | None, *, correct: bool) -> dict[str, Any]:
    compared = book.review.compared_with(question) if question is not None and not correct else ()
    views = cards_of(book, question, compared) if question is not None else []
    chosen = chosen_card(question, views, card - 1 if card else None) if question is not None else 0
    incident = book.search.index().incidents.get(question.incident) if question is not None else None
    spots = [_spot(candidate) for candidate in question.candidates] if question is not None else []
    asked = views[chosen].claims[0][0] if correct and views and views[chosen].claims else None
    return {
        "cards": views,
        "chosen": chosen,
        "asked": asked,
        "spots": as_json(spots) if spots else "",
        "place_name": incident.place.name if incident is not None and incident.place is not None else None,
        "keys": KEYS,
        "choices": CHOICES,
        "groups": GROUPS,
        "age_text": claim_form.age_text,
        "marks": MARKS,
        "family": family,
        "seen": book.review.last_decision(),
    }


def _spot(candidate: Candidate) -> dict[str, Any]:
    """A candidate place as a spot on the map."""
    name = wording.candidate(candidate)
    return {"name": name, "lat": candidate.lat, "lon": candidate.lon, "incidents": 1, "precision": 1}
