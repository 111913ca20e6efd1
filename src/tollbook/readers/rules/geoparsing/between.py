"""A scene between two places: "between Velmar and Dursan"."""

from collections.abc import Sequence
from itertools import pairwise

from tollbook.model import Place, PlaceMention
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.geoparsing.disambiguation import kilometres

#: UCDP's ``where_prec`` of a line: 2 where its ends lie within 25 km of each other, else 5.
_LINE, _VICINITY, _VICINITY_KM = 5, 2, 25.0


def stretched(place: Place, inside: Sequence[PlaceMention], text: str) -> Place:
    """The middle of two places, where ``place`` is one end of a line that a sentence draws; else ``place`` as it is.

    ``inside`` are the places of that sentence in order of ``text``.
    """
    for one, other in pairwise(inside):
        if place not in (one.place, other.place) or not _are_ends(text, one, other):
            continue
        start, end = one.place, other.place
        if start.lat is None or start.lon is None or end.lat is None or end.lon is None:
            continue
        short = kilometres((start.lat, start.lon), (end.lat, end.lon)) <= _VICINITY_KM
        return Place(
            name=f"between {start.name} and {end.name}",
            text=text[one.start : other.end],
            country=start.country if start.country == end.country else None,
            country_name=start.country_name if start.country == end.country else None,
            admin1=start.admin1 if (start.country, start.admin1) == (end.country, end.admin1) else None,
            lat=round((start.lat + end.lat) / 2, 5),
            lon=round((start.lon + end.lon) / 2, 5),
            precision=_VICINITY if short else _LINE,
        )
    return place


def _are_ends(text: str, one: PlaceMention, other: PlaceMention) -> bool:
    words = lexicon.grammar().place.ends
    before, gap = text[: one.start].lower().split()[-1:], text[one.end : other.start].lower().split()
    return any(before == [first] and gap == [second] for first, second in words)
