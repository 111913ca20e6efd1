"""Adds a person who was harmed to a record: words of a report, and fields of the person."""

from typing import get_args

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.field_values import WhichPlace
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import VictimEffect
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, one
from tollbook.web.pages.report import CHOICES
from tollbook.web.rendering import address, page

router = APIRouter()
#: Fields of a person; empty ones are read from the words.
_OF_PEOPLE = ("people_names", "people_age", "people_sex", "people_status", "people_roles", "people_kin")
#: One person.
_ONE = {"count_text": [""], "count_low": ["1"], "count_best": ["1"], "count_high": ["1"]}


@router.get("/incidents/{name}/add/person")
def person_form(request: Request, book: CurrentBook, editor: Editor, name: str) -> HTMLResponse:
    """The form to add somebody whom a report of an incident names or describes."""
    return _shown(request, book, name, {})


@router.post("/incidents/{name}/add/person")
def add_person(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """Add a claim of the words that name or describe a person, in this incident."""
    if not one(fields, "words"):
        sentence = message("Copy the words of the report that name or describe the person.")
        return _shown(request, book, name, fields, sentence=sentence)
    try:
        made = book.sheets.add_claim(
            one(fields, "report"), one(fields, "words"), _claim(fields), incident=name, who=editor.name,
            why=one(fields, "why") or NO_REASON,
        )  # fmt: skip
    except (Refused, WhichPlace) as error:
        return _shown(request, book, name, fields, sentence=str(error))
    filed = next(iter(book.search.filed([str((made.change or {}).get("id"))])), None)
    incident = filed.incident.id if filed is not None and filed.incident is not None else name
    return RedirectResponse(address(f"/incidents/{incident}", done="add", decision=made.id), status_code=303)


def _claim(fields: Fields) -> Fields:
    """The fields of the claim: one person with an outcome, and the fields of the form."""
    given = {field: fields[field] for field in _OF_PEOPLE if one(fields, field) not in {"", "unknown"}}
    return {"kind": [one(fields, "victim_effect")], **_ONE, **given}


def _shown(request: Request, book: Book, name: str, fields: Fields, *, sentence: str = "") -> HTMLResponse:
    incident = book.search.index().incident(name)
    reports = book.reports.of(link.id for link in incident.reports)
    ordered = sorted(reports.values(), key=lambda report: (str(report.published or "9999"), report.id))
    template = "_person-form.html" if request.headers.get("HX-Target") == "words" else "person-form.html"
    return page(
        request, template, name=name, incident=incident, reports=ordered, given=fields, sentence=sentence,
        effects=get_args(VictimEffect), choices=CHOICES, status=422 if sentence else 200,
    )  # fmt: skip
