"""The page of one report: its text as captured, its claims, and a form to correct or add a claim."""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup, escape
from starlette.background import BackgroundTask

from tollbook import model
from tollbook.book import Book
from tollbook.decisions import field_values
from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.decision import Proposal
from tollbook.decisions.field_values import WhichPlace, choice_of
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Candidate, Claim, Place, Record
from tollbook.review import claim_form, quotation
from tollbook.search.filed import Filed
from tollbook.web import marking
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade
from tollbook.web.labels import label
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, inside, one, write
from tollbook.web.place_offer import place_offer
from tollbook.web.rendering import address, as_json, page, runs_right_to_left, segment
from tollbook.web.security import user_of
from tollbook.web.upload_progress import progress_of

router = APIRouter()
#: The letters before the first word of a claim, so that colour is not the only difference between kinds.
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
    "event": get_args(model.IncidentKind),
    "certainty": get_args(model.Certainty),
    "effect": get_args(model.SiteEffect),
    "site": field_values.SITE_KINDS,
    "weapon": field_values.WEAPON_KINDS,
}
#: The groups of fields in the form of a claim, each with the field of the claim it is about.
GROUPS = {
    "kind": "kind", "count": "count", "people": "people", "by": "by", "sites": "sites", "weapons": "with",
    "event": "event", "speakers": "speakers", "place": "place", "when": "when",
}  # fmt: skip
#: Places of a report or an incident that the map shows beside the changed one.
_NEARBY = 20
#: Fields of a form that the page with the choice of a place sets.
_POINT = frozenset({"place_choice", "place_lat", "place_lon", "place_precision", "csrf"})


class ReportQuery(Record, frozen=True, kw_only=True):
    """The parameters of the page: a claim and one of its fields, words or a span in the text, a decision just made."""

    claim: str = ""
    field: str = ""
    words: str = ""
    start: int | None = None
    end: int | None = None
    done: str = ""
    decision: str = ""


@router.get("/reports/{name:path}")
def report(
    request: Request, book: CurrentBook, name: str, *, done: JustDone = "", decision: JustMade = ""
) -> HTMLResponse:
    """One report, with the record of a claim, or with a form for a new claim of a span in the text."""
    asked = msgspec.structs.replace(_asked(request), done=done, decision=decision)
    progress = progress_of(request, "")
    sheet = book.review.report(name)
    chosen = sheet.get(asked.claim) if asked.claim else None
    if asked.claim and chosen is None:
        raise NoSuchRecord(message("There is no claim {claim} in this report.", claim=asked.claim))
    places = quotation.find(sheet.report.text, asked.words)
    start, end = places[0] if len(places) == 1 and asked.start is None else (asked.start, asked.end)
    new = book.review.marked_words(name, start, end) if start is not None and end is not None else None
    if asked.field and asked.field not in GROUPS:
        raise NoSuchRecord(message("A claim has no field “{field}”.", field=asked.field))
    edited = chosen.claim if chosen else new.claim if new else None
    shown = page(
        request,
        "report.html",
        **_context(book, sheet),
        **place_choices(edited.place if edited else None, [each.claim.place for each in sheet.claims]),
        chosen=chosen,
        by_person=book.review.field_marks([chosen.found.id]).get(chosen.found.id, {}) if chosen else {},
        new=new,
        asked=asked,
        places=places,
        filed=filed_by(book, asked.decision),
        offer=place_offer(book, asked.decision),
        described=[each for each in book.review.decisions() if each.verdict == "describe" and name in each.subjects],
        captured=book.reports.captured(name),
        unread=book.reports.unread([sheet.report]).get(name, ""),
        progress=progress,
        incidents=book.incidents.by_report([sheet.report.id]).get(sheet.report.id, ()),
    )
    if user_of(request).may("decide") and new is None:
        # Loaded while the person reads, so that the first marked words are read at once.
        shown.background = BackgroundTask(book.review.prepare_words, sheet.report.id)
    return shown


@router.post("/correct")
def correct(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Correct a claim; only changed fields are written. With ``confirm``, the fields of the form stay as they are."""
    claim = one(fields, "subject")
    try:
        change = book.review.correction(claim, fields)
    except WhichPlace as which:
        return ask_which_place(request, which, fields)
    return write(request, book, _proposal("correct", claim, change, fields), editor, fields)


@router.post("/add")
def add(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Add a claim for a span in the text; fields that the form leaves as they were are as read from the words."""
    report, start, end = one(fields, "subject"), entry(one(fields, "start")), entry(one(fields, "end"))
    try:
        span = (-1 if start is None else start, -1 if end is None else end)
        given = book.review.addition(report, span, fields)
        read = book.review.marked_words(report, *span).claim
    except WhichPlace as which:
        return ask_which_place(request, which, fields)
    proposal = _proposal("add", report, given, fields)
    checked = claim_form.checked(fields, read, given)
    return write(request, book, msgspec.structs.replace(proposal, confirms=checked), editor, fields)


def ask_which_place(request: Request, which: WhichPlace, fields: Fields) -> HTMLResponse:
    """The page with the choice of the place that a name means, with all other fields of the form."""
    kept = [(name, value) for name, values in fields.items() for value in values if name not in _POINT]
    return page(
        request, "which-place.html", sentence=str(which), which=which, kept=kept, action=request.url.path,
        back=inside(one(fields, "next"), "/queue"),
        choices=[(choice_of(each), each) for each in which.choices], spots=spots_of(which.choices), nearby="",
    )  # fmt: skip


def place_choices(place: Place | None, others: Iterable[Place | None] = ()) -> dict[str, Any]:
    """The places that the name of a place may mean, if the report does not decide: for a list, and for the map.

    ``others`` are places of the same report or incident, to find the way on the map.
    """
    candidates = place.candidates if place is not None else ()
    known = {each.name: each for each in others if each is not None and each.lat is not None}
    return {
        "candidates": [(choice_of(each), each) for each in candidates], "spots": spots_of(candidates),
        "nearby": spots_of([*known.values()][:_NEARBY]),
    }  # fmt: skip


def spots_of(places: Sequence[Place | Candidate]) -> str:
    """Places as spots of the map."""
    shown = [
        {"name": ", ".join(dict.fromkeys(filter(None, (each.name, each.admin1)))), "lat": each.lat, "lon": each.lon,
         "incidents": 1, "precision": 1}
        for each in places
    ]  # fmt: skip
    return as_json(shown) if shown else ""


def filed_by(book: Book, decision: str) -> tuple[Filed, ...]:
    """The incidents of the claims of a decision that was just made."""
    made = next((each for each in book.review.decisions() if each.id == decision), None) if decision else None
    if made is None or made.verdict not in {"add", "correct", "accept", "same", "not same", "move"}:
        return ()
    if made.verdict == "add":
        return book.search.filed([str((made.change or {}).get("id"))])
    return book.search.filed([made.subject, *(made.also or ())])


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
        "groups": GROUPS,
        "age_text": claim_form.age_text,
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
