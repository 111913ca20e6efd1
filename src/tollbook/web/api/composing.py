"""Taking incidents apart and putting them together over the API: a preview, and the decision."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tollbook.decisions.decision import Decision
from tollbook.review.composing import Operation, Plan
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import ComposeRequest
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]
Editor = Annotated[User, Depends(may("decide"))]


@router.get("/incidents/{name}/parts", responses=gives(dict[str, list[list[str]]]), tags=["incidents"])
def parts(book: CurrentBook, name: str) -> Response:
    """The parts of an incident by day, by place and by episode, each as ids of claims or of reports without claims."""
    return answer(book.review.parts(name))


@router.post("/incidents/{name}/preview", responses=gives(Plan), openapi_extra=takes(Operation), tags=["incidents"])
def preview(book: CurrentBook, _: Reader, raw: Raw, name: str) -> Response:
    """The decision that an operation on an incident means, and the incidents before and after it; writes nothing."""
    return answer(book.review.plan(name, read(raw, Operation)))


@router.post(
    "/incidents/{name}/compose", responses=gives(Decision), openapi_extra=takes(ComposeRequest), tags=["deciding"]
)
def compose(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Move, split, merge or mark. With ``seen``, 409 if someone else decided on the same claims after that entry."""
    asked = read(raw, ComposeRequest)
    proposal = book.review.plan(name, asked.operation).proposal
    return answer(
        book.review.propose(msgspec.structs.replace(proposal, why=asked.why, seen=asked.seen), who=editor.name)
    )
