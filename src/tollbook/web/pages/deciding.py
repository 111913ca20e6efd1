"""Writing decisions: the target of all forms that decide on something."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.decision import Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.review.conflicts import EditConflict
from tollbook.web.dependencies import CurrentBook
from tollbook.web.json_bodies import decode
from tollbook.web.rendering import address, page
from tollbook.web.security import User, may

router = APIRouter()
#: The reason in the log for a decision without one.
NO_REASON = message("No reason given.")
#: The number of fields of a form at most; a claim with fifty speakers still fits.
_MOST_FIELDS = 1_000

Fields = dict[str, list[str]]
Editor = Annotated[User, Depends(may("decide"))]


async def form_fields(request: Request) -> Fields:
    """The fields of a form, with all values of each name."""
    found: Fields = {}
    async with request.form(max_fields=_MOST_FIELDS) as form:
        for name, value in form.multi_items():
            if isinstance(value, str):
                found.setdefault(name, []).append(value)
    return found


FormFields = Annotated[Fields, Depends(form_fields)]


@router.post("/decide")
def decide(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Write one decision and go on to the page in the form."""
    proposal = Proposal(
        verdict=one(fields, "verdict"),
        subject=one(fields, "subject"),
        other=one(fields, "other") or None,
        why=one(fields, "why") or NO_REASON,
        change=_change(one(fields, "change")),
        also=_change(one(fields, "also")),
        seen=entry(one(fields, "seen")),
        reports=tuple(fields.get("reports", ())),
        confirms=tuple(fields.get("confirms", ())),
    )
    return write(request, book, proposal, editor, fields)


@router.post("/undo")
def undo(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Undo a decision."""
    book.undo(one(fields, "decision"), who=editor.name, why=one(fields, "why") or NO_REASON)
    request.app.state.worker.wake_if_needed(book)
    return go_on(fields, "undone", "")


def write(request: Request, book: Book, proposal: Proposal, editor: User, fields: Fields) -> Response:
    """Write a decision and redirect; if someone else decided first, show both decisions and a choice between them."""
    try:
        decision = book.review.propose(proposal, who=editor.name)
    except EditConflict as conflict:
        return conflict_page(request, conflict, fields)
    if decision.verdict == "describe":
        request.app.state.worker.wake_if_needed(book)
    return go_on(fields, "confirm" if one(fields, "confirm") else decision.verdict, decision.id)


def conflict_page(request: Request, conflict: EditConflict, fields: Fields) -> Response:
    """The decision that was not written beside those that someone else made first, with a choice between them."""
    proposal = conflict.proposal
    return page(
        request,
        "conflict.html",
        status=409,
        sentence=str(conflict),
        proposal=proposal,
        newer=conflict.newer,
        change=msgspec.json.encode(proposal.change).decode() if proposal.change else "",
        also=msgspec.json.encode(proposal.also).decode() if proposal.also else "",
        seen=conflict.newer[-1].seq,
        next=inside(one(fields, "next"), "/queue"),
    )


def go_on(fields: Fields, done: str, decision: str) -> Response:
    """Redirect to the page in the form, with the action that was done in its address."""
    path, _, fragment = inside(one(fields, "next"), "/queue").partition("#")
    joint = "&" if "?" in path else "?"
    tail = f"#{fragment}" if fragment else ""
    query = address("", {"done": done, "decision": decision}).removeprefix("?")
    return RedirectResponse(f"{path}{joint}{query}{tail}", status_code=303)


def inside(where: str, otherwise: str) -> str:
    """An address of this web interface, or ``otherwise``; browsers read ``//`` and ``/\\`` as another host."""
    is_ours = where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable()
    return where if is_ours else otherwise


def one(fields: Fields, name: str, default: str = "") -> str:
    """The first value of a field, without white space around it."""
    values: Sequence[str] = fields.get(name, ())
    return values[0].strip() if values else default


def entry(text: str) -> int | None:
    """The number of the last log entry when the form was made. Raises Refused."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise Refused(message("The page does not have the number of its log entry; load it again."))
    return int(text)


def _change(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        return decode(text.encode("utf-8", "replace"), dict[str, Any])
    except msgspec.DecodeError as error:
        sentence = message("The change cannot be read ({error}); load the page again.", error=error)
        raise Refused(sentence) from error
