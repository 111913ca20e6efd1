"""Briefs over the API: made, signed, looked up and withdrawn."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.review.signing import Signature
from tollbook.search.query import Query
from tollbook.web import briefs
from tollbook.web.api.shapes import Briefed, Sign, Signed, Undo, answer, asks, body, gives, read, takes
from tollbook.web.dependencies import TheBook
from tollbook.web.security import Person, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Editor = Annotated[Person, Depends(may("decide"))]


@router.get("/incidents/{name}/brief", responses=gives(Briefed), tags=["briefs"])
def of_incident(book: TheBook, name: str, rule: str = "", as_of: str = "") -> Response:
    """The brief of one incident; as PDF it is at ``/incidents/{name}/brief.pdf``, outside of the API."""
    return _brief(book, {"incident": name, "rule": rule, "as_of": as_of})


@router.get("/brief", responses=gives(Briefed), openapi_extra=asks(Query), tags=["briefs"])
def of_selection(request: Request, book: TheBook) -> Response:
    """The brief of what a query finds; as PDF it is at ``/brief.pdf``, outside of the API."""
    asked = {name: value for name, value in request.query_params.items() if name != "incident"}
    return _brief(book, asked)


@router.get("/briefs", responses=gives(list[Signature]), tags=["briefs"])
def signed(book: TheBook) -> Response:
    """Every signed brief, withdrawn ones too, the newest first."""
    return answer(book.signing.all())


@router.get("/briefs/{name}", responses=gives(Signed), tags=["briefs"])
def signature(book: TheBook, name: str) -> Response:
    """One signed brief with the text that was signed, and what has changed since."""
    found = book.signing.get(name)
    return answer(Signed(signature=found, since=briefs.since(book, found)))


@router.post("/briefs", responses=gives(Signature), openapi_extra=takes(Sign), tags=["briefs"])
def sign(book: TheBook, editor: Editor, raw: Raw) -> Response:
    """Sign a brief. 422 where it reads otherwise now than the text whose hash is given."""
    given = read(raw, Sign)
    draft = briefs.written(book, given.asked).draft
    return answer(book.signing.sign(draft, who=editor.name, read=given.sha256))


@router.post("/briefs/{name}/withdraw", responses=gives(Signature), openapi_extra=takes(Undo), tags=["briefs"])
def withdraw(book: TheBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Take a signature back; both stay in the log."""
    return answer(book.signing.withdraw(name, who=editor.name, why=read(raw, Undo).why))


def _brief(book: Book, asked: Mapping[str, str]) -> Response:
    made = briefs.written(book, asked)
    under = tuple(briefs.signatures(book, made.draft))
    return answer(Briefed(brief=made.brief, draft=made.draft, sha256=made.draft.sha256, signatures=under))
