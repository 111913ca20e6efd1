"""The guided tour: a few steps on real pages of a book, with one sentence or two each and a link to the next."""

from urllib.parse import quote

from fastapi import Request

from tollbook.book import Book
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.record import Incident
from tollbook.search.query import Query

#: The parameter of an address that says which step it is.
PARAMETER = "tour"

_STEPS: tuple[tuple[str, str], ...] = (
    ("/incidents", message(
        "Each line is one incident, put together from all reports about it. Bars run from the lowest to the highest "
        "number that a report gives. Search and filter at the top and on the left.")),
    ("{incident}", message(
        "One incident. The figures come first. Select a number: the words that it comes from appear beside it, with "
        "who said them. A question mark means not known; it does not mean 0.")),
    ("{incident}#who-says-what", message(
        "Who says what: one row for each independent source. Reports that copy each other, or quote the same person, "
        "count once.")),
    ("{report}", message(
        "One report. Underlined words are claims. Select one to see what was read, and correct it if it is wrong. Mark "
        "other words to add a claim. Set the day or the outlet of the report at the top if it is missing.")),
    ("/queue", message(
        "What Tollbook is not sure of, the gravest questions first. Each answer is stored with your name "
        "and can be undone.")),
    ("{incident}/brief", message(
        "The brief of one incident, to print or to sign. Each sentence refers to the words in its footnotes.")),
    ("/export", message(
        "Export the book as tables or files. Choose who will read them: names are withheld accordingly.")),
    ("/help", message("All of this is explained here, with the keys and what to do for safety. The tour ends here.")),
)  # fmt: skip


class TourStep(Record, frozen=True, kw_only=True):
    """A step of the tour: its number from 1, how many there are, its words, and where the steps beside it are."""

    number: int
    of: int
    says: str
    previous: str = ""
    following: str = ""
    leave: str = "/"


def step_of(request: Request) -> TourStep | None:
    """The step that an address asks for; None if it asks for none."""
    value = request.query_params.get(PARAMETER, "")
    if not (value.isascii() and value.isdigit() and len(value) < 3 and 1 <= int(value) <= len(_STEPS)):
        return None
    number, book = int(value), request.app.state.book
    return TourStep(
        number=number,
        of=len(_STEPS),
        says=_STEPS[number - 1][1],
        previous=address_of(book, number - 1),
        following=address_of(book, number + 1),
        leave=request.url.path,
    )


def address_of(book: Book, number: int) -> str:
    """The address of a step; empty for a number without a step, or in a book without incidents."""
    incident = _example(book)
    if incident is None or not 1 <= number <= len(_STEPS):
        return ""
    report = next((link.id for link in incident.reports if link.main), incident.reports[0].id)
    path, hash_sign, fragment = _STEPS[number - 1][0].partition("#")
    path = path.format(incident=f"/incidents/{incident.id}", report=f"/reports/{quote(report, safe='')}")
    return f"{path}?{PARAMETER}={number}{hash_sign}{fragment}"


def _example(book: Book) -> Incident | None:
    """The incident that most reports are about."""
    return next(iter(book.search.incidents(Query(sort="most reports", per_page=1)).incidents), None)
