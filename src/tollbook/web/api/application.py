"""The API as an application mounted under ``/api``, with errors as JSON and its own OpenAPI description."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from tollbook import __version__
from tollbook.errors import BookError, MissingPart, NoSuchRecord, Refused, TollbookError
from tollbook.locale.messages import message
from tollbook.review.conflicts import EditConflict
from tollbook.web.api import (
    alerts,
    comparing,
    composing,
    explain,
    fields,
    importing,
    names,
    people,
    persons,
    plotting,
    read,
    series,
    sheets,
    signing,
    write,
)
from tollbook.web.api.schema import answer, components
from tollbook.web.api.shapes import ErrorBody
from tollbook.web.pages.account import SignInRefused
from tollbook.web.security import NotAllowed
from tollbook.web.security.throttle import TooManyAttempts, retry_after

_STATUS = (
    (EditConflict, 409), (NotAllowed, 403), (TooManyAttempts, 429), (SignInRefused, 403), (NoSuchRecord, 404),
    (Refused, 422), (MissingPart, 501), (BookError, 503), (TollbookError, 500),
)  # fmt: skip
#: The sentence for an unexpected error. A transaction is written whole or not at all.
FAILED = message(
    "Tollbook made an error and could not answer. No partial change was saved. The terminal of the server has details."
)
_ABOUT = """All that the pages of the web interface do. Days are ISO 8601; offsets are code points of the text of a
report; null means *not known*, never zero. A request that changes something sends the token of `/api/session` in the
header `X-CSRF-Token`, or the header `X-Requested-With: tollbook`, which pages of other sites cannot send. Without
accounts, the header `X-Tollbook-Person` has the name of the user, percent-encoded."""


def create(outer: FastAPI) -> FastAPI:
    """The API on the book, the accounts and the throttle of the application ``outer``."""
    api = FastAPI(title="Tollbook", version=__version__, description=_ABOUT, docs_url=None, redoc_url=None)
    api.state = outer.state
    modules = (
        fields, read, series, explain, persons, names, write, composing, sheets, signing, people, comparing, alerts,
        importing, plotting,
    )  # fmt: skip
    for module in modules:
        api.include_router(module.router)
    api.add_exception_handler(TollbookError, _refused)
    api.add_exception_handler(HTTPException, http_error)
    api.add_exception_handler(RequestValidationError, _not_understood)
    api.add_exception_handler(Exception, _failed)
    plain = api.openapi

    def described() -> dict[str, Any]:
        """The description by FastAPI, with the schemas of the records."""
        if api.openapi_schema is None:
            found = plain()
            found.setdefault("components", {}).setdefault("schemas", {}).update(components())
            found["servers"] = [{"url": "/api"}]
        return plain()

    api.openapi = described  # type: ignore[method-assign]  # how FastAPI documents changing it
    return api


def _refused(_: Request, error: Exception) -> Response:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    newer = error.newer if isinstance(error, EditConflict) else ()
    response = answer(ErrorBody(error=str(error), newer=newer), status)
    response.headers.update(retry_after(error))
    return response


def _failed(_: Request, __: Exception) -> Response:
    return answer(ErrorBody(error=FAILED), 500)


def http_error(_: Request, error: Exception) -> Response:
    """An error of HTTP itself, such as an unknown address, as JSON."""
    assert isinstance(error, HTTPException)
    sentences = {
        404: message("There is nothing at this address."),
        405: message("This address does not take requests of this kind."),
    }
    failure = ErrorBody(error=sentences.get(error.status_code, str(error.detail)))
    response = answer(failure, error.status_code)
    response.headers.update(error.headers or {})
    return response


def _not_understood(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    what = "; ".join(f"{'.'.join(map(str, each['loc'][1:]))}: {each['msg']}" for each in error.errors())
    return answer(ErrorBody(error=message("The address is not valid: {what}", what=what)), 422)
