"""The page of one incident: its figures and the claims behind them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.decision import Decision
from tollbook.decisions.field_marks import figure_marks, last_mark
from tollbook.decisions.set_aside import SetAside
from tollbook.errors import NoSuchRecord
from tollbook.incidents.checked_values import checked_in_words, names_of, record_values
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale.wording import bounds, clean, in_series, quoted
from tollbook.model import OUTCOMES, Claim, Range, Report
from tollbook.reconcile import RULES, Sensitivity
from tollbook.reconcile.independence import source_ids as origins_of
from tollbook.reconcile.rules import CODEBOOKS
from tollbook.record import Incident, Statement, Toll
from tollbook.review import incident_fields
from tollbook.search.query import IncidentIndex
from tollbook.web import last_visit
from tollbook.web.briefs import signed_mark
from tollbook.web.charts import bars, copy_graph, matrix, source_marks, statement_timeline
from tollbook.web.charts.source_marks import outlet_of
from tollbook.web.dependencies import CurrentBook, CurrentView, JustDone, JustMade, ViewOptions
from tollbook.web.pages.report import filed_by
from tollbook.web.pages.series import who_named
from tollbook.web.place_offer import place_offer
from tollbook.web.rendering import is_partial, page, segment
from tollbook.web.security import User, may, user_of

router = APIRouter()
#: Incidents of a series shown before and after the one of the page; a series can have hundreds.
_NEXT_IN_SERIES = 10


@router.get("/incidents/{name}")
def incident(
    request: Request, name: str, book: CurrentBook, view: CurrentView,
    *, done: JustDone = "", decision: JustMade = "", copies: str = "",
) -> Response:  # fmt: skip
    """One incident by a rule, as of a day; ``done`` and ``decision`` name a decision that was just made.

    ``copies`` is the first of some reports of one text, which are then drawn one by one.
    """
    index = book.search.index()
    if name not in index.incidents and (others := book.incidents.named_now(name)):
        return _renamed(request, [index.incidents[other] for other in others])
    now = index.incident(name)
    every = [index.report(link.id) for link in now.reports if link.id in index.reports]
    days = sorted({report.published for report in every if report.published})
    frame: dict[str, Any] = {"name": name, "view": view, "now": now, "rules": tuple(RULES), "days": days}
    frame["rule_says"] = CODEBOOKS.get(view.rule, "")
    try:
        evidence = book.incidents.evidence(name, rule=view.rule, as_of=view.as_of)
    except NoSuchRecord:
        return page(request, "incident-not-yet.html", **frame)
    # As of a day, the evidence may include later reports; the record does not.
    reports = _in_order(evidence.reports[link.id] for link in evidence.incident.reports if link.id in evidence.reports)
    decisions = _decisions(book, index, evidence)
    memory = last_visit.recall(request.cookies.get(last_visit.COOKIE))
    changed = last_visit.changes(memory, now, decisions) if memory and view == ViewOptions() else None
    answer = page(
        request, "incident.html", changed=changed, done=done, decision=decision, signed=signed_mark(book, now.id),
        follow=book.alerts.follow_of(now.id, user_of(request).name),
        in_series=_in_series(book, index, now) if view.as_of is None else None,
        open_questions=book.queue(incident=now.id) if view.as_of is None else None,
        **_shown(book, index, evidence, reports), **_review_state(book, index, evidence, decisions),
        **_just_made(book, decision, evidence.incident), **frame, **_charts(evidence, reports, opened=copies),
    )  # fmt: skip
    if memory is None:
        _remember(answer, now)
    return answer


def _renamed(request: Request, now: Sequence[Incident]) -> Response:
    """The answer for a former id: the incident that has it now, or the incidents that it may be."""
    if len(now) > 1:
        return page(request, "incident-renamed.html", incidents=now)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/incidents/{now[0].id}{query}", status_code=303)


@router.get("/incidents/{name}/why")
def why(request: Request, name: str, book: CurrentBook, view: CurrentView) -> HTMLResponse:
    """The explanation of each figure, and its values by the other rules."""
    evidence = book.incidents.evidence(name, rule=view.rule, as_of=view.as_of)
    claims = {claim.id: claim for claim in evidence.group.claims}
    return page(
        request, "why.html", name=name, view=view, incident=evidence.incident, claims=claims,
        ties=() if is_partial(request) else book.why_linked(evidence.incident.id), explained=evidence.explanation,
        moves={each.fate: _under_rules(each) for each in evidence.sensitivity},
        reports=evidence.reports,
    )  # fmt: skip


@router.post("/incidents/{name}/seen")
def mark_as_seen(name: str, book: CurrentBook, _: Annotated[User, Depends(may("read"))]) -> Response:
    """Compare with the current state at the next visit."""
    answer = RedirectResponse(f"/incidents/{name}", status_code=303)
    _remember(answer, book.search.index().incident(name))
    return answer


@router.get("/claims/{name}")
def claim(request: Request, name: str, book: CurrentBook) -> HTMLResponse:
    """A claim in the text of its report."""
    index = book.search.index()
    found = index.claim(name)
    template = "_words.html" if request.headers.get("HX-Target") == "words" else "words.html"
    return page(
        request, template, **_in_report(index, found, book.review.decisions()),
        incident=index.incidents.get(found.incident or ""), toll=index.tolls.get(found.toll or ""),
    )  # fmt: skip


def _under_rules(moves: Sensitivity) -> list[tuple[str, str]]:
    """The bounds of a figure by each rule, in words."""
    under = ((rule, Range(low=low, best=best, high=high)) for rule, (low, best, high) in moves.rules.items())
    return [(rule, bounds(numbers)) for rule, numbers in under]


def _remember(answer: Response, incident: Incident) -> None:
    value = last_visit.remember(incident)
    if value is not None:
        path = f"/incidents/{incident.id}"
        answer.set_cookie(
            last_visit.COOKIE, value, max_age=last_visit.KEPT_FOR, path=path, httponly=True, samesite="strict"
        )


def _in_order(reports: Iterable[Report]) -> list[Report]:
    return sorted(reports, key=lambda report: (report.published or date.max, report.id))


def _decisions(book: Book, index: IncidentIndex, evidence: IncidentEvidence) -> list[Decision]:
    """Decisions on the incident, its reports and its claims, also on rejected claims; without those that only file a
    claim where a person added it.
    """
    about, every = _subjects(index, evidence), book.review.decisions()
    added = {each.id: (each.change or {}).get("id") for each in every if each.verdict == "add"}
    own = (each for each in every if each.verdict != "move" or added.get(each.part_of or "") != each.subject)
    return [each for each in own if each.subjects & about]


def _shown(book: Book, index: IncidentIndex, evidence: IncidentEvidence, reports: list[Report]) -> dict[str, Any]:
    """The record of the incident: its fields, its reports, and where each value was said."""
    return {
        "incident": evidence.incident,
        "measured_things": evidence.measured,
        "reports": reports,
        "unread": book.reports.unread(reports),
        "said_in": said_in(index),
        "tolls": _tolls(index, reports),
        "claim_fields": incident_fields.CLAIM_FIELDS,
        "behind": lambda field: incident_fields.field_value(evidence.incident, evidence.group.claims, field).claims,
    }


def _review_state(
    book: Book, index: IncidentIndex, evidence: IncidentEvidence, decisions: Sequence[Decision]
) -> dict[str, Any]:
    """Decisions on the incident: the claims of each decision, marks, and decisions that are not applied."""
    marks = book.review.field_marks(claim.id for claim in evidence.group.claims)
    return {
        "decisions": decisions,
        "opened": _opened(index, evidence, decisions),
        "set_aside": in_incident(book, book.review.not_applied(), evidence),
        "about": {decision.id: _about(index, decision) for decision in decisions},
        "seen": book.review.last_decision(),
        "figure_marks": figure_marks(evidence.incident, marks),
        "marks": marks,
        "carried": book.review.carried_names(evidence.group.claims),
        "checked": checked_in_words(record_values(evidence.incident, evidence.group.claims, marks)),
        "last_mark": last_mark,
        "names_of": names_of,
    }


def in_incident(book: Book, found: Iterable[SetAside], evidence: IncidentEvidence) -> list[SetAside]:
    """Those of some decisions that are about an incident, its reports or its claims."""
    every = list(found)
    about = _subjects(book.search.index(), evidence) if every else set()
    return [each for each in every if each.decision.subjects & about]


def _subjects(index: IncidentIndex, evidence: IncidentEvidence) -> set[str]:
    about = {evidence.incident.id, *(claim.id for claim in evidence.group.claims), *evidence.reports}
    every = index.claims_by_report(evidence.reports).values()
    return about | {claim.id for claims in every for claim in claims if claim.incident is None}


def _about(index: IncidentIndex, decision: Decision) -> list[tuple[str, str, str]]:
    """The subjects of a decision: the address, the words and the kind of each claim, or the name of each report."""
    found: list[tuple[str, str, str]] = []
    for name in filter(None, (decision.subject, decision.other)):
        if (claim := index.claims.get(name)) is not None:
            found.append((f"/claims/{segment(name)}", quoted(claim.quote), claim.kind))
        elif (report := index.reports.get(name)) is not None:
            words = f"{outlet_of(report)}: {report.title}" if report.title else outlet_of(report)
            found.append((f"/reports/{segment(name)}", clean(words), ""))
    return found


def _opened(index: IncidentIndex, evidence: IncidentEvidence, decisions: Sequence[Decision]) -> dict[str, Any] | None:
    """The claim whose words are beside the record at first: the first under a figure, else the first of the reports."""
    shown = {link.id for link in evidence.incident.reports}
    claims = {claim.id: claim for claim in evidence.group.claims if claim.report in shown}
    bounds = (
        names for f in evidence.incident.figures.values() for names in (f.best_claims, f.low_claims, f.high_claims)
    )
    first = next((name for names in bounds for name in names if name in claims), next(iter(claims), None))
    return None if first is None else _in_report(index, claims[first], decisions)


def _in_report(index: IncidentIndex, claim: Claim, decisions: Iterable[Decision]) -> dict[str, Any]:
    """A claim with its report, and the text before and after its words."""
    report = index.report(claim.report)
    return {
        "claim": claim, "report": report, "before": report.text[: claim.start], "after": report.text[claim.end :],
        "decisions": [each for each in decisions if claim.id in {*each.claims, each.other}],
    }  # fmt: skip


def said_in(index: IncidentIndex) -> Callable[[Statement], list[str]]:
    """Finds the first claim of each report that has a statement."""

    def first_claims(statement: Statement) -> list[str]:
        by_report: dict[str, str] = {}
        for name in statement.claims:
            if (claim := index.claims.get(name)) is not None:
                by_report.setdefault(claim.report, name)
        return list(by_report.values())

    return first_claims


def _charts(evidence: IncidentEvidence, reports: list[Report], *, opened: str) -> dict[str, Any]:
    incident, shown = evidence.incident, {report.id for report in reports}
    claims = [claim for claim in evidence.group.claims if claim.report in shown]
    source_of = source_marks.source_marks(
        claims, origins_of(claims, evidence.reports, evidence.copies), evidence.reports
    )
    by_id = {claim.id: claim for claim in claims}
    on = bars.scale(incident.figures.values())
    figures = [
        (kind, incident.figures[kind], bars.bar(incident.figures[kind], on, kind))
        for kind in OUTCOMES
        if kind in incident.figures
    ]
    return {
        "figures": figures,
        "ticks": on.ticks(),
        "claims": by_id,
        "matrix": matrix.matrix(claims, incident.figures, source_of, evidence.reports),
        "copy_graph": copy_graph.copy_graph(claims, source_of, evidence.sources.edges, reports, opened=opened),
        "timeline": statement_timeline.statement_timeline(incident.statements, source_of, by_id),
    }


def _just_made(book: Book, decision: str, incident: Incident) -> dict[str, Any]:
    """The incidents of the claims of a decision that was just made, and the fields that other claims outweigh."""
    made = next((each for each in book.review.decisions() if each.id == decision), None) if decision else None
    corrected = made is not None and made.verdict == "correct"
    return {
        "filed": filed_by(book, decision) if corrected else (),
        "offer": place_offer(book, decision) if corrected else None,
        "outvoted": incident_fields.outvoted(incident, made) if made is not None and corrected else (),
    }


def _in_series(book: Book, index: IncidentIndex, incident: Incident) -> dict[str, Any] | None:
    """The series of an incident in a sentence, with the incidents next to it."""
    found = book.series.of([incident.id]).get(incident.id)
    if found is None:
        return None
    place = found.incidents.index(incident.id)
    near = found.incidents[max(0, place - _NEXT_IN_SERIES) : place + _NEXT_IN_SERIES + 1]
    incidents = [index.incidents[name] for name in near]
    return {
        "says": in_series(found),
        "named": who_named(book, [found]).get(found.id),
        "near": incidents,
        "all": len(near) == len(found.incidents),
        "by_hand": found.by_hand,
    }


def _tolls(index: IncidentIndex, reports: list[Report]) -> list[Toll]:
    """Running totals in the same reports."""
    every = index.claims_by_report(report.id for report in reports).values()
    names = {claim.toll for claims in every for claim in claims if claim.toll}
    return [toll for name, toll in index.tolls.items() if name in names]
