"""Who one is: saying one's name on one's own computer, signing in where there are accounts, and the accounts."""

import math
import threading
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from tollbook.errors import Refused
from tollbook.locale import messages
from tollbook.web.accounts import Accounts
from tollbook.web.language import COOKIE as LANGUAGE_COOKIE
from tollbook.web.language import COOKIE_AGE as LANGUAGE_COOKIE_AGE
from tollbook.web.pages.deciding import inside
from tollbook.web.rendering import page
from tollbook.web.roles import ROLES
from tollbook.web.security import Person, Sessions, may, person_of
from tollbook.web.security.throttle import Throttle

router = APIRouter()
#: Each check of a password takes 64 MiB; more at once would let strangers fill the memory.
_CHECKS = threading.BoundedSemaphore(2)

Field = Annotated[str, Form()]
Admin = Annotated[Person, Depends(may("administer"))]


class SignInRefused(Refused):
    """A sign-in that was not accepted; ``wait`` is how many seconds the next one must wait, 0 for none."""

    def __init__(self, sentence: str, wait: int = 0) -> None:
        super().__init__(sentence)
        self.wait = wait


def sign_in(request: Request, name: str, password: str) -> Person:
    """Begin a session as this person. Raises SignInRefused."""
    accounts, sessions = _accounts(request), _sessions(request)
    if accounts is None:
        if not name.strip() or not name.isprintable() or len(name.strip()) > 80:
            raise SignInRefused("Write your name, in at most 80 letters; it stands beside what you decide.")
        _begin(request, sessions, name.strip(), "")
        return Person(name=name.strip(), role="editor")
    throttle: Throttle = request.app.state.throttle
    keys = (f"name:{name.strip().casefold()[:80]}", f"from:{request.client.host if request.client else ''}")
    if wait := math.ceil(throttle.wait(*keys)):
        raise SignInRefused(f"Too many attempts failed; try again in {wait} seconds.", wait)
    with _CHECKS:
        account = accounts.check(name, password)
    if account is None:
        throttle.failed(*keys)
        raise SignInRefused("There is no account of that name with that password.")
    throttle.succeeded(*keys)
    _begin(request, sessions, account.name, account.seal())
    return Person(name=account.name, role=account.role)


def sign_out(request: Request) -> None:
    """End the session, wherever its cookie went."""
    sessions = _sessions(request)
    sessions.end(request.state.session)
    request.state.session = sessions.new()


def change_own(request: Request, old: str, new: str) -> None:
    """Give whoever asks another password and a new session; the others end. Raises Refused."""
    person, accounts = person_of(request), register(request)
    with _CHECKS:
        known = accounts.check(person.name, old)
    if known is None:
        raise Refused("The old password is not the one of this account; nothing was changed.")
    changed = accounts.set_password(person.name, new)
    sign_out(request)
    _begin(request, _sessions(request), changed.name, changed.seal())


def register(request: Request) -> Accounts:
    """The accounts of this reading room. Raises Refused where it has none."""
    found = _accounts(request)
    if found is None:
        raise Refused("This reading room is open to this computer alone and has no accounts.")
    return found


@router.get("/login")
def login(request: Request, next: str = "/") -> Response:  # noqa: A002 - the name addresses of this kind have everywhere
    """Ask who it is."""
    return page(request, "login.html", next=_inside(next), sentence="", name=person_of(request).name)


@router.post("/login")
def do_login(request: Request, name: Field = "", password: Field = "", next: Field = "/") -> Response:  # noqa: A002
    """Let a person in, and on to the page that was asked for."""
    try:
        sign_in(request, name, password)
    except SignInRefused as refused:
        status = 429 if refused.wait else 403
        answer = page(request, "login.html", status=status, next=_inside(next), sentence=str(refused), name=name)
        if refused.wait:
            answer.headers["Retry-After"] = str(refused.wait)
        return answer
    return RedirectResponse(_inside(next), status_code=303)


@router.post("/logout")
def logout(request: Request) -> Response:
    """Let a person go."""
    sign_out(request)
    return RedirectResponse("/login", status_code=303)


@router.post("/language")
def change_language(language: Field = "", next: Field = "/") -> Response:  # noqa: A002
    """Remember the language of the interface in a cookie, and go back to the page."""
    answer = RedirectResponse(inside(next, "/"), status_code=303)
    if language in messages.languages():
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=LANGUAGE_COOKIE_AGE, httponly=True, samesite="lax")
    return answer


@router.get("/account")
def account(request: Request, done: str = "") -> Response:
    """One's own account; for admins, everyone's."""
    accounts = _accounts(request)
    everyone = accounts.all() if accounts and person_of(request).may("administer") else []
    return page(request, "account-page.html", accounts=everyone, roles=ROLES, done=done in {"yes"}, local=not accounts)


@router.post("/account/password")
def change_password(request: Request, old: Field = "", new: Field = "") -> Response:
    """Give oneself another password; other sessions of the account end."""
    change_own(request, old, new)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/add")
def add(request: Request, admin: Admin, name: Field = "", password: Field = "", role: Field = "reader") -> Response:
    """An admin lets someone else in."""
    register(request).add(name, password, role)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/role")
def change_role(request: Request, admin: Admin, name: Field = "", role: Field = "reader") -> Response:
    """An admin gives someone another role."""
    register(request).set_role(name, role)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/remove")
def remove(request: Request, admin: Admin, name: Field = "") -> Response:
    """An admin takes an account away; what it decided stays."""
    register(request).remove(name)
    return RedirectResponse("/account?done=yes", status_code=303)


def _accounts(request: Request) -> Accounts | None:
    found: Accounts | None = request.app.state.accounts
    return found


def _sessions(request: Request) -> Sessions:
    found: Sessions = request.state.sessions
    return found


def _begin(request: Request, sessions: Sessions, name: str, seal: str) -> None:
    # A new session each time: one that a stranger may have planted before is of no use after.
    request.state.session = sessions.new(name, seal)


def _inside(where: str) -> str:
    """The page to go on to after signing in."""
    return "/" if where.startswith("/log") else inside(where, "/")
