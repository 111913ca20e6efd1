"""The guided tour: a few steps on real pages of a book, with one sentence or two each and a link to the next."""

from typing import NamedTuple
from urllib.parse import quote, urlencode

from fastapi import Request

from tollbook.book import Book
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.record import Incident
from tollbook.search.query import Query
from tollbook.web.roles import Power
from tollbook.web.security.people import User

#: The parameter of an address with the step.
PARAMETER = "tour"


class _Stop(NamedTuple):
    """A stop of the tour: its address, its words, and the permission without which it is left out."""

    address: str
    says: str
    needs: Power = "read"


_STOPS = (
    _Stop("/incidents", message(
        "Each line is one incident, put together from all reports about it. Bars run from the lowest to the highest "
        "number that a report gives. Search and filter at the top and on the left.")),
    _Stop("{incident}", message(
        "One incident. The figures come first. Select a number: the words that it comes from appear beside it, with "
        "who said them. A question mark means not known; it does not mean 0.")),
    _Stop("{incident}#matrix", message(
        "Who says what: one row for each independent source. Reports that copy each other, or quote the same person, "
        "count once.")),
    _Stop("{report}", message(
        "One report. Underlined words are claims; select one to see what was read. Signed in, you can correct it, mark "
        "other words to add a claim, and set the day, outlet and title of the report.")),
    _Stop("{incident}/edit", message(
        "If reports of two attacks are in one incident, take it apart here: choose reports or claims, then move them, "
        "split the incident, or merge it with another one. A preview shows what changes before you save.")),
    _Stop("/sheet?incident={id}", message(
        "The claims of an incident as a table. Change as many cells as you like, look at what moves, and save them as "
        "one decision."), needs="decide"),
    _Stop("/names/speakers", message(
        "Spellings that may be one speaker, armed actor, outlet, place or site. A name that you settle here holds in "
        "the whole book, also for independent sources.")),
    _Stop("/persons", message(
        "Everybody whom reports name or describe, from all reports together. Open a person to see the sources, and to "
        "edit, join or divide.")),
    _Stop("/queue", message(
        "What Tollbook is not sure of, the gravest questions first. Each answer is stored with your name "
        "and can be undone.")),
    _Stop("{incident}/brief", message(
        "The brief of one incident, to print or to sign. Each sentence refers to the words in its footnotes.")),
    _Stop("/export", message(
        "Export the book as tables or files. Choose who will read them: names are withheld accordingly.")),
    _Stop("/help", message(
        "All of this is explained here, with the keys and what to do for safety. The tour ends here.")),
)  # fmt: skip


class TourStep(Record, frozen=True, kw_only=True):
    """A step of the tour: its number from 1, the number of steps, its words, and the addresses of its neighbours."""

    number: int
    of: int
    says: str
    previous: str = ""
    following: str = ""
    leave: str = "/"


def step_of(request: Request) -> TourStep | None:
    """The step in an address; None without one."""
    value = request.query_params.get(PARAMETER, "")
    stops = _stops(request)
    if not (value.isascii() and value.isdigit() and len(value) < 3 and 1 <= int(value) <= len(stops)):
        return None
    number = int(value)
    return TourStep(
        number=number,
        of=len(stops),
        says=stops[number - 1].says,
        previous=address_of(request, number - 1),
        following=address_of(request, number + 1),
        leave=f"{request.url.path}?{rest}" if (rest := urlencode(_without_step(request))) else request.url.path,
    )


def address_of(request: Request, number: int) -> str:
    """The address of a step; empty for a number without a step, or in a book without incidents."""
    incident, stops = _example(request.app.state.book), _stops(request)
    if incident is None or not 1 <= number <= len(stops):
        return ""
    report = next((link.id for link in incident.reports if link.main), incident.reports[0].id)
    path, hash_sign, fragment = stops[number - 1].address.partition("#")
    path = path.format(
        incident=f"/incidents/{incident.id}", id=incident.id, report=f"/reports/{quote(report, safe='')}"
    )
    return f"{path}{'&' if '?' in path else '?'}{PARAMETER}={number}{hash_sign}{fragment}"


def _without_step(request: Request) -> list[tuple[str, str]]:
    return [(name, value) for name, value in request.query_params.multi_items() if name != PARAMETER]


def _stops(request: Request) -> list[_Stop]:
    """The stops that the user may open."""
    user: User | None = getattr(request.state, "user", None)
    return [stop for stop in _STOPS if user is not None and user.may(stop.needs)]


def _example(book: Book) -> Incident | None:
    """The incident that most reports are about."""
    return next(iter(book.search.incidents(Query(sort="most reports", per_page=1)).incidents), None)
