"""Users: who sends a request, and the check of roles that routes declare."""

from collections.abc import Callable

from fastapi import Request

from tollbook.errors import TollbookError
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.web.roles import ROLES, Power, Role


class NotAllowed(TollbookError):
    """The role of the user does not allow the request; the sentence names the roles that do."""


class User(Record, frozen=True, kw_only=True):
    """The sender of a request. Without a name: not signed in. Without a role: no access."""

    name: str = ""
    role: Role | None = None

    def may(self, power: Power) -> bool:
        """Whether the role permits this action. Everything but reading also needs a name."""
        return self.role is not None and power in ROLES[self.role] and bool(self.name or power == "read")


def user_of(request: Request) -> User:
    """The user whom the guard found for this request."""
    user: User = request.state.user
    return user


def may(power: Power) -> Callable[[Request], User]:
    """A dependency of a route: the user, if their role permits the action. Raises NotAllowed."""

    def check(request: Request) -> User:
        user = user_of(request)
        if user.may(power):
            return user
        if not user.name:
            raise NotAllowed(message("Sign in first: every decision is stored with a name."))
        sentence = message(
            "The account {name} has the role {role}. This needs one of: {roles}.",
            name=user.name,
            role=user.role,
            roles=_roles(power),
        )
        raise NotAllowed(sentence)

    check.power = power  # type: ignore[attr-defined]  # read by the test that every unsafe route declares one
    return check


def _roles(power: Power) -> str:
    return ", ".join(role for role, powers in ROLES.items() if power in powers)
