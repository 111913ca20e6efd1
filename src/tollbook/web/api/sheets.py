"""Sheets over the API: claims and reports as rows, what changed cells mean, and writing them in one act."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from tollbook.book import Book
from tollbook.decisions.decision import Decision
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review import report_rows
from tollbook.review.placing import PlacingPlan
from tollbook.review.sheet import COLUMNS, RefusedRow, SheetChanges
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.dependencies import CurrentBook
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Reader = Annotated[User, Depends(may("read"))]
Editor = Annotated[User, Depends(may("decide"))]
#: Incidents and reports that one request may name.
_MOST_NAMED = 1_000
Names = Annotated[list[str], Query(max_length=_MOST_NAMED, default_factory=list)]


class SheetRequest(Record, frozen=True, kw_only=True):
    """Rows with the id of a ``claim`` and its changed cells; with ``report`` and ``words`` instead, a claim to add."""

    rows: tuple[dict[str, str], ...]
    why: str = ""
    seen: int | None = None


class SheetPreview(Record, frozen=True, kw_only=True):
    """The claims that rows change, the rows that cannot be read (numbered from 1), and without such what changes."""

    claims: tuple[str, ...] = ()
    refused: tuple[RefusedRow, ...] = ()
    plan: PlacingPlan | None = None


class ReportRows(Record, frozen=True, kw_only=True):
    """Rows with the id of a ``report`` and its changed cells: ``day``, ``outlet``, ``title``, ``author``, ``url``.

    An empty cell leaves the value as it is, ``-`` means *not known*.
    """

    rows: tuple[dict[str, str], ...]
    why: str = ""
    seen: int | None = None


@router.post("/reports/descriptions", responses=gives(Decision), openapi_extra=takes(ReportRows), tags=["deciding"])
def describe(request: Request, book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Set day, outlet, title, author and address of each report; returns the first decision, which undoes all of them.

    422 if a row cannot be read; with ``seen``, 409 if someone else described a report after that entry.
    """
    asked = read(raw, ReportRows)
    _refuse_other_columns(asked.rows, report_rows.COLUMNS)
    changes = book.descriptions.read(enumerate(asked.rows, start=1))
    if changes.refused:
        raise Refused(changes.refused[0].reason)
    made = book.descriptions.apply(changes, who=editor.name, why=asked.why, seen=asked.seen)
    request.app.state.worker.wake_if_needed(book)
    return answer(made)


@router.get("/sheet", responses=gives(list[dict[str, str]]), tags=["claims"])
def sheet(book: CurrentBook, incident: Names, report: Names) -> Response:
    """A row for each claim of the reports of incidents, and of reports that are named."""
    return answer(book.sheets.rows(book.sheets.reports(incident, report)))


@router.post("/sheet/preview", responses=gives(SheetPreview), openapi_extra=takes(SheetRequest), tags=["claims"])
def preview(book: CurrentBook, reader: Reader, raw: Raw) -> Response:
    """The decisions that changed cells mean, and the incidents before and after them; writes nothing."""
    changes = _read(book, read(raw, SheetRequest))
    plan = None if changes.refused else book.sheets.plan(changes.placing, who=reader.name or "preview")
    return answer(SheetPreview(claims=changes.claims, refused=changes.refused, plan=plan))


@router.post("/sheet", responses=gives(Decision), openapi_extra=takes(SheetRequest), tags=["deciding"])
def apply(book: CurrentBook, editor: Editor, raw: Raw) -> Response:
    """Write changed cells; returns the first decision, which undoes all of them.

    422 if a row cannot be read; with ``seen``, 409 if someone else decided on a claim after that entry.
    """
    asked = read(raw, SheetRequest)
    return answer(book.sheets.apply(_read(book, asked), who=editor.name, why=asked.why, seen=asked.seen))


def _read(book: Book, asked: SheetRequest) -> SheetChanges:
    _refuse_other_columns(asked.rows, COLUMNS)
    return book.sheets.read(enumerate(asked.rows, start=1))


def _refuse_other_columns(rows: Sequence[Mapping[str, str]], columns: Sequence[str]) -> None:
    unknown = sorted({name for row in rows for name in row} - set(columns))
    if unknown:
        raise Refused(message(
            "A sheet has the columns {names}; not: {unknown}.", names=", ".join(columns), unknown=", ".join(unknown)
        ))  # fmt: skip
