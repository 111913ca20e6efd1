"""Briefs over the API: make, sign, look up and withdraw."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.review.signing import Signature
from tollbook.search.query import Query
from tollbook.web import briefs
from tollbook.web.api.schema import answer, asks, body, gives, read, takes
from tollbook.web.api.shapes import BriefWithSignatures, SignatureStatus, SignRequest, UndoRequest
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Editor = Annotated[User, Depends(may("decide"))]


@router.get("/incidents/{name}/brief", responses=gives(BriefWithSignatures), tags=["briefs"])
def of_incident(book: CurrentBook, name: str, rule: str = "", as_of: str = "") -> Response:
    """The brief of one incident; its PDF is at ``/incidents/{name}/brief.pdf``, outside of the API."""
    return _brief(book, {"incident": name, "rule": rule, "as_of": as_of})


@router.get("/brief", responses=gives(BriefWithSignatures), openapi_extra=asks(Query), tags=["briefs"])
def of_selection(request: Request, book: CurrentBook) -> Response:
    """The brief of the incidents that a query finds; its PDF is at ``/brief.pdf``, outside of the API."""
    asked = {name: value for name, value in request.query_params.items() if name != "incident"}
    return _brief(book, asked)


@router.get("/briefs", responses=gives(list[Signature]), tags=["briefs"])
def signed(book: CurrentBook) -> Response:
    """All signed briefs, also withdrawn ones, newest first."""
    return answer(book.signing.all())


@router.get("/briefs/{name}", responses=gives(SignatureStatus), tags=["briefs"])
def signature(book: CurrentBook, name: str) -> Response:
    """One signed brief with its signed text, and the changes since."""
    found = book.signing.get(name)
    return answer(SignatureStatus(signature=found, since=briefs.since(book, found)))


@router.post("/briefs", responses=gives(Signature), openapi_extra=takes(SignRequest), tags=["briefs"])
def sign(book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Sign a brief. 422 if the brief has changed since the text with this hash."""
    given = read(raw, SignRequest)
    draft = briefs.written(book, given.asked).draft
    return answer(book.signing.sign(draft, who=editor.name, read=given.sha256))


@router.post("/briefs/{name}/withdraw", responses=gives(Signature), openapi_extra=takes(UndoRequest), tags=["briefs"])
def withdraw(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Withdraw a signature; both entries stay in the log."""
    return answer(book.signing.withdraw(name, who=editor.name, why=read(raw, UndoRequest).why))


def _brief(book: Book, asked: Mapping[str, str]) -> Response:
    made = briefs.written(book, asked)
    under = tuple(briefs.signatures(book, made.draft))
    return answer(BriefWithSignatures(brief=made.brief, draft=made.draft, sha256=made.draft.sha256, signatures=under))
