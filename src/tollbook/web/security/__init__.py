"""Access control: the guard, sessions and roles. See ``docs/security.md``."""

from tollbook.web.security.guard import Guard
from tollbook.web.security.people import NotAllowed, User, may, user_of
from tollbook.web.security.sessions import Sessions

__all__ = ["Guard", "NotAllowed", "Sessions", "User", "may", "user_of"]
