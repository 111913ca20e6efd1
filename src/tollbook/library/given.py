"""Checks the arguments of a script, so that a misspelt word is refused and does not return an empty result."""

import re
from collections.abc import Iterable
from datetime import date, datetime

from tollbook.errors import Refused
from tollbook.locale.messages import message

#: A code of ISO 3166-1, as places have it.
_CODE = re.compile(r"[A-Z]{2}")


def word(field: str, value: str | None, known: Iterable[str]) -> str | None:
    """One of the words of the contract, or None. Raises Refused for another one."""
    choices = tuple(known)
    if value is not None and value not in choices:
        raise Refused(message("There is no {field} {value}; choose one of: {names}.",
                              field=field, value=repr(value), names=", ".join(choices)))  # fmt: skip
    return value


def country(value: str | None, places: Iterable[tuple[str, str]]) -> str | None:
    """A code of ISO 3166-1, or None. ``places`` are codes in the book with the names of the countries."""
    if value is not None and not _CODE.fullmatch(str(value)):
        known = ", ".join(f"{code} ({name})" for code, name in sorted(set(places)))
        raise Refused(message("A country is a code of ISO 3166-1, such as UA, not {value}; the book has: {known}.",
                              value=repr(value), known=known or "–"))  # fmt: skip
    return value


def day(field: str, value: object) -> date | None:
    """A day, or None; of a moment its day. Raises Refused for anything else."""
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, date):
        return value
    raise Refused(message("{field} is a day, such as datetime.date(2021, 10, 5), not {value}.",
                          field=field, value=repr(value)))  # fmt: skip
