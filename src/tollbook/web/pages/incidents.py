"""The page of all incidents: search, facets, map, timeline."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.incidents.build import RULE
from tollbook.incidents.facets import CHOICES, FLAGS
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.reconcile import RULES
from tollbook.record import Incident
from tollbook.search.facet_counts import MOST_VALUES
from tollbook.search.query import Query, SearchResults, Sort
from tollbook.web.charts import bars
from tollbook.web.charts.calendar import timeline
from tollbook.web.dependencies import CurrentBook, as_day
from tollbook.web.like_titles import distinctions
from tollbook.web.rendering import as_json, page

router = APIRouter()
#: The number of values of each facet that are listed at first.
SHOWN = 7
#: The query field of each flag, by its name.
FLAG_FIELDS = {flag.name: field for field, flag in FLAGS.items()}
#: Kinds of figures with a column of their own; others are listed below in words.
COLUMNS = ("killed", "injured")


class FacetChoices(Record, frozen=True, kw_only=True):
    """A facet: values with their number of incidents, the other values, and the page of all values."""

    name: str
    chosen: str | None
    shown: tuple[tuple[str, int], ...]
    rest: tuple[tuple[str, int], ...] = ()
    page_of_all: str = ""


def current_query(request: Request) -> Query:
    """The query in an address. Raises Refused for invalid parameters."""
    return query_of(request.query_params)


def query_of(asked: Mapping[str, str]) -> Query:
    """The query for the parameters of an address. Raises Refused for invalid parameters."""
    given = {name: value.strip() for name, value in asked.items() if value.strip()}
    days = {name: as_day(given.get(name), name) for name in ("day_from", "day_to", "as_of")}
    numbers = {name: _number(given[name], name) for name in ("page",) if name in given}
    flags = {name: given.get(name) == "yes" for name in FLAGS}
    words = {name: given[name] for name in ("text", "rule", "sort", "signed", *CHOICES) if name in given}
    try:
        return msgspec.convert({**words, **days, **numbers, **flags}, Query, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(message("This search is not valid: {error}.", error=error)) from error


CurrentQuery = Annotated[Query, Depends(current_query)]


@router.get("/incidents")
def incidents(request: Request, book: CurrentBook, query: CurrentQuery) -> HTMLResponse:
    """The incidents of a query, page by page, with facets, map and timeline."""
    listing = book.search.incidents(query)
    return page(
        request,
        "incidents.html",
        query=query,
        asked=as_asked(query),
        listing=listing,
        rows=rows_of(book, listing.incidents),
        apart=distinctions(book, listing.incidents),
        choices=[*_signed_choice(book, listing, query), *_choices(listing, query)],
        choice_names=("signed", *CHOICES),
        flag_names=tuple(FLAGS),
        flags=[(FLAG_FIELDS[name], name, count) for name, count in sorted(listing.facets.get("flag", ()))],
        picture=timeline(listing.facets.get("day", ())),
        view={"rule": query.rule if query.rule != RULE else None, "as_of": query.as_of},
        spots=as_json([spot.to_dict() for spot in listing.spots]),
        pages=-(-listing.total // query.per_page),
        rules=tuple(RULES),
        sorts=get_args(Sort),
    )


def as_asked(query: Query) -> dict[str, object]:
    """The parameters of a query without default values."""
    defaults = Query()
    fields = msgspec.structs.asdict(query)
    return {name: value for name, value in fields.items() if value != getattr(defaults, name) and name != "page"}


def rows_of(book: Book, incidents: tuple[Incident, ...]) -> list[tuple[Incident, dict[str, Any]]]:
    """Each incident with the bars of its figures, all of a kind on one scale, open ``questions``, who ``signed``."""
    from tollbook.web.briefs import signed_mark  # noqa: PLC0415 - that module reads queries with this one

    asked = book.review.open_counts({incident.id for incident in incidents})
    marks = {incident.id: signed_mark(book, incident.id) for incident in incidents}
    scales = {
        name: bars.scale((i.figures[name] for i in incidents if name in i.figures), linear=False) for name in COLUMNS
    }
    return [
        (
            incident,
            {name: bars.bar(incident.figures[name], scales[name], name) for name in COLUMNS if name in incident.figures}
            | {"questions": asked.get(incident.id, 0), "signed": marks[incident.id]},
        )
        for incident in incidents
    ]


def _signed_choice(book: Book, listing: SearchResults, query: Query) -> list[FacetChoices]:
    """Signed and not signed, if any brief of an incident is signed or the query asks for it."""
    if query.signed is not None:
        shown: tuple[tuple[str, int], ...] = ((query.signed, listing.total),)
    elif book.search.signed().of:
        signed = book.search.incidents(msgspec.structs.replace(query, signed="yes", page=1, per_page=1)).total
        shown = tuple(each for each in (("yes", signed), ("no", listing.total - signed)) if each[1])
    else:
        return []
    return [FacetChoices(name="signed", chosen=query.signed, shown=shown)]


def _choices(listing: SearchResults, query: Query) -> list[FacetChoices]:
    """Each facet with values among the results."""
    found = []
    for name, facet in CHOICES.items():
        values, chosen = listing.facets.get(name, ()), getattr(query, name)
        shown = tuple(each for each in values if each[0] == chosen) or values[:SHOWN]
        if shown:
            rest = () if chosen else values[SHOWN:]
            page_of_all = f"/{name}s" if facet.has_page and len(values) == MOST_VALUES else ""
            found.append(FacetChoices(name=name, chosen=chosen, shown=shown, rest=rest, page_of_all=page_of_all))
    return found


def _number(value: str, name: str) -> int:
    try:
        return int(value)
    except ValueError as error:
        raise Refused(message("{name} is not a number: {value}.", name=name, value=repr(value))) from error
