"""People: who sends a request, and the check of his role that routes declare."""

from collections.abc import Callable

from fastapi import Request

from tollbook.errors import TollbookError
from tollbook.model import Record
from tollbook.web.roles import ROLES, Power, Role


class NotAllowed(TollbookError):
    """A request by someone whose role does not reach that far; says what would be needed."""


class Person(Record, frozen=True, kw_only=True):
    """Who sends a request. Without a name it is someone who has not said who he is; without a role, not let in."""

    name: str = ""
    role: Role | None = None

    def may(self, power: Power) -> bool:
        """Whether the role of this person reaches that far. Whatever is written down needs a name beside it."""
        return self.role is not None and power in ROLES[self.role] and bool(self.name or power == "read")


def person_of(request: Request) -> Person:
    """The person whom the guard found behind this request."""
    person: Person = request.state.person
    return person


def may(power: Power) -> Callable[[Request], Person]:
    """A dependency for a route: the person, if his role reaches that far. Raises NotAllowed."""

    def check(request: Request) -> Person:
        person = person_of(request)
        if person.may(power):
            return person
        if not person.name:
            raise NotAllowed("Say who you are first: what is decided is kept with a name.")
        raise NotAllowed(f"The account of {person.name} is a {person.role}'s, and only {_roles(power)} may do this.")

    check.power = power  # type: ignore[attr-defined]  # read by the test that every unsafe route declares one
    return check


def _roles(power: Power) -> str:
    names = [f"{role}s" for role, powers in ROLES.items() if power in powers]
    return " and ".join(names)
