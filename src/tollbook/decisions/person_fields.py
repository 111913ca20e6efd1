"""The fields of a person that somebody may set, and the sources of a person that a decision names."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tollbook import bounds
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.person import Person

#: Fields that a correction of a person may set. The values of reports stay with the sources of the person.
PERSON_FIELDS = frozenset({"name", "age", "sex", "status", "roles", "kin", "fate", "in_doubt", "when"})
#: The lists in a decision "different persons": all sources of each of the two persons.
SIDES = ("subject", "other")


def check_correction(change: Mapping[str, Any]) -> None:
    """Raise Refused for a field of a person that cannot be set, or for an invalid value."""
    if fixed := sorted(set(change) - PERSON_FIELDS):
        raise Refused(message("These fields of a person cannot be set: {fields}.", fields=", ".join(fixed)))
    try:
        made = msgspec.convert({"id": "", "fate": "killed"} | dict(change), Person)
    except msgspec.ValidationError as error:
        sentence = message("The correction does not have the shape of a person: {error}.", error=error)
        raise Refused(sentence) from error
    if wrong := bounds.problem(made):
        raise Refused(wrong)


def sides(subject: str, other: str, change: Mapping[str, Any] | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sources of two different persons, the named ones first. Raises Refused if one source is on both sides."""
    try:
        lists = msgspec.convert(dict(change or {}), dict[str, tuple[str, ...]])
    except msgspec.ValidationError as error:
        raise Refused(message("The two lists of sources cannot be read: {error}.", error=error)) from error
    if set(lists) - set(SIDES):
        raise Refused(message("“different persons” takes two lists of sources, “subject” and “other”."))
    one, two = (
        tuple(dict.fromkeys((named, *lists.get(side, ())))) for named, side in zip((subject, other), SIDES, strict=True)
    )
    if set(one) & set(two):
        raise Refused(message("A source cannot be about both of two different persons; put it on one side."))
    return one, two
