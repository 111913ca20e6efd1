"""The printable brief of one incident or of a selection, as page and PDF; signatures of briefs."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.web import briefs, print_view
from tollbook.web.dependencies import CurrentBook
from tollbook.web.pages.deciding import Editor, FormFields, one
from tollbook.web.rendering import address, page
from tollbook.web.security import user_of

router = APIRouter()
#: Fields of the form of a brief that are not parameters of the brief.
_OWN_FIELDS = frozenset({"csrf", "sha256"})


@router.get("/incidents/{name}/brief")
def of_incident(request: Request, name: str, book: CurrentBook) -> HTMLResponse:
    """The brief of one incident."""
    return _page(request, book, _asked(request, incident=name))


@router.get("/incidents/{name}/brief.pdf")
def of_incident_as_pdf(request: Request, name: str, book: CurrentBook) -> Response:
    """The same brief as PDF."""
    return _pdf(book, _asked(request, incident=name), f"brief-{name}.pdf")


@router.get("/brief")
def of_selection(request: Request, book: CurrentBook) -> HTMLResponse:
    """The brief of the incidents that a query finds."""
    return _page(request, book, _asked(request))


@router.get("/brief.pdf")
def of_selection_as_pdf(request: Request, book: CurrentBook) -> Response:
    """The same brief as PDF."""
    return _pdf(book, _asked(request), "brief.pdf")


@router.get("/briefs")
def signed(request: Request, book: CurrentBook) -> HTMLResponse:
    """All signed briefs, newest first."""
    return page(request, "briefs.html", signatures=book.signing.all(), changed=briefs.changed(book))


@router.post("/briefs")
def sign(book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Sign the brief with the hash in the form."""
    asked = {name: values[0] for name, values in fields.items() if name not in _OWN_FIELDS}
    signature = book.signing.sign(briefs.written(book, asked).draft, who=editor.name, read=one(fields, "sha256"))
    return RedirectResponse(address(*briefs.where(signature.asked)), status_code=303)


@router.get("/briefs/{name}.txt")
def signed_text(book: CurrentBook, name: str) -> Response:
    """The signed text, byte by byte: its SHA-256 is the one in the signature."""
    return PlainTextResponse(book.signing.get(name).text)


@router.get("/briefs/{name}")
def signed_brief(request: Request, book: CurrentBook, name: str) -> HTMLResponse:
    """One signed brief as it was signed, and the changes since then."""
    signature = book.signing.get(name)
    return page(
        request, "signed.html", signature=signature, since=briefs.since(book, signature),
        lines=signature.text.split("\n"), now=address(*briefs.where(briefs.now(book, signature))),
        may_withdraw=user_of(request).may("decide"),
    )  # fmt: skip


@router.post("/briefs/{name}/withdraw")
def withdraw(book: CurrentBook, editor: Editor, fields: FormFields, name: str) -> Response:
    """Withdraw a signature; both entries stay in the log."""
    book.signing.withdraw(name, who=editor.name, why=one(fields, "why"))
    return RedirectResponse(f"/briefs/{name}", status_code=303)


def _asked(request: Request, **more: str) -> dict[str, str]:
    return {**request.query_params, **more}


def _page(request: Request, book: Book, asked: Mapping[str, str]) -> HTMLResponse:
    made = briefs.written(book, asked)
    path, rest = briefs.where(made.draft.asked)
    shown = print_view.context(book, made)
    return page(
        request, "brief-page.html", standalone=False, back=briefs.back(made.draft.asked),
        pdf=address(f"{path}.pdf", rest),
        signed_by={each.who for each, since in shown["signatures"] if since is None},
        may_sign=user_of(request).may("decide"), **shown,
    )  # fmt: skip


def _pdf(book: Book, asked: Mapping[str, str], name: str) -> Response:
    body = print_view.pdf(print_view.html(book, briefs.written(book, asked)))
    return Response(body, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})
