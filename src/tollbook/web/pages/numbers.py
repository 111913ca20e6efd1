"""The numbers behind a figure or a running total, changed in place: each in the claim that gives it.

``POST`` writes the changed cells like a sheet (``book.sheets``): together, with one undo.
"""

from collections.abc import Iterable, Mapping, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.decision import Proposal
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim, Record
from tollbook.review.claim_context import ClaimInContext, in_context
from tollbook.review.conflicts import EditConflict
from tollbook.review.placing import NO_CLAIM, TOTAL
from tollbook.review.sheet import NONE, RefusedRow, Row
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, entry, one
from tollbook.web.rendering import address, page

router = APIRouter()
#: Characters of text around a claim.
_AROUND = 40
#: The possible meanings of a number in an incident, and in a running total, with the cells of a sheet for each.
_OF_FIGURE = ("incident", "part", "superseded", TOTAL, NO_CLAIM)
_OF_TOTAL = ("running total", "period total", "incident", NO_CLAIM)


class NumbersOf(Record, frozen=True, kw_only=True):
    """The record of the numbers: its address and name, the claims (those that are shown ``first``), and the choices."""

    address: str
    back: str
    name: str
    claims: tuple[Claim, ...]
    first: frozenset[str]
    meanings: tuple[str, ...]
    columns: tuple[str, ...] = ("count",)


class NumberLine(Record, frozen=True, kw_only=True):
    """One claim with its words, its cells, the meaning of its number, and the reason why a changed cell is refused."""

    words: ClaimInContext
    cells: Row
    meaning: str
    meanings: tuple[str, ...]
    refused: RefusedRow | None = None


@router.get("/incidents/{name}/change/figures")
def figure(request: Request, book: CurrentBook, editor: Editor, name: str, item: str = "") -> HTMLResponse:
    """The numbers behind one figure of an incident."""
    return _shown(request, book, _of_figure(book, name, item))


@router.post("/incidents/{name}/change/figures")
def change_figure(
    request: Request, book: CurrentBook, editor: Editor, fields: FormFields, name: str, *, item: str = ""
) -> Response:
    """Change the numbers behind a figure, or confirm them as they are."""
    return _changed(request, book, editor.name, _of_figure(book, name, item), fields)


@router.get("/tolls/{name}/change")
def total(request: Request, book: CurrentBook, editor: Editor, name: str) -> HTMLResponse:
    """The values of a running total."""
    return _shown(request, book, _of_total(book, name))


@router.post("/tolls/{name}/change")
def change_total(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """Change the values of a running total, or confirm them as they are."""
    return _changed(request, book, editor.name, _of_total(book, name), fields)


def _of_figure(book: Book, name: str, outcome: str) -> NumbersOf:
    incident = book.search.index().incident(name)
    figure = incident.figures.get(outcome)
    if outcome not in OUTCOMES or figure is None:
        raise NoSuchRecord(message("The record has changed and has no such value; load the incident again."))
    bounds = {*figure.low_claims, *figure.best_claims, *figure.high_claims}
    counted = [c for c in book.incidents.evidence(name).group.claims if c.kind == outcome and c.count is not None]
    ordered = sorted(counted, key=lambda claim: claim.id not in bounds)
    return NumbersOf(
        address=address(f"/incidents/{name}/change/figures", item=outcome), back=f"/incidents/{name}",
        name=outcome, claims=tuple(ordered), first=frozenset(bounds), meanings=_OF_FIGURE,
    )  # fmt: skip


def _of_total(book: Book, name: str) -> NumbersOf:
    index = book.search.index()
    toll = index.toll(name)
    names = dict.fromkeys(claim for point in (*toll.series, *toll.derived) for claim in point.claims)
    claims = tuple(index.claims[each] for each in names if each in index.claims)
    return NumbersOf(
        address=f"/tolls/{name}/change", back=f"/tolls/{name}", name=toll.kind, claims=claims,
        first=frozenset(names), meanings=_OF_TOTAL, columns=("count", "day", "place"),
    )  # fmt: skip


def _changed(request: Request, book: Book, who: str, of: NumbersOf, fields: Fields) -> Response:
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    refused: tuple[RefusedRow, ...] = ()
    try:
        if one(fields, "confirm"):
            made = book.review.propose(_confirmation(of, why, seen), who=who).id
        else:
            changes = book.sheets.read(enumerate(_rows(book, of, fields), start=1))
            refused = changes.refused
            made = book.sheets.apply(changes, who=who, why=why, seen=seen).id
    except (Refused, EditConflict, NoSuchRecord) as error:
        return _shown(request, book, of, fields=fields, refused=refused, sentence=str(error), status=422)
    return RedirectResponse(
        address(_now_at(book, of), done="confirm" if one(fields, "confirm") else "numbers", decision=made),
        status_code=303,
    )


def _confirmation(of: NumbersOf, why: str, seen: int | None) -> Proposal:
    """The decision that confirms the unchanged numbers of the claims that are shown first."""
    changes = {claim.id: {"count": claim.to_dict()["count"]} for claim in of.claims if claim.id in of.first}
    (first, change), *rest = changes.items()
    return Proposal(verdict="correct", subject=first, change=change, also=dict(rest) or None, why=why, seen=seen)


def _rows(book: Book, of: NumbersOf, fields: Fields) -> list[Row]:
    """The changed cells of a form, by claim."""
    before = _cells(book, of.claims)
    rows: list[Row] = []
    for claim in of.claims:
        row = {"claim": claim.id}
        for column in of.columns:
            cell, was = one(fields, f"{column} {claim.id}"), before[claim.id][column]
            if f"{column} {claim.id}" in fields and cell != was:
                row[column] = cell or NONE
        meaning = one(fields, f"meaning {claim.id}")
        if meaning in of.meanings and meaning != claim.scope:
            row["incident" if meaning in {TOTAL, NO_CLAIM} else "scope"] = meaning
        if len(row) > 1:
            rows.append(row)
    return rows


def _cells(book: Book, claims: Iterable[Claim]) -> Mapping[str, Row]:
    wanted = {claim.id: claim.report for claim in claims}
    rows = book.sheets.rows(dict.fromkeys(wanted.values()))
    return {row["claim"]: row for row in rows if row["claim"] in wanted}


def _now_at(book: Book, of: NumbersOf) -> str:
    """The present address of the record: a decision can change the id of an incident or of a running total."""
    filed = [each for claim in of.claims for each in book.search.filed([claim.id])]
    if of.back.startswith("/tolls/"):
        return next((f"/tolls/{each.toll.id}" for each in filed if each.toll), "/tolls")
    return next((f"/incidents/{each.incident.id}" for each in filed if each.incident), "/incidents")


def _shown(
    request: Request, book: Book, of: NumbersOf, *,
    fields: Fields | None = None, refused: Sequence[RefusedRow] = (), sentence: str = "", status: int = 200,
) -> HTMLResponse:  # fmt: skip
    index, given = book.search.index(), fields or {}
    cells, why_not = _cells(book, of.claims), {each.claim: each for each in refused}
    lines = [
        NumberLine(
            words=in_context(claim, index.report(claim.report), _AROUND),
            cells={column: one(given, f"{column} {claim.id}", cells[claim.id][column]) for column in of.columns},
            meaning=one(given, f"meaning {claim.id}", claim.scope),
            # A scope without a choice of its own stays, unless a person chooses another one.
            meanings=of.meanings if claim.scope in of.meanings else (claim.scope, *of.meanings),
            refused=why_not.get(claim.id),
        )
        for claim in of.claims
        if claim.id in cells
    ]
    template = "_numbers-form.html" if request.headers.get("HX-Target") == "words" else "numbers-form.html"
    return page(
        request, template, of=of, lines=lines, sentence=sentence, why=one(given, "why"), status=status,
        seen=book.review.last_decision(), marks=book.review.field_marks(claim.id for claim in of.claims),
    )  # fmt: skip
