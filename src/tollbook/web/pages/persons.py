"""The persons harmed: the memorial list, one person with all sources, who may be one, and decisions on persons."""

from typing import Any, get_args

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book import Book
from tollbook.decisions.decision import Proposal
from tollbook.decisions.person_fields import SIDES
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.mentions import DOUBTING
from tollbook.model import Status, VictimEffect
from tollbook.person import Person
from tollbook.reconcile.person_records import AgeGroup
from tollbook.review.conflicts import EditConflict
from tollbook.search.person_query import PersonQuery
from tollbook.web.api.schema import asked
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade, PageNumber
from tollbook.web.like_titles import distinctions
from tollbook.web.pages.deciding import NO_REASON, Editor, FormFields, conflict_page, entry, go_on, one, write
from tollbook.web.person_forms import SEXES, correction_of, shown_age
from tollbook.web.rendering import page

router = APIRouter()
#: Proposals on one page, and persons found to join with: as many as people can look through.
PROPOSALS, FOUND = 50, 12
FATES, AGE_GROUPS, STATUSES = get_args(VictimEffect), get_args(AgeGroup), get_args(Status)


@router.get("/persons")
def persons(request: Request, book: CurrentBook) -> HTMLResponse:
    """The memorial list: persons by name, those without a name after them."""
    query = asked(request, PersonQuery)
    found = book.persons(query)
    # Without the page, the address of the other pages of the list.
    same = {name: getattr(query, name) for name in query.__struct_fields__ if name not in {"page", "per_page"}}
    names = {query.incident or "", *(name for person in found.persons for name in person.incidents)}
    incidents = book.search.index().incidents_of(names)
    return page(
        request, "persons.html", found=found, asked=same, number=query.page, pages=-(-found.total // query.per_page),
        rows=list(zip(found.persons, found.reports, strict=True)), incidents=incidents,
        apart=distinctions(book, incidents.values()),
        fates=FATES, age_groups=AGE_GROUPS, proposals=book.persons.index().proposal_count(),
    )  # fmt: skip


@router.get("/persons/proposals")
def proposals(
    request: Request, book: CurrentBook, number: PageNumber = 1, done: JustDone = "", decision: JustMade = ""
) -> HTMLResponse:
    """Every two persons who may be one, each with the words of its sources."""
    found, total = book.persons.proposal_page(number, PROPOSALS)
    shown = [(each, book.persons.get(each.one), book.persons.get(each.other)) for each in found]
    return page(
        request, "person-proposals.html", shown=shown, total=total, number=number,
        pages=-(-total // PROPOSALS), seen=book.review.last_decision(), done=done, decision=decision,
        reports=book.search.index().reports,
    )  # fmt: skip


@router.get("/persons/{name}")
def person(
    request: Request, name: str, book: CurrentBook, *, find: str = "", done: JustDone = "", decision: JustMade = ""
) -> HTMLResponse:
    """One person: every value with the words and sources it comes from."""
    found = book.persons.get(name)
    return page(
        request, "person.html", person=found, done=done, decision=decision, seen=book.review.last_decision(),
        values=_values(found), age=shown_age(found.age), fates=FATES, sexes=SEXES, statuses=STATUSES,
        decisions=[each for each in book.review.decisions() if each.id in found.decisions],
        proposals=_proposals(book, found), others=_others(book, found, find), find=find,
        index=book.search.index(),
    )  # fmt: skip


@router.post("/persons/{name}/edit")
def edit(request: Request, name: str, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Set fields of a person that the reports do not give."""
    found = book.persons.get(name)
    change = correction_of(fields, found)
    if not change:
        raise Refused(message("Nothing was changed; change a field and save again."))
    return _write(request, book, _proposal(fields, "correct person", found.id, change=change), editor, fields)


@router.post("/persons/{name}/split")
def split(request: Request, name: str, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Divide the sources of a person between two persons."""
    found = book.persons.get(name)
    chosen = set(fields.get("source", ()))
    every = [source.id for source in found.sources]
    sides = [each for each in every if each not in chosen], [each for each in every if each in chosen]
    if not all(sides):
        raise Refused(message("Choose the sources that are about another person: at least one, and not all."))
    change = dict(zip(SIDES, sides, strict=True))
    proposal = _proposal(fields, "different persons", sides[0][0], other=sides[1][0], change=change)
    return _write(request, book, proposal, editor, fields)


@router.post("/persons/{name}/no-person")
def no_person(request: Request, name: str, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Decide that a name or description is not a person; redirects to its incident."""
    found = book.persons.get(name)
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    try:
        decision = book.review.no_person(found, who=editor.name, why=why, seen=seen)
    except EditConflict as conflict:
        return conflict_page(request, conflict, fields)
    filed = next((each.incident for each in book.search.filed([decision.subject]) if each.incident), None)
    where = f"/incidents/{filed.id}" if filed is not None else "/persons"
    return go_on(fields | {"next": [where]}, decision.verdict, decision.id)


def _proposal(fields: dict[str, list[str]], verdict: str, subject: str, **more: Any) -> Proposal:
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    return Proposal(verdict=verdict, subject=subject, why=why, seen=seen, **more)


def _write(request: Request, book: Book, proposal: Proposal, editor: Editor, fields: dict[str, list[str]]) -> Response:
    return write(request, book, proposal, editor, fields | {"next": [f"/persons/{proposal.subject}"]})


def _values(person: Person) -> dict[str, list[tuple[str, list[str]]]]:
    """Each field with every value that sources give, and the claims that give it."""
    given: dict[str, dict[str, list[str]]] = {}
    for source in person.sources:
        fields: dict[str, tuple[str, ...]] = {
            "name": (source.name or "",),
            "description": (source.description,),
            "age": (shown_age(source.age),),
            "sex": (source.sex or "",),
            "status": (source.status if source.status != "unknown" else "",),
            "roles": source.roles,
            "kin": source.kin,
            "fate": (source.fate,),
            "in_doubt": (source.fate,) if source.stance in DOUBTING else (),
            "day": (str(source.when.start) if source.when and source.when.start else "",),
        }
        for field, values in fields.items():
            for value in filter(None, values):
                given.setdefault(field, {}).setdefault(value, []).append(source.claim)
    return {field: sorted(values.items(), key=lambda pair: (-len(pair[1]), pair[0])) for field, values in given.items()}


def _proposals(book: Book, person: Person) -> list[tuple[Person, str]]:
    """The persons who may be this one, each with the reason."""
    found = book.persons.proposals(person.id)
    return [(book.persons.get(p.other if p.one == person.id else p.one), p.why) for p in found]


def _others(book: Book, person: Person, find: str) -> list[Person]:
    """Other persons found by a search; without words, those of the same incidents."""
    if find:
        found = book.persons(PersonQuery(text=find, fate="any", per_page=FOUND)).persons
    else:
        found = tuple(p for name in person.incidents for p in book.persons.index().in_incident(name))
    return [each for each in {p.id: p for p in found}.values() if each.id != person.id]
