"""The guard: an ASGI middleware that checks every request, so that no page can forget a check.

It checks, in this order: the host name of the request, the user, the token of requests that change something, and
whether the user may read. What else a role permits, routes declare with ``may``.
"""

import ipaddress
import re
from http.cookies import SimpleCookie
from typing import Protocol
from urllib.parse import parse_qs, quote, unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollbook.locale.messages import gettext, message, translate
from tollbook.locale.messages import language as current_language
from tollbook.web import language
from tollbook.web.roles import Role
from tollbook.web.security import headers
from tollbook.web.security.people import User
from tollbook.web.security.sessions import Session, Sessions

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: The largest request that is needed is a new claim with its reason; this is a hundred times that.
LARGEST_BODY = 1_000_000  # bytes
#: Where files are sent: their bodies are not read here, but passed on as they come.
STREAMED = frozenset({"/upload", "/api/uploads"})
#: The token is the first field of a form with files: it is found within these bytes.
_FIRST_FIELD = 1_000
_MULTIPART_TOKEN = re.compile(
    rb'\A--[^\r\n]{1,100}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n([0-9a-f]{64})\r\n'
)
COOKIE, REMEMBERED = "tollbook-session", "tollbook-name"
TOKEN_FIELD, TOKEN_HEADER = "csrf", "x-csrf-token"
#: A page of another origin cannot send custom headers without a CORS preflight, and Tollbook permits none.
OWN_HEADER, PERSON_HEADER = "x-requested-with", "x-tollbook-person"
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_OPEN = ("/login", "/language", "/static/", "/api/openapi.json", "/api/session")

_NOT_LOCAL = message("This web interface answers only the computer that it runs on; open it there.")
_TOO_OLD = message("The page was open for too long or came from another site; load it again.")
_NO_TOKEN = message(
    "Send the token of /api/session in the header X-CSRF-Token, or send the header X-Requested-With: tollbook."
)


class AccountSource(Protocol):
    """A source of accounts; ``web.accounts.Accounts`` is one."""

    def get(self, name: str) -> "_Account | None": ...  # noqa: D102


class _Account(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def role(self) -> Role: ...
    def fingerprint(self) -> str: ...


class Guard:
    """Wraps the web interface. Without ``accounts`` it answers only this computer, and its users are editors."""

    def __init__(self, app: ASGIApp, *, sessions: Sessions, accounts: AccountSource | None) -> None:
        self._app = app
        self._sessions = sessions
        self._accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        cookies = _cookies(request.headers)
        given = self._sessions.read(cookies.get(COOKIE))
        session, user = self._user(request, given, cookies)
        state = scope.setdefault("state", {})
        state.update(user=user, local=self._accounts is None)
        state.update(session=session, csrf=self._sessions.token(session), sessions=self._sessions)
        answer = _ResponseHeaders(send, request, given, cookies.get(REMEMBERED), local=self._accounts is None)
        streams, more = request.method == "POST" and request.url.path in STREAMED, False
        body: bytes | None
        if streams:
            body, more = await _beginning(receive)
        else:
            body = b"" if request.method in SAFE else await _body(request)
        refusal = self._refusal(request, session, body, has_cookie=COOKIE in cookies)
        if refusal is not None:
            await refusal(scope, receive, answer.plain)
            return
        onward = receive if request.method in SAFE else _replay(body or b"", receive, more=more)
        await self._app(scope, onward, answer.keeping(self._sessions))

    def _user(self, request: Request, given: Session | None, cookies: dict[str, str]) -> tuple[Session, User]:
        if self._accounts is None:
            named = unquote(request.headers.get(PERSON_HEADER, "")) or (given.name if given else "")
            named = named or unquote(cookies.get(REMEMBERED, "") if given is None else "")
            name = named.strip() if named.isprintable() else ""
            session = given or self._sessions.new(name[:80])
            return session, User(name=name[:80], role="editor")
        account = self._accounts.get(given.name) if given and given.name else None
        if given and account and account.fingerprint() == given.fingerprint:
            return given, User(name=account.name, role=account.role)
        return (given if given and not given.name else self._sessions.new()), User()

    def _refusal(self, request: Request, session: Session, body: bytes | None, *, has_cookie: bool) -> Response | None:
        if self._accounts is None and not _is_local(request):
            return _refused(request, 421, _NOT_LOCAL)
        if body is None:
            return _refused(request, 413, message("The request is too large; send less at once."))
        if request.method not in SAFE and not self._is_intended(request, session, body):
            return _refused(request, 403, _NO_TOKEN if _is_api(request) else _TOO_OLD)
        if not request.state.user.may("read") and not request.url.path.startswith(_OPEN):
            return self._to_login(request, has_cookie=has_cookie)
        return None

    def _is_intended(self, request: Request, session: Session, body: bytes) -> bool:
        """Whether an unsafe request comes from a page of Tollbook, or from a program that declares itself as one."""
        site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
        if site not in {None, "same-origin", "none"}:
            return False
        # With the referrer policy "no-referrer", browsers send "null" for forms of Tollbook's own pages too.
        if origin not in {None, "null"} and urlsplit(str(origin)).netloc != request.headers.get("host"):
            return False
        if OWN_HEADER in request.headers or (self._accounts is None and PERSON_HEADER in request.headers):
            return True
        return self._sessions.holds(session, request.headers.get(TOKEN_HEADER) or _field(request, body))

    def _to_login(self, request: Request, *, has_cookie: bool) -> Response:
        if _is_api(request):
            return _refused(request, 401, message("Sign in first: this web interface has accounts."))
        if not has_cookie and request.headers.get("sec-fetch-site") == "cross-site" and request.method in SAFE:
            # Browsers send no strict cookies when the user follows a link from another site; after a reload they do.
            return HTMLResponse(_page('<meta http-equiv="refresh" content="0">', gettext("Loading …")))
        where = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        target = "/login" if request.method not in SAFE else f"/login?next={quote(where, safe='')}"
        return RedirectResponse(target, status_code=303)


class _ResponseHeaders:
    """Adds headers and cookies to responses."""

    def __init__(self, send: Send, request: Request, given: Session | None, remembered: str | None, *, local: bool):
        self._send, self._request, self._given = send, request, given
        self._remembered, self._local = remembered, local

    async def plain(self, message: Message) -> None:
        """Send a message with the headers of every response."""
        if message["type"] == "http.response.start":
            self._add_headers(MutableHeaders(scope=message))
        await self._send(message)

    def keeping(self, sessions: Sessions) -> Send:
        """Like ``plain``, with the cookie of the session if the request changed it."""

        async def send(message: Message) -> None:
            session: Session = self._request.scope["state"]["session"]
            if message["type"] == "http.response.start" and session != self._given and self._may_set():
                answer = Response()
                secure = self._request.url.scheme == "https"
                answer.set_cookie(COOKIE, sessions.write(session), httponly=True, samesite="strict", secure=secure)
                if self._local and quote(session.name) != (self._remembered or ""):
                    answer.set_cookie(
                        REMEMBERED, quote(session.name), max_age=31_536_000, httponly=True, samesite="strict"
                    )
                cookies = [(name, value) for name, value in answer.raw_headers if name == b"set-cookie"]
                message["headers"] = [*message["headers"], *cookies]
            await self.plain(message)

        return send

    def _may_set(self) -> bool:
        # A request from another site has no strict cookie; it must not replace the session of the browser.
        elsewhere = self._request.headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        return not elsewhere and not self._request.url.path.startswith("/static/")

    def _add_headers(self, found: MutableHeaders) -> None:
        for name, value in headers.HEADERS.items():
            found[name] = value
        if not self._request.url.path.startswith("/static/"):
            found["Cache-Control"] = headers.NO_STORE
        if self._request.url.scheme == "https":
            found["Strict-Transport-Security"] = headers.STRICT_TRANSPORT


def _cookies(found: Headers) -> dict[str, str]:
    jar: SimpleCookie = SimpleCookie()
    jar.load(found.get("cookie", ""))
    return {name: morsel.value for name, morsel in jar.items()}


def _is_local(request: Request) -> bool:
    """Whether a request was sent from this computer, to a name of this computer.

    A foreign name that resolves to this computer (DNS rebinding) is refused.
    """
    try:
        name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return name in _LOCAL_NAMES and _is_loopback(request.client.host if request.client else "")


def _is_loopback(client: str) -> bool:
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return True  # a Unix socket or a test in this process: no address, so not from outside
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


async def _body(request: Request) -> bytes | None:
    """The whole body; None if it is larger than LARGEST_BODY."""
    parts, size = [], 0
    async for chunk in request.stream():
        parts.append(chunk)
        size += len(chunk)
        if size > LARGEST_BODY:
            return None
    return b"".join(parts)


async def _beginning(receive: Receive) -> tuple[bytes, bool]:
    """The first bytes of a body with files, which have the token, its first field; and whether more bytes follow."""
    body, more = b"", True
    while more and len(body) < _FIRST_FIELD:
        message = await receive()
        body += message.get("body", b"")
        more = message["type"] == "http.request" and message.get("more_body", False)
    return body, more


def _replay(body: bytes, then: Receive, *, more: bool) -> Receive:
    """A ``receive`` that gives a body again, or its beginning, and then passes on to another ``receive``."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": more}]

    async def receive() -> Message:
        return messages.pop() if messages else await then()

    return receive


def _field(request: Request, body: bytes) -> str:
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


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _refused(request: Request, status: int, sentence: str) -> Response:
    if _is_api(request):
        return JSONResponse({"error": sentence}, status_code=status)
    body = f'<h1>Tollbook</h1><p>{translate(sentence)}</p><p><a href="/">{gettext("Back to the incidents")}</a></p>'
    return HTMLResponse(_page("", f"<main>{body}</main>"), status_code=status)


def _page(head: str, body: str) -> str:
    code = current_language()
    return (
        f'<!doctype html><html lang="{language.tag(code)}" dir="{language.direction(code)}"><head>'
        f'<meta charset="utf-8"><title>Tollbook</title>{head}</head><body>{body}</body></html>'
    )
