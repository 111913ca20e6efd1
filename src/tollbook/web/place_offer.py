"""The offer to use a point that a person gave to a place in every report of the book that names it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from tollbook import gazetteer
from tollbook.book import Book
from tollbook.decisions.decision import Decision
from tollbook.model import Place
from tollbook.reconcile.settled_names import spelling_key


class PlaceOffer(NamedTuple):
    """A place with the spellings that would be settled as it, and the number of reports with these names."""

    place: Place
    spellings: tuple[str, ...]
    reports: int

    @property
    def value(self) -> str:
        """The place in the form of a settled name."""
        return msgspec.json.encode(self.place).decode()


def place_offer(book: Book, decision: str) -> PlaceOffer | None:
    """The offer after a decision that gave a claim a point that is not in the gazetteer; None after any other."""
    made = next((each for each in book.review.decisions() if each.id == decision), None) if decision else None
    given = _given(made) if made is not None else None
    if made is None or given is None or any(_has_point(given, each) for each in gazetteer.lookup(given.name)):
        return None
    spellings = dict.fromkeys((given.name, *_names_without_point(book, made)))
    if any(own is not None and own.place is not None for own in map(book.names.settled_place, spellings)):
        return None
    keys = {spelling_key(each) for each in spellings}
    named = [each for each in book.names.summaries("places") if each.key in keys]
    return PlaceOffer(given, tuple(spellings), max((each.reports for each in named), default=0))


def _given(made: Decision) -> Place | None:
    """The place with a point that a decision gave to claims."""
    value: Mapping[str, Any] | None = (made.change or {}).get("place") if made.verdict in {"correct", "add"} else None
    place = msgspec.convert(value, Place) if value else None
    return None if place is None or place.lat is None or place.geonameid is not None else place


def _has_point(place: Place, entry: gazetteer.GazetteerEntry) -> bool:
    return (place.lat, place.lon) == (entry.lat, entry.lon)


def _names_without_point(book: Book, made: Decision) -> list[str]:
    """The names of the place in reports for which no place was found."""
    if made.verdict != "correct":
        return []
    found = (book.review.report_of_claim(claim).get(claim) for claim in (made.subject, *(made.also or ())))
    places = (each.found.place for each in found if each is not None)
    return [place.name for place in places if place is not None and place.lat is None]
