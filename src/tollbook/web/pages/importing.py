"""The page that imports a spreadsheet: the file, then a table with a field for each column, then the result."""

import base64
import binascii
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from msgspec.structs import replace

from tollbook.book import Book
from tollbook.book.uploads import shown_name
from tollbook.errors import Refused
from tollbook.imports import ImportRow, plan_of, proposal, questions, rows_of
from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.spreadsheets import HEADERS, Mapping, Table, mapping_of, open_table
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import NO_REASON, Fields, FormFields, one
from tollbook.web.rendering import page
from tollbook.web.security import User, may

router = APIRouter()
Adder = Annotated[User, Depends(may("add"))]
Editor = Annotated[User, Depends(may("decide"))]
#: Rows of the file, and refusals, that the page shows; the log has all.
_ROWS, _MOST_REFUSED = 5, 100


class _SentFile(NamedTuple):
    """The file of a form: its bytes and name, and the fields that the next form sends again."""

    data: bytes
    name: str
    shared: dict[str, str]


@router.get("/import")
def form(request: Request, book: CurrentBook) -> HTMLResponse:
    """The form for a file, and the imports of the book."""
    return page(request, "import.html", imports=book.imports())


@router.post("/import")
def load(request: Request, user: Adder, fields: FormFields) -> Response:
    """The columns of a file to confirm with a preview, then the rows loaded."""
    sent = _sent(fields)
    table = open_table(sent.data, sheet=one(fields, "sheet"))
    mapping = _mapping(table, fields)
    if one(fields, "step") == "load":
        # Opened again, so that the log names this user and not the user who started the web interface.
        with Book.open(request.app.state.where, actor=user.name or None) as book:
            done = book.imports.load(table, sent.data, mapping, file=sent.name, data_set=one(fields, "name"))
        return page(request, "import-done.html", done=done, refused=done.refused[:_MOST_REFUSED])
    plan = plan_of(table, sent.data, mapping, file=sent.name, data_set=one(fields, "name"))
    rows = list(rows_of(table, plan))
    made = [row for row in rows if isinstance(row, ImportRow)]
    refused = [each for row in made for each in row.reading.refused] + [r for r in rows if isinstance(r, Refusal)]
    first = [row for row, _ in zip(table.rows(), range(_ROWS), strict=False)]
    field_of = {header: field for field, header in mapping.columns.items()}
    return page(
        request, "import-columns.html", shared=sent.shared, table=table, mapping=mapping, plan=plan, first=first,
        fields=tuple(HEADERS), field_of=field_of, loadable=len(made), refused=refused[:_MOST_REFUSED],
        total_refused=len(refused), questions=questions(table, mapping),
    )  # fmt: skip


@router.post("/import/aside")
def set_aside(book: CurrentBook, user: Editor, fields: FormFields) -> Response:
    """Take an import out of all incidents."""
    book.imports.set_aside(one(fields, "import"), who=user.name, why=one(fields, "why") or NO_REASON)
    return RedirectResponse("/import", status_code=303)


def _sent(fields: Fields) -> _SentFile:
    """The file: sent by a script in base64, or pasted as text. Raises Refused."""
    coded, pasted = one(fields, "data"), one(fields, "content")
    try:
        data = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)) if coded else pasted.encode("utf-8", "replace")
    except (binascii.Error, ValueError) as error:
        raise Refused(message("The file did not arrive in full; send it again.")) from error
    if not data.strip():
        raise Refused(message("Choose a file, or paste its rows."))
    name = shown_name(one(fields, "origin") or message("pasted rows")).rpartition("/")[2]
    coded = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return _SentFile(data, name, {"data": coded, "origin": name, "sheet": one(fields, "sheet")})


def _mapping(table: Table, fields: Fields) -> Mapping:
    """The mapping of the form, where every column has a field or none; without one the proposed mapping."""
    proposed = proposal(table)
    if not one(fields, "step"):
        return proposed
    chosen: dict[str, str] = {}
    for at, header in enumerate(table.headers):
        if field := one(fields, f"field-{at}"):
            if field in chosen:
                raise Refused(message("The columns {one} and {other} have the same field; choose one of them.",
                                      one=chosen[field], other=header))  # fmt: skip
            chosen[field] = header
    mapping = mapping_of(table.headers, chosen, numeric=one(fields, "numeric"), propose_rest=False, fields=HEADERS)
    return replace(mapping, serial=bool(one(fields, "serial")))
