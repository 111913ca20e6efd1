"""Applies earlier decisions about a report to words of it that somebody marks. Pure functions.

A reader reads marked words like the report, without settled places and corrected days.
"""

from collections.abc import Callable, Iterable
from datetime import date

from msgspec.structs import replace

from tollbook.decisions.annotations import AnnotatedClaim
from tollbook.model import Claim, Place, When
from tollbook.readers.base import MarkedWords
from tollbook.reconcile.settled_names import SettledNames


def as_decided(marked: MarkedWords, claims: Iterable[AnnotatedClaim], names: SettledNames) -> MarkedWords:
    """Marked words with the day, and the place, that people gave to claims read with the same day, or the same place.

    Of several claims, the nearest in the text counts. For a place without a correction the settled name of the book is
    used.
    """
    day, place = _days(marked.claim.when), marked.claim.place
    same = sorted((e for e in claims if not e.rejected and _days(e.found.when) == day), key=_distance_from(marked))
    days = (e.claim.when for e in same if day is not None and _days(e.claim.when) != day)
    here = (e for e in same if place is not None and _point(e.found.place) == _point(place))
    places = (e.claim.place for e in here if _point(e.claim.place) != _point(place))
    at = next(places, place)
    settled = at if at != place and at is not None and at.lat is not None else names.place(at)
    return _with(marked, when=next(days, marked.claim.when), place=settled)


def _distance_from(marked: MarkedWords) -> Callable[[AnnotatedClaim], tuple[int, int]]:
    start, end = marked.claim.start, marked.claim.end
    return lambda each: (max(each.found.start - end, start - each.found.end), each.found.start)


def _days(when: When | None) -> tuple[date, date | None] | None:
    return (when.start, when.end) if when is not None and when.start is not None else None


def _point(place: Place | None) -> tuple[str, float | None, float | None] | None:
    return (place.name, place.lat, place.lon) if place is not None else None


def _with(marked: MarkedWords, **fields: When | Place | None) -> MarkedWords:
    unknown = {name for name, value in fields.items() if value is None}
    read = tuple(name for name in marked.read if name not in unknown)
    claim: Claim = replace(marked.claim, **fields)
    return replace(marked, claim=claim, read=read)
