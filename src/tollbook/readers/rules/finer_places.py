"""Gives a claim the finer place that its report names elsewhere for the same event.

A headline has "20 killed in Orsk province", the report below the village. The finer place is taken only if the report
names one: with two, nothing tells to which of them the count belongs.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tollbook import gazetteer
from tollbook.mentions import STATEMENTS, TOTAL_SCOPES
from tollbook.model import Claim, Place
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.geoparsing.location_role import (
    is_event_location,
    is_located,
    is_where_people_come_or_go,
)
from tollbook.readers.rules.geoparsing.places import placed_at
from tollbook.readers.rules.words import lexicon, phrases

#: UCDP's ``where_prec`` of a town, of its vicinity, and from which a place is an area, such as a province.
_TOWN, _VICINITY, _AREA = 1, 2, 4
#: The kind of an event of which a report says no more.
_ANY_KIND = "attack"
#: Days between two claims of one event: a report gives the evening or the next day.
_ONE_NIGHT = 1


def refined(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of one report, with finer places.

    Totals, statements, and arrests, which are made elsewhere, keep theirs.
    """
    at_events = [claim for claim in claims if _is_of_event(claim)]
    attacked = list(_attacked(document))
    finer = {claim.id: place for claim in at_events if (place := _finer(claim, at_events, attacked)) is not None}
    # Other claims at a place that no gazetteer has stand where the report puts it, too.
    known = {place.name: place for place in finer.values() if place.reason is not None}
    return [_at(claim, finer.get(claim.id) or known.get(claim.place.name if claim.place else "")) for claim in claims]


def _at(claim: Claim, place: Place | None) -> Claim:
    return claim if place is None else replace(claim, place=place)


def _attacked(document: Document) -> Iterator[Place]:
    """The places at which sentences put an attack, also those without a count."""
    for mention in document.places:
        name = document.token_at(mention.start)
        is_site = name is not None and (name.lower_,) in lexicon.phrases("sites")
        if name is None or mention.associative or is_site or not (is_located(name) and is_event_location(name)):
            continue
        if any(True for _ in phrases.find("events", name.sent)) and not is_where_people_come_or_go(name):
            yield mention.place


def _is_of_event(claim: Claim) -> bool:
    is_elsewhere = claim.kind in STATEMENTS or claim.kind == "captured" or claim.scope in TOTAL_SCOPES
    return claim.place is not None and not is_elsewhere


def _finer(claim: Claim, others: Sequence[Claim], attacked: Sequence[Place]) -> Place | None:
    """The one place of the report inside that of a claim, if the claim may be of the same event; else None."""
    outer = claim.place
    # A name that no gazetteer has and no words place may be none of a place, unless an attack was there.
    names = {place.name for place in attacked}
    claimed = [p for other in others if (p := other.place) is not None and (p.lat is not None or p.name in names)]
    places = [*attacked, *claimed]
    found = {place.name: place for place in places if outer is not None and _is_inside(place, outer)}
    if len(found) != 1 or outer is None:
        return None
    [place] = found.values()
    there = [other for other in others if other.place is not None and other.place.name == place.name]
    if any(other.end < claim.start for other in there):
        return None  # After the finer place was named, the larger one is meant.
    same_event = not there or any(_may_be_one(claim, other) for other in there)
    return _placed(place, outer) if same_event and not _counts_differ(claim, there) else None


def _placed(inner: Place, outer: Place) -> Place:
    """A place, at the coordinates of the larger one if it has none."""
    if inner.lat is not None:
        return inner
    reason = placed_at(inner.name, outer)
    precision = _VICINITY if outer.precision == _TOWN else outer.precision
    return replace(outer, name=inner.name, text=inner.text, geonameid=None, precision=precision, reason=reason)


def _is_inside(inner: Place, outer: Place) -> bool:
    """Whether a place is a village or quarter that the report puts into another place, or a town in an area."""
    if inner.reason is not None and inner.lat is not None and outer.reason is None:
        return (inner.lat, inner.lon) == (outer.lat, outer.lon)
    # "In Orsk" is also what reports write for the region around the city.
    is_capital = outer.admin1 is not None and gazetteer.fold(outer.name) == gazetteer.fold(outer.admin1)
    if inner.lat is None and is_capital and inner.country == outer.country:
        return inner.admin1 == outer.admin1
    is_area = outer.reason is None and (outer.precision or 0) >= _AREA
    is_finer = (inner.precision or _AREA - 1) < _AREA and inner.name != outer.name
    return is_area and is_finer and inner.country == outer.country and outer.admin1 in {inner.admin1, None}


def _may_be_one(one: Claim, other: Claim) -> bool:
    """Whether two claims of a report may be of one event, by their days and kinds of attack."""
    days = [each.when.start for each in (one, other) if each.when is not None and each.when.start is not None]
    if len(days) == 2 and abs((days[0] - days[1]).days) > _ONE_NIGHT:
        return False
    kinds = {each.event.kind for each in (one, other) if each.event is not None}
    return len(kinds - {_ANY_KIND}) <= 1


def _counts_differ(claim: Claim, others: Sequence[Claim]) -> bool:
    """Whether the claims at a finer place count other people: "8 killed in Velmar", of whom 2 in one quarter."""
    counts = [other.count for other in others if other.kind == claim.kind and other.count is not None]
    return claim.count is not None and bool(counts) and all(each.best != claim.count.best for each in counts)
