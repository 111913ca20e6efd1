"""Blind second coding: rounds, one claim at a time as bare words, agreement, and what to adjudicate."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.review import intercoder
from tollbook.web.dependencies import TheBook
from tollbook.web.pages.deciding import Editor, TheFields, one
from tollbook.web.pages.report import CHOICES
from tollbook.web.queue_view import shown
from tollbook.web.rendering import page, segment
from tollbook.web.security import Person, may, person_of

router = APIRouter()
#: How much text a coder sees before and after the words: enough to know what they are about.
_AROUND = 1_500  # characters

Coder = Annotated[Person, Depends(may("code"))]


@router.get("/coding")
def rounds(request: Request, book: TheBook) -> HTMLResponse:
    """Every round, and how far one has come in it."""
    return page(request, "coding.html", rounds=book.review.coding.rounds(), most=intercoder.MOST)


@router.post("/coding")
def open_round(book: TheBook, editor: Editor, fields: TheFields) -> Response:
    """Draw a sample and open a round on it."""
    size = one(fields, "size")
    if not size.isascii() or not size.isdigit() or len(size) > 6:
        raise Refused("Say in digits how many claims the round has.")
    opened = book.review.coding.open(one(fields, "name"), size=int(size), who=editor.name)
    return RedirectResponse(f"/coding/{opened.id}", status_code=303)


@router.get("/coding/{name}")
def code(request: Request, book: TheBook, name: str, claim: str = "") -> HTMLResponse:
    """The next claim one has not answered, as nothing but words in their text; or an earlier one to answer anew."""
    found, person = book.review.coding.round(name), person_of(request)
    left = found.left(person.name)
    if claim and claim not in found.claims:
        raise NoSuchRecord(f"Claim {claim} is not in the coding round “{found.name}”.")
    asked = claim or (left[0] if left else "")
    mine = [each for each in found.claims if person.name in found.answers.get(each, {})]
    context: dict[str, Any] = {"round": found, "left": left, "asked": asked, "mine": mine, "choices": CHOICES}
    answered = found.answers.get(asked, {}).get(person.name)
    context |= {"words": _words(book, asked) if asked else None, "answer": answered}
    return page(request, "coding-round.html", **context)


@router.post("/coding/{name}")
def answer(book: TheBook, coder: Coder, fields: TheFields, name: str) -> Response:
    """Keep one answer, and go on to the next claim."""
    given = {field: value for field in intercoder.FIELDS if (value := one(fields, field))}
    if "count" in given:
        if not given["count"].isascii() or not given["count"].isdigit() or len(given["count"]) > 12:
            raise Refused("Write the number of people in digits, or leave it empty.")
        given |= {"count": int(given["count"])}  # type: ignore[dict-item]  # the one field that is no text
    book.review.coding.code(name, one(fields, "claim"), given, who=coder.name)
    return RedirectResponse(f"/coding/{segment(name)}", status_code=303)


@router.get("/coding/{name}/agreement")
def agreement(request: Request, book: TheBook, name: str) -> HTMLResponse:
    """Alpha of each field and what to adjudicate, for those who have given all of their own answers."""
    found, person = book.review.coding.round(name), person_of(request)
    if not found.open_to(person.name) or not person.may("code"):
        return page(request, "coding-closed.html", round=found, left=len(found.left(person.name)))
    ruled = {each.subject for each in book.review.decisions() if each.verdict in {"accept", "correct", "reject"}}
    differing = [
        (each, _words(book, each.claim), each.claim in ruled) for each in intercoder.disagreements(found)
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
def look(book: TheBook, coder: Coder, name: str) -> Response:
    """See the answers without having given all of one's own; from then on one codes no more in this round."""
    book.review.coding.look(name, who=coder.name)
    return RedirectResponse(f"/coding/{segment(name)}/agreement", status_code=303)


def _words(book: Book, claim: str) -> Any:
    sheet = book.review.report_of_claim(claim)
    standing = sheet.get(claim)
    return shown(standing.found, sheet.report, _AROUND) if standing else None
