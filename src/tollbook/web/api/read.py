"""Reading over the API: reports, claims, incidents, names, queue, decisions. Nothing here writes."""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeVar

from fastapi import APIRouter, Request
from fastapi import Query as Asked
from fastapi.responses import Response

from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.decision import Decision
from tollbook.decisions.set_aside import SetAside
from tollbook.errors import NoSuchRecord
from tollbook.export import REGISTRY
from tollbook.incidents import facets
from tollbook.incidents.editions import Edition
from tollbook.incidents.questions import Question
from tollbook.locale.messages import message, translate
from tollbook.model import Claim, Report
from tollbook.reconcile import RULES, Sources
from tollbook.record import Figure, Incident
from tollbook.review import intercoder
from tollbook.review.answering import Case, action_of
from tollbook.search.everything import Everything
from tollbook.search.query import LAST_PAGE, MOST_PER_PAGE, IncidentIndex, Query, SearchResults
from tollbook.store import Hit
from tollbook.web.api.schema import answer, asked, asks, gives
from tollbook.web.api.shapes import (
    AgreementResult,
    ClaimPage,
    ClaimQuery,
    FormatSummary,
    LikeCase,
    NamedCount,
    ReportPage,
    ReportSummary,
    RoundProgress,
    SessionInfo,
    VerifyResult,
)  # fmt: skip
from tollbook.web.dependencies import CurrentBook, CurrentIndex, as_day
from tollbook.web.security import NotAllowed, user_of
from tollbook.web.upload_progress import UploadProgress, progress_of

router = APIRouter()
_Item = TypeVar("_Item")

Page = Annotated[int, Asked(ge=1, le=LAST_PAGE)]
PerPage = Annotated[int, Asked(ge=1, le=MOST_PER_PAGE)]


@router.get("/session", responses=gives(SessionInfo), tags=["session"])
def me(request: Request) -> Response:
    """The user, and the token for requests of this session."""
    user = user_of(request)
    return answer(SessionInfo(name=user.name, role=user.role, token=request.state.csrf))


@router.get("/reports", responses=gives(ReportPage), tags=["reports"])
def reports(
    book: CurrentBook, *, outlet: str = "", text: str = "", lacking: str = "", page: Page = 1, per_page: PerPage = 50
) -> Response:
    """Reports, the latest first; ``text`` is words that the title or text must have, as for ``/search``.

    ``lacking`` is ``day``, ``outlet``, ``title`` or ``incident``: only reports without it.
    """
    found, total = book.reports.page(page, per_page, outlet=outlet or None, words=text, lacks=lacking or None)
    return answer(ReportPage(total=total, reports=tuple(map(_summary, found))))


@router.get("/reports/{name:path}/sheet", responses=gives(AnnotatedReport), tags=["reports"])
def sheet(book: CurrentBook, name: str) -> Response:
    """One report with all its claims, as read and as decided."""
    return answer(book.review.report(name))


@router.get("/reports/{name:path}/editions", responses=gives(list[Edition]), tags=["reports"])
def editions(book: CurrentBook, name: str) -> Response:
    """The editions of the web page of a report, earliest first, with the changes from each to the next."""
    return answer(book.reports.editions(name))


@router.get("/search", responses=gives(list[Hit]), tags=["reports"])
def search(book: CurrentBook, question: Annotated[str, Asked(max_length=500)], limit: PerPage = 50) -> Response:
    """Reports by their words, the best match first."""
    return answer(book.search.reports(question, limit=limit))


@router.get("/search/everything", responses=gives(Everything), tags=["reports"])
def search_everything(
    book: CurrentBook, question: Annotated[str, Asked(max_length=500)], limit: PerPage = 30
) -> Response:
    """The reports, incidents, series, persons, speakers, places and outlets that have all words of a question."""
    return answer(book.search.everything(question, limit=limit))


@router.get("/reports/{name:path}", responses=gives(Report), tags=["reports"])
def report(book: CurrentBook, name: str) -> Response:
    """One report with its text."""
    return answer(book.review.report(name).report)


@router.get("/claims", responses=gives(ClaimPage), openapi_extra=asks(ClaimQuery), tags=["claims"])
def claims(request: Request, index: CurrentIndex) -> Response:
    """Claims; every field of ``ClaimQuery`` is a parameter of the address.

    Without another condition than ``kind``, claims that users added or corrected come last.
    """
    wanted = asked(request, ClaimQuery)
    if not (wanted.about or wanted.report or wanted.speaker):
        page, total = index.claims_page(wanted.page, wanted.per_page, wanted.kind)
        return answer(ClaimPage(total=total, claims=page))
    chosen = [claim for claim in _candidates(index, wanted) if _is_wanted(claim, wanted)]
    return answer(ClaimPage(total=len(chosen), claims=tuple(_cut(chosen, wanted.page, wanted.per_page))))


@router.get("/claims/{name}", responses=gives(AnnotatedClaim), tags=["claims"])
def claim(book: CurrentBook, name: str) -> Response:
    """One claim as it was found, as corrections change it, and the decisions on it."""
    return answer(book.review.report_of_claim(name).get(name))


@router.get("/incidents", responses=gives(SearchResults), openapi_extra=asks(Query), tags=["incidents"])
def incidents(request: Request, book: CurrentBook) -> Response:
    """Incidents by query; every field of ``Query`` is a parameter of the address."""
    return answer(book.search.incidents(asked(request, Query)))


@router.get("/incidents/{name}", responses=gives(Incident), tags=["incidents"])
def incident(index: CurrentIndex, name: str) -> Response:
    """One incident by a rule, as of a day."""
    return answer(index.incident(name))


@router.get("/incidents/{name}/figures", responses=gives(dict[str, dict[str, Figure]]), tags=["incidents"])
def figures(book: CurrentBook, name: str, as_of: str = "") -> Response:
    """The figures of one incident by every rule."""
    day = as_day(as_of, "as_of")
    return answer({rule: book.search.index(rule=rule, as_of=day).incident(name).figures for rule in RULES})


@router.get("/export", responses=gives(tuple[FormatSummary, ...]), tags=["book"])
def formats() -> Response:
    """The formats of export."""
    return answer(
        [
            FormatSummary(name=name, says=translate(entry.says), ending=entry.ending, rule=entry.rule)
            for name, entry in REGISTRY.items()
        ]
    )


@router.get("/incidents/{name}/sources", responses=gives(Sources), tags=["incidents"])
def sources(book: CurrentBook, name: str, as_of: str = "") -> Response:
    """The independent sources of one incident, and every edge between its reports."""
    return answer(book.sources(name, as_of=as_day(as_of, "as_of")))


@router.get("/places", responses=gives(list[NamedCount]), tags=["names"])
def places(index: CurrentIndex, text: str = "") -> Response:
    """All places of incidents with the number of incidents; ``text`` is words that the name must have."""
    return answer(_named_counts(index, "place", text))


@router.get("/speakers", responses=gives(list[NamedCount]), tags=["names"])
def speakers(index: CurrentIndex, text: str = "") -> Response:
    """All speakers, with the number of incidents."""
    return answer(_named_counts(index, "speaker", text))


@router.get("/outlets", responses=gives(list[NamedCount]), tags=["names"])
def outlets(index: CurrentIndex, text: str = "") -> Response:
    """All outlets, with the number of incidents."""
    return answer(_named_counts(index, "outlet", text))


@router.get("/queue", responses=gives(list[Question]), tags=["deciding"])
def queue(book: CurrentBook, incident: str = "") -> Response:
    """The review queue; questions whose answers change most come first."""
    return answer(book.queue(incident=incident or None))


@router.get("/uploads/{batch}", responses=gives(UploadProgress), tags=["reports"])
def uploads(request: Request, batch: str) -> Response:
    """The progress of the reading of uploaded files, and the results."""
    found = progress_of(request, batch)
    if found is None:
        raise NoSuchRecord(message("No files were sent under this name."))
    return answer(found)


@router.get("/queue/{name}", responses=gives(Question), tags=["deciding"])
def question(book: CurrentBook, name: str) -> Response:
    """One open question, with its cards, answers and suggestions."""
    return answer(book.review.question(name))


@router.get("/queue/{name}/like", responses=gives(list[LikeCase]), tags=["deciding"])
def like(book: CurrentBook, name: str, action: str, card: Annotated[int | None, Asked(ge=0, le=99)] = None) -> Response:
    """Like cases of the book that can get the same answer; ``card`` is the position of a card, from 0."""
    case = Case(book.review.question(name), card)
    found = book.review.like_cases(case, action_of(action))
    return answer([LikeCase(id=each.id, card=each.card, question=each.question) for each in found])


@router.get("/decisions/not-applied", responses=gives(list[SetAside]), tags=["deciding"])
def not_applied(book: CurrentBook) -> Response:
    """The decisions that nobody undid and that cannot be applied, oldest first, each with the reason."""
    return answer(book.review.not_applied())


@router.get("/decisions", responses=gives(list[Decision]), tags=["deciding"])
def decisions(book: CurrentBook, subject: str = "", who: str = "") -> Response:
    """The decisions in force, oldest first."""
    found = book.review.decisions()
    return answer([d for d in found if (not subject or subject in d.subjects) and (not who or d.who == who)])


@router.get("/verify", responses=gives(VerifyResult), tags=["book"])
def verify(book: CurrentBook) -> Response:
    """Problems with originals, spans and the log."""
    return answer(VerifyResult(problems=tuple(book.verify(replay=False))))


@router.get("/coding", responses=gives(list[RoundProgress]), tags=["coding"])
def rounds(request: Request, book: CurrentBook) -> Response:
    """All coding rounds, with the claims left to the user."""
    who = user_of(request).name
    return answer(
        [
            RoundProgress(
                id=each.id, name=each.name, who=each.who, at=each.at, claims=len(each.claims), left=each.left(who)
            )
            for each in book.review.coding.rounds()
        ]
    )


@router.get("/coding/{name}", responses=gives(AgreementResult), tags=["coding"])
def results(request: Request, book: CurrentBook, name: str) -> Response:
    """The agreement of coders, for users who gave all of their own answers."""
    found, user = book.review.coding.round(name), user_of(request)
    if not found.open_to(user.name) or not user.may("code"):
        raise NotAllowed(message("Only users who have given all of their own answers can see the answers of a round."))
    return answer(AgreementResult(agreement=intercoder.agreement(found), disagreements=intercoder.disagreements(found)))


def _named_counts(index: IncidentIndex, facet: str, text: str) -> list[NamedCount]:
    return [NamedCount(name=name, incidents=number) for name, number in index.values(facet, text)]


def _candidates(index: IncidentIndex, wanted: ClaimQuery) -> Iterable[Claim]:
    """Claims among which all matching ones are: those of the smallest possible part of the book."""
    if wanted.report:
        return index.claims_in(wanted.report)
    if wanted.about:
        return index.claims_about(wanted.about)
    return index.claims_by(wanted.speaker) if wanted.speaker else index.claims.values()


def _is_wanted(claim: Claim, wanted: ClaimQuery) -> bool:
    return (
        (not wanted.about or wanted.about in {claim.incident, claim.toll})
        and (not wanted.kind or claim.kind == wanted.kind)
        and (not wanted.speaker or facets.informant(claim) == wanted.speaker)
    )


def _summary(report: Report) -> ReportSummary:
    return ReportSummary(
        id=report.id,
        sha256=report.sha256,
        outlet=report.outlet,
        url=report.url,
        title=report.title,
        published=report.published.isoformat() if report.published else None,
        language=report.language,
    )


def _cut(found: Sequence[_Item], page: int, per_page: int) -> Sequence[_Item]:
    return found[(page - 1) * per_page : page * per_page]
