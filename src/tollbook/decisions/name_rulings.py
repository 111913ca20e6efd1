"""The change of a decision on names, and the checks of it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tollbook import bounds
from tollbook.errors import Refused
from tollbook.locale.labels import LABELS
from tollbook.locale.messages import message
from tollbook.model import Place, Record
from tollbook.reconcile.settled_names import NameKind, spelling_key

#: The longest name, in characters, and the most spellings of one name: far above any real ones.
_LONGEST, _MOST = 300, 500


class NameRuling(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spellings that are one name, or different names; the other fields are those of ``SettledName``.

    ``name`` is the preferred name; it is empty if the names are different. ``replaces`` has the ids of earlier
    decisions on names that this one replaces.
    """

    kind: NameKind
    spellings: tuple[str, ...]
    name: str = ""
    side: str | None = None
    place: Place | None = None
    site: str | None = None
    is_place: bool = True
    replaces: tuple[str, ...] = ()


def name_ruling(change: Mapping[str, Any], *, is_one: bool) -> NameRuling:
    """The ruling in the fields of a decision, each spelling once. Raises Refused for an invalid one."""
    try:
        given = msgspec.convert(dict(change), NameRuling)
    except msgspec.ValidationError as error:
        raise Refused(
            message("The decision does not have the shape of a decision on names: {error}.", error=error)
        ) from error
    name = " ".join(given.name.split()) if is_one else ""
    every = {spelling_key(each): " ".join(each.split()) for each in (*given.spellings, name)}
    every.pop("", None)
    spellings = tuple(sorted(every.values()))
    if is_one and not name:
        raise Refused(message("Give the preferred name."))
    if len(spellings) < (1 if is_one else 2):
        raise Refused(message("Name at least two different names."))
    if len(spellings) > _MOST or any(len(each) > _LONGEST for each in spellings):
        raise Refused(
            message("A name has at most {most} spellings of {longest} characters.", most=_MOST, longest=_LONGEST)
        )
    _check_fields(given)
    side = " ".join((given.side or "").split())[:_LONGEST] or None
    place = given.place
    if place is not None:
        place = msgspec.structs.replace(place, name=name, text="", reason=None, candidates=())
    return msgspec.structs.replace(given, name=name, spellings=spellings, side=side, place=place)


def share_names(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether the changes of two decisions on names of one kind have a spelling in common."""
    return bool((_keys(one) & _keys(other)) - {""})


def _keys(change: Mapping[str, Any]) -> set[str]:
    """The keys of the spellings in a change, which may have any shape."""
    given = change.get("spellings")
    every = [*(given if isinstance(given, list | tuple) else ()), change.get("name", "")]
    return {spelling_key(each) for each in every if isinstance(each, str)}


def _check_fields(given: NameRuling) -> None:
    """Raise Refused for a field that names of this kind do not have, or a value out of range."""
    only = {
        "side": (given.side, {"speakers", "actors"}),
        "place": (given.place, {"places"}),
        "site": (given.site, {"sites"}),
        "is_place": (None if given.is_place else True, {"places"}),
    }
    for field, (value, kinds) in only.items():
        if value and given.kind not in kinds:
            raise Refused(message("Names of {kind} have no field “{field}”.", kind=given.kind, field=field))
    if given.site and given.site not in LABELS["thing_kind"]:
        raise Refused(message("“{site}” is not a kind of site.", site=given.site))
    if wrong := bounds.problem(given.place):
        raise Refused(wrong)
