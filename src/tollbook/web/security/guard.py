"""The guard: an ASGI middleware that checks every request, so that no route can omit a check.

It checks, in this order: the host name of the request, the user, the token of requests that change something, and
whether the user may read. Routes declare other permissions with ``may``.
"""

import ipaddress
import re
from typing import Protocol
from urllib.parse import quote, unquote, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollbook.locale.messages import gettext, message, translate
from tollbook.locale.messages import language as current_language
from tollbook.web import language
from tollbook.web.roles import Role
from tollbook.web.security import bodies, headers
from tollbook.web.security.bodies import SAFE, BodyRefused
from tollbook.web.security.people import User
from tollbook.web.security.sessions import Session, Sessions

COOKIE, REMEMBERED = "tollbook-session", "tollbook-name"
TOKEN_HEADER = "x-csrf-token"  # noqa: S105 - the name of a header
#: A page of another origin cannot send custom headers without a CORS preflight, and Tollbook permits none.
OWN_HEADER, PERSON_HEADER = "x-requested-with", "x-tollbook-person"
#: The whole header, so that a user name or a path in it is refused ("evil@localhost").
_LOCAL_HOST = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
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
    """Wraps the web interface. Without ``accounts`` only this computer has access, and its users are editors."""

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
        cookies = request.cookies
        given = self._sessions.read(cookies.get(COOKIE))
        session, user = self._user(request, given, cookies)
        state = scope.setdefault("state", {})
        state.update(user=user, local=self._accounts is None)
        state.update(session=session, csrf=self._sessions.token(session), sessions=self._sessions)
        answer = _ResponseHeaders(send, request, given, cookies.get(REMEMBERED), local=self._accounts is None)
        try:
            body, onward = await bodies.read(request, receive)
        except BodyRefused as error:
            refusal: Response | None = _refused(request, error.status, str(error))
        else:
            refusal = self._refusal(request, session, body, has_cookie=COOKIE in cookies)
        if refusal is not None:
            await refusal(scope, receive, answer.plain)
            return
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

    def _refusal(self, request: Request, session: Session, body: bytes, *, has_cookie: bool) -> Response | None:
        if self._accounts is None and not _is_local(request):
            return _refused(request, 421, _NOT_LOCAL)
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
        return self._sessions.holds(session, request.headers.get(TOKEN_HEADER) or bodies.token(request, body))

    def _to_login(self, request: Request, *, has_cookie: bool) -> Response:
        if _is_api(request):
            return _refused(request, 401, message("Sign in first: this web interface has accounts."))
        if not has_cookie and request.headers.get("sec-fetch-site") == "cross-site" and request.method in SAFE:
            # Browsers send no strict cookies when the user follows a link from another site, but they do after a
            # reload.
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


def _is_local(request: Request) -> bool:
    """Whether a request was sent from this computer, to a name of this computer.

    A foreign name that resolves to this computer (DNS rebinding) is refused.
    """
    hosts = request.headers.getlist("host")
    is_named = len(hosts) == 1 and _LOCAL_HOST.fullmatch(hosts[0]) is not None
    return is_named and _is_loopback(request.client.host if request.client else "")


def _is_loopback(client: str) -> bool:
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return True  # a Unix socket or a test in this process: no address, so not from outside
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _refused(request: Request, status: int, sentence: str) -> Response:
    # The connection is closed, because the unread rest of a body must not be taken for the next request.
    closing = {"Connection": "close"} if status in {408, 413} else {}
    if _is_api(request):
        return JSONResponse({"error": sentence}, status_code=status, headers=closing)
    body = f'<h1>Tollbook</h1><p>{translate(sentence)}</p><p><a href="/">{gettext("Back to the incidents")}</a></p>'
    return HTMLResponse(_page("", f"<main>{body}</main>"), status_code=status, headers=closing)


def _page(head: str, body: str) -> str:
    code = current_language()
    return (
        f'<!doctype html><html lang="{language.tag(code)}" dir="{language.direction(code)}"><head>'
        f'<meta charset="utf-8"><title>Tollbook</title>{head}</head><body>{body}</body></html>'
    )
