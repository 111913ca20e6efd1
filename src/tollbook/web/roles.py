"""The permissions of each role."""

from typing import Literal

Power = Literal["read", "code", "decide", "add", "administer"]
Role = Literal["reader", "coder", "editor", "admin"]

#: Reading includes searching and exporting; deciding includes undoing and opening coding rounds; adding is reports.
ROLES: dict[Role, frozenset[Power]] = {
    "reader": frozenset({"read"}),
    "coder": frozenset({"read", "code"}),
    "editor": frozenset({"read", "code", "decide", "add"}),
    "admin": frozenset({"read", "code", "decide", "add", "administer"}),
}
