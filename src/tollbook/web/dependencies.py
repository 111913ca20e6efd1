"""What every page is given: the book, and the rule and day under which it is read."""

from datetime import date
from typing import Annotated

from fastapi import Depends, Query, Request

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.incidents.build import RULE
from tollbook.model import Record
from tollbook.search.query import IncidentIndex


class View(Record, frozen=True, kw_only=True):
    """The rule and the day a page shows the book by."""

    rule: str = RULE
    as_of: date | None = None

    def query(self) -> dict[str, object]:
        """What an address must say to show the same view; nothing where it is the usual one."""
        return {"rule": self.rule if self.rule != RULE else None, "as_of": self.as_of}


def the_book(request: Request) -> Book:
    """The book this reading room is open on. Its engine may be shared by threads, so there is one for all pages."""
    book: Book = request.app.state.book
    return book


def as_day(value: str | None, name: str) -> date | None:
    """A day as an address gives it; None where it is left empty. Raises Refused for what is no day."""
    if not value:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise Refused(f"{name} is no day: {value!r}; write it as 2021-10-05.") from error


def the_view(rule: Annotated[str, Query()] = RULE, as_of: Annotated[str, Query()] = "") -> View:
    """The view an address asks for."""
    return View(rule=rule or RULE, as_of=as_day(as_of, "as_of"))


TheBook = Annotated[Book, Depends(the_book)]
TheView = Annotated[View, Depends(the_view)]


def the_shelf(book: TheBook, view: TheView) -> IncidentIndex:
    """The book under the rule and day asked for."""
    return book.search.index(rule=view.rule, as_of=view.as_of)


TheShelf = Annotated[IncidentIndex, Depends(the_shelf)]
