"""The fields in which two readers read the same words differently.

An empty field is no difference. There are two exceptions, because they matter most: a model names a speaker, or
somebody responsible, whom the other reader does not name.
"""

from collections.abc import Callable
from typing import Any

from tollbook.mentions import STATEMENTS
from tollbook.model import Claim, OtherReading, Place, When

_Differ = Callable[[Claim, Claim], bool]


def bounds_of(claim: Claim) -> tuple[int | None, ...] | None:
    """Low, best and high of the count of a claim; None without a count."""
    return None if claim.count is None else (claim.count.low, claim.count.best, claim.count.high)


def other_reading(claim: Claim, other: Claim) -> OtherReading | None:
    """The fields that another reader read differently in the words of a claim; None if it read the same."""
    differs = tuple(field for field, differ in _FIELDS.items() if differ(claim, other))
    if not differs:
        return None
    values: dict[str, Any] = {_attribute(field): getattr(other, _attribute(field)) for field in differs}
    return OtherReading(finder=other.finder, quote=other.quote, differs=differs, **values)


def _attribute(field: str) -> str:
    return "with_" if field == "with" else field


def _other_status(one: Claim, other: Claim) -> bool:
    known = [c.people.status for c in (one, other) if c.people is not None and c.people.status != "unknown"]
    return len(set(known)) > 1


def _other_speaker(one: Claim, other: Claim) -> bool:
    """Whether the informant has another name, which does not contain that of the first reader."""
    mine, theirs = _informant(one), _informant(other)
    return theirs != "" and not (mine and (mine in theirs or theirs in mine))


def _informant(claim: Claim) -> str:
    """The name of the original informant, in small letters; empty if the report itself speaks."""
    named = (speaker for speaker in claim.speakers if speaker.role != "outlet" and speaker.name)
    return next(((speaker.name or "").casefold() for speaker in named), "")


def _others_responsible(one: Claim, other: Claim) -> bool:
    """Whether the other reader names somebody whom the first does not."""
    mine = [actor.name.casefold() for actor in one.by]
    return any(not any(n in theirs or theirs in n for n in mine) for theirs in (a.name.casefold() for a in other.by))


def _other_day(one: Claim, other: Claim) -> bool:
    first, second = _days(one.when), _days(other.when)
    return first is not None and second is not None and (first[1] < second[0] or second[1] < first[0])


def _days(when: When | None) -> tuple[Any, Any] | None:
    stated = when is not None and when.start is not None and when.basis in {"stated", "relative"}
    return (when.start, when.end or when.start) if when is not None and stated else None


def _other_place(one: Claim, other: Claim) -> bool:
    first, second = one.place, other.place
    return first is not None and second is not None and _point(first) != _point(second) and first.name != second.name


def _point(place: Place) -> tuple[object, ...]:
    return (place.lat, place.lon) if place.lat is not None else (place.name.casefold(),)


def _other_weapon(one: Claim, other: Claim) -> bool:
    mine, theirs = ({(t.kind, t.name.casefold()) for t in c.with_} for c in (one, other))
    kinds = [{kind for kind, _ in found} for found in (mine, theirs)]
    return bool(mine and theirs) and kinds[0].isdisjoint(kinds[1])


#: The fields that are compared, by their names in files.
_FIELDS: dict[str, _Differ] = {
    "kind": lambda one, other: one.kind != other.kind,
    "count": lambda one, other: bounds_of(one) != bounds_of(other),
    "people": _other_status,
    "scope": lambda one, other: one.scope != other.scope,
    "speakers": _other_speaker,
    "stance": lambda one, other: one.kind not in STATEMENTS and one.stance != other.stance,
    "when": _other_day,
    "place": _other_place,
    "by": _others_responsible,
    "with": _other_weapon,
}
