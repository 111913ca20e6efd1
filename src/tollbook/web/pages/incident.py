"""The room of one incident: its figures and all the words they come from."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.browsing import Shelf
from tollbook.errors import NoSuchRecord
from tollbook.model import FATES, Claim, Report
from tollbook.reconcile import RULES, find_copies
from tollbook.reconcile.independence import origins as origins_of
from tollbook.record import Incident
from tollbook.review import Decision
from tollbook.web import seen
from tollbook.web.asking import TheBook, TheView, View
from tollbook.web.pictures import bars, lanes, matrix, origins, voices
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/incidents/{name}")
def incident(request: Request, name: str, book: TheBook, view: TheView) -> HTMLResponse:
    """One incident under a rule, as of a day."""
    shelf = book.shelf()
    now = shelf.incident(name)
    told = sorted(
        (shelf.report(link.id) for link in now.reports if link.id in shelf.reports),
        key=lambda report: (report.published or date.max, report.id),
    )
    days = sorted({report.published for report in told if report.published})
    frame: dict[str, Any] = {"name": name, "view": view, "now": now, "rules": tuple(RULES), "days": days}
    try:
        shown = now if view == View() else book.incident(name, rule=view.rule, as_of=view.as_of)
    except NoSuchRecord:
        return page(request, "incident-not-yet.html", **frame)
    reports = [report for report in told if view.as_of is None or (report.published or date.max) <= view.as_of]
    claims = _claims(shelf, name, reports)
    decisions = _decisions(book, shelf, name)
    memory = seen.recall(request.cookies.get(seen.COOKIE))
    changed = seen.changes(memory, now, decisions) if memory and view == View() else None
    answer = page(
        request,
        "incident.html",
        incident=shown,
        reports=reports,
        decisions=decisions,
        changed=changed,
        tolls=_tolls(shelf, reports),
        **frame,
        **_pictures(shown, claims, reports),
    )
    if memory is None:
        _remember(answer, now)
    return answer


@router.post("/incidents/{name}/seen")
def noted(name: str, book: TheBook) -> Response:
    """From now on changes are told from here."""
    answer = RedirectResponse(f"/incidents/{name}", status_code=303)
    _remember(answer, book.shelf().incident(name))
    return answer


@router.get("/claims/{name}")
def words(request: Request, name: str, book: TheBook) -> HTMLResponse:
    """The words of a claim in their report."""
    shelf = book.shelf()
    claim = shelf.claim(name)
    report = shelf.report(claim.report)
    before, after = report.text[: claim.start], report.text[claim.end :]
    template = "_words.html" if _wants_part(request) else "words.html"
    decisions = [decision for decision in book.decisions() if name in {decision.subject, decision.other}]
    return page(
        request, template, claim=claim, report=report, before=before, after=after, decisions=decisions,
        incident=shelf.incidents.get(claim.incident or ""), toll=shelf.tolls.get(claim.toll or ""),
    )  # fmt: skip


def _wants_part(request: Request) -> bool:
    return request.headers.get("HX-Target") == "words"


def _remember(answer: Response, incident: Incident) -> None:
    value = seen.remember(incident)
    if value is not None:
        path = f"/incidents/{incident.id}"
        answer.set_cookie(seen.COOKIE, value, max_age=seen.KEPT_FOR, path=path, httponly=True, samesite="strict")


def _claims(shelf: Shelf, name: str, reports: Sequence[Report]) -> list[Claim]:
    """The claims of the reports shown that went to the incident."""
    told = {report.id for report in reports}
    return [claim for claim in shelf.claims_about(name) if claim.report in told]


def _decisions(book: Book, shelf: Shelf, name: str) -> list[Decision]:
    """What people ruled on the incident, on its claims and on its reports."""
    about = {name, *(claim.id for claim in shelf.claims_about(name))}
    about |= {link.id for link in shelf.incident(name).reports}
    return [decision for decision in book.decisions() if decision.subject in about]


def _pictures(incident: Incident, claims: Sequence[Claim], reports: Sequence[Report]) -> dict[str, Any]:
    by_id = {report.id: report for report in reports}
    copies = find_copies(reports)
    voice_of = voices.voices(claims, origins_of(claims, by_id, copies), by_id)
    on = bars.scale(incident.figures.values())
    figures = [
        (fate, incident.figures[fate], bars.bar(incident.figures[fate], on, fate))
        for fate in FATES
        if fate in incident.figures
    ]
    return {
        "figures": figures,
        "claims": {claim.id: claim for claim in claims},
        "voice_of": voice_of,
        "matrix": matrix.matrix(claims, incident.figures, voice_of, by_id),
        "origins": origins.origins(claims, voice_of, copies, reports),
        "lanes": lanes.lanes(incident.statements, voice_of),
        "heard": list({voice.letter: voice for voice in voice_of.values()}.values()),
    }


def _tolls(shelf: Shelf, reports: Sequence[Report]) -> list[Any]:
    """Totals told of in the same reports."""
    near = {claim.toll for report in reports for claim in shelf.claims_in(report.id) if claim.toll}
    return [toll for name, toll in shelf.tolls.items() if name in near]
