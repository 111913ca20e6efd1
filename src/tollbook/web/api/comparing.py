"""Comparing the book with a data set over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tollbook.compare import BookComparison, Mapping, headers_of, mapping_of, propose
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import CompareRequest
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()
Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]


@router.post("/compare", responses=gives(BookComparison), openapi_extra=takes(CompareRequest), tags=["incidents"])
def compare(book: CurrentBook, _: Reader, raw: Raw) -> Response:
    """The book compared with a data set: what both have, what one has, and why figures differ. Nothing is stored."""
    asked = read(raw, CompareRequest)
    data = asked.content.encode("utf-8", "surrogatepass")
    mapping = mapping_of(headers_of(data), asked.columns, numeric=asked.numeric)
    side = book.compare.side("A", rule=asked.rule, as_of=asked.as_of)
    return answer(book.compare.with_data_set(side, data, mapping, name=asked.name))


@router.post("/compare/columns", responses=gives(Mapping), openapi_extra=takes(CompareRequest), tags=["incidents"])
def columns(_: Reader, raw: Raw) -> Response:
    """Which column of a data set seems to be what, by its headers."""
    return answer(propose(headers_of(read(raw, CompareRequest).content.encode("utf-8", "surrogatepass"))))
