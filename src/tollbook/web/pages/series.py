"""Series of incidents: the list, adding incidents to a series, taking them out, and naming a series."""

from collections.abc import Collection, Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book import Book
from tollbook.decisions.composition import LONGEST_SERIES_NAME
from tollbook.errors import Refused
from tollbook.locale import formatting
from tollbook.locale.messages import translate
from tollbook.review.conflicts import EditConflict
from tollbook.search.likely import of_incident
from tollbook.series import Series
from tollbook.web.dependencies import CurrentBook, JustDone, JustMade, PageNumber
from tollbook.web.like_titles import distinctions
from tollbook.web.pages.deciding import NO_REASON, Editor, FormFields, conflict_page, entry, go_on, one
from tollbook.web.rendering import page

router = APIRouter()
#: Series on one page of the list.
PER_PAGE = 40
#: Incidents offered for a series.
_MOST_OFFERED = 20
Words = Annotated[str, Query(max_length=200)]
#: The most incidents that stay ticked, and can be put into one series at once.
Ticked = Annotated[list[str], Query(max_length=200, default_factory=list)]


@router.get("/series")
def series(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All series, the longest first; ``text`` is words that the title or the place must have."""
    wanted = text.casefold().split()
    found = [each for each in book.series() if all(word in _words(each) for word in wanted)]
    found.sort(key=lambda each: (-len(each.incidents), each.title, each.id))
    start = (number - 1) * PER_PAGE
    shown = found[start : start + PER_PAGE]
    return page(
        request, "series.html", every=shown, named=who_named(book, shown), total=len(found), text=text,
        number=number, pages=-(-len(found) // PER_PAGE),
    )  # fmt: skip


@router.get("/incidents/{name}/series")
def series_of(
    request: Request, name: str, book: CurrentBook, *, ticked: Ticked, text: Words = "", done: JustDone = "",
    decision: JustMade = "",
) -> HTMLResponse:  # fmt: skip
    """The series of an incident, and incidents that may belong to it: likely ones, or those with some words.

    ``ticked`` are the ids of incidents that were chosen in earlier searches.
    """
    return _of_incident(request, name, book, text=text, chosen=ticked, done=done, decision=decision)


def _of_incident(
    request: Request, name: str, book: Book, *, text: str = "", chosen: Collection[str] = (), done: str = "",
    decision: str = "", refused: tuple[str, str] = ("", ""),
) -> HTMLResponse:  # fmt: skip
    """The page; ``chosen`` are the incidents that stay ticked in every search, ``refused`` a sentence and a name."""
    refusal, given = refused
    index = book.search.index()
    incident = index.incident(name)
    found = book.series.of([name]).get(name)
    members = found.incidents if found is not None else (name,)
    likely = book.search.likely(of_incident(incident), text.strip(), most=_MOST_OFFERED + len(members) + len(chosen))
    offered = [each for each in likely if each.incident.id not in {*members, *chosen}][:_MOST_OFFERED]
    ticked = index.incidents_of([each for each in chosen if each not in members])
    of_series = index.incidents_of(members)
    every = [*of_series.values(), *ticked.values(), *(each.incident for each in offered)]
    return page(
        request, "series-of.html", incident=incident, series=found, text=text, done=done, decision=decision,
        refusal=refusal, status=400 if refusal else 200, members=of_series,
        apart=distinctions(book, every, formatting.heading), seen=book.review.last_decision(), ticked=ticked,
        offered=offered, named=who_named(book, [found] if found is not None else ()), given=given,
        longest_name=LONGEST_SERIES_NAME,
        other_series=book.series.of([*ticked, *(each.incident.id for each in offered)]),
    )  # fmt: skip


@router.post("/incidents/{name}/series")
def change_series(request: Request, name: str, book: CurrentBook, editor: Editor, fields: FormFields) -> Response:
    """Put the chosen incidents into the series of this one, name it, or take some out: ``leave`` names one or all."""
    why, seen = one(fields, "why") or NO_REASON, entry(one(fields, "seen"))
    leaves = one(fields, "leave")
    try:
        if leaves:
            whole = leaves == "all"
            made = book.series.leave(name if whole else leaves, who=editor.name, why=why, whole=whole, seen=seen)
        elif "name" in fields:
            made = book.series.name(name, one(fields, "name"), who=editor.name, why=why, seen=seen)
        else:
            made = book.series.join((name, *fields.get("incident", ())), who=editor.name, why=why, seen=seen)
    except EditConflict as conflict:
        return conflict_page(request, conflict, fields)
    except Refused as refused:
        return _of_incident(request, name, book, refused=(str(refused), one(fields, "name")))
    return go_on(fields, made.verdict, made.id)


def who_named(book: Book, some: Iterable[Series]) -> dict[str, str]:
    """Who named some series, and when, by the id of the series."""
    by_id = {each.id: each for each in some}
    decisions = book.series.named_by(by_id.values())
    return {name: formatting.named_by(by_id[name], made.who, made.at) for name, made in decisions.items()}


def _words(series: Series) -> str:
    place = series.place.name if series.place is not None else ""
    return f"{series.title} {translate(series.derived_title or series.title)} {place}".casefold()
