"""Changes a value of a record in place, and moves a claim to another incident."""

from typing import get_args

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.field_values import WhichPlace
from tollbook.model import VictimEffect
from tollbook.review import claim_form, incident_fields
from tollbook.web.dependencies import CurrentBook
from tollbook.web.field_changes import CarryChange, FieldChange, as_position, carried_on, current_value, proposed
from tollbook.web.pages.deciding import NO_REASON, Editor, FormFields, entry, go_on, one, write
from tollbook.web.pages.report import CHOICES, ask_which_place, place_choices
from tollbook.web.rendering import page

router = APIRouter()
#: The group of form fields of each field of a record.
GROUPS = {
    "kind": "event", "when": "when", "place": "place", "perpetrators": "by", "sites": "sites", "weapons": "weapons",
    "victims": "victim", "statements": "speakers",
}  # fmt: skip
#: Incidents offered for a claim, by words or the likeliest.
_OFFERED = 20


@router.get("/incidents/{name}/change/{field}")
def field_form(request: Request, book: CurrentBook, editor: Editor, name: str, field: str) -> HTMLResponse:
    """The form to change one value of a record: of a list the one at ``item``, or a new one."""
    value, claims = current_value(book, name, field, as_position(request.query_params.get("item", "")))
    index = book.search.index()
    template = "_field-form.html" if request.headers.get("HX-Target") == "words" else "field-form.html"
    behind = [claim for claim in claims if claim.id in value.claims]
    return page(
        request, template, name=name, incident=index.incident(name), value=value, group=GROUPS[field],
        item=request.query_params.get("item", ""), behind=behind, others=[c for c in claims if c not in behind],
        report_of={claim.id: index.report(claim.report) for claim in claims}, choices=CHOICES,
        stances=incident_fields.STANCES, effects=get_args(VictimEffect), age_text=claim_form.age_text,
        seen=book.review.last_decision(),
        marks=book.review.field_marks(value.claims), claim_field=incident_fields.CLAIM_FIELDS[field],
        **place_choices(value.shown.place, [claim.place for claim in claims]),
    )  # fmt: skip


@router.post("/incidents/{name}/change/{field}")
def change_field(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """Change, confirm or remove one value of a record, by correcting the chosen claims in one decision."""
    change = FieldChange(
        field=request.path_params["field"],
        item=as_position(one(fields, "item")),
        claims=tuple(fields.get("claims", ())),
        values=fields,
        confirm=bool(one(fields, "confirm")),
        remove=bool(one(fields, "remove")),
        why=one(fields, "why") or NO_REASON,
        seen=entry(one(fields, "seen")),
    )
    try:
        proposal = proposed(book, name, change)
    except WhichPlace as which:
        return ask_which_place(request, which, fields)
    answer = write(request, book, proposal, editor, fields)
    return _to_incident(book, proposal.subject, answer) if isinstance(answer, RedirectResponse) else answer


@router.post("/incidents/{name}/carried")
def carry_on(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """Make a correction in the other claims of the incident that say the same, or leave them as they are."""
    asked = CarryChange(
        field="sites" if one(fields, "field") == "sites" else "people",
        was=one(fields, "was"),
        confirm=bool(one(fields, "confirm")),
        why=one(fields, "why") or NO_REASON,
        seen=entry(one(fields, "seen")),
    )
    proposal = carried_on(book, name, asked)
    answer = write(request, book, proposal, editor, fields)
    return _to_incident(book, proposal.subject, answer) if isinstance(answer, RedirectResponse) else answer


def _to_incident(book: Book, claim: str, answer: RedirectResponse) -> Response:
    """The answer with the present address of the incident of a claim: a decision can change its id."""
    filed = next(iter(book.search.filed([claim])), None)
    query = answer.headers["location"].partition("?")[2].partition("#")[0]
    if filed is None or filed.incident is None:
        report = book.review.report_of_claim(claim).report.id
        return RedirectResponse(f"/reports/{report}?claim={claim}&{query}", status_code=303)
    return RedirectResponse(f"/incidents/{filed.incident.id}?{query}", status_code=303)


# ------------------------------------------------------------------------------------------------ filing
@router.get("/claims/{name}/file")
def choose_incident(request: Request, book: CurrentBook, editor: Editor, name: str, text: str = "") -> HTMLResponse:
    """Choose the incident that a claim belongs to: one of its report, one found by words, or one of its own."""
    index = book.search.index()
    claim = index.claim(name)
    found = book.search.likely_for(name, text, most=_OFFERED)
    return page(
        request, "file-claim.html", claim=claim, report=index.report(claim.report), text=text,
        near=[each for each in found if each.same_report], found=[each for each in found if not each.same_report],
        now=index.incidents.get(claim.incident or ""), seen=book.review.last_decision(),
    )  # fmt: skip


@router.post("/claims/{name}/file")
def file_claim(book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """File a claim under another incident, or under one of its own."""
    move = book.search.move_to(name, one(fields, "incident") or None)
    decision = book.review.file_under(name, move, who=editor.name, why=one(fields, "why") or NO_REASON)
    return go_on(fields, decision.verdict, decision.id)
