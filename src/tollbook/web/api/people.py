"""Accounts over the API, where the reading room has them: one's own password, and for admins everyone's account."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tollbook.web.accounts import Account
from tollbook.web.api.shapes import Me, NewAccount, NewPassword, NewRole, Someone, answer, body, gives, read, takes
from tollbook.web.pages.account import change_own, register
from tollbook.web.security import Person, may, person_of

router = APIRouter()

Raw = Annotated[bytes, Depends(body)]
Admin = Annotated[Person, Depends(may("administer"))]
Reader = Annotated[Person, Depends(may("read"))]


@router.get("/accounts", responses=gives(list[Someone]), tags=["accounts"])
def everyone(request: Request, admin: Admin) -> Response:
    """Every account, by name."""
    return answer([_shown(account) for account in register(request).all()])


@router.post("/accounts", responses=gives(Someone), openapi_extra=takes(NewAccount), tags=["accounts"])
def add(request: Request, admin: Admin, raw: Raw) -> Response:
    """Let someone else in."""
    given = read(raw, NewAccount)
    return answer(_shown(register(request).add(given.name, given.password, given.role)))


@router.put("/accounts/{name}/role", responses=gives(Someone), openapi_extra=takes(NewRole), tags=["accounts"])
def change_role(request: Request, admin: Admin, raw: Raw, name: str) -> Response:
    """Give someone another role. The last admin stays one."""
    return answer(_shown(register(request).set_role(name, read(raw, NewRole).role)))


@router.delete("/accounts/{name}", responses=gives(None), tags=["accounts"])
def remove(request: Request, admin: Admin, name: str) -> Response:
    """Take an account away; what it decided stays."""
    register(request).remove(name)
    return answer(None)


@router.put("/account/password", responses=gives(Me), openapi_extra=takes(NewPassword), tags=["accounts"])
def change_password(request: Request, reader: Reader, raw: Raw) -> Response:
    """Give oneself another password; other sessions of the account end, and this one has another token."""
    given = read(raw, NewPassword)
    change_own(request, given.old, given.new)
    token = request.state.sessions.token(request.state.session)
    return answer(Me(name=reader.name, role=person_of(request).role, token=token))


def _shown(account: Account) -> Someone:
    return Someone(name=account.name, role=account.role)
