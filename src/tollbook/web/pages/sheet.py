"""The page with the claims of an incident or of some reports as one table with cells to change.

``POST /sheet`` previews the changed cells, or writes them. An empty cell means: not known.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Annotated, get_args

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.preview import Preview
from tollbook.locale.messages import message
from tollbook.model import ClaimKind, IncidentKind, Record, Report, Scope, Stance
from tollbook.record import Incident
from tollbook.review.claim_context import ClaimInContext, in_context
from tollbook.review.conflicts import EditConflict
from tollbook.review.placing import OUTSIDE
from tollbook.review.sheet import CHANGED, NONE, RefusedRow, Row, SheetChanges
from tollbook.search.likely import of_incident
from tollbook.search.query import IncidentIndex
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade
from tollbook.web.pages.compose import outcomes_of
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one
from tollbook.web.rendering import address, page
from tollbook.web.security import User

router = APIRouter()
#: The columns of the page: all that a person can change.
COLUMNS = CHANGED
#: Claims on one page: with every cell and report, a form without a script stays under 1,000 fields (55 × 14 + 200).
_MOST_CLAIMS = 55
#: Incidents near each one of the table that a claim may be put into.
_MOST_TARGETS = 12
#: Reports that one address may name.
_MOST_REPORTS = 200
#: Characters of text around a claim.
_AROUND = 60
#: Words for new incidents.
_NEW = ("A", "B", "C", "D")
#: The values of columns with a fixed list, and the name of their labels.
_CHOICES = {
    "kind": (get_args(ClaimKind), "claim_kind"),
    "scope": (get_args(Scope), "scope"),
    "event": (("", *get_args(IncidentKind)), "incident_kind"),
    "stance": (get_args(Stance), "stance"),
}
PageNumber = Annotated[int, Query(ge=1, le=99_999, alias="page")]
Chosen = Annotated[list[str], Query(max_length=_MOST_REPORTS, default_factory=list)]


class SheetLine(Record, frozen=True, kw_only=True):
    """A claim in its table: the words, its present cells, those of the form, and the reason why these are refused."""

    words: ClaimInContext
    before: Row
    cells: Row
    refused: RefusedRow | None = None


class SheetResult(Record, frozen=True, kw_only=True):
    """The result of a form: its rows, the refused ones, the preview, and why nothing was saved."""

    rows: Mapping[str, Row] = msgspec.field(default_factory=dict)
    refused: tuple[RefusedRow, ...] = ()
    claims: int = 0
    preview: Preview | None = None
    sentence: str = ""


class SheetSelection(Record, frozen=True, kw_only=True):
    """The selection of a sheet: incidents, and the chosen reports, of these or of the book."""

    incidents: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    page: int = 1


@router.get("/sheet")
def sheet(
    request: Request, book: CurrentBook, _: Editor, incident: Chosen, report: Chosen, *,
    done: JustDone, decision: JustMade = "", number: PageNumber = 1,
) -> HTMLResponse:  # fmt: skip
    """The claims of incidents and reports as a table to change, a page at a time."""
    # The id of an incident can change after the address was made; the reports of the address stay.
    incidents = _still_there(book, incident) if report else tuple(incident)
    asked = SheetSelection(incidents=incidents, reports=tuple(report), page=number)
    return _shown(request, book, asked, SheetResult(), done=done, decision=decision)


@router.post("/sheet")
def change(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Preview the changed cells of a table, or write them as one act."""
    number = one(fields, "page")
    asked = SheetSelection(
        incidents=_still_there(book, fields.get("incident", ())),
        reports=tuple(fields.get("report", ())),
        page=int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1,
    )
    shown = _reports(book, asked)[1]
    before = {row["claim"]: row for row in book.sheets.rows(shown)}
    rows = _rows(fields, before)
    changes = book.sheets.read(enumerate(({"claim": name} | dict(cells) for name, cells in rows.items()), start=1))
    result = SheetResult(rows=rows, refused=changes.refused, claims=len(changes.claims))
    try:
        if one(fields, "do") == "save" and not changes.refused:
            why = one(fields, "why") or NO_REASON
            made = book.sheets.apply(changes, who=editor.name, why=why, seen=entry(one(fields, "seen")))
            kept = _still_there(book, asked.incidents)
            back = address_of(shown, kept, done="sheet", decision=made.id, page=str(asked.page))
            return RedirectResponse(back + "#sheet", status_code=303)
        preview = None if changes.refused else _preview(book, changes, editor)
        result = SheetResult(rows=rows, refused=changes.refused, claims=len(changes.claims), preview=preview)
    except (Refused, EditConflict, NoSuchRecord) as error:
        result = SheetResult(rows=rows, claims=len(changes.claims), sentence=str(error))
    return _shown(request, book, asked, result, why=one(fields, "why"))


def address_of(reports: Iterable[str], incidents: Iterable[str] = (), **more: str) -> str:
    """The address of the table of some reports, opened from some incidents."""
    names = [("incident", name) for name in incidents] + [("report", name) for name in reports]
    named = "&".join(address("", {kind: name})[1:] for kind, name in names)
    return f"/sheet?{named}" + (f"&{address('', more)[1:]}" if more else "")


def _still_there(book: Book, incidents: Iterable[str]) -> tuple[str, ...]:
    """The incidents that still exist under their id: a decision can change the id of one."""
    known = book.search.index().incidents
    return tuple(name for name in incidents if name in known)


def _preview(book: Book, changes: SheetChanges, editor: User) -> Preview:
    return book.sheets.plan(changes.placing, who=editor.name).preview


def _rows(fields: Fields, before: Mapping[str, Row]) -> dict[str, Row]:
    """The cells of a form, by claim; a cell that a person emptied means that the value is not known."""
    rows: dict[str, dict[str, str]] = {}
    for name, values in fields.items():
        column, _, claim = name.partition(" ")
        if column in COLUMNS and claim in before:
            cell = values[0].strip()
            rows.setdefault(claim, {})[column] = cell or (NONE if before[claim][column] else "")
    return {name: rows[name] for name in before if name in rows}


def _reports(book: Book, asked: SheetSelection) -> tuple[dict[str, Report], list[str]]:
    """The reports of a table, and the ids of those that it shows. Raises NoSuchRecord, Refused."""
    of_incidents = book.sheets.reports(asked.incidents)
    chosen = book.sheets.reports((), asked.reports)
    if not of_incidents and not chosen:
        raise Refused(message("Choose an incident or reports, to see their claims as a sheet."))
    every = book.reports.of([*of_incidents, *chosen])
    ordered = sorted(every.values(), key=lambda report: (str(report.published or "9999"), report.id))
    shown = [report.id for report in ordered if not chosen or report.id in chosen]
    return {report.id: report for report in ordered}, shown


def _shown(
    request: Request,
    book: Book,
    asked: SheetSelection,
    result: SheetResult,
    *,
    why: str = "",
    done: str = "",
    decision: str = "",
) -> HTMLResponse:
    index = book.search.index()
    reports, shown = _reports(book, asked)
    rows = book.sheets.rows(shown)
    pages = max(1, ceil(len(rows) / _MOST_CLAIMS))
    number = min(max(1, asked.page), pages)
    lines = _lines(index, reports, rows[(number - 1) * _MOST_CLAIMS : number * _MOST_CLAIMS], result)
    made = next((each for each in book.review.decisions() if each.id == decision), None) if decision else None
    return page(
        request, "sheet.html",
        asked=asked, reports=reports, chosen=set(shown), lines=lines, number=number, pages=pages, columns=COLUMNS,
        choices=_CHOICES, outside=OUTSIDE, new=_NEW, whole=address_of(shown, asked.incidents),
        targets=_targets(book, index, asked, rows), result=result, why=why, done=done, made=made,
        outcomes=outcomes_of(result.preview), seen=book.review.last_decision(),
        here=address_of(shown, asked.incidents, page=str(number)),
    )  # fmt: skip


def _lines(
    index: IncidentIndex, reports: Mapping[str, Report], rows: Sequence[Row], result: SheetResult
) -> dict[str, list[SheetLine]]:
    """The lines of a table, by report."""
    refused = {each.claim: each for each in result.refused}
    found: dict[str, list[SheetLine]] = {}
    for row in rows:
        name = row["claim"]
        given = {column: "" if cell == NONE else cell for column, cell in result.rows.get(name, {}).items()}
        words = in_context(index.claim(name), reports[row["report"]], _AROUND)
        cells = {column: row[column] for column in CHANGED} | given
        line = SheetLine(words=words, before=row, cells=cells, refused=refused.get(name))
        found.setdefault(row["report"], []).append(line)
    return found


def _targets(book: Book, index: IncidentIndex, asked: SheetSelection, rows: Iterable[Row]) -> list[Incident]:
    """The incidents that a claim may be put into: those of the table, and those near the selected ones."""
    named = dict.fromkeys([*asked.incidents, *(row["incident"] for row in rows)])
    found = {name: index.incidents[name] for name in named if name in index.incidents}
    for name in asked.incidents:
        likely = book.search.likely(of_incident(index.incident(name)), most=_MOST_TARGETS)
        found |= {each.incident.id: each.incident for each in likely if each.weight > 0}
    return list(found.values())
