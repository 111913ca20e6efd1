"""The bodies of requests: limits on size and time, and the token in a body."""

import asyncio
import re
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.types import Message, Receive

from tollbook.errors import TollbookError
from tollbook.locale.messages import message

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: The largest request that is needed is a new claim with its reason; this is a hundred times that.
LARGEST_BODY = 1_000_000  # bytes
#: Seconds for the head of a request, for a body, and for each next part of files. A body of the largest size takes
#: that long at 33 kB a second, a slow mobile connection; nginx and Apache wait 60 and 20 seconds for a head.
PATIENCE = 30.0
#: Where files are sent: their bodies are not read here, but passed on as they come.
STREAMED = frozenset({"/upload", "/api/uploads"})
TOKEN_FIELD = "csrf"  # noqa: S105 - the name of a field
#: The token is the first field of a form with files: it is found within these bytes.
_FIRST_FIELD = 1_000
_MULTIPART_TOKEN = re.compile(
    rb'\A--[^\r\n]{1,100}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n([0-9a-f]{64})\r\n'
)


class BodyRefused(TollbookError):
    """A body that is too large or too slow; ``status`` is the HTTP status of the answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def read(request: Request, receive: Receive) -> tuple[bytes, Receive]:
    """The bytes that were read of a body, and a ``receive`` that gives the route the whole body.

    The bytes are the whole body, or the first bytes if files are sent, or empty if no body is expected. Raises
    BodyRefused.
    """
    if request.method in SAFE:
        return b"", receive
    streamed = request.method == "POST" and request.url.path in STREAMED
    try:
        async with asyncio.timeout(PATIENCE):
            body, more = await _beginning(receive, _FIRST_FIELD if streamed else LARGEST_BODY + 1)
    except TimeoutError as error:
        raise BodyRefused(408, message("The request did not arrive in time; send it again.")) from error
    if len(body) > LARGEST_BODY and not streamed:
        raise BodyRefused(413, message("The request is too large; send less at once."))
    return body, _replay(body, receive, more=more)


def token(request: Request, body: bytes) -> str:
    """The token in the form of a body; empty if it has none."""
    kind = request.headers.get("content-type", "")
    if kind.startswith("multipart/form-data") and request.url.path in STREAMED:
        found = _MULTIPART_TOKEN.search(body[:_FIRST_FIELD])
        return found[1].decode() if found else ""
    if not kind.startswith("application/x-www-form-urlencoded"):
        return ""
    try:
        fields = parse_qs(body.decode("utf-8", "replace"), max_num_fields=1_000)
    except ValueError:
        return ""
    return fields.get(TOKEN_FIELD, [""])[0]


async def _beginning(receive: Receive, enough: int) -> tuple[bytes, bool]:
    """The first bytes of a body, at least ``enough`` if there are so many, and whether more follow."""
    body, more = bytearray(), True
    while more and len(body) < enough:
        message = await receive()
        body += message.get("body", b"")
        more = message["type"] == "http.request" and message.get("more_body", False)
    return bytes(body), more


def _replay(body: bytes, then: Receive, *, more: bool) -> Receive:
    """A ``receive`` that gives the beginning of a body again, and then the rest of it.

    If the next part does not come in time, the sender counts as disconnected.
    """
    given, expected = False, more

    async def receive() -> Message:
        nonlocal given, expected
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": more}
        if not expected:
            return await then()
        try:
            async with asyncio.timeout(PATIENCE):
                message = await then()
        except TimeoutError:
            return {"type": "http.disconnect"}
        expected = bool(message.get("more_body", False))
        return message

    return receive
