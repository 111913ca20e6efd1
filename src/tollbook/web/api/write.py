"""Writing over the API: sessions, decisions, coding, exports."""

import tempfile
import zipfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.decisions.decision import Decision, Proposal
from tollbook.export import file_name, release_profiles
from tollbook.review.answering import Given
from tollbook.review.intercoder import Code
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import ExportRequest, NewRound, RoundProgress, SessionInfo, SignIn, UndoRequest
from tollbook.web.dependencies import CurrentBook, as_day
from tollbook.web.pages.account import sign_in, sign_out
from tollbook.web.pages.upload import Adder, ReceivedFiles, store
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]
Coder = Annotated[User, Depends(may("code"))]
Editor = Annotated[User, Depends(may("decide"))]


@router.post("/session", responses=gives(SessionInfo, 429), openapi_extra=takes(SignIn), tags=["session"])
def enter(request: Request, raw: Raw) -> Response:
    """Begin a session; the response sets its cookie."""
    asked = read(raw, SignIn)
    user = sign_in(request, asked.name, asked.password)
    token = request.state.sessions.token(request.state.session)
    return answer(SessionInfo(name=user.name, role=user.role, token=token))


@router.delete("/session", responses=gives(SessionInfo), tags=["session"])
def leave(request: Request) -> Response:
    """End the session."""
    sign_out(request)
    return answer(SessionInfo(name="", role=None, token=request.state.sessions.token(request.state.session)))


@router.post("/decisions", responses=gives(Decision), openapi_extra=takes(Proposal), tags=["deciding"])
def decide(request: Request, book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Decide. With ``seen``, 409 and both decisions if someone else decided on the same after that log entry.

    The verdict ``describe`` sets ``change`` (published, outlet, title, author, url) for the report ``subject`` and
    those in ``also``; the reports are then read again.
    """
    decision = book.review.propose(read(raw, Proposal), who=editor.name)
    request.app.state.worker.wake_if_needed(book)
    return answer(decision)


@router.post("/uploads", responses=gives(ReceivedFiles), tags=["reports"])
async def upload(request: Request, adder: Adder) -> Response:
    """Send files as multipart/form-data: a field ``batch`` of your choice, then ``files``. Each is read when stored."""
    return answer(await store(request, adder))


@router.post("/queue/{name}/answers", responses=gives(Decision), openapi_extra=takes(Given), tags=["deciding"])
def give_answer(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Answer a question, and the like cases that are named; returns the first decision, which undoes all of them."""
    return answer(book.review.answer(name, read(raw, Given), who=editor.name))


@router.post("/decisions/{name}/undo", responses=gives(None), openapi_extra=takes(UndoRequest), tags=["deciding"])
def undo(request: Request, book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Undo a decision; both entries stay in the log."""
    book.undo(name, who=editor.name, why=read(raw, UndoRequest).why)
    request.app.state.worker.wake_if_needed(book)
    return answer(None)


@router.post("/coding", responses=gives(RoundProgress), openapi_extra=takes(NewRound), tags=["coding"])
def open_round(book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Open a coding round on a sample of claims."""
    asked = read(raw, NewRound)
    found = book.review.coding.open(asked.name, size=asked.size, who=editor.name)
    left = found.left(editor.name)
    return answer(
        RoundProgress(id=found.id, name=found.name, who=found.who, at=found.at, claims=len(found.claims), left=left)
    )


@router.put("/coding/{name}/claims/{claim}", responses=gives(None), openapi_extra=takes(Code), tags=["coding"])
def code(book: CurrentBook, coder: Coder, raw: Raw, name: str, claim: str) -> Response:
    """Save the answer of the user for one claim of a round."""
    book.review.coding.code(name, claim, read(raw, Code).to_dict(), who=coder.name)
    return answer(None)


@router.post("/coding/{name}/look", responses=gives(None), tags=["coding"])
def look(book: CurrentBook, coder: Coder, name: str) -> Response:
    """Stop coding in a round, to see its answers."""
    book.review.coding.look(name, who=coder.name)
    return answer(None)


@router.post("/export", responses=gives(None, 501), openapi_extra=takes(ExportRequest), tags=["book"])
def export(request: Request, user: Reader, raw: Raw) -> Response:
    """The book in one of the formats of ``tollbook export``, as a ZIP file; the log names the user."""
    asked = read(raw, ExportRequest)
    with tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
        # Opened again, so that the log names this user and not the user who started the web interface.
        with Book.open(request.app.state.where, actor=user.name or None) as book:
            made = book.export(
                asked.format,
                Path(scratch) / file_name(asked.format),
                rule=asked.rule,
                as_of=as_day(asked.as_of, "as_of"),
                profile=release_profiles.shipped(asked.profile) if asked.profile is not None else None,
                title=asked.title,
                licence=asked.licence,
            )
        packed = Path(scratch) / "export.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in made:
                archive.write(path, path.relative_to(scratch))
        content = packed.read_bytes()
    return Response(
        content, media_type="application/zip", headers={"Content-Disposition": 'attachment; filename="tollbook.zip"'}
    )
