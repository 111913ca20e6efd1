"""Setting day, outlet, title, author and address of reports: of one on its page, of many in a list."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.decisions.decision import Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Report
from tollbook.store.descriptions import FIELDS
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one, write

router = APIRouter()
#: Reports that one form may set at once; a list shows fewer.
_MOST = 900


@router.post("/describe")
def describe(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Set what the form gives for one report, or for the ticked reports of a list, as one decision."""
    names = [name for name in fields.get("report", []) if name]
    if not names:
        raise Refused(message("Tick at least one report."))
    if len(names) > _MOST:
        raise Refused(message("Set at most {most} reports at once.", most=_MOST))
    change: dict[str, Any] = dict(_changed(book, names[0], fields) if one(fields, "of") == "one" else _given(fields))
    if not change:
        raise Refused(message("Nothing was changed: enter a day, an outlet, a title, an author or an address."))
    proposal = Proposal(
        verdict="describe", subject=names[0], reports=tuple(names[1:]), change=change,
        why=one(fields, "why") or NO_REASON, seen=entry(one(fields, "seen")),
    )  # fmt: skip
    return write(request, book, proposal, editor, fields)


def _given(fields: Fields) -> dict[str, str | None]:
    """The fields of the form of a list: an empty one leaves the reports as they are."""
    return {name: one(fields, name) for name in FIELDS if one(fields, name)}


def _changed(book: Book, name: str, fields: Fields) -> dict[str, str | None]:
    """The fields of the form of one report that differ from the report; an empty one means *not known*."""
    report = book.review.report(name).report
    given = {field: one(fields, field) for field in FIELDS if field in fields}
    return {field: value or None for field, value in given.items() if value != shown(report, field)}


def shown(report: Report, field: str) -> str:
    """The value of a field in the form of a report."""
    value = getattr(report, field)
    return "" if value is None else " ".join(str(value).split())
