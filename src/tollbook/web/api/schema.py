"""Records as JSON and as JSON Schema: the API sends records unchanged, and its description is made from them."""

from typing import Any, TypeVar

import msgspec
from fastapi import Request
from fastapi.responses import Response

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.web.api.shapes import ErrorBody
from tollbook.web.json_bodies import decode

_Shape = TypeVar("_Shape")
_REF = "#/components/schemas/{name}"
#: The shape of every request body and response. It is complete when the modules of the routes are imported.
_described: list[Any] = []


def components() -> dict[str, Any]:
    """The JSON Schema of the shape of every request body and response, by name."""
    _, found = msgspec.json.schema_components(_described, ref_template=_REF)
    return found


def schema(shape: Any) -> dict[str, Any]:
    """The schema of a shape, as a reference into the components."""
    _described.append(shape)
    (found,), _ = msgspec.json.schema_components([shape], ref_template=_REF)
    return found


def gives(shape: Any, *also: int) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: the shape, and an ``ErrorBody`` for every status in ``also`` and the usual ones."""
    answers: dict[int | str, dict[str, Any]] = {200: _content(shape, "The result.")}
    return answers | {status: _content(ErrorBody, "Why not.") for status in (400, 401, 403, 404, 409, 422, 503, *also)}


def takes(shape: Any) -> dict[str, Any]:
    """The body that a route takes."""
    return {"requestBody": {"required": True} | {"content": {"application/json": {"schema": schema(shape)}}}}


def asks(shape: Any) -> dict[str, Any]:
    """The parameters of an address: every field of a record."""
    _, found = msgspec.json.schema_components([shape], ref_template=_REF)
    fields = found[shape.__name__]["properties"]
    return {
        "parameters": [{"name": name, "in": "query", "required": False, "schema": of} for name, of in fields.items()]
    }


def asked(request: Request, shape: type[_Shape]) -> _Shape:
    """The parameters in an address; empty ones are ignored. Raises Refused."""
    given = {name: value for name, value in request.query_params.items() if value}
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(message("The address is not valid: {what}", what=error)) from error


def _content(shape: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema(shape)}}}


def answer(value: Any, status: int = 200) -> Response:
    """A record as JSON."""
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


async def body(request: Request) -> bytes:
    """The raw body of a request, for ``read``."""
    return await request.body()


def read(raw: bytes, shape: type[_Shape]) -> _Shape:
    """The body as a record. Raises Refused for another shape."""
    try:
        return decode(raw, shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(
            message("The body of the request does not have the expected shape: {error}.", error=error)
        ) from error
