"""Records as JSON and as JSON Schema: the API sends the records as they are, and its description follows from them."""

from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Request
from fastapi.responses import Response

from tollbook.book.names import ImportedNames, NameEffect, NamesOfKind
from tollbook.briefs import Brief
from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.decision import Decision, Proposal
from tollbook.errors import Refused
from tollbook.incidents.editions import Edition
from tollbook.incidents.facets import Spot
from tollbook.incidents.link_reasons import LinkedPair
from tollbook.incidents.questions import Question
from tollbook.locale.messages import message
from tollbook.model import Claim, Record, Refusal, Report
from tollbook.person import Person
from tollbook.reconcile import Explanation, Measured, Sensitivity, Sources
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.record import Figure, Incident, Toll
from tollbook.review.answering import Given
from tollbook.review.composing import Operation, Plan
from tollbook.review.conflicts import LaterDecision
from tollbook.review.intercoder import Agreement, Code, Disagreement, Round
from tollbook.review.signing import Draft, Signature, Since
from tollbook.search.persons import PersonResults
from tollbook.search.query import MOST_PER_PAGE, SearchResults
from tollbook.store import Hit
from tollbook.web.accuracy import MeasuredAccuracy
from tollbook.web.api.name_shapes import DifferRequest, NamesFile, SettleRequest, TakeApartRequest
from tollbook.web.pages.upload import ReceivedFiles
from tollbook.web.roles import Role
from tollbook.web.upload_progress import UploadProgress

_Shape = TypeVar("_Shape")
_REF = "#/components/schemas/{name}"


class ErrorBody(Record, frozen=True, kw_only=True):
    """Why a request failed, in one sentence; ``newer`` has the decisions of others in an edit conflict."""

    error: str
    newer: tuple[LaterDecision, ...] = ()


class SessionInfo(Record, frozen=True, kw_only=True):
    """The user, and the token that unsafe requests of this session send in the header X-CSRF-Token."""

    name: str
    role: str | None
    token: str


class SignIn(Record, frozen=True, kw_only=True):
    """A name and, with accounts, its password."""

    name: str
    password: str = ""


class UndoRequest(Record, frozen=True, kw_only=True):
    """Why a decision is undone, or a signature withdrawn."""

    why: str


class ComposeRequest(Record, frozen=True, kw_only=True):
    """An operation on an incident to carry out, and why; ``seen`` is the last log entry that its maker has seen."""

    operation: Operation
    why: str
    seen: int | None = None


class ExportRequest(Record, frozen=True, kw_only=True):
    """An export."""

    format: str
    rule: str = "range"
    as_of: str | None = None
    profile: str | None = None


class NewRound(Record, frozen=True, kw_only=True):
    """A coding round to open."""

    name: str
    size: int


class ReportSummary(Record, frozen=True, kw_only=True):
    """A report in a list, without its text."""

    id: str
    sha256: str
    outlet: str | None
    url: str | None
    title: str | None
    published: str | None
    language: str | None


class ReportPage(Record, frozen=True, kw_only=True):
    """One page of reports."""

    total: int
    reports: tuple[ReportSummary, ...]


class ClaimPage(Record, frozen=True, kw_only=True):
    """One page of claims."""

    total: int
    claims: tuple[Claim, ...]


class ClaimQuery(Record, frozen=True, kw_only=True):
    """Conditions for claims; empty fields match all claims. ``about`` is the id of an incident or a running total."""

    report: str = ""
    about: str = ""
    kind: str = ""
    speaker: str = ""
    page: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    per_page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PER_PAGE)] = 50


class NamedCount(Record, frozen=True, kw_only=True):
    """A speaker, an outlet or a place, with the number of incidents."""

    name: str
    incidents: int


class RoundProgress(Record, frozen=True, kw_only=True):
    """A coding round without answers."""

    id: str
    name: str
    who: str
    at: str
    claims: int
    left: tuple[str, ...]


class BriefWithSignatures(Record, frozen=True, kw_only=True):
    """A brief, its text for signing with the hash of that text, and its signatures."""

    brief: Brief
    draft: Draft
    sha256: str
    signatures: tuple[Signature, ...]


class SignRequest(Record, frozen=True, kw_only=True):
    """The signature to make: the parameters of the brief as in ``draft``, and the hash of the text that was read."""

    asked: dict[str, str]
    sha256: str


class SignatureStatus(Record, frozen=True, kw_only=True):
    """A signature, and the changes since; ``null`` if the brief is the same."""

    signature: Signature
    since: Since | None


class FigureExplanation(Record, frozen=True, kw_only=True):
    """Explanations of figures, their sensitivity to rules, measurements, and why the reports are linked."""

    explanation: tuple[Explanation, ...]
    sensitivity: tuple[Sensitivity, ...]
    measured: tuple[Measured, ...]
    ties: tuple[LinkedPair, ...]


class MethodsInfo(Record, frozen=True, kw_only=True):
    """What made this book: ``rules`` and ``lexicons`` by name, ``finders`` with the number of reports each has read."""

    tollbook: str
    code: str
    rules: dict[str, str]
    finders: dict[str, int]
    lexicons: dict[str, str]
    accuracy: tuple[MeasuredAccuracy, ...]


class AccountInfo(Record, frozen=True, kw_only=True):
    """An account without its password."""

    name: str
    role: Role


class NewAccount(Record, frozen=True, kw_only=True):
    """An account to add."""

    name: str
    password: str
    role: str = "reader"


class NewRole(Record, frozen=True, kw_only=True):
    """The new role of an account."""

    role: str


class NewPassword(Record, frozen=True, kw_only=True):
    """The current password of the user, and the new one."""

    old: str
    new: str


class AgreementResult(Record, frozen=True, kw_only=True):
    """The agreement of coders, and their disagreements."""

    agreement: tuple[Agreement, ...]
    disagreements: tuple[Disagreement, ...]


class LikeCase(Record, frozen=True, kw_only=True):
    """An open question, or one of its cards, that can get the same answer; ``id`` is what ``Given.like`` takes."""

    id: str
    card: int | None
    question: Question


class VerifyResult(Record, frozen=True, kw_only=True):
    """The problems found; empty without any."""

    problems: tuple[str, ...]


_SHAPES: tuple[Any, ...] = (
    ErrorBody, SessionInfo, SignIn, UndoRequest, ExportRequest, NewRound, ReportPage, ClaimPage, NamedCount,
    RoundProgress, AgreementResult, VerifyResult, SearchResults, Spot, Claim, Report, Refusal, Incident, Figure, Toll,
    Decision, Proposal, AnnotatedClaim, AnnotatedReport, Question, Code, Round, LaterDecision, Sources, Edition, Hit,
    BriefWithSignatures, SignRequest, SignatureStatus, FigureExplanation, MethodsInfo, AccountInfo, NewAccount,
    NewRole, NewPassword, Operation, Plan, ComposeRequest, Person, PersonResults, PersonProposal, NamesOfKind,
    NameEffect, ImportedNames, SettleRequest, DifferRequest, TakeApartRequest, NamesFile, ReceivedFiles, UploadProgress,
    Given, LikeCase,
)  # fmt: skip


def components(*more: Any) -> dict[str, Any]:
    """The JSON Schema of every shape, by name; ``more`` are the shapes of other modules."""
    _, found = msgspec.json.schema_components([*_SHAPES, *more], ref_template=_REF)
    return found


def schema(shape: Any) -> dict[str, Any]:
    """The schema of a shape, as a reference into the components."""
    (found,), _ = msgspec.json.schema_components([shape], ref_template=_REF)
    return found


def gives(shape: Any, *also: int) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: the shape, and an ``ErrorBody`` for every status in ``also`` and the usual ones."""
    answers: dict[int | str, dict[str, Any]] = {200: _content(shape, "The result.")}
    return answers | {
        status: _content(ErrorBody, "FigureExplanation not.") for status in (400, 401, 403, 404, 409, 422, 503, *also)
    }


def takes(shape: Any) -> dict[str, Any]:
    """The body that a route takes."""
    return {"requestBody": {"required": True} | {"content": {"application/json": {"schema": schema(shape)}}}}


def asks(shape: Any) -> dict[str, Any]:
    """The parameters of an address: every field of a record."""
    _, found = msgspec.json.schema_components([shape], ref_template=_REF)
    fields = found[shape.__name__]["properties"]
    return {
        "parameters": [{"name": name, "in": "query", "required": False, "schema": of} for name, of in fields.items()]
    }


def asked(request: Request, shape: type[_Shape]) -> _Shape:
    """The parameters in an address; empty ones are ignored. Raises Refused."""
    given = {name: value for name, value in request.query_params.items() if value}
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(message("The address is not valid: {what}", what=error)) from error


def _content(shape: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema(shape)}}}


def answer(value: Any, status: int = 200) -> Response:
    """A record as JSON."""
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


async def body(request: Request) -> bytes:
    """The raw body of a request, for ``read``."""
    return await request.body()


def read(raw: bytes, shape: type[_Shape]) -> _Shape:
    """The body as a record. Raises Refused for another shape."""
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(
            message("The body of the request does not have the expected shape: {error}.", error=error)
        ) from error
