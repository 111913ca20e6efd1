"""The first page of a book: adding reports, open questions, and changes since the last visit."""

import secrets
from collections import Counter
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.decisions.decision import DECIDED, DESCRIBE, UNDONE
from tollbook.incidents.since import is_first_reading
from tollbook.search.query import Query
from tollbook.store import LogEntry
from tollbook.web.dependencies import CurrentBook
from tollbook.web.last_visit import KEPT_FOR
from tollbook.web.like_titles import distinctions
from tollbook.web.pages.incidents import FLAG_FIELDS
from tollbook.web.rendering import page
from tollbook.web.security import User, may, user_of
from tollbook.web.upload_progress import progress_of

router = APIRouter()
#: The number of the last log entry that the user has seen.
COOKIE = "tollbook-start"
#: The most questions and incidents that are listed; a link leads to the others.
_SHOWN = 5
#: The most incidents with changed figures that are listed.
_MOVED = 10


@router.get("/")
def start(request: Request, book: CurrentBook, batch: str = "") -> HTMLResponse:
    """The first page; ``batch`` names files that were just sent."""
    # First, so that a page that says that reading is done shows the results: such a page is not loaded again.
    progress = progress_of(request, batch)
    listing = book.search.incidents(Query(per_page=_SHOWN))
    since = _seen(request)
    questions = book.queue(_SHOWN)
    news = _news(book, since, user_of(request).name) if since is not None else None
    asked_about = book.search.index().incidents_of(each.incident for each in questions)
    answer = page(
        request,
        "start.html",
        reports=book.reports.page(1, 1)[1],
        incidents=listing.total,
        unsigned=book.search.unsigned(),
        flags=[(FLAG_FIELDS[name], name, count) for name, count in sorted(listing.facets.get("flag", ()))],
        lacking=book.reports.lacking(),
        questions=questions,
        news=news,
        apart=distinctions(book, [*asked_about.values(), *(news["incidents"] if news is not None else ())]),
        progress=progress,
        new_batch=secrets.token_hex(12),
        model=request.app.state.model,
        unread_alerts=book.alerts.number_unread(user_of(request).name),
    )
    if since is None:
        _remember(answer, book)
    return answer


@router.get("/since")
def since_last_visit(request: Request, book: CurrentBook) -> HTMLResponse:
    """The figures that changed since the last visit: loaded after the first page, because incidents are made again."""
    since, busy = _seen(request), bool(request.app.state.worker.state.busy)
    moved = None if since is None or busy else book.incidents.moved_since(since)
    listed = book.search.index().incidents_of(each.id for each in (moved or ())[:_MOVED])
    template = "_since.html" if request.headers.get("HX-Target") == "moved" else "since.html"
    return page(request, template, moved=moved, busy=busy, most=_MOVED, apart=distinctions(book, listed.values()))


@router.get("/names-waiting")
def names_waiting(request: Request, book: CurrentBook) -> HTMLResponse:
    """How many names may be one: loaded after the first page, because all names of the book are compared."""
    return page(request, "_names-waiting.html", waiting=book.names.waiting())


@router.get("/reading")
def reading(request: Request, batch: str = "") -> HTMLResponse:
    """How far reading is: the part of the first page that is loaded again while files are read."""
    return page(request, "_reading.html", progress=progress_of(request, batch))


@router.get("/linking")
def linking(request: Request, book: CurrentBook, *, upto: int = 0, reload: str = "") -> HTMLResponse:
    """The number of unlinked log entries up to one entry: the page asks again until there are none.

    Then a page that asked for it is loaded again as a whole.
    """
    left = book.incidents.pending(upto or None)
    shown = page(request, "_linking.html", unlinked=left, upto=upto, reload=reload == "yes")
    if reload and not left:
        shown.headers["HX-Refresh"] = "true"
    return shown


@router.post("/seen")
def mark_as_seen(book: CurrentBook, _: Annotated[User, Depends(may("read"))]) -> Response:
    """Compare with the current state at the next visit."""
    answer = RedirectResponse("/", status_code=303)
    _remember(answer, book)
    return answer


def _seen(request: Request) -> int | None:
    """The last log entry that the user has seen; None at the first visit."""
    value = request.cookies.get(COOKIE, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else None


def _who(entry: LogEntry) -> str:
    return str(entry.payload.get("who", entry.actor))


def _remember(answer: Response, book: Book) -> None:
    answer.set_cookie(COOKIE, str(book.log.last()), max_age=KEPT_FOR, httponly=True, samesite="strict")


def _news(book: Book, since: int, own: str) -> dict[str, Any]:
    """The events after a log entry: reports, decisions of others, refusals, and their incidents.

    Decisions under the ``own`` name of the user are left out.
    """
    entries = book.log.since(since)
    read = dict.fromkeys(entry.subject for entry in entries if entry.action == "read")
    first = {entry.subject for entry in entries if is_first_reading(entry)}
    new = [name for name in read if name in first]
    made = [entry for entry in entries if entry.action in {DECIDED, UNDONE}]
    decided = [entry for entry in made if (name := _who(entry)) != own or not name]
    people = Counter(map(_who, decided))
    names = sorted(book.incidents.of_reports(new))
    index = book.search.index()
    return {
        "reports": len(new),
        "described": sum(entry.payload.get("verdict") == DESCRIBE for entry in decided),
        "people": sorted(people.items(), key=lambda item: (-item[1], item[0])),
        "refused": sum(entry.action == "refused" for entry in entries),
        "incidents": [index.incident(name) for name in names[:_SHOWN]],
        "more": max(0, len(names) - _SHOWN),
        "empty": not (new or decided or any(entry.action == "refused" for entry in entries)),
    }
