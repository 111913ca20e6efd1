"""Changing a record over the API: marked words, values of a record, claims in words, and where claims are filed."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends
from fastapi import Query as Asked
from fastapi.responses import Response

from tollbook.decisions import field_values
from tollbook.decisions.decision import Decision, Proposal
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Place, Record
from tollbook.readers.base import MarkedWords
from tollbook.review import claim_form
from tollbook.review.carried_names import CarriedName
from tollbook.review.incident_fields import FieldValue
from tollbook.search.filed import Filed
from tollbook.search.likely import Likely
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.dependencies import CurrentBook
from tollbook.web.field_changes import CarryChange, FieldChange, carried_names_of, carried_on, current_value, proposed
from tollbook.web.security import User, may

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Editor = Annotated[User, Depends(may("decide"))]
Values = dict[str, list[str]]
Most = Annotated[int, Asked(ge=1, le=100)]


class ClaimInWords(Record, frozen=True, kw_only=True):
    """A claim to correct, or to add at ``start`` to ``end``; ``values`` are form fields by name, in words."""

    why: str
    values: Values = msgspec.field(default_factory=dict)
    start: int | None = None
    end: int | None = None
    seen: int | None = None


class FileRequest(Record, frozen=True, kw_only=True):
    """Where to file a claim: under an incident, or without one under an incident of its own."""

    why: str
    incident: str | None = None


@router.get("/reports/{name:path}/words", responses=gives(MarkedWords), tags=["reports"])
def words(book: CurrentBook, name: str, start: int, end: int) -> Response:
    """The claim of marked words of a report, for the fields of a form."""
    return answer(book.review.marked_words(name, start, end))


@router.post(
    "/reports/{name:path}/claims", responses=gives(Decision), openapi_extra=takes(ClaimInWords), tags=["claims"]
)
def add(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Add a claim for marked words; fields that are not given are as read from the words."""
    asked = read(raw, ClaimInWords)
    if asked.start is None or asked.end is None:
        raise Refused(message("To add a claim, give the place of its words: start and end."))
    given = book.review.addition(name, (asked.start, asked.end), asked.values)
    own = claim_form.given(asked.values)
    proposal = Proposal(verdict="add", subject=name, change=given, why=asked.why, seen=asked.seen, confirms=own)
    return answer(book.review.propose(proposal, who=editor.name))


@router.post("/claims/{name}/correct", responses=gives(Decision), openapi_extra=takes(ClaimInWords), tags=["claims"])
def correct(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Correct fields of a claim, in words as people write them: “at least 40”, a day, a place."""
    asked = read(raw, ClaimInWords)
    change = book.review.correction(name, asked.values)
    proposal = Proposal(verdict="correct", subject=name, change=change, why=asked.why, seen=asked.seen)
    return answer(book.review.propose(proposal, who=editor.name))


@router.get("/claims/{name}/filed", responses=gives(Filed), tags=["claims"])
def filed(book: CurrentBook, name: str) -> Response:
    """The incident or running total that a claim is filed under."""
    found = book.search.filed([name])
    if not found:
        raise NoSuchRecord(message("There is no claim {id} in this book.", id=name))
    return answer(found[0])


@router.get("/claims/{name}/likely", responses=gives(list[Likely]), tags=["claims"])
def likely(book: CurrentBook, name: str, text: Annotated[str, Asked(max_length=200)] = "", most: Most = 20) -> Response:
    """The incidents that a claim may be filed under, with what speaks for each; ``text``: those with some words."""
    return answer(book.search.likely_for(name, text, most=most))


@router.post("/claims/{name}/file", responses=gives(Decision), openapi_extra=takes(FileRequest), tags=["claims"])
def file(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """File a claim under another incident, or under one of its own."""
    asked = read(raw, FileRequest)
    move = book.search.move_to(name, asked.incident)
    return answer(book.review.file_under(name, move, who=editor.name, why=asked.why))


@router.get("/incidents/{name}/fields/{field}", responses=gives(FieldValue), tags=["incidents"])
def value(book: CurrentBook, name: str, field: str, item: Annotated[int | None, Asked(ge=0)] = None) -> Response:
    """One value of a record, and the claims that it comes from; of a list the one at ``item``."""
    return answer(current_value(book, name, field, item)[0])


@router.post(
    "/incidents/{name}/fields/{field}", responses=gives(Decision), openapi_extra=takes(FieldChange), tags=["incidents"]
)
def change(book: CurrentBook, editor: Editor, raw: Raw, name: str, field: str) -> Response:
    """Change, confirm or remove one value of a record: one decision that corrects the claims it comes from."""
    asked = msgspec.structs.replace(read(raw, FieldChange), field=field)
    return answer(book.review.propose(proposed(book, name, asked), who=editor.name))


@router.get("/incidents/{name}/carried", responses=gives(list[CarriedName]), tags=["incidents"])
def carried(book: CurrentBook, name: str) -> Response:
    """The sites and names of persons that people corrected, and that other claims of the incident still have."""
    return answer(list(carried_names_of(book, name)))


@router.post(
    "/incidents/{name}/carried", responses=gives(Decision), openapi_extra=takes(CarryChange), tags=["incidents"]
)
def carry(book: CurrentBook, editor: Editor, raw: Raw, name: str) -> Response:
    """Make the same correction in the other claims, or leave them as they are with ``confirm``: one decision."""
    return answer(book.review.propose(carried_on(book, name, read(raw, CarryChange)), who=editor.name))


@router.get("/gazetteer", responses=gives(list[Place]), tags=["names"])
def gazetteer(words: Annotated[str, Asked(max_length=200)]) -> Response:
    """The places that a name may mean, the largest first; “Springfield, Illinois” are those in Illinois.

    To choose one, give its point as ``place_choice``: ``39.80172,-89.64371``.
    """
    return answer(list(field_values.choices(words)))
