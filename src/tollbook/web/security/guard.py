"""The guard: an ASGI middleware that every request passes, so that no page can forget a check.

In order: the host it was sent to, who sent it, for anything that changes something the token of a page of ours, and
whether that person may be here at all. What a role may do beyond reading, the routes declare (``may``).
"""

import ipaddress
from http.cookies import SimpleCookie
from typing import Protocol
from urllib.parse import parse_qs, quote, unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollbook.web.roles import Role
from tollbook.web.security import headers
from tollbook.web.security.people import Person
from tollbook.web.security.sessions import Session, Sessions

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: Of everything this door takes, a claim added with its reason is the largest; a hundred times that is plenty.
LARGEST_BODY = 1_000_000  # bytes
COOKIE, REMEMBERED = "tollbook-session", "tollbook-name"
TOKEN_FIELD, TOKEN_HEADER = "csrf", "x-csrf-token"
#: Custom headers cannot be sent by a page of another origin without being asked for, and we never say yes to that.
OWN_HEADER, PERSON_HEADER = "x-requested-with", "x-tollbook-person"
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_OPEN = ("/login", "/language", "/static/", "/api/openapi.json", "/api/session")

_TOO_OLD = "This page was open too long or came from elsewhere; load it again."
_NOT_OURS = "Bring the token of /api/session in the header X-CSRF-Token, or the header X-Requested-With: tollbook."
_BOUNCE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollbook</title>'
    '<meta http-equiv="refresh" content="0"></head><body><p>One moment …</p></body></html>'
)


class Register(Protocol):
    """Where accounts are looked up; ``web.accounts.Accounts`` is one."""

    def get(self, name: str) -> "_Account | None": ...  # noqa: D102


class _Account(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def role(self) -> Role: ...
    def seal(self) -> str: ...


class Guard:
    """Wraps the reading room. Without ``accounts`` it answers this computer alone, and whoever sits there is editor."""

    def __init__(self, app: ASGIApp, *, sessions: Sessions, accounts: Register | None) -> None:
        self._app = app
        self._sessions = sessions
        self._accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        cookies = _cookies(request.headers)
        given = self._sessions.read(cookies.get(COOKIE))
        session, person = self._person(request, given, cookies)
        state = scope.setdefault("state", {})
        state.update(person=person, local=self._accounts is None)
        state.update(session=session, csrf=self._sessions.token(session), sessions=self._sessions)
        answer = _Answer(send, request, given, cookies.get(REMEMBERED), local=self._accounts is None)
        body = b"" if request.method in SAFE else await _body(request)
        refusal = self._refusal(request, session, body, has_cookie=COOKIE in cookies)
        if refusal is not None:
            await refusal(scope, receive, answer.plain)
            return
        onward = receive if request.method in SAFE else _again(body or b"", receive)
        await self._app(scope, onward, answer.keeping(self._sessions))

    def _person(self, request: Request, given: Session | None, cookies: dict[str, str]) -> tuple[Session, Person]:
        if self._accounts is None:
            named = unquote(request.headers.get(PERSON_HEADER, "")) or (given.name if given else "")
            named = named or unquote(cookies.get(REMEMBERED, "") if given is None else "")
            name = named.strip() if named.isprintable() else ""
            session = given or self._sessions.new(name[:80])
            return session, Person(name=name[:80], role="editor")
        account = self._accounts.get(given.name) if given and given.name else None
        if given and account and account.seal() == given.seal:
            return given, Person(name=account.name, role=account.role)
        return (given if given and not given.name else self._sessions.new()), Person()

    def _refusal(self, request: Request, session: Session, body: bytes | None, *, has_cookie: bool) -> Response | None:
        if self._accounts is None and not _is_local(request):
            return _refused(request, 421, "This reading room answers only the computer it runs on; open it there.")
        if body is None:
            return _refused(request, 413, "The request is too large; send less at once.")
        if request.method not in SAFE and not self._meant(request, session, body):
            return _refused(request, 403, _NOT_OURS if _is_api(request) else _TOO_OLD)
        if not request.state.person.may("read") and not request.url.path.startswith(_OPEN):
            return self._to_login(request, has_cookie=has_cookie)
        return None

    def _meant(self, request: Request, session: Session, body: bytes) -> bool:
        """Whether an unsafe request comes from a page of ours, or from a program that says so itself."""
        site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
        if site not in {None, "same-origin", "none"}:
            return False
        # Under the referrer policy "no-referrer" browsers send "null" for forms of our own pages too.
        if origin not in {None, "null"} and urlsplit(str(origin)).netloc != request.headers.get("host"):
            return False
        if OWN_HEADER in request.headers or (self._accounts is None and PERSON_HEADER in request.headers):
            return True
        return self._sessions.holds(session, request.headers.get(TOKEN_HEADER) or _field(request, body))

    def _to_login(self, request: Request, *, has_cookie: bool) -> Response:
        if _is_api(request):
            return _refused(request, 401, "Sign in first: this reading room has accounts.")
        if not has_cookie and request.headers.get("sec-fetch-site") == "cross-site" and request.method in SAFE:
            # Strict cookies stay away when one comes by a link from elsewhere; coming from here they are there again.
            return HTMLResponse(_BOUNCE)
        where = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        target = "/login" if request.method not in SAFE else f"/login?next={quote(where, safe='')}"
        return RedirectResponse(target, status_code=303)


class _Answer:
    """Adds headers and cookies on the way out."""

    def __init__(self, send: Send, request: Request, given: Session | None, remembered: str | None, *, local: bool):
        self._send, self._request, self._given = send, request, given
        self._remembered, self._local = remembered, local

    async def plain(self, message: Message) -> None:
        """Send on with our headers."""
        if message["type"] == "http.response.start":
            self._add_headers(MutableHeaders(scope=message))
        await self._send(message)

    def keeping(self, sessions: Sessions) -> Send:
        """Like ``plain``, and the session goes along when it is another than the one that came."""

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
        # A request from another site comes without our strict cookie; it must not replace the session that is there.
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
    """Whether a request was sent from this computer to a name that means this computer.

    A name of someone else's that leads here (DNS rebinding) is not one.
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
        return True  # a socket file, or a test in the same process: no address, so not from outside
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


async def _body(request: Request) -> bytes | None:
    """The whole body, or ``None`` where it is larger than anything we take."""
    parts, size = [], 0
    async for chunk in request.stream():
        parts.append(chunk)
        size += len(chunk)
        if size > LARGEST_BODY:
            return None
    return b"".join(parts)


def _again(body: bytes, then: Receive) -> Receive:
    """The body once more, for those behind the guard, and after it whatever else comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else await then()

    return receive


def _field(request: Request, body: bytes) -> str:
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
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
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollbook</title></head>'
        f'<body><main><h1>Tollbook</h1><p>{sentence}</p><p><a href="/">To the incidents</a></p></main></body></html>'
    )
    return HTMLResponse(page, status_code=status)
