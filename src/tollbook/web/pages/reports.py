"""The list of reports, and the same list as a table whose days, outlets and titles are changed in place.

``POST /reports`` writes the changed cells, and the values for all ticked reports, as one decision.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review.conflicts import EditConflict
from tollbook.review.report_rows import CHANGED, NONE, RefusedReportRow, Row
from tollbook.search.query import LAST_PAGE
from tollbook.store.paging import INCIDENT, LACKING
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one
from tollbook.web.rendering import address, page
from tollbook.web.security import user_of
from tollbook.web.upload_progress import progress_of

router = APIRouter()
#: The columns with a cell for each report; the others are set for all ticked reports, or on the page of a report.
COLUMNS = ("day", "title", "outlet")
#: Reports on one page of the list.
_PER_PAGE = 50


class ReportList(Record, frozen=True, kw_only=True):
    """The query of a list of reports: words, outlet, missing information; ``edit`` shows cells to change."""

    number: int = 1
    text: str = ""
    outlet: str = ""
    lacking: str = ""
    edit: bool = False

    def query(self) -> dict[str, object]:
        """The parameters of the address of the list, without the number of the page."""
        return {"text": self.text, "outlet": self.outlet, "lacking": self.lacking, "edit": self.edit}


class ReportForm(Record, frozen=True, kw_only=True):
    """An unsaved form: its cells by report, ticked reports, the values for them, and why it was not saved."""

    rows: Mapping[str, Row] = msgspec.field(default_factory=dict)
    ticked: frozenset[str] = frozenset()
    for_all: Mapping[str, str] = msgspec.field(default_factory=dict)
    refused: Mapping[str, RefusedReportRow] = msgspec.field(default_factory=dict)
    sentence: str = ""
    why: str = ""


def asked(
    number: Annotated[int, Query(alias="page", ge=1, le=LAST_PAGE)] = 1,
    text: str = "", outlet: str = "", lacking: str = "", edit: str = "",
) -> ReportList:  # fmt: skip
    """The query in an address."""
    return ReportList(number=number, text=text, outlet=outlet, lacking=lacking, edit=edit == "yes")


Asked = Annotated[ReportList, Depends(asked)]


@router.get("/reports")
def reports(
    request: Request, book: CurrentBook, listed: Asked, *, done: JustDone = "", decision: JustMade = ""
) -> HTMLResponse:
    """All reports, or those with some words, of an outlet, or without a day, an outlet, a title or an incident."""
    return _shown(request, book, listed, ReportForm(), done=done, decision=decision)


@router.post("/reports")
def change(request: Request, book: CurrentBook, listed: Asked, editor: Editor, fields: FormFields) -> Response:
    """Write the changed cells of the table, and the values for the ticked reports."""
    form = _form(fields)
    before = {row["report"]: row for row in book.descriptions.rows([*form.rows, *form.ticked])}
    changes = book.descriptions.read(enumerate(_rows(form, before), start=1))
    form = msgspec.structs.replace(form, refused={each.report: each for each in changes.refused})
    try:
        made = book.descriptions.apply(
            changes, who=editor.name, why=form.why or NO_REASON, seen=entry(one(fields, "seen"))
        )
    except (Refused, EditConflict, NoSuchRecord) as error:
        return _shown(request, book, listed, msgspec.structs.replace(form, sentence=str(error)))
    request.app.state.worker.wake_if_needed(book)
    there = address("/reports", listed.query() | {"page": listed.number}, done="describe", decision=made.id)
    return RedirectResponse(there, status_code=303)


def _form(fields: Fields) -> ReportForm:
    """The cells of a form by report, the ticked reports, and the values for all of these."""
    rows: dict[str, dict[str, str]] = {}
    for name, values in fields.items():
        column, _, report = name.partition(" ")
        if column in COLUMNS and report:
            rows.setdefault(report, {})[column] = values[0].strip()
    return ReportForm(
        rows=rows,
        ticked=frozenset(filter(None, fields.get("report", ()))),
        for_all={column: value for column in CHANGED if (value := one(fields, f"all-{column}"))},
        why=one(fields, "why"),
    )


def _rows(form: ReportForm, before: Mapping[str, Row]) -> list[Row]:
    """The rows of a form: a changed cell has precedence over the value for all ticked reports.

    A cell that a person emptied means *not known*.
    """
    rows: list[Row] = []
    for name in dict.fromkeys([*form.rows, *sorted(form.ticked)]):
        known = before.get(name, {})
        cells = {column: cell or NONE for column, cell in form.rows.get(name, {}).items()}
        own = {column: cell for column, cell in cells.items() if cell != (known.get(column) or NONE)}
        rows.append({"report": name} | (dict(form.for_all) if name in form.ticked else {}) | own)
    return rows


def _shown(
    request: Request, book: Book, listed: ReportList, form: ReportForm, *, done: str = "", decision: str = ""
) -> HTMLResponse:
    # First, so that a page that says that reading is done shows the results.
    progress = progress_of(request, "")
    if listed.lacking in LACKING and user_of(request).may("decide"):
        listed = msgspec.structs.replace(listed, edit=True)
    shown, total = book.reports.page(
        listed.number, _PER_PAGE, words=listed.text, lacks=listed.lacking or None, outlet=listed.outlet or None
    )
    cells = {row["report"]: row for row in book.descriptions.rows(report.id for report in shown)}
    query = listed.query() | {"page": listed.number if listed.number > 1 else None}
    return page(
        request, "reports.html", reports=shown, total=total, pages=-(-total // _PER_PAGE), listed=listed, form=form,
        lacking=book.reports.lacking() | {INCIDENT: book.reports.in_no_incident()},
        incidents={} if listed.edit else book.incidents.by_report(report.id for report in shown),
        unread=book.reports.unread(shown), cells=cells, done=done, decision=decision, progress=progress,
        seen=book.review.last_decision(), here=address("/reports", query),
        nothing_listed=_nothing(listed) if not shown else "",
    )  # fmt: skip


def _nothing(listed: ReportList) -> str:
    """The sentence for an empty list."""
    if listed.text:
        return message("No report contains all of these words.")
    if listed.lacking:
        return message("Every report has it.")
    if listed.outlet:
        return message("No report is of this outlet.")
    return message("This book has no reports yet.")
