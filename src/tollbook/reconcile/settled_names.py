"""Names that people settled for the whole book, and claims and reports in which they are replaced. Pure functions.

A settled name is a cluster of spellings with one preferred name. Everything that follows from claims (sources,
responsibility, places, facets, exports) follows the preferred name. The spelling in the report is kept beside it.
"""

import unicodedata
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tollbook.mentions import PlaceMention, Reading
from tollbook.model import Actor, Claim, Place, Record, Report, Speaker, Thing

NameKind = Literal["speakers", "actors", "outlets", "places", "sites"]
#: The kinds under which a name is looked up, in this order: an armed group that speaks is one name.
_LOOKED_UP: Mapping[str, tuple[NameKind, ...]] = {
    "speakers": ("speakers", "actors", "outlets"),
    "actors": ("actors", "speakers"),
    "outlets": ("outlets",),
    "places": ("places",),
    "sites": ("sites",),
}
#: UCDP's ``where_prec`` of points, and of areas around them.
_POINTS, _AREAS = frozenset({1, 2}), frozenset({3, 4, 5, 6})


class SettledName(Record, frozen=True, kw_only=True):
    """One name for all its spellings.

    ``side`` is that of a speaker or an actor, ``place`` where a place is, ``site`` the kind of a site. ``is_place`` is
    false for the name of an organisation that was read as a place. ``apart`` marks a name that a person distinguished
    from others and that has one spelling. ``decisions`` are those that settle it, ``replaced`` those that they replace.
    """

    kind: NameKind
    name: str
    spellings: tuple[str, ...]
    side: str | None = None
    place: Place | None = None
    site: str | None = None
    is_place: bool = True
    apart: bool = False
    decisions: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


class SettledNames(Record, frozen=True, kw_only=True):
    """The settled names of a book, by kind and key of each spelling."""

    by_key: dict[tuple[str, str], SettledName] = msgspec.field(default_factory=dict)

    def of(self, kind: str, name: str | None) -> SettledName | None:
        """The settled name that a name in a report belongs to; None if there is none."""
        key = spelling_key(name or "")
        return next((found for each in _LOOKED_UP[kind] if (found := self.by_key.get((each, key)))), None)

    def spellings_of(self, kind: NameKind, name: str) -> frozenset[str]:
        """The keys of all spellings of a preferred name; none if it is not settled."""
        return frozenset(key for (own, key), each in self.by_key.items() if own == kind and each.name == name)

    def clusters(self, kind: NameKind) -> tuple[SettledName, ...]:
        """The settled names of a kind in order, without names that are only distinguished from others."""
        found = {each.decisions: each for (own, _), each in self.by_key.items() if own == kind and not each.apart}
        return tuple(sorted(found.values(), key=lambda each: (each.name.casefold(), each.spellings)))

    def reading(self, reading: Reading, fixed: frozenset[str] = frozenset()) -> Reading:
        """A reading with settled names. The places of ``fixed`` claims get the name alone: a person gave them."""
        if not self.by_key:
            return reading
        mentions = (self._mention(mention) for mention in reading.places)
        return replace(
            reading,
            claims=tuple(self.claim(claim, keep_place=claim.id in fixed) for claim in reading.claims),
            places=tuple(mention for mention in mentions if mention is not None),
        )

    def claim(self, claim: Claim, *, keep_place: bool = False) -> Claim:
        """A claim with settled names; the same claim if it has none."""
        changes = {
            "speakers": tuple(map(self._speaker, claim.speakers)),
            "by": tuple(map(self._actor, claim.by)),
            "sites": tuple(map(self._site, claim.sites)),
            "place": self._renamed(claim.place) if keep_place else self.place(claim.place),
        }
        changed = {name: value for name, value in changes.items() if value != getattr(claim, name)}
        return replace(claim, **changed) if changed else claim

    def report(self, report: Report) -> Report:
        """A report with the settled name of its outlet."""
        found = self.of("outlets", report.outlet)
        if found is None or found.apart:
            return report
        return replace(report, outlet=found.name, outlet_as_reported=report.outlet)

    def reports(self, reports: Mapping[str, Report]) -> dict[str, Report]:
        """Reports by id, with the settled names of their outlets."""
        return {name: self.report(report) for name, report in reports.items()}

    def place(self, place: Place | None) -> Place | None:
        """A place as it is settled; None for the name of an organisation."""
        found = self.of("places", place.name) if place is not None else None
        if place is None or found is None or found.apart:
            return place
        if not found.is_place:
            return None
        if found.place is None or _is_area_around(place, found.place):
            return replace(place, name=found.name)
        return replace(found.place, name=found.name, text=place.text, spot=place.spot)

    def _speaker(self, speaker: Speaker) -> Speaker:
        found = self.of("outlets" if speaker.role == "outlet" else "speakers", speaker.name)
        if found is None:
            return speaker
        return replace(speaker, name=found.name, as_reported=speaker.name, side=found.side or speaker.side)

    def _actor(self, actor: Actor) -> Actor:
        found = self.of("actors", actor.name)
        return actor if found is None else replace(actor, name=found.name, as_reported=actor.name, side=found.side)

    def _site(self, site: Thing) -> Thing:
        found = self.of("sites", site.name)
        if found is None:
            return site
        return replace(site, name=found.name, as_reported=site.name, kind=found.site or site.kind)

    def _mention(self, mention: PlaceMention) -> PlaceMention | None:
        place = self.place(mention.place)
        return None if place is None else replace(mention, place=place) if place != mention.place else mention

    def _renamed(self, place: Place | None) -> Place | None:
        """A place with its settled name, and where it was."""
        found = self.of("places", place.name) if place is not None else None
        if place is None or found is None or found.apart or not found.is_place:
            return place
        return replace(place, name=found.name)


def spelling_key(name: str) -> str:
    """The key of a spelling; letter case, width of letters and white space make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _is_area_around(place: Place, point: Place) -> bool:
    """Whether a place is an area of that name ("the province of Velm"), which keeps its own coordinates."""
    return place.precision in _AREAS and point.precision in _POINTS and place.country == point.country
