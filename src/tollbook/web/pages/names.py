"""The page on which names are settled for the whole book: proposals first, then settled names."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book.names import KINDS, NameEffect
from tollbook.locale.labels import LABELS
from tollbook.locale.messages import message
from tollbook.reconcile.settled_names import spelling_key
from tollbook.review.conflicts import EditConflict
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade, PageNumber
from tollbook.web.name_forms import places_for, ruling_of
from tollbook.web.pages.compose import outcomes_of
from tollbook.web.pages.deciding import NO_REASON, Editor, Fields, FormFields, conflict_page, entry, inside, one
from tollbook.web.rendering import address, page

router = APIRouter()
#: Proposals, and settled names, on one page: a proposal shows a sentence for every member.
_PROPOSALS, _SETTLED = 10, 50


@router.get("/names")
def first() -> Response:
    """The names of speakers."""
    return RedirectResponse(f"/names/{KINDS[0]}", status_code=307)


@router.get("/names.csv")
def export(book: CurrentBook) -> Response:
    """All settled names as a file for other books."""
    headers = {"Content-Disposition": 'attachment; filename="names.csv"'}
    return Response(book.names.export(), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/names/import")
def import_file(request: Request, book: CurrentBook, editor: Editor, fields: FormFields) -> HTMLResponse:
    """Settle the names of a file; the page says what changed and what was refused."""
    origin = one(fields, "origin") or message("the pasted file")
    done = book.names.import_file(one(fields, "content").encode(), origin=origin, who=editor.name)
    return page(request, "names-imported.html", done=done)


def what_was_done(
    done: JustDone = "", decision: JustMade = "", before: int | None = None, after: int | None = None
) -> dict[str, Any]:
    """The variables of the page on the last decision, from its address."""
    return {"done": done, "decision": decision, "before": before, "after": after}


@router.get("/names/{kind}")
def names(
    request: Request, book: CurrentBook, kind: str, done: Annotated[dict[str, Any], Depends(what_was_done)],
    *, number: PageNumber = 1, text: str = "",
) -> HTMLResponse:  # fmt: skip
    """Proposals and settled names of one kind."""
    found = book.names(kind)
    proposals = [p for p in found.proposals if _matches(text, (p.name, *(member.name for member in p.members)))]
    settled = [each for each in found.settled if _matches(text, (each.name, *each.spellings))]
    summaries = {each.key: each for each in book.names.summaries(found.kind)}
    matching = sorted((s for s in summaries.values() if _matches(text, [s.name])), key=lambda s: (s.key, s.name))
    pages = max(-(-len(proposals) // _PROPOSALS), -(-len(settled) // _SETTLED), -(-len(matching) // _SETTLED), 1)
    number = min(number, pages)
    shown = proposals[(number - 1) * _PROPOSALS : number * _PROPOSALS]
    listed = settled[(number - 1) * _SETTLED : number * _SETTLED]
    members = ([summaries[k] for k in map(spelling_key, each.spellings) if k in summaries] for each in listed)
    reported = matching[(number - 1) * _SETTLED : number * _SETTLED]
    return page(
        request, "settle-names.html", kind=found.kind, kinds=KINDS, found=found, shown=shown,
        reported=reported, searched=reported if text else [], total=len(proposals),
        settled=list(zip(listed, members, strict=True)), number=number, pages=pages, text=text,
        summaries=summaries, examples=book.names.examples(m for each in shown for m in each.members), key=spelling_key,
        places_for=places_for, site_kinds=list(LABELS["thing_kind"]), **done, seen=book.review.last_decision(),
        sides=sorted({each.side for each in summaries.values() if each.side}),
        here=address(f"/names/{found.kind}", {"text": text, "number": number if number > 1 else None}),
    )  # fmt: skip


@router.post("/names/{kind}/settle")
def settle(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, kind: str) -> Response:
    """Settle names as one name, or change a settled name; with ``look``, show which incidents that would change."""
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    ruling, edited = ruling_of(kind, fields), fields.get("edited", ())
    if one(fields, "look"):
        found = book.names.preview(ruling, who=editor.name, edited=edited)
        return page(
            request, "names-preview.html", kind=kind, settled=ruling.get("name") or "", preview=found,
            outcomes=outcomes_of(found), sent={name: each for name, each in fields.items() if name != "look"},
            back=inside(one(fields, "next"), f"/names/{kind}"),
        )  # fmt: skip
    return _decided(
        request, fields, lambda: book.names.settle(ruling, who=editor.name, why=why, edited=edited, seen=seen)
    )


@router.post("/names/{kind}/different")
def different(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, kind: str) -> Response:
    """Hold names apart."""
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    spellings = fields.get("spelling", [])
    return _decided(request, fields, lambda: book.names.differ(kind, spellings, who=editor.name, why=why, seen=seen))


@router.post("/names/{kind}/apart")
def apart(request: Request, book: CurrentBook, editor: Editor, fields: FormFields, kind: str) -> Response:
    """Take a settled name apart."""
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    name = one(fields, "settled")
    return _decided(request, fields, lambda: book.names.take_apart(kind, name, who=editor.name, why=why, seen=seen))


def _decided(request: Request, fields: Fields, decide: Callable[[], NameEffect]) -> Response:
    """Decide and go back to the page, which says what changed; if someone else decided first, show both."""
    try:
        effect = decide()
    except EditConflict as conflict:
        return conflict_page(request, conflict, fields)
    query = {"done": effect.decision.verdict, "decision": effect.decision.id}
    counted = {"before": str(effect.sources_before), "after": str(effect.sources_after)}
    where = inside(one(fields, "next"), "/names")
    joint = "&" if "?" in where else "?"
    tail = address("", query | (counted if effect.sources_before is not None else {})).removeprefix("?")
    return RedirectResponse(f"{where}{joint}{tail}", status_code=303)


def _matches(text: str, names: Iterable[str]) -> bool:
    words: Sequence[str] = text.casefold().split()
    return not words or any(all(word in name.casefold() for word in words) for name in names)
