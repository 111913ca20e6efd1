"""The web interface as an application: one book, its pages, its static files, and every error as a page."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from tollbook.book import Book, arrivals
from tollbook.errors import BookError, MissingPart, NoSuchRecord, Refused, TollbookError
from tollbook.locale.messages import message
from tollbook.readers.base import Reader
from tollbook.web import api, protected_routes
from tollbook.web.api.application import FAILED
from tollbook.web.chosen_model import chosen_model
from tollbook.web.language import LanguageMiddleware
from tollbook.web.linking import LinkingMiddleware
from tollbook.web.pages import (
    brief,
    compose,
    entities,
    guide,
    incident,
    incidents,
    methods,
    search,
    series,
    start,
    tolls,
)
from tollbook.web.reading_worker import ReadingWorker
from tollbook.web.rendering import page
from tollbook.web.security import NotAllowed, headers
from tollbook.web.security.throttle import TooManyAttempts, retry_after

#: The HTTP status of each kind of error, most special first.
_STATUS = (
    (NotAllowed, 403), (NoSuchRecord, 404), (TooManyAttempts, 429), (Refused, 400), (MissingPart, 501),
    (BookError, 503), (TollbookError, 500),
)  # fmt: skip
#: The routers of the pages that only read; each is a module of ``web.pages``.
_ROUTERS = (
    start.router, incidents.router, search.router, brief.router, incident.router, compose.router, series.router,
    tolls.router, entities.router, methods.router, guide.router,
)  # fmt: skip


def create_app(
    book: str | os.PathLike[str], *, accounts: Path | None = None, reader: str | Reader | None = None
) -> FastAPI:
    """The web interface on a book. ``accounts`` is the file of accounts; without it, only this computer has access.

    ``reader`` reads the files that people add; without it each is read by the installed one for its language.

    Raises BookError, NotABook where the book cannot be opened.
    """
    opened = Book.open(book)
    # Pages show the last state. Other requests link only a few readings and decisions; the worker links more.
    opened.incidents.show_last(arrivals.EVERY)
    worker = ReadingWorker(book, reader)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        worker.wake_if_needed(opened)
        yield
        worker.stop()
        opened.close()

    app = FastAPI(title="Tollbook", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.book, app.state.where, app.state.worker = opened, book, worker
    app.state.model = chosen_model(reader)
    app.mount("/static", StaticFiles(packages=[("tollbook.web", "static")]), name="static")
    for router in _ROUTERS:
        app.include_router(router, include_in_schema=False)
    # Inside of the guard, so that refused requests link nothing.
    app.add_middleware(LinkingMiddleware, book=opened, worker=worker)
    protected_routes.add(app, accounts)
    # Added last, so outermost: the guard answers in the language of the request too.
    app.add_middleware(LanguageMiddleware)
    app.add_exception_handler(TollbookError, _refused)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(Exception, _failed)
    return app


def _refused(request: Request, error: Exception) -> HTMLResponse:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    answer = page(request, "error.html", status=status, sentence=str(error))
    answer.headers.update(retry_after(error))
    return answer


def _failed(request: Request, _: Exception) -> HTMLResponse:
    """The answer to an unexpected error. It does not pass the guard, so the headers are set here."""
    answer = page(request, "error.html", status=500, sentence=FAILED)
    answer.headers.update(headers.HEADERS | {"Cache-Control": headers.NO_STORE})
    return answer


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        # Starlette does not pass an address with a line break to the mounted API.
        return api.http_error(request, error)
    sentence = message("There is no page at this address.") if error.status_code == 404 else str(error.detail)
    return page(request, "error.html", status=error.status_code, sentence=sentence)


def _not_understood(request: Request, error: Exception) -> HTMLResponse:
    assert isinstance(error, RequestValidationError)
    what = "; ".join(f"{'.'.join(map(str, each['loc'][1:]))}: {each['msg']}" for each in error.errors())
    return page(request, "error.html", status=422, sentence=message("The address is not valid: {what}", what=what))
