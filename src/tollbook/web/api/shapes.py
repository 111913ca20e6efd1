"""Records that the API takes and sends beside those of the package."""

from datetime import date
from typing import Annotated

import msgspec

from tollbook.briefs import Brief
from tollbook.incidents.build import RULE
from tollbook.incidents.link_reasons import LinkedPair
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Record, Refusal
from tollbook.reconcile import Explanation, Measured, Sensitivity
from tollbook.review.composing import Operation
from tollbook.review.conflicts import LaterDecision
from tollbook.review.intercoder import Agreement, Disagreement
from tollbook.review.signing import Draft, Signature, Since
from tollbook.search.query import LAST_PAGE, MOST_PER_PAGE
from tollbook.spreadsheets import Mapping
from tollbook.web.accuracy import MeasuredAccuracy
from tollbook.web.roles import Role


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
    """Why a decision is undone, a signature withdrawn, or an import set aside."""

    why: str


class CompareRequest(Record, frozen=True, kw_only=True):
    """A data set to compare the book with: the text of a CSV file.

    ``columns`` has the header of each field, and an empty one for a field to leave out; the others are as proposed by
    ``/compare/columns``. ``numeric`` is ``day`` or ``month``, what comes first in 03/04/2017.
    """

    content: str
    name: str = "B"
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    numeric: str = ""
    rule: str = RULE
    as_of: date | None = None


class ComposeRequest(Record, frozen=True, kw_only=True):
    """An operation on an incident to carry out, and why; ``seen`` is the last log entry that its maker has seen."""

    operation: Operation
    why: str
    seen: int | None = None


class FormatSummary(Record, frozen=True, kw_only=True):
    """A format of export: what it is, the ending of its file (empty for a folder), the rule of its codebook."""

    name: str
    says: str
    ending: str
    rule: str | None


class ExportRequest(Record, frozen=True, kw_only=True):
    """An export. Without ``rule`` figures are made by the rule of the format, else by ``range``.

    ``title`` and ``licence`` describe the data set in an RO-Crate.
    """

    format: str
    rule: str | None = None
    as_of: str | None = None
    profile: str | None = None
    title: str = ""
    licence: str = ""


class ImportRequest(Record, frozen=True, kw_only=True):
    """A spreadsheet to import: its bytes in base64, and its name for the log.

    ``columns`` has the header of each field, and an empty one for a field to leave out; the others are as proposed by
    ``/imports/preview``. ``numeric`` is ``day`` or ``month``, what comes first in 03/04/2017; with ``serial`` numbers
    such as 44258 are days. ``data_set`` is the outlet of the rows, else the name of the file.
    """

    content: bytes
    file: str
    sheet: str = ""
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    numeric: str = ""
    serial: bool = False
    data_set: str = ""
    separate: bool = False


class ImportPreview(Record, frozen=True, kw_only=True):
    """The effect of an import; ``left_out`` are unread parts of loadable rows, ``questions`` come first."""

    mapping: Mapping
    headers: tuple[str, ...]
    notes: tuple[str, ...]
    questions: tuple[str, ...]
    loadable: int
    refused: tuple[Refusal, ...]
    left_out: tuple[Refusal, ...]


class PlotSummary(Record, frozen=True, kw_only=True):
    """A figure for publication: its name and what it shows."""

    name: str
    says: str


class PlotFileRequest(Record, frozen=True, kw_only=True):
    """A figure to draw. ``ending`` is svg, png or pdf; without an incident or a running total it shows the book."""

    plot: str
    ending: str = "svg"
    incident: str = ""
    toll: str = ""
    profile: str = ""
    rule: str = RULE
    as_of: str = ""


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
    page: Annotated[int, msgspec.Meta(ge=1, le=LAST_PAGE)] = 1
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
    """The basis of this book: ``rules`` and ``lexicons`` by name, ``finders`` with the number of reports of each."""

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
