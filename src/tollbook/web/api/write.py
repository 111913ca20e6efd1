"""Deciding, over the API: sessions, decisions, coding, exports; whatever is written in the log."""

import tempfile
import zipfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.decisions.verdicts import Decision
from tollbook.review.conflicts import Proposal
from tollbook.review.intercoder import Code
from tollbook.web.api.shapes import Me, NewRound, Order, Progress, SignIn, Undo, answer, body, gives, read, takes
from tollbook.web.dependencies import TheBook, as_day
from tollbook.web.pages.account import sign_in, sign_out
from tollbook.web.security import Person, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[Person, Depends(may("read"))]
Coder = Annotated[Person, Depends(may("code"))]
Editor = Annotated[Person, Depends(may("decide"))]


@router.post("/session", responses=gives(Me, 429), openapi_extra=takes(SignIn), tags=["session"])
def enter(request: Request, raw: Raw) -> Response:
    """Begin a session; its cookie comes with the answer."""
    asked = read(raw, SignIn)
    person = sign_in(request, asked.name, asked.password)
    token = request.state.sessions.token(request.state.session)
    return answer(Me(name=person.name, role=person.role, token=token))


@router.delete("/session", responses=gives(Me), tags=["session"])
def leave(request: Request) -> Response:
    """End the session."""
    sign_out(request)
    return answer(Me(name="", role=None, token=request.state.sessions.token(request.state.session)))


@router.post("/decisions", responses=gives(Decision), openapi_extra=takes(Proposal), tags=["deciding"])
def decide(book: TheBook, editor: Editor, raw: Raw) -> Response:
    """Decide. With ``seen``, 409 and both versions where someone else decided on the same after that log entry."""
    return answer(book.review.propose(read(raw, Proposal), who=editor.name))


@router.post("/decisions/{name}/undo", responses=gives(None), openapi_extra=takes(Undo), tags=["deciding"])
def undo(book: TheBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Take a decision back; both stay in the log."""
    book.undo(name, who=editor.name, why=read(raw, Undo).why)
    return answer(None)


@router.post("/coding", responses=gives(Progress), openapi_extra=takes(NewRound), tags=["coding"])
def open_round(book: TheBook, editor: Editor, raw: Raw) -> Response:
    """Open a coding round on a sample of claims."""
    asked = read(raw, NewRound)
    found = book.review.coding.open(asked.name, size=asked.size, who=editor.name)
    left = found.left(editor.name)
    return answer(
        Progress(id=found.id, name=found.name, who=found.who, at=found.at, claims=len(found.claims), left=left)
    )


@router.put("/coding/{name}/claims/{claim}", responses=gives(None), openapi_extra=takes(Code), tags=["coding"])
def code(book: TheBook, coder: Coder, raw: Raw, name: str, claim: str) -> Response:
    """Give one's answer on one claim of a round."""
    book.review.coding.code(name, claim, read(raw, Code).to_dict(), who=coder.name)
    return answer(None)


@router.post("/coding/{name}/look", responses=gives(None), tags=["coding"])
def look(book: TheBook, coder: Coder, name: str) -> Response:
    """Give up coding in a round, so as to see its answers."""
    book.review.coding.look(name, who=coder.name)
    return answer(None)


@router.post("/export", responses=gives(None, 501), openapi_extra=takes(Order), tags=["book"])
def export(request: Request, person: Reader, raw: Raw) -> Response:
    """The book in one of the formats of ``tollbook export``, as a ZIP file; the log says who took it."""
    asked = read(raw, Order)
    with tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
        # Opened anew so that the log names this person, not whoever started the reading room.
        with Book.open(request.app.state.where, actor=person.name or None) as book:
            made = book.export(
                asked.format,
                Path(scratch) / "export",
                rule=asked.rule,
                as_of=as_day(asked.as_of, "as_of"),
                profile=asked.profile,
            )
        packed = Path(scratch) / "export.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in made:
                archive.write(path, path.relative_to(scratch))
        content = packed.read_bytes()
    return Response(
        content, media_type="application/zip", headers={"Content-Disposition": 'attachment; filename="tollbook.zip"'}
    )
