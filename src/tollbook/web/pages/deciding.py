"""Where decisions are written: every form of the reading room that rules on something comes here."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.review.conflicts import EditConflict, Proposal
from tollbook.web.dependencies import TheBook
from tollbook.web.rendering import address, page
from tollbook.web.security import Person, may

router = APIRouter()
#: Written down where a person gave no reason: honest, and what the log then says.
NO_REASON = "No reason given."
#: Forms have no more fields than this; a claim with fifty speakers still fits.
_MOST_FIELDS = 1_000

Fields = dict[str, list[str]]
Editor = Annotated[Person, Depends(may("decide"))]


async def the_fields(request: Request) -> Fields:
    """The fields of a form, those of one name together."""
    found: Fields = {}
    async with request.form(max_fields=_MOST_FIELDS) as form:
        for name, value in form.multi_items():
            if isinstance(value, str):
                found.setdefault(name, []).append(value)
    return found


TheFields = Annotated[Fields, Depends(the_fields)]


@router.post("/decide")
def decide(request: Request, book: TheBook, editor: Editor, fields: TheFields) -> Response:
    """Write one decision, and go on to the page the form says."""
    proposal = Proposal(
        verdict=one(fields, "verdict"),
        subject=one(fields, "subject"),
        other=one(fields, "other") or None,
        why=one(fields, "why") or NO_REASON,
        change=_change(one(fields, "change")),
        seen=entry(one(fields, "seen")),
    )
    return write(request, book, proposal, editor, fields)


@router.post("/undo")
def undo(book: TheBook, editor: Editor, fields: TheFields) -> Response:
    """Take a decision back."""
    book.undo(one(fields, "decision"), who=editor.name, why=one(fields, "why") or NO_REASON)
    return on(fields, "undone", "")


def write(request: Request, book: Book, proposal: Proposal, editor: Person, fields: Fields) -> Response:
    """Write a decision and go on; where someone else decided first, show both versions and the choice between them."""
    try:
        decision = book.review.propose(proposal, who=editor.name)
    except EditConflict as meanwhile:
        return page(
            request,
            "conflict.html",
            status=409,
            sentence=str(meanwhile),
            proposal=proposal,
            newer=meanwhile.newer,
            change=msgspec.json.encode(proposal.change).decode() if proposal.change else "",
            seen=meanwhile.newer[-1].seq,
            next=inside(one(fields, "next"), "/queue"),
        )
    return on(fields, decision.verdict, decision.id)


def on(fields: Fields, done: str, decision: str) -> Response:
    """On to the page that was asked for, which says what was done."""
    path, _, fragment = inside(one(fields, "next"), "/queue").partition("#")
    joint = "&" if "?" in path else "?"
    tail = f"#{fragment}" if fragment else ""
    said = address("", {"done": done, "decision": decision}).removeprefix("?")
    return RedirectResponse(f"{path}{joint}{said}{tail}", status_code=303)


def inside(where: str, otherwise: str) -> str:
    """An address of this reading room, or ``otherwise``; browsers read ``//`` and ``/\\`` as another host."""
    ours = where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable()
    return where if ours else otherwise


def one(fields: Fields, name: str, default: str = "") -> str:
    """The first value of a field, without white space around it."""
    values: Sequence[str] = fields.get(name, ())
    return values[0].strip() if values else default


def entry(text: str) -> int | None:
    """The log entry a form was made on. Raises Refused."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise Refused("The page does not say up to which entry of the log it was made; load it again.")
    return int(text)


def _change(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise Refused(f"What was changed cannot be read ({error}); load the page again.") from error
