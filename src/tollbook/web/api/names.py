"""Settled names over the API: what is proposed and settled, settling, holding apart, and files for other books."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tollbook.book.names import ImportedNames, NameEffect, NamesOfKind
from tollbook.decisions.name_rulings import NameRuling
from tollbook.web.api.name_shapes import DifferRequest, NamesFile, SettleRequest, TakeApartRequest
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()
_RULING = frozenset(NameRuling.__struct_fields__)

Raw = Annotated[bytes, Depends(body)]
Editor = Annotated[User, Depends(may("decide"))]


@router.get("/names/file", responses=gives(NamesFile), tags=["names"])
def export(book: CurrentBook) -> Response:
    """All settled names, and decisions that names are different, as a file for other books."""
    return answer(NamesFile(content=book.names.export(), origin="names.csv"))


@router.post("/names/file", responses=gives(ImportedNames), openapi_extra=takes(NamesFile), tags=["names"])
def import_file(book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Settle the names of a file of another book; what is settled in this book stays."""
    given = read(raw, NamesFile)
    return answer(book.names.import_file(given.content.encode(), origin=given.origin, who=editor.name))


@router.get("/names/{kind}", responses=gives(NamesOfKind), tags=["names"])
def names(book: CurrentBook, kind: str) -> Response:
    """Proposals, settled names and different names; the kinds are speakers, actors, outlets, places and sites."""
    return answer(book.names(kind))


@router.post("/names/{kind}", responses=gives(NameEffect), openapi_extra=takes(SettleRequest), tags=["names"])
def settle(book: CurrentBook, editor: Editor, raw: Raw, kind: str) -> Response:
    """Settle spellings as one name. Undo: ``POST /decisions/ID/undo``."""
    given = read(raw, SettleRequest)
    ruling = {name: value for name, value in msgspec.structs.asdict(given).items() if name in _RULING} | {"kind": kind}
    return answer(book.names.settle(ruling, who=editor.name, why=given.why, edited=given.edited, seen=given.seen))


@router.post("/names/{kind}/different", responses=gives(NameEffect), openapi_extra=takes(DifferRequest), tags=["names"])
def different(book: CurrentBook, editor: Editor, raw: Raw, kind: str) -> Response:
    """Hold names apart, so that they are not proposed again."""
    given = read(raw, DifferRequest)
    return answer(book.names.differ(kind, given.spellings, who=editor.name, why=given.why, seen=given.seen))


@router.post("/names/{kind}/apart", responses=gives(NameEffect), openapi_extra=takes(TakeApartRequest), tags=["names"])
def apart(book: CurrentBook, editor: Editor, raw: Raw, kind: str) -> Response:
    """Take a settled name apart."""
    given = read(raw, TakeApartRequest)
    return answer(book.names.take_apart(kind, given.name, who=editor.name, why=given.why, seen=given.seen))
