"""FastAPI dependencies: the open book, and the rule and day in a request."""

from datetime import date
from typing import Annotated

from fastapi import Depends, Query, Request

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.incidents.build import RULE
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.search.query import LAST_PAGE, IncidentIndex
from tollbook.web.decision_labels import LABELS


class ViewOptions(Record, frozen=True, kw_only=True):
    """The rule that makes figures, and the day up to which reports count; None for all reports."""

    rule: str = RULE
    as_of: date | None = None

    def query(self) -> dict[str, object]:
        """The parameters of an address with these options; None for default values."""
        return {"rule": self.rule if self.rule != RULE else None, "as_of": self.as_of}


def current_book(request: Request) -> Book:
    """The open book. Threads can share its engine, so all pages use one book."""
    book: Book = request.app.state.book
    return book


CurrentBook = Annotated[Book, Depends(current_book)]


def as_day(value: str | None, name: str) -> date | None:
    """A day in an address; None for an empty value. Raises Refused for anything else."""
    if not value:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise Refused(
            message("{name} is not a day: {value}; write it as 2021-10-05.", name=name, value=repr(value))
        ) from error


def current_view(rule: Annotated[str, Query()] = RULE, as_of: Annotated[str, Query()] = "") -> ViewOptions:
    """The options in an address. Raises Refused."""
    return ViewOptions(rule=rule or RULE, as_of=as_day(as_of, "as_of"))


def made_decision(book: CurrentBook, decision: Annotated[str, Query()] = "") -> str:
    """The decision that was just made, from the address; empty if it is undone, as after Back in the browser."""
    return decision if decision and any(each.id == decision for each in book.review.decisions()) else ""


def just_done(
    made: Annotated[str, Depends(made_decision)],
    done: Annotated[str, Query()] = "",
    decision: Annotated[str, Query()] = "",
) -> str:
    """The action that was just done, from the address, to show it at the top of the page; empty if it was undone since.

    Raises Refused for an unknown action.
    """
    if done and done not in LABELS["done"]:
        raise Refused(message("The address is not valid: nothing is called {done}.", done=repr(done[:80])))
    return done if made or not decision else ""


#: The number of a page of a list.
PageNumber = Annotated[int, Query(ge=1, le=LAST_PAGE)]
JustDone = Annotated[str, Depends(just_done)]
JustMade = Annotated[str, Depends(made_decision)]
CurrentView = Annotated[ViewOptions, Depends(current_view)]


def current_index(book: CurrentBook, view: CurrentView) -> IncidentIndex:
    """The index of the book for the rule and day in the address."""
    return book.search.index(rule=view.rule, as_of=view.as_of)


CurrentIndex = Annotated[IncidentIndex, Depends(current_index)]
