"""Generalising places and ages, and the names of places that a release must not contain."""

from collections.abc import Mapping
from typing import Any

from tollbook.export.release_profiles import ReleaseRules
from tollbook.export.spellings import fold, split
from tollbook.model import Place, Range
from tollbook.record import Contents

#: UCDP where_prec of first-order divisions, countries and seas: these are general already.
_GENERAL_PLACE = frozenset({4, 6, 7})


def withheld_places(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> frozenset[str]:
    """The names of places that are generalised or dropped."""

    def kept(record: str, incident: str | None) -> bool:
        return exceptions.get(incident or "", base).of(record, "place") == "keep"

    places = [claim.place for claim in contents.claims if not kept("claim", claim.incident)]
    places += [incident.place for incident in contents.incidents if not kept("incident", incident.id)]
    if base.of("toll", "place") != "keep":
        places += [toll.place for toll in contents.tolls]
    if base.of("claim", "place") != "keep":
        places += [mention.place for mention in contents.places()]
    precise = [place for place in places if place is not None and place.precision not in _GENERAL_PLACE]
    names = {name for place in precise for name in (place.name, place.text) if name}
    general = {fold(word) for place in precise for word in split(f"{place.admin1} {place.country_name}")}
    return frozenset(name for name in names if not {fold(word) for word in split(name)} <= general)


def generalised(value: Any) -> Any:
    """A place as its first-order division, an age as child or adult; other values are unchanged."""
    if isinstance(value, Place):
        if value.precision in _GENERAL_PLACE:
            return value
        name = value.admin1 or value.country_name or ""
        return Place(
            name=name, country=value.country, country_name=value.country_name, admin1=value.admin1,
            precision=4 if value.admin1 else 6,
        )  # fmt: skip
    if isinstance(value, Range):
        if value.low is not None and value.low >= 18:
            return Range(low=18)
        years = value.best if value.best is not None else value.high
        return (
            Range(high=17) if years is not None and years < 18 else Range(low=18) if (value.best or 0) >= 18 else None
        )
    return value
