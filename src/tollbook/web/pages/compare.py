"""The page that compares the book with a published data set. Two books are compared on the command line."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book.comparison import listing
from tollbook.compare import COMPARED, Mapping, counts, headers_of, mapping_of, propose
from tollbook.export.listing import csv_lines
from tollbook.incidents.build import RULE
from tollbook.locale.messages import message
from tollbook.reconcile import RULES
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import Fields, FormFields, one
from tollbook.web.rendering import page
from tollbook.web.security import User, may

router = APIRouter()
Reader = Annotated[User, Depends(may("read"))]
#: Rows on a page; the CSV file has all of them.
_MOST_ROWS = 500


@router.get("/compare")
def form(request: Request) -> HTMLResponse:
    """The form for a data set."""
    return page(request, "compare.html", rules=tuple(RULES))


@router.post("/compare")
def compare(request: Request, book: CurrentBook, _: Reader, fields: FormFields) -> Response:
    """The columns of a data set to confirm, then the comparison, or the same as CSV."""
    content, rule = one(fields, "content"), one(fields, "rule") or RULE
    name = one(fields, "origin") or message("the data set")
    data = content.encode("utf-8", "surrogatepass")
    headers = headers_of(data)
    proposed = propose(headers)
    shared = {"content": content, "origin": one(fields, "origin"), "rule": rule, "numeric": one(fields, "numeric")}
    if not (one(fields, "confirmed") or proposed.known):
        return page(
            request, "compare-columns.html", shared=shared, headers=headers, mapping=proposed, names=tuple(COMPARED)
        )
    mapping = _mapping(headers, proposed, fields)
    made = book.compare.with_data_set(book.compare.side("A", rule=rule), data, mapping, name=name)
    table = listing(made)
    if one(fields, "format") == "csv":
        attachment = {"Content-Disposition": 'attachment; filename="comparison.csv"'}
        return Response("".join(csv_lines(table)), media_type="text/csv; charset=utf-8", headers=attachment)
    rows = [row for row in table.rows if row["status"] != "same"]
    return page(
        request, "comparison.html", made=made, counts=counts(made), rows=rows[:_MOST_ROWS], total=len(rows),
        shared=shared | {f"column-{field}": mapping.columns.get(field, "") for field in COMPARED},
    )  # fmt: skip


def _mapping(headers: list[str], proposed: Mapping, fields: Fields) -> Mapping:
    """The columns that the form gives for the fields; for a known data set, the proposed ones."""
    chosen = {field: one(fields, f"column-{field}") for field in COMPARED if f"column-{field}" in fields}
    return mapping_of(headers, chosen or proposed.columns, numeric=one(fields, "numeric"))
