"""Receiving files: each is confirmed when it is stored in the book, and read afterwards."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.locale.messages import message, translate
from tollbook.model import Record
from tollbook.web.multipart import Received, receive
from tollbook.web.rendering import address, page
from tollbook.web.security import User, may

router = APIRouter()
Adder = Annotated[User, Depends(may("add"))]


class ReceivedFiles(Record, frozen=True, kw_only=True):
    """The files of a request, the name of their batch, and which of them are stored."""

    batch: str
    files: tuple[Received, ...]


@router.post("/upload")
async def upload(request: Request, adder: Adder) -> Response:
    """Store the files of a form; scripts get JSON, forms go back to the first page."""
    found = await store(request, adder)
    if "application/json" in request.headers.get("accept", ""):
        shown = [msgspec.structs.replace(each, reason=translate(each.reason)) for each in found.files]
        answer = msgspec.json.encode({"batch": found.batch, "files": shown})
        return Response(answer, media_type="application/json")
    refused = [each for each in found.files if not each.stored]
    if refused or not found.files:
        return page(request, "upload-refused.html", status=400, refused=refused, batch=found.batch)
    return RedirectResponse(address("/", {"batch": found.batch}) + "#reading", status_code=303)


@router.post("/reading/again")
def read_again(request: Request, _: Adder, batch: Annotated[str, Form()] = "") -> Response:
    """Read waiting files again, after a problem that may have passed."""
    request.app.state.worker.wake()
    return RedirectResponse(address("/", {"batch": batch or None}) + "#reading", status_code=303)


async def store(request: Request, adder: User) -> ReceivedFiles:
    """Store the files of a request and start reading. Raises Refused."""
    book: Book = request.app.state.book
    try:
        batch, files = await receive(request, book.uploads, adder.name)
    finally:
        # Also after a request that was broken off, because confirmed files are read.
        request.app.state.worker.wake()
    if not files and "application/json" in request.headers.get("accept", ""):
        raise Refused(message("Choose at least one file."))
    return ReceivedFiles(batch=batch, files=tuple(files))
