"""The page of one report: its text as captured, its claims, and a form to correct or add a claim."""

from typing import Annotated, Any, get_args

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup, escape

from tollbook import model
from tollbook.book import Book
from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, Record
from tollbook.review.conflicts import Proposal
from tollbook.web import editing, marking
from tollbook.web.dependencies import CurrentBook
from tollbook.web.labels import label
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one, write
from tollbook.web.rendering import address, page, runs_right_to_left, segment

router = APIRouter()
#: The letters before the first word of a claim, so that kinds differ not only by colour.
MARKS = {
    "killed": "K", "injured": "I", "missing": "M", "captured": "C", "abducted": "A", "displaced": "D", "trapped": "T",
    "buried": "B", "unharmed": "U", "site damaged": "S", "site destroyed": "S", "responsibility": "R", "denial": "N",
    "inquiry": "Q", "accusation": "X", "attack": "W",
}  # fmt: skip
#: Groups of kinds with one style: people, sites, statements about responsibility.
FAMILIES = {
    "site damaged": "site", "site destroyed": "site", "attack": "attack", "responsibility": "word", "denial": "word",
    "inquiry": "word", "accusation": "word", "killed": "killed", "injured": "injured",
}  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {
    "kind": get_args(model.ClaimKind),
    "scope": get_args(model.Scope),
    "stance": get_args(model.Stance),
    "status": get_args(model.Status),
    "qualifier": get_args(model.Qualifier),
}
#: Reports on one page of the list.
_PER_PAGE = 50


class ReportQuery(Record, frozen=True, kw_only=True):
    """The parameters of the page: a claim, words or a span in the text, and a decision that was just made."""

    claim: str = ""
    words: str = ""
    start: int | None = None
    end: int | None = None
    done: str = ""
    decision: str = ""


@router.get("/reports")
def reports(
    request: Request,
    book: CurrentBook,
    number: Annotated[int, Query(alias="page", ge=1, le=1_000_000)] = 1,
    text: str = "",
) -> HTMLResponse:
    """All reports, or those with some words, the latest first."""
    shown, total = book.reports.page(number, _PER_PAGE, words=text)
    pages = -(-total // _PER_PAGE)
    return page(request, "reports.html", reports=shown, total=total, number=number, pages=pages, text=text)


@router.get("/reports/{name:path}")
def report(request: Request, book: CurrentBook, name: str) -> HTMLResponse:
    """One report, with the record of a claim, or with a form for a new claim of a span in the text."""
    asked = _asked(request)
    sheet = book.review.report(name)
    chosen = sheet.get(asked.claim) if asked.claim else None
    if asked.claim and chosen is None:
        raise NoSuchRecord(message("There is no claim {claim} in this report.", claim=asked.claim))
    places = marking.find(sheet.report.text, asked.words)
    start, end = places[0] if len(places) == 1 and asked.start is None else (asked.start, asked.end)
    new = editing.blank(sheet.report, start, end) if start is not None and end is not None else None
    return page(
        request,
        "report.html",
        **_context(book, sheet),
        chosen=chosen,
        new=new,
        asked=asked,
        places=places,
    )


@router.post("/correct")
def correct(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Correct a claim; only changed fields are written."""
    sheet = book.review.report_of_claim(one(fields, "subject"))
    standing = sheet.get(one(fields, "subject"))
    assert standing is not None  # the report was found by this claim
    change = editing.change_of(fields, standing.claim, sheet.report)
    if not change:
        raise Refused(message("The form is the same as the claim; change what is wrong, then save."))
    proposal = _proposal("correct", standing.found.id, change, fields)
    return write(request, book, proposal, editor, fields)


@router.post("/add")
def add(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Add a claim for a span in the text."""
    sheet = book.review.report(one(fields, "subject"))
    start, end = entry(one(fields, "start")), entry(one(fields, "end"))
    claim = editing.blank(sheet.report, start if start is not None else -1, end if end is not None else -1)
    change = editing.change_of(fields, claim, sheet.report)
    whole = claim.to_dict() | change
    whole_claim = {
        name: whole[name] for name in ("kind", "count", "people", "scope", "speakers", "stance", "when", "place")
    }
    whole_claim |= {"start": claim.start, "end": claim.end, "quote": claim.quote}
    return write(request, book, _proposal("add", sheet.report.id, whole_claim, fields), editor, fields)


def _asked(request: Request) -> ReportQuery:
    try:
        return msgspec.convert(dict(request.query_params), ReportQuery, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(message("The address has no valid span of the text: {error}.", error=error)) from error


def _proposal(verdict: str, subject: str, change: dict[str, Any], fields: Fields) -> Proposal:
    return Proposal(
        verdict=verdict,
        subject=subject,
        change=change,
        why=one(fields, "why") or NO_REASON,
        seen=entry(one(fields, "seen")),
    )


def _context(book: Book, sheet: AnnotatedReport) -> dict[str, Any]:
    marked = {each.found.id: each for each in sheet.claims}
    spans = {name: (each.found.start, each.found.end) for name, each in marked.items()}
    kinds = sorted({each.claim.kind for each in sheet.claims}, key=CHOICES["kind"].index)
    return {
        "sheet": sheet,
        "report": sheet.report,
        "runs": [_shown(run, sheet.report.text, marked) for run in marking.runs(len(sheet.report.text), spans)],
        "legend": [(kind, MARKS[kind], family(kind), _number(sheet, kind)) for kind in kinds],
        "choices": CHOICES,
        "marks": MARKS,
        "family": family,
        "seen": book.review.last_decision(),
        "here": f"/reports/{segment(sheet.report.id)}",
        "incident_of": _incident_of(book, sheet),
        "editions": book.reports.editions(sheet.report.id),
        "address": address,
    }


def _number(sheet: AnnotatedReport, kind: str) -> int:
    return sum(each.claim.kind == kind for each in sheet.claims)


def _incident_of(book: Book, sheet: AnnotatedReport) -> dict[str, str]:
    return {claim.id: claim.incident for claim in book.search.index().claims_in(sheet.report.id) if claim.incident}


def _shown(run: marking.TextRun, text: str, marked: dict[str, AnnotatedClaim]) -> dict[str, Any]:
    first = marked[run.names[0]].claim if run.names else None
    return {
        "text": inert(text[run.start : run.end]),
        "names": run.names,
        "first": first,
        "family": family(first.kind) if first else "",
        "marks": "".join(dict.fromkeys(MARKS[marked[name].claim.kind] for name in run.begins)),
        "begins": bool(run.begins),
        "id": next(iter(run.begins), None),
        "rtl": runs_right_to_left(text[run.start : run.end]),
        "rejected": bool(run.names) and all(marked[name].rejected for name in run.names),
        "label": "; ".join(dict.fromkeys(_label(marked[name].claim) for name in run.begins)),
    }


def _label(claim: Claim) -> str:
    return f"{label(claim.kind, 'claim_kind')}: {claim.quote}"


def family(kind: str) -> str:
    """The style of a kind of claim."""
    return FAMILIES.get(kind, "people")


def inert(text: str) -> Markup:
    """Captured text as HTML, character by character.

    A carriage return is written as a character reference. A browser would read it as a line feed, and CR LF as one
    character, so that all later offsets would be wrong.
    """
    return Markup(str(escape(text)).replace("\r", "&#13;"))  # noqa: S704 - escaped before
