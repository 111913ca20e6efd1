"""The page to split, merge and move incidents: reports and claims as cards, with a preview.

The page only reads: the form of the preview is sent with GET, and ``/decide`` writes the decision it leads to.
"""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, get_args

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from tollbook.book import Book
from tollbook.decisions.composition import COMPOSING, GROUPING, grouping, marking
from tollbook.decisions.decision import Decision
from tollbook.errors import BeingLinked, BookError, Refused
from tollbook.incidents.preview import Outline, Preview
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Record, Report
from tollbook.record import Incident
from tollbook.review.claim_context import ClaimInContext, in_context
from tollbook.review.composing import Divider, Operation, Plan
from tollbook.search.likely import of_incident
from tollbook.search.query import IncidentIndex
from tollbook.search.query import Query as IncidentQuery
from tollbook.web.dependencies import CurrentBook
from tollbook.web.like_titles import distinctions
from tollbook.web.pages.report import MARKS as LETTERS
from tollbook.web.pages.report import family
from tollbook.web.rendering import address, page, segment

router = APIRouter()
#: Characters of text around a claim on its card.
_AROUND = 100
#: Other incidents offered as a target.
_MOST_TARGETS = 12
_MOST_CHOSEN = 2_000
Chosen = Annotated[list[str], Query(max_length=_MOST_CHOSEN, default_factory=list)]


class ReportCard(Record, frozen=True, kw_only=True):
    """One report: its claims in the incident, and its other claims with the incident that each is in, if any."""

    report: Report
    claims: tuple[ClaimInContext, ...] = ()
    others: tuple[tuple[ClaimInContext, Incident | None], ...] = ()


class Asked(Record, frozen=True, kw_only=True):
    """The request of the form. ``do`` is empty before something is chosen; a split has ``by``."""

    do: str = ""
    claims: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    into: str = ""
    find: str = ""

    def operation(self) -> Operation:
        """The operation. Raises Refused for an unknown one."""
        what, _, by = self.do.partition(" by ")
        into = self.into or None if self.do in {"move into", "merge"} else None
        if self.do == "move into" and into is None:
            raise Refused(message("Choose the incident to move the claims into."))
        fields = {"do": what.removesuffix(" into"), "claims": self.claims, "reports": self.reports, "into": into}
        try:
            return msgspec.convert(fields | {"by": by or None}, Operation)
        except msgspec.ValidationError as error:
            raise Refused(message("This page cannot do “{what}”; choose one of the actions.", what=self.do)) from error


@router.get("/incidents/{name}/edit")
def compose(  # noqa: PLR0913 - the fields of the form, all but the first three by keyword
    request: Request, name: str, book: CurrentBook, *, claim: Chosen, report: Chosen,
    do: str = "", into: str = "", find: str = "", done: str = "", decision: str = "", former: str = "",
) -> HTMLResponse:  # fmt: skip
    """The reports and claims of an incident, and the preview of an operation on them."""
    asked = Asked(do=do, claims=tuple(claim), reports=tuple(report), into=into.strip(), find=find.strip())
    index = book.search.index()
    incident = index.incident(name)
    plan, refusal, waits = _plan(book, name, asked)
    cards = _cards(index, incident)
    made = next((each for each in book.review.decisions() if each.id == decision), None)
    targets = _targets(book, index, incident, cards, asked)
    return page(
        request,
        "compose.html",
        incident=incident,
        cards=cards,
        asked=asked,
        targets=targets,
        apart=distinctions(book, [incident, *targets]),
        parts={by: len(parts) for by, parts in book.review.parts(name).items()},
        dividers=get_args(Divider),
        plan=plan,
        outcomes=outcomes_of(plan.preview if plan else None),
        change=msgspec.json.encode(plan.proposal.change).decode() if plan else "",
        next=_next(plan, incident),
        refusal=refusal,
        **({"reload": True} if waits else {}),
        # After Back in the browser, the decision may be undone: then the page does not say that it was made.
        done=done if made is not None or not decision else "",
        made=made if made is not None and made.verdict in COMPOSING else None,
        results=_results(index, made),
        former=former or name,
        seen=book.review.last_decision(),
        letters=LETTERS,
        family=family,
    )


def _plan(book: Book, name: str, asked: Asked) -> tuple[Plan | None, str, bool]:
    """The plan with its preview, or the sentence that refuses it, and whether it only has to wait for linking."""
    if not asked.do:
        return None, "", False
    try:
        return book.review.plan(name, asked.operation()), "", False
    except (Refused, BookError) as error:
        return None, str(error), isinstance(error, BeingLinked)


def _cards(index: IncidentIndex, incident: Incident) -> list[ReportCard]:
    inside = {claim.id for claim in index.claims_about(incident.id)}
    reports = (index.reports.get(link.id) for link in incident.reports)
    cards = []
    for report in sorted(filter(None, reports), key=lambda report: (report.published or date.max, report.id)):
        every = [in_context(claim, report, _AROUND) for claim in index.claims_in(report.id)]
        others = [each for each in every if each.claim.id not in inside]
        of = {each.id: each for each in _named(index, {each.claim.incident or "" for each in others})}
        own = tuple(each for each in every if each.claim.id in inside)
        paired = tuple((each, of.get(each.claim.incident or "")) for each in others)
        cards.append(ReportCard(report=report, claims=own, others=paired))
    return cards


def _targets(
    book: Book, index: IncidentIndex, incident: Incident, cards: Iterable[ReportCard], asked: Asked
) -> list[Incident]:
    """Incidents to move or merge into: the chosen one, then search results, or likely ones."""
    found = [*_named(index, [asked.into])]
    if asked.find:
        found += book.search.incidents(IncidentQuery(text=asked.find, per_page=_MOST_TARGETS)).incidents
    else:
        found += [other for card in cards for _, other in card.others if other is not None]
        found += [each.incident for each in book.search.likely(of_incident(incident), most=_MOST_TARGETS)]
    others = {each.id: each for each in found if each.id != incident.id}
    return list(others.values())[:_MOST_TARGETS]


def _named(index: IncidentIndex, names: Iterable[str]) -> list[Incident]:
    return [incident for name in names if (incident := index.incidents.get(name)) is not None]


def outcomes_of(preview: Preview | None) -> list[str]:
    """The outcomes that any of the incidents of a preview counts."""
    outlines = (*preview.before, *preview.after) if preview else ()
    return [kind for kind in OUTCOMES if any(kind in each.figures for each in outlines)]


def _next(plan: Plan | None, incident: Incident) -> str:
    """The page to go to after saving: this page for the incident that keeps most of the claims."""
    if plan is None or not plan.preview.after:
        return "/incidents"
    own = next((set(each.claims) for each in plan.preview.before if each.id == incident.id), set())

    def kept(outline: Outline) -> int:
        return len(own.intersection(outline.claims))

    return address(f"/incidents/{segment(max(plan.preview.after, key=kept).id)}/edit", {"former": incident.id})


def _results(index: IncidentIndex, made: Decision | None) -> list[Incident]:
    """The incidents that a decision put claims into."""
    if made is None or made.verdict not in COMPOSING:
        return []
    # The claims of one group are in one incident. A move also names claims that stay, in groups without its subject.
    if made.verdict in GROUPING:
        groups = grouping(made.change).groups
        names = [group[0] for group in groups if made.verdict != "move" or made.subject in group]
    else:
        names = list(marking(made.subject, made.change).claims)
    claims = (index.claims.get(name) for name in names)
    return _named(index, dict.fromkeys(claim.incident for claim in claims if claim is not None and claim.incident))
