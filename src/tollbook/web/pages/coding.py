"""Blind double coding: rounds, one claim at a time without its record, agreement, and disagreements."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.review import intercoder
from tollbook.review.claim_context import in_context
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import Editor, FormFields, one
from tollbook.web.pages.report import CHOICES
from tollbook.web.rendering import page, segment
from tollbook.web.security import User, may, user_of

router = APIRouter()
#: The text shown to coders before and after the words, enough for the context.
_AROUND = 1_500  # characters

Coder = Annotated[User, Depends(may("code"))]


@router.get("/coding")
def rounds(request: Request, book: CurrentBook) -> HTMLResponse:
    """All rounds, with the progress of the user."""
    return page(request, "coding.html", rounds=book.review.coding.rounds(), most=intercoder.MOST)


@router.post("/coding")
def open_round(book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Draw a sample of claims and open a round."""
    size = one(fields, "size")
    if not size.isascii() or not size.isdigit() or len(size) > 6:
        raise Refused(message("Write the number of claims in digits."))
    opened = book.review.coding.open(one(fields, "name"), size=int(size), who=editor.name)
    return RedirectResponse(f"/coding/{opened.id}", status_code=303)


@router.get("/coding/{name}")
def code(request: Request, book: CurrentBook, name: str, claim: str = "") -> HTMLResponse:
    """The next claim without answer, as words in their text only; or an earlier claim to answer again."""
    found, user = book.review.coding.round(name), user_of(request)
    left = found.left(user.name)
    if claim and claim not in found.claims:
        raise NoSuchRecord(message("Claim {claim} is not in the coding round “{name}”.", claim=claim, name=found.name))
    asked = claim or (left[0] if left else "")
    mine = [each for each in found.claims if user.name in found.answers.get(each, {})]
    context: dict[str, Any] = {"round": found, "left": left, "asked": asked, "mine": mine, "choices": CHOICES}
    answered = found.answers.get(asked, {}).get(user.name)
    context |= {"words": _words(book, asked) if asked else None, "answer": answered}
    return page(request, "coding-round.html", **context)


@router.post("/coding/{name}")
def answer(book: CurrentBook, coder: Coder, fields: FormFields, name: str) -> Response:
    """Save one answer and go on to the next claim."""
    given = {field: value for field in intercoder.FIELDS if (value := one(fields, field))}
    if "count" in given:
        if not given["count"].isascii() or not given["count"].isdigit() or len(given["count"]) > 12:
            raise Refused(message("Write the number of people in digits, or leave the field empty."))
        given |= {"count": int(given["count"])}  # type: ignore[dict-item]  # the only field that is not text
    book.review.coding.code(name, one(fields, "claim"), given, who=coder.name)
    return RedirectResponse(f"/coding/{segment(name)}", status_code=303)


@router.get("/coding/{name}/agreement")
def agreement(request: Request, book: CurrentBook, name: str) -> HTMLResponse:
    """Alpha of each field and the disagreements, for users who have given all of their own answers."""
    found, user = book.review.coding.round(name), user_of(request)
    if not found.open_to(user.name) or not user.may("code"):
        return page(request, "coding-closed.html", round=found, left=len(found.left(user.name)))
    decided = {each.subject for each in book.review.decisions() if each.verdict in {"accept", "correct", "reject"}}
    differing = [
        (each, _words(book, each.claim), each.claim in decided) for each in intercoder.disagreements(found)
    ]  # fmt: skip
    return page(
        request,
        "coding-agreement.html",
        round=found,
        agreements=intercoder.agreement(found),
        differing=differing,
        fields=list(intercoder.FIELDS),
        report_address=lambda words: f"/reports/{segment(words.report.id)}?claim={words.claim.id}",
        plain=msgspec.to_builtins,
    )


@router.post("/coding/{name}/look")
def look(book: CurrentBook, coder: Coder, name: str) -> Response:
    """See the answers before giving all of one's own; the user can then no longer code in this round."""
    book.review.coding.look(name, who=coder.name)
    return RedirectResponse(f"/coding/{segment(name)}/agreement", status_code=303)


def _words(book: Book, claim: str) -> Any:
    sheet = book.review.report_of_claim(claim)
    standing = sheet.get(claim)
    return in_context(standing.found, sheet.report, _AROUND) if standing else None
