"""Accounts over the API: the password of the user, and for admins all accounts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.web.accounts import Account
from tollbook.web.api.schema import answer, body, gives, read, takes
from tollbook.web.api.shapes import AccountInfo, NewAccount, NewPassword, NewRole, SessionInfo
from tollbook.web.pages.account import accounts_of, change_own
from tollbook.web.security import User, may, user_of

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Admin = Annotated[User, Depends(may("administer"))]
Reader = Annotated[User, Depends(may("read"))]


@router.get("/accounts", responses=gives(list[AccountInfo]), tags=["accounts"])
def everyone(request: Request, admin: Admin) -> Response:
    """All accounts, by name."""
    return answer([_shown(account) for account in accounts_of(request).all()])


@router.post("/accounts", responses=gives(AccountInfo), openapi_extra=takes(NewAccount), tags=["accounts"])
def add(request: Request, admin: Admin, raw: Raw) -> Response:
    """Add an account."""
    given = read(raw, NewAccount)
    return answer(_shown(accounts_of(request).add(given.name, given.password, given.role)))


@router.put("/accounts/{name}/role", responses=gives(AccountInfo), openapi_extra=takes(NewRole), tags=["accounts"])
def change_role(request: Request, admin: Admin, raw: Raw, name: str) -> Response:
    """Set the role of an account. The last admin keeps the role."""
    return answer(_shown(accounts_of(request).set_role(name, read(raw, NewRole).role)))


@router.delete("/accounts/{name}", responses=gives(None), tags=["accounts"])
def remove(request: Request, admin: Admin, name: str) -> Response:
    """Remove an account; its decisions stay."""
    accounts_of(request).remove(name)
    return answer(None)


@router.put("/account/password", responses=gives(SessionInfo, 429), openapi_extra=takes(NewPassword), tags=["accounts"])
def change_password(request: Request, reader: Reader, raw: Raw) -> Response:
    """Set a new password; other sessions of the account end, and this one gets another token."""
    given = read(raw, NewPassword)
    change_own(request, given.old, given.new)
    token = request.state.sessions.token(request.state.session)
    return answer(SessionInfo(name=reader.name, role=user_of(request).role, token=token))


def _shown(account: Account) -> AccountInfo:
    return AccountInfo(name=account.name, role=account.role)
