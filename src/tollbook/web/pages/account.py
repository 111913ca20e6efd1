"""Signing in, by a name on one's own computer or with an account; and the pages of accounts."""

import threading
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from tollbook.errors import Refused
from tollbook.locale import messages
from tollbook.locale.messages import message
from tollbook.web.accounts import Account, Accounts, folded
from tollbook.web.language import COOKIE as LANGUAGE_COOKIE
from tollbook.web.language import COOKIE_AGE as LANGUAGE_COOKIE_AGE
from tollbook.web.pages.deciding import inside
from tollbook.web.rendering import page
from tollbook.web.roles import ROLES
from tollbook.web.security import Sessions, User, may, user_of
from tollbook.web.security.throttle import Throttle, TooManyAttempts, network, retry_after

router = APIRouter()
#: Each password check takes 64 MiB; more at once would let strangers fill the memory.
_CHECKS = threading.BoundedSemaphore(2)

Field = Annotated[str, Form()]
Admin = Annotated[User, Depends(may("administer"))]


class SignInRefused(Refused):
    """A refused sign-in: no name, or a wrong name or password."""


def sign_in(request: Request, name: str, password: str) -> User:
    """Begin a session as this user. Raises SignInRefused, TooManyAttempts."""
    accounts, sessions = _accounts(request), _sessions(request)
    if accounts is None:
        if not name.strip() or not name.isprintable() or len(name.strip()) > 80:
            raise SignInRefused(
                message("Enter your name, with at most 80 characters; it is stored with your decisions.")
            )
        _begin(request, sessions, name.strip(), "")
        return User(name=name.strip(), role="editor")
    account = _verified(request, accounts, name, password)
    if account is None:
        raise SignInRefused(message("There is no account with this name and password."))
    _begin(request, sessions, account.name, account.fingerprint())
    return User(name=account.name, role=account.role)


def sign_out(request: Request) -> None:
    """End the session; its cookie is no longer accepted."""
    sessions = _sessions(request)
    sessions.end(request.state.session)
    request.state.session = sessions.new()


def change_own(request: Request, old: str, new: str) -> None:
    """Set a new password for the user and begin a new session; their other sessions end.

    Raises Refused, and TooManyAttempts as for signing in: nobody may guess the password here through an open session.
    """
    user, accounts = user_of(request), accounts_of(request)
    if _verified(request, accounts, user.name, old) is None:
        raise Refused(message("The current password is wrong; nothing was changed."))
    changed = accounts.set_password(user.name, new)
    sign_out(request)
    _begin(request, _sessions(request), changed.name, changed.fingerprint())


def _verified(request: Request, accounts: Accounts, name: str, password: str) -> Account | None:
    """The account if the password is right, else None. Raises TooManyAttempts for a name or address that must wait."""
    throttle: Throttle = request.app.state.throttle
    by_name = f"name:{folded(name)[:80]}"
    by_address = f"from:{network(request.client.host) if request.client else ''}"
    throttle.begin(by_name, by_address)
    with _CHECKS:
        account = accounts.check(name, password)
    if account is not None:
        throttle.forget(by_name)
        throttle.give_back(by_address)
    return account


def accounts_of(request: Request) -> Accounts:
    """The accounts of this web interface. Raises Refused if it has none."""
    found = _accounts(request)
    if found is None:
        raise Refused(message("This web interface answers only this computer and has no accounts."))
    return found


@router.get("/login")
def login(request: Request, next: str = "/") -> Response:  # noqa: A002 - the usual name of this parameter
    """The sign-in page."""
    return page(request, "login.html", next=_inside(next), sentence="", name=user_of(request).name)


@router.post("/login")
def do_login(request: Request, name: Field = "", password: Field = "", next: Field = "/") -> Response:  # noqa: A002
    """Sign a user in and go on to the requested page."""
    try:
        sign_in(request, name, password)
    except (SignInRefused, TooManyAttempts) as refused:
        later = retry_after(refused)
        status = 429 if later else 403
        answer = page(request, "login.html", status=status, next=_inside(next), sentence=str(refused), name=name)
        answer.headers.update(later)
        return answer
    return RedirectResponse(_inside(next), status_code=303)


@router.post("/logout")
def logout(request: Request) -> Response:
    """Sign a user out."""
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
    """The account of the user; for admins, all accounts."""
    accounts = _accounts(request)
    everyone = accounts.all() if accounts and user_of(request).may("administer") else []
    return page(request, "account-page.html", accounts=everyone, roles=ROLES, done=done in {"yes"}, local=not accounts)


@router.post("/account/password")
def change_password(request: Request, old: Field = "", new: Field = "") -> Response:
    """Set a new password; other sessions of the account end."""
    change_own(request, old, new)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/add")
def add(request: Request, admin: Admin, name: Field = "", password: Field = "", role: Field = "reader") -> Response:
    """Add an account, as an admin."""
    accounts_of(request).add(name, password, role)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/role")
def change_role(request: Request, admin: Admin, name: Field = "", role: Field = "reader") -> Response:
    """Set the role of an account, as an admin."""
    accounts_of(request).set_role(name, role)
    return RedirectResponse("/account?done=yes", status_code=303)


@router.post("/account/remove")
def remove(request: Request, admin: Admin, name: Field = "") -> Response:
    """Remove an account, as an admin; its decisions stay."""
    accounts_of(request).remove(name)
    return RedirectResponse("/account?done=yes", status_code=303)


def _accounts(request: Request) -> Accounts | None:
    found: Accounts | None = request.app.state.accounts
    return found


def _sessions(request: Request) -> Sessions:
    found: Sessions = request.state.sessions
    return found


def _begin(request: Request, sessions: Sessions, name: str, fingerprint: str) -> None:
    # A new session each time, against session fixation.
    request.state.session = sessions.new(name, fingerprint)


def _inside(where: str) -> str:
    """The page to go to after signing in."""
    return "/" if where.startswith("/log") else inside(where, "/")
