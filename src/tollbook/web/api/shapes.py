"""Records as JSON and as JSON Schema: what the API sends is what the records are, and its description follows."""

from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Request
from fastapi.responses import Response

from tollbook.briefs import Brief
from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.verdicts import Decision
from tollbook.errors import Refused
from tollbook.incidents.editions import Edition
from tollbook.incidents.facets import Spot
from tollbook.incidents.link_reasons import LinkedPair
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Record, Refusal, Report
from tollbook.reconcile import Explanation, Measured, Sensitivity, Sources
from tollbook.record import Figure, Incident, Toll
from tollbook.review.conflicts import LaterDecision, Proposal
from tollbook.review.intercoder import Agreement, Code, Disagreement, Round
from tollbook.review.signing import Draft, Signature, Since
from tollbook.search.query import MOST_PER_PAGE, SearchResults
from tollbook.store import Hit
from tollbook.web.accuracy import Accuracy
from tollbook.web.roles import Role

_Shape = TypeVar("_Shape")
_REF = "#/components/schemas/{name}"


class Failure(Record, frozen=True, kw_only=True):
    """Why something was not done, in one sentence; ``newer`` where someone else decided first."""

    error: str
    newer: tuple[LaterDecision, ...] = ()


class Me(Record, frozen=True, kw_only=True):
    """Who one is here, and the token that unsafe requests of this session bring in the header X-CSRF-Token."""

    name: str
    role: str | None
    token: str


class SignIn(Record, frozen=True, kw_only=True):
    """A name and, where there are accounts, its password."""

    name: str
    password: str = ""


class Undo(Record, frozen=True, kw_only=True):
    """Why a decision is taken back."""

    why: str


class Order(Record, frozen=True, kw_only=True):
    """Which export is wanted."""

    format: str
    rule: str = "range"
    as_of: str | None = None
    profile: str | None = None


class NewRound(Record, frozen=True, kw_only=True):
    """A coding round to be opened."""

    name: str
    size: int


class Line(Record, frozen=True, kw_only=True):
    """A report in a list, without its text."""

    id: str
    sha256: str
    outlet: str | None
    url: str | None
    title: str | None
    published: str | None
    language: str | None


class Reports(Record, frozen=True, kw_only=True):
    """One page of reports."""

    total: int
    reports: tuple[Line, ...]


class Claims(Record, frozen=True, kw_only=True):
    """One page of claims."""

    total: int
    claims: tuple[Claim, ...]


class Wanted(Record, frozen=True, kw_only=True):
    """Which claims are wanted; what is left empty asks for nothing. ``about`` is the id of an incident or toll."""

    report: str = ""
    about: str = ""
    kind: str = ""
    speaker: str = ""
    page: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    per_page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PER_PAGE)] = 50


class Voice(Record, frozen=True, kw_only=True):
    """Someone who is said to have said something, an outlet or a place, and in how many incidents."""

    name: str
    incidents: int


class Progress(Record, frozen=True, kw_only=True):
    """A coding round without anyone's answers."""

    id: str
    name: str
    who: str
    at: str
    claims: int
    left: tuple[str, ...]


class Briefed(Record, frozen=True, kw_only=True):
    """A brief, the same as it may be signed with the hash to sign by, and the signatures that stand under it."""

    brief: Brief
    draft: Draft
    sha256: str
    signatures: tuple[Signature, ...]


class Sign(Record, frozen=True, kw_only=True):
    """What is signed: the parameters the brief is asked by, as ``draft`` has them, and the hash of the text read."""

    asked: dict[str, str]
    sha256: str


class Signed(Record, frozen=True, kw_only=True):
    """A signature, and what has changed since; ``null`` where the brief reads as it was signed."""

    signature: Signature
    since: Since | None


class Why(Record, frozen=True, kw_only=True):
    """Why figures are what they are, how each moves, what reports measure alike, and why they are linked."""

    explanation: tuple[Explanation, ...]
    sensitivity: tuple[Sensitivity, ...]
    measured: tuple[Measured, ...]
    ties: tuple[LinkedPair, ...]


class Methods(Record, frozen=True, kw_only=True):
    """What made this book. ``rules`` and ``lexicons`` by name, ``finders`` with how many reports each has read."""

    tollbook: str
    code: str
    rules: dict[str, str]
    finders: dict[str, int]
    lexicons: dict[str, str]
    accuracy: tuple[Accuracy, ...]


class Someone(Record, frozen=True, kw_only=True):
    """An account without its password."""

    name: str
    role: Role


class NewAccount(Record, frozen=True, kw_only=True):
    """An account to be added."""

    name: str
    password: str
    role: str = "reader"


class NewRole(Record, frozen=True, kw_only=True):
    """The role an account is given."""

    role: str


class NewPassword(Record, frozen=True, kw_only=True):
    """One's password until now, and another."""

    old: str
    new: str


class Results(Record, frozen=True, kw_only=True):
    """How far coders agree, and where they do not."""

    agreement: tuple[Agreement, ...]
    disagreements: tuple[Disagreement, ...]


class Verified(Record, frozen=True, kw_only=True):
    """What is no longer what it was; empty where all is."""

    problems: tuple[str, ...]


_SHAPES: tuple[Any, ...] = (
    Failure, Me, SignIn, Undo, Order, NewRound, Reports, Claims, Voice, Progress, Results, Verified, SearchResults,
    Spot, Claim, Report, Refusal, Incident, Figure, Toll, Decision, Proposal, AnnotatedClaim, AnnotatedReport, Question,
    Code, Round, LaterDecision, Sources, Edition, Hit, Briefed, Sign, Signed, Why, Methods, Someone, NewAccount,
    NewRole, NewPassword,
)  # fmt: skip


def components() -> dict[str, Any]:
    """The JSON Schema of every shape, by name."""
    _, found = msgspec.json.schema_components(_SHAPES, ref_template=_REF)
    return found


def schema(shape: Any) -> dict[str, Any]:
    """The schema of a shape, as a reference into the components."""
    (found,), _ = msgspec.json.schema_components([shape], ref_template=_REF)
    return found


def gives(shape: Any, *also: int) -> dict[int | str, dict[str, Any]]:
    """What a route answers: the shape, and a failure under every status in ``also``, 400 and 422 always."""
    answers: dict[int | str, dict[str, Any]] = {200: _content(shape, "What was asked for.")}
    return answers | {status: _content(Failure, "Why not.") for status in (400, 401, 403, 404, 409, 422, 503, *also)}


def takes(shape: Any) -> dict[str, Any]:
    """The body a route takes."""
    return {"requestBody": {"required": True} | {"content": {"application/json": {"schema": schema(shape)}}}}


def asks(shape: Any) -> dict[str, Any]:
    """The parameters of an address: every field of a record."""
    _, found = msgspec.json.schema_components([shape], ref_template=_REF)
    fields = found[shape.__name__]["properties"]
    return {
        "parameters": [{"name": name, "in": "query", "required": False, "schema": of} for name, of in fields.items()]
    }


def asked(request: Request, shape: type[_Shape]) -> _Shape:
    """What an address asks for; empty parameters are left out. Raises Refused."""
    given = {name: value for name, value in request.query_params.items() if value}
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(f"The address asks for something that cannot be: {error}.") from error


def _content(shape: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema(shape)}}}


def answer(value: Any, status: int = 200) -> Response:
    """A record as JSON."""
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


async def body(request: Request) -> bytes:
    """The body of a request; decoded by ``read``."""
    return await request.body()


def read(raw: bytes, shape: type[_Shape]) -> _Shape:
    """What a body says. Raises Refused where it has not the shape that is asked for."""
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"The body of the request does not have the shape that is asked for: {error}.") from error
