"""Looking, over the API: reports, claims, incidents, tolls, voices, queue, decisions. Nothing here changes a book."""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeVar

from fastapi import APIRouter, Request
from fastapi import Query as Asked
from fastapi.responses import Response

from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.verdicts import Decision
from tollbook.incidents import facets
from tollbook.incidents.editions import Edition
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Report
from tollbook.reconcile import RULES, Sources
from tollbook.record import Figure, Incident, Toll
from tollbook.review import intercoder
from tollbook.search.query import MOST_PER_PAGE, IncidentIndex, Query, SearchResults
from tollbook.store import Hit
from tollbook.web.api.shapes import (  # fmt: skip
    Claims,
    Line,
    Me,
    Progress,
    Reports,
    Results,
    Verified,
    Voice,
    Wanted,
    answer,
    asked,
    asks,
    gives,
)
from tollbook.web.dependencies import TheBook, TheShelf, as_day
from tollbook.web.security import NotAllowed, person_of

router = APIRouter()
_Kept = TypeVar("_Kept")

Page = Annotated[int, Asked(ge=1, le=1_000_000)]
PerPage = Annotated[int, Asked(ge=1, le=MOST_PER_PAGE)]


@router.get("/session", responses=gives(Me), tags=["session"])
def me(request: Request) -> Response:
    """Who one is here, and the token that requests of this session bring."""
    person = person_of(request)
    return answer(Me(name=person.name, role=person.role, token=request.state.csrf))


@router.get("/reports", responses=gives(Reports), tags=["reports"])
def reports(book: TheBook, outlet: str = "", text: str = "", page: Page = 1, per_page: PerPage = 50) -> Response:
    """Reports, the latest first; ``text`` is words that must stand in title or text, as ``/search`` finds them."""
    found, total = book.reports_page(page, per_page, outlet=outlet or None, words=text)
    return answer(Reports(total=total, reports=tuple(map(_line, found))))


@router.get("/reports/{name:path}/sheet", responses=gives(AnnotatedReport), tags=["reports"])
def sheet(book: TheBook, name: str) -> Response:
    """One report with every claim on it, as read and as decided."""
    return answer(book.sheet(name))


@router.get("/reports/{name:path}/editions", responses=gives(list[Edition]), tags=["reports"])
def editions(book: TheBook, name: str) -> Response:
    """The editions of the page a report is of, earliest first, and what changed from each to the next."""
    return answer(book.editions(name))


@router.get("/search", responses=gives(list[Hit]), tags=["reports"])
def search(book: TheBook, question: Annotated[str, Asked(max_length=500)], limit: PerPage = 50) -> Response:
    """Reports by the words in them, the best found first."""
    return answer(book.search(question, limit=limit))


@router.get("/reports/{name:path}", responses=gives(Report), tags=["reports"])
def report(book: TheBook, name: str) -> Response:
    """One report with its text."""
    return answer(book.sheet(name).report)


@router.get("/claims", responses=gives(Claims), openapi_extra=asks(Wanted), tags=["claims"])
def claims(request: Request, shelf: TheShelf) -> Response:
    """Claims; every field of ``Wanted`` is a parameter of the address.

    Of all claims, or of all of a kind, those that a person added or corrected come last.
    """
    wanted = asked(request, Wanted)
    if not (wanted.about or wanted.report or wanted.speaker):
        page, total = shelf.claims_page(wanted.page, wanted.per_page, wanted.kind)
        return answer(Claims(total=total, claims=page))
    chosen = [claim for claim in _nearest(shelf, wanted) if _is_wanted(claim, wanted)]
    return answer(Claims(total=len(chosen), claims=tuple(_cut(chosen, wanted.page, wanted.per_page))))


@router.get("/claims/{name}", responses=gives(AnnotatedClaim), tags=["claims"])
def claim(book: TheBook, name: str) -> Response:
    """One claim as it was found, as corrections leave it, and what was decided of it."""
    return answer(book.sheet_of(name).get(name))


@router.get("/incidents", responses=gives(SearchResults), openapi_extra=asks(Query), tags=["incidents"])
def incidents(request: Request, book: TheBook) -> Response:
    """Incidents by query: every field of ``Query`` is a parameter of the address."""
    return answer(book.browse(asked(request, Query)))


@router.get("/incidents/{name}", responses=gives(Incident), tags=["incidents"])
def incident(shelf: TheShelf, name: str) -> Response:
    """One incident under a rule, as of a day."""
    return answer(shelf.incident(name))


@router.get("/incidents/{name}/figures", responses=gives(dict[str, dict[str, Figure]]), tags=["incidents"])
def figures(book: TheBook, name: str, as_of: str = "") -> Response:
    """The figures of one incident by every rule."""
    day = as_day(as_of, "as_of")
    return answer({rule: book.shelf(rule=rule, as_of=day).incident(name).figures for rule in RULES})


@router.get("/incidents/{name}/sources", responses=gives(Sources), tags=["incidents"])
def sources(book: TheBook, name: str, as_of: str = "") -> Response:
    """Who has it from whom: the independent sources of one incident and every edge between reports."""
    return answer(book.sources(name, as_of=as_day(as_of, "as_of")))


@router.get("/tolls", responses=gives(list[Toll]), tags=["tolls"])
def tolls(shelf: TheShelf) -> Response:
    """Every running or period total."""
    return answer(list(shelf.tolls.values()))


@router.get("/tolls/{name}", responses=gives(Toll), tags=["tolls"])
def toll(shelf: TheShelf, name: str) -> Response:
    """One toll as a series."""
    return answer(shelf.toll(name))


@router.get("/places", responses=gives(list[Voice]), tags=["voices"])
def places(shelf: TheShelf, text: str = "") -> Response:
    """Every place something is told of, and how many incidents; ``text`` is words the name must have."""
    return answer(_voices(shelf, "place", text))


@router.get("/speakers", responses=gives(list[Voice]), tags=["voices"])
def speakers(shelf: TheShelf, text: str = "") -> Response:
    """Everyone to whom claims go back, and of how many incidents they speak."""
    return answer(_voices(shelf, "speaker", text))


@router.get("/outlets", responses=gives(list[Voice]), tags=["voices"])
def outlets(shelf: TheShelf, text: str = "") -> Response:
    """Every outlet, and of how many incidents it tells."""
    return answer(_voices(shelf, "outlet", text))


@router.get("/queue", responses=gives(list[Question]), tags=["deciding"])
def queue(book: TheBook, incident: str = "") -> Response:
    """What waits for a person, what would move figures or membership most first."""
    return answer(book.queue(incident=incident or None))


@router.get("/decisions", responses=gives(list[Decision]), tags=["deciding"])
def decisions(book: TheBook, subject: str = "", who: str = "") -> Response:
    """The decisions that stand, oldest first."""
    found = book.decisions()
    return answer([d for d in found if (not subject or subject in {d.subject, d.other}) and (not who or d.who == who)])


@router.get("/verify", responses=gives(Verified), tags=["book"])
def verify(book: TheBook) -> Response:
    """What is no longer what it was: originals, spans, the log."""
    return answer(Verified(problems=tuple(book.verify(replay=False))))


@router.get("/coding", responses=gives(list[Progress]), tags=["coding"])
def rounds(request: Request, book: TheBook) -> Response:
    """Every coding round and what is left to do in it for whoever asks."""
    who = person_of(request).name
    return answer(
        [
            Progress(id=each.id, name=each.name, who=each.who, at=each.at, claims=len(each.claims), left=each.left(who))
            for each in book.coding.rounds()
        ]
    )


@router.get("/coding/{name}", responses=gives(Results), tags=["coding"])
def results(request: Request, book: TheBook, name: str) -> Response:
    """How far coders agree, for those who gave all of their own answers."""
    found, person = book.coding.round(name), person_of(request)
    if not found.open_to(person.name) or not person.may("code"):
        raise NotAllowed("Answers are seen by those who have given all of their own, or gave up coding in this round.")
    return answer(Results(agreement=intercoder.agreement(found), disagreements=intercoder.disagreements(found)))


def _voices(shelf: IncidentIndex, facet: str, text: str) -> list[Voice]:
    return [Voice(name=name, incidents=number) for name, number in shelf.values(facet, text)]


def _nearest(shelf: IncidentIndex, wanted: Wanted) -> Iterable[Claim]:
    """The smallest part of the book in which all that is wanted lies."""
    if wanted.report:
        return shelf.claims_in(wanted.report)
    if wanted.about:
        return shelf.claims_about(wanted.about)
    return shelf.claims_by(wanted.speaker) if wanted.speaker else shelf.claims.values()


def _is_wanted(claim: Claim, wanted: Wanted) -> bool:
    return (
        (not wanted.about or wanted.about in {claim.incident, claim.toll})
        and (not wanted.kind or claim.kind == wanted.kind)
        and (not wanted.speaker or facets.informant(claim) == wanted.speaker)
    )


def _line(report: Report) -> Line:
    return Line(
        id=report.id,
        sha256=report.sha256,
        outlet=report.outlet,
        url=report.url,
        title=report.title,
        published=report.published.isoformat() if report.published else None,
        language=report.language,
    )


def _cut(found: Sequence[_Kept], page: int, per_page: int) -> Sequence[_Kept]:
    return found[(page - 1) * per_page : page * per_page]
