"""Persons over the API. Decisions on them are made with ``POST /decisions``."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tollbook.person import Person
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.search.person_query import PersonQuery, PersonResults
from tollbook.web.api.schema import answer, asked, asks, gives
from tollbook.web.dependencies import CurrentBook

router = APIRouter()


@router.get("/persons", responses=gives(PersonResults), openapi_extra=asks(PersonQuery), tags=["persons"])
def persons(request: Request, book: CurrentBook) -> Response:
    """Persons by query, named ones first, without their sources; every field of ``PersonQuery`` is a parameter."""
    return answer(book.persons(asked(request, PersonQuery)))


@router.get("/persons/proposals", responses=gives(list[PersonProposal]), tags=["persons"])
def proposals(book: CurrentBook) -> Response:
    """Every two persons who may be one, about whom nobody has decided."""
    return answer(book.persons.proposals())


@router.get("/persons/{name}", responses=gives(Person), tags=["persons"])
def person(book: CurrentBook, name: str) -> Response:
    """One person with all sources, by the id of any of them."""
    return answer(book.persons.get(name))


@router.get("/persons/{name}/proposals", responses=gives(list[PersonProposal]), tags=["persons"])
def proposals_for(book: CurrentBook, name: str) -> Response:
    """The persons who may be this one."""
    return answer(book.persons.proposals(name))
