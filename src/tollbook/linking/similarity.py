"""Small comparisons of days, places, numbers and kinds of incidents, used throughout linking."""

from collections.abc import Sequence
from math import asin, cos, radians, sin, sqrt

from tollbook.model import IncidentKind, Place, When

_EARTH_KM = 12742.0
#: Numbers of dead lie far apart if one is at least this many times the other, and by at least this many.
_FAR_TIMES, _FAR_BY = 3, 3
#: UCDP precision of a place that is a whole region of the first level: a province, a governorate.
_REGION = 4
#: Kinds that reports of one event confuse: an air strike is called shelling, a shooting a clash.
_FAMILIES: tuple[frozenset[IncidentKind], ...] = (
    frozenset({"airstrike", "shelling", "bombing", "arson"}),
    frozenset({"shooting", "clash", "raid", "execution", "robbery"}),
    frozenset({"abduction", "hostage taking", "hijacking"}),
    frozenset({"clash", "airstrike", "shelling", "raid"}),
    frozenset({"abduction", "hostage taking", "execution", "shooting"}),
    frozenset({"bombing", "shooting", "clash"}),
)


def main_kind(kinds: Sequence[IncidentKind]) -> IncidentKind | None:
    """The kind given most often, any other before plain "attack"; on a tie the first. None for an empty list.

    An air strike is also called a bombing, so if two claims or more say air strike, bombings count as air strikes.
    """
    if kinds.count("airstrike") > 1:
        kinds = ["airstrike" if k == "bombing" else k for k in kinds]
    special: Sequence[IncidentKind] = [k for k in kinds if k != "attack"] or kinds
    return max(special, key=lambda k: (special.count(k), -special.index(k)), default=None)


def same_family(one: IncidentKind, other: IncidentKind) -> bool:
    """Whether two kinds can name one event."""
    return one == other or "attack" in {one, other} or any({one, other} <= family for family in _FAMILIES)


def day_apart(one: When | None, other: When | None) -> int | None:
    """Whole days between two spans of days, 0 if they overlap; None if either is not known."""
    if one is None or other is None or one.start is None or other.start is None:
        return None
    first, second = sorted(((one.start, one.end or one.start), (other.start, other.end or other.start)))
    return max(0, (second[0] - first[1]).days)


def kilometres(one: Place, other: Place) -> float | None:
    """Great-circle distance in kilometres; None if either place has no coordinates."""
    if one.lat is None or one.lon is None or other.lat is None or other.lon is None:
        return None
    if one.lat == other.lat and one.lon == other.lon:
        return 0.0
    lat, lon, lat2, lon2 = map(radians, (one.lat, one.lon, other.lat, other.lon))
    half = sin((lat2 - lat) / 2) ** 2 + cos(lat) * cos(lat2) * sin((lon2 - lon) / 2) ** 2
    return _EARTH_KM * asin(sqrt(min(1.0, half)))


def are_far_apart(one: int, other: int) -> bool:
    """Whether one number of dead is a multiple of the other, and neither is 0 or small."""
    small, large = sorted((one, other))
    return bool(small) and large >= _FAR_TIMES * small and large - small >= _FAR_BY


def in_two_regions(one: Place, other: Place) -> bool:
    """Whether two places of a country are in different regions, and one is a whole region or both are."""
    coarsest = max(one.precision or 9, other.precision or 9)
    known = bool(one.admin1 and other.admin1) and one.country == other.country
    return known and coarsest == _REGION and one.admin1 != other.admin1


def are_two_villages(one: Place | None, other: Place | None) -> bool:
    """Whether two places have different names and are both not in the gazetteer."""
    if one is None or other is None or one.name == other.name:
        return False
    return one.lat is None and other.lat is None and None in {one.geonameid, other.geonameid}
