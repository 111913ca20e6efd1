"""Reasons over the API: why an incident's figures are what they are, and what made the book."""

from fastapi import APIRouter
from fastapi.responses import Response

from tollbook import __version__
from tollbook.incidents import build
from tollbook.web import accuracy
from tollbook.web.api.shapes import Methods, Why, answer, gives
from tollbook.web.dependencies import TheBook, TheView
from tollbook.web.pages.methods import lexicons, makers, rules

router = APIRouter()


@router.get("/incidents/{name}/why", responses=gives(Why), tags=["incidents"])
def why(book: TheBook, view: TheView, name: str) -> Response:
    """Why each figure of an incident is what it is and what would move it, and why its reports are linked."""
    dossier = book.dossier(name, rule=view.rule, as_of=view.as_of)
    return answer(
        Why(
            explanation=dossier.explanation,
            sensitivity=dossier.sensitivity,
            measured=dossier.measured,
            ties=book.why_linked(dossier.incident.id),
        )
    )


@router.get("/methods", responses=gives(Methods), tags=["book"])
def methods(book: TheBook) -> Response:
    """What made this book, under which rules, and how well each field is read."""
    return answer(
        Methods(
            tollbook=__version__,
            code=build.package_code(),
            rules=dict(rules()),
            finders=dict(makers(book)),
            lexicons=dict(lexicons()),
            accuracy=accuracy.table(),
        )
    )
