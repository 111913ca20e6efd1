"""Forms about names, read into the fields of a ruling on names; and the places that a name may be."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tollbook import gazetteer
from tollbook.decisions.field_values import as_place
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Place
from tollbook.reconcile.name_pairs import NameSummary
from tollbook.web.json_bodies import decode

#: The most places to choose from for one name.
_MOST_PLACES = 8
Fields = Mapping[str, Sequence[str]]


def ruling_of(kind: str, fields: Fields) -> dict[str, Any]:
    """The fields of a ruling in a form. Raises Refused for values that cannot be read."""
    given = [*fields.get("spelling", ()), *(line for text in fields.get("more", ()) for line in text.splitlines())]
    change: dict[str, Any] = {
        "kind": kind,
        "name": _one(fields, "name"),
        "spellings": [each.strip() for each in given if each.strip()],
    }
    for field in ("side", "site"):
        if value := _one(fields, field):
            change[field] = value
    if kind == "places":
        change |= {
            "is_place": not fields.get("not_place"),
            "place": None if fields.get("not_place") else _place(fields),
        }
    return change


def places_for(members: Iterable[NameSummary]) -> list[Place]:
    """The places that some names may mean: first those that readers chose, then those of the gazetteer."""
    every = list(members)
    read = [place for each in every for place in each.places if place.lat is not None]
    countries = {place.country for place in read}
    entries = [entry for each in every for entry in gazetteer.lookup(each.name)]
    entries.sort(key=lambda entry: (entry.country not in countries, -entry.population))
    found: dict[object, Place] = {}
    for place in (*read, *(as_place(entry, "") for entry in entries)):
        found.setdefault((place.lat, place.lon), msgspec.structs.replace(place, text="", reason=None, candidates=()))
    return list(found.values())[:_MOST_PLACES]


def _place(fields: Fields) -> dict[str, Any] | None:
    """The place of a form: the coordinates if there are any, else the chosen one."""
    lat, lon = _one(fields, "lat"), _one(fields, "lon")
    try:
        if lat or lon:
            return Place(name=_one(fields, "name"), lat=float(lat), lon=float(lon), precision=1).to_dict()
        chosen = _one(fields, "place")
        return decode(chosen.encode("utf-8", "replace"), Place).to_dict() if chosen else None
    except (ValueError, msgspec.DecodeError) as error:
        raise Refused(message("The coordinates cannot be read; write degrees, such as 47.1 and 11.4.")) from error


def _one(fields: Fields, name: str) -> str:
    return next((value.strip() for value in fields.get(name, ())), "")
