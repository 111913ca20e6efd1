"""Generalises places and ages, and finds the places that a release must not contain."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tollbook.export.release_profiles import ReleaseRules
from tollbook.export.spellings import key, split
from tollbook.model import Place, Range, Record
from tollbook.record import Contents

#: UCDP where_prec of first-order divisions, countries and seas: these are general already.
_GENERAL_PLACE = frozenset({4, 6, 7})


class WithheldPlaces(Record, frozen=True, kw_only=True):
    """Places that are generalised or dropped in some record, and so must not be exact in any other.

    ``names`` are their names in texts, without names of first-order divisions and countries. ``kept`` are the latter
    names, folded and joined; they stay as a whole even if they contain a withheld name: Greater Accra.
    """

    names: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    points: frozenset[tuple[float, float]] = frozenset()
    geonames: frozenset[int] = frozenset()

    def has(self, place: Place) -> bool:
        """Whether a place is one of them, by its point, its entry in the gazetteer or a name."""
        return (
            (place.lat, place.lon) in self.points
            or place.geonameid in self.geonames
            or not self.names.isdisjoint((place.name, place.text))
        )


def withheld_places(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> WithheldPlaces:
    """The places that are generalised or dropped."""
    precise = [each for each in _not_kept(contents, base, exceptions) if each.precision not in _GENERAL_PLACE]
    names = {name for place in precise for name in (place.name, place.text) if name}
    divisions = {name for place in precise for name in (place.admin1, place.country_name) if name}
    general = set(map(key, divisions))
    return WithheldPlaces(
        names=frozenset(name for name in names if key(name) not in general),
        # A name of one word cannot contain another name.
        kept=frozenset(key(name) for name in divisions if len(split(name)) > 1),
        points=frozenset((p.lat, p.lon) for p in precise if p.lat is not None and p.lon is not None),
        geonames=frozenset(place.geonameid for place in precise if place.geonameid is not None),
    )


def _not_kept(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> Iterator[Place]:
    for record, incident, place in _placed(contents):
        if place is not None and exceptions.get(incident or "", base).of(record, "place") != "keep":
            yield place


def _placed(contents: Contents) -> Iterator[tuple[str, str | None, Place | None]]:
    """Every place with the record of a profile whose rule applies to it, and its incident."""
    yield from (("claim", claim.incident, claim.place) for claim in contents.claims)
    yield from (("incident", each.id, each.place) for each in contents.incidents)
    yield from (("person", name, each.place) for each in contents.persons for name in each.incidents)
    yield from (("series", name, each.place) for each in contents.series for name in each.incidents)
    yield from (("toll", None, each.place) for each in contents.tolls)
    yield from (("claim", None, mention.place) for mention in contents.places())


def generalised(value: Any) -> Any:
    """A place as its first-order division, an age as child or adult; other values are unchanged."""
    if isinstance(value, Place):
        if value.precision in _GENERAL_PLACE:
            return msgspec.structs.replace(value, candidates=())
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
