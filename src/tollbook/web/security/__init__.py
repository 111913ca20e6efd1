"""Who may do what in the reading room, and what no request gets past. See ``docs/security.md``."""

from tollbook.web.security.guard import Guard
from tollbook.web.security.people import NotAllowed, Person, may, person_of
from tollbook.web.security.sessions import Sessions

__all__ = ["Guard", "NotAllowed", "Person", "Sessions", "may", "person_of"]
