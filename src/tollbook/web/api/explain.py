"""Explanations over the API: why the figures of an incident are what they are, and what made the book."""

from fastapi import APIRouter
from fastapi.responses import Response

from tollbook import __version__
from tollbook.incidents import build
from tollbook.reconcile.rules import CODEBOOKS
from tollbook.web import accuracy
from tollbook.web.api.schema import answer, gives
from tollbook.web.api.shapes import FigureExplanation, MethodsInfo
from tollbook.web.dependencies import CurrentBook, CurrentView
from tollbook.web.pages.methods import lexicons, makers

router = APIRouter()


@router.get("/incidents/{name}/why", responses=gives(FigureExplanation), tags=["incidents"])
def why(book: CurrentBook, view: CurrentView, name: str) -> Response:
    """Why each figure of an incident is what it is, what would change it, and why its reports are linked."""
    evidence = book.incidents.evidence(name, rule=view.rule, as_of=view.as_of)
    return answer(
        FigureExplanation(
            explanation=evidence.explanation,
            sensitivity=evidence.sensitivity,
            measured=evidence.measured,
            ties=book.why_linked(evidence.incident.id),
        )
    )


@router.get("/methods", responses=gives(MethodsInfo), tags=["book"])
def methods(book: CurrentBook) -> Response:
    """The basis of this book: versions, rules, word lists and accuracy."""
    return answer(
        MethodsInfo(
            tollbook=__version__,
            code=build.package_code(),
            rules=dict(CODEBOOKS),
            finders=dict(makers(book)),
            lexicons=dict(lexicons()),
            accuracy=accuracy.table(),
        )
    )
