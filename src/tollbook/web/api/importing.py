"""Importing spreadsheets and data sets over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from msgspec.structs import replace

from tollbook.book import Book
from tollbook.book.imports import ImportSummary, LoggedImport
from tollbook.book.uploads import shown_name
from tollbook.decisions.decision import Decision
from tollbook.imports import ImportRow, plan_of, proposal, questions, rows_of
from tollbook.model import Refusal
from tollbook.spreadsheets import HEADERS, Mapping, Table, mapping_of, open_table
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import ImportPreview, ImportRequest, UndoRequest
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()
Raw = Annotated[bytes, Depends(body)]
Adder = Annotated[User, Depends(may("add"))]
Editor = Annotated[User, Depends(may("decide"))]


@router.get("/imports", responses=gives(tuple[LoggedImport, ...]), tags=["imports"])
def imports(book: CurrentBook) -> Response:
    """Every import that loaded something, oldest first."""
    return answer(book.imports())


@router.post(
    "/imports/preview", responses=gives(ImportPreview, 501), openapi_extra=takes(ImportRequest), tags=["imports"]
)
def preview(_: Adder, raw: Raw) -> Response:
    """Which column of a file is what, and which of its rows could be loaded. Nothing is stored."""
    asked = read(raw, ImportRequest)
    table = open_table(asked.content, sheet=asked.sheet)
    mapping = _mapping(table, asked)
    plan = plan_of(table, asked.content, mapping, file=_file(asked), data_set=asked.data_set)
    rows = list(rows_of(table, plan))
    made = [row for row in rows if isinstance(row, ImportRow)]
    return answer(ImportPreview(
        mapping=mapping, headers=tuple(table.headers), notes=plan.notes, questions=tuple(questions(table, mapping)),
        loadable=len(made), refused=tuple(row for row in rows if isinstance(row, Refusal)),
        left_out=tuple(each for row in made for each in row.reading.refused),
    ))  # fmt: skip


@router.post("/imports", responses=gives(ImportSummary, 501), openapi_extra=takes(ImportRequest), tags=["imports"])
def load(request: Request, user: Adder, raw: Raw) -> Response:
    """Load every row that can be read, as a report with claims. Loading a file again changes nothing."""
    asked = read(raw, ImportRequest)
    table = open_table(asked.content, sheet=asked.sheet)
    # Opened again, so that the log names this user and not the user who started the web interface.
    with Book.open(request.app.state.where, actor=user.name or None) as book:
        return answer(book.imports.load(
            table, asked.content, _mapping(table, asked), file=_file(asked), data_set=asked.data_set,
            separate=asked.separate,
        ))  # fmt: skip


@router.post("/imports/{name}/aside", responses=gives(Decision), openapi_extra=takes(UndoRequest), tags=["imports"])
def set_aside(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Take all claims of an import out of every incident, as one decision. Undo: ``POST /decisions/ID/undo``."""
    return answer(book.imports.set_aside(name, who=editor.name, why=read(raw, UndoRequest).why))


def _mapping(table: Table, asked: ImportRequest) -> Mapping:
    """The mapping that the file suggests, with the changes of the request. Raises Refused."""
    numeric = asked.numeric or proposal(table).numeric
    mapping = mapping_of(table.headers, asked.columns, numeric=numeric, fields=HEADERS)
    return replace(mapping, serial=asked.serial)


def _file(asked: ImportRequest) -> str:
    """The name of the file without folders, for the log."""
    return shown_name(asked.file).rpartition("/")[2]
