"""Setting day, outlet, title, author and address of one report on its page; ``pages.reports`` has the table of many."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.decisions.decision import Change, Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Report
from tollbook.store.descriptions import FIELDS
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one, write

router = APIRouter()


@router.post("/describe")
def describe(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Set the fields of one report that differ in the form; an empty one means *not known*."""
    name = one(fields, "report")
    change = _changed(book, name, fields)
    if not change:
        raise Refused(message("Nothing was changed: enter a day, an outlet, a title, an author or an address."))
    proposal = Proposal(
        verdict="describe", subject=name, change=dict(change), why=one(fields, "why") or NO_REASON,
        seen=entry(one(fields, "seen")),
    )  # fmt: skip
    return write(request, book, proposal, editor, fields)


def _changed(book: Book, name: str, fields: Fields) -> Change:
    """The fields of the form that differ from the report."""
    report = book.review.report(name).report
    given = {field: one(fields, field) for field in FIELDS if field in fields}
    changed = {field: value or None for field, value in given.items() if value != shown(report, field)}
    # An empty field of the form was empty before; this says of it that it is not known.
    return changed | {field: None for field in fields.get("unknown", ()) if field in FIELDS}


def shown(report: Report, field: str) -> str:
    """The value of a field in the form of a report."""
    value = getattr(report, field)
    return "" if value is None else " ".join(str(value).split())
