"""Disambiguation of place names: chooses among the places with a name, for all names of a report together.

Relaxation labelling, as in Leidner's *Toponym Resolution in Text* (2007): each candidate starts with a weight of its
own, then gains from the candidates of other names in the same country, in the same first-order division or close by, in
proportion to their own scores. A few rounds are enough; the order of the names does not matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tollbook.gazetteer import GazetteerEntry

FloatArray = NDArray[np.float64]

#: The weight of a candidate by itself, on the scale of the decimal logarithm of a population: a country outweighs any
#: city, a first-order division a city of three million, a county a town of ten thousand.
_WEIGHT = {"country": 9.0, "admin1": 6.5, "region": 7.0, "county": 4.0}
#: The weight of a division named after its main city: "Homs" alone is the city more often than the governorate, if the
#: city has a hundred thousand people.
_NAMED_AFTER_CITY = 5.0
_CAPITAL = 1.0
#: The penalty of an alternate name: GeoNames' alternate names include former names and errors. It equals a hundredfold
#: population.
_OTHER_NAME = 2.0
#: The gain of a candidate inside the place that the text names around it: nothing outweighs it.
_CONTAINED = 20.0
#: Gains, swept in steps of a half on local news with hand-made coordinates; the optimum is flat.
_SAME_COUNTRY = 5.0
_SAME_DIVISION = 4.0
_CLOSE = 3.0
_CLOSE_KM = 60.0
_ROUNDS = 4
#: At most so many candidates of one report are compared; each name keeps at least _FEWEST, those with most weight.
_MOST = 700
_FEWEST = 8
#: Two candidates with scores closer than this and more than APART_KM from each other are a tie: their populations
#: differ by an eighth.
_TIE = 0.05
APART_KM = 50.0
#: A settlement is in doubt if another one is less than this behind it: fewer than ten times the people, and no other
#: name of the report speaks for one of them. A judgement: a village is not meant because it is somewhat larger.
_DOUBT = 1.0
_EARTH_KM = 12_742


@dataclass(slots=True)
class AmbiguousName:
    """One name of a report.

    ``candidates`` are the places it may mean, ``mentions`` how much it counts for other names, ``inside`` the names of
    the places that the text says it is in. :func:`resolve` sets ``best``, ``tied``, and ``doubted``: settlements that
    may be meant as well as ``best``.
    """

    candidates: list[GazetteerEntry]
    mentions: float = 1.0
    inside: "Sequence[AmbiguousName]" = ()
    best: GazetteerEntry | None = None
    tied: Sequence[GazetteerEntry] = ()
    doubted: Sequence[GazetteerEntry] = ()


def resolve(names: Sequence[AmbiguousName]) -> None:
    """Set ``best`` of every name with candidates, and ``tied`` if two of them cannot be distinguished."""
    known = [name for name in names if name.candidates]
    if not known:
        return
    most = max(_FEWEST, _MOST // len(known))
    own = [sorted(((_own_weight(e, n), e) for e in n.candidates), key=lambda pair: -pair[0])[:most] for n in known]
    starts = np.cumsum([0, *(len(pairs) for pairs in own)][:-1])
    entries = [entry for pairs in own for _, entry in pairs]
    weight = np.array([w for pairs in own for w, _ in pairs])
    owner = np.repeat(np.arange(len(known)), [len(pairs) for pairs in own])
    score = _relax(weight, owner, starts, _relations(entries), np.array([name.mentions for name in known]))
    for position, name in enumerate(known):
        ranked = sorted(((score[i], entries[i]) for i in np.flatnonzero(owner == position)), key=lambda pair: -pair[0])
        name.best = ranked[0][1]
        ties = [e for s, e in ranked[1:] if ranked[0][0] - s < _TIE and distance(e, name.best) > APART_KM]
        name.tied = [name.best, *ties] if ties else []
        name.doubted = _doubted(name.best, [e for s, e in ranked[1:] if ranked[0][0] - s < _DOUBT])


def _doubted(best: GazetteerEntry, near: Sequence[GazetteerEntry]) -> list[GazetteerEntry]:
    """The settlements that may be meant as well as the best candidate, the best first; none if it is no settlement."""
    if best.kind != "city":
        return []
    return [e for e in near if e.kind == "city" and e.main and distance(e, best) > APART_KM]


def _own_weight(entry: GazetteerEntry, name: AmbiguousName) -> float:
    weight = _WEIGHT.get(entry.kind) or math.log10(max(entry.population, 100))
    if entry.kind == "admin1" and any(e.kind == "city" and e.main and lies_in(e, entry) for e in name.candidates):
        weight = _NAMED_AFTER_CITY
    contained = any(lies_in(entry, area) for outer in name.inside for area in outer.candidates)
    return weight + _CAPITAL * entry.capital - _OTHER_NAME * (not entry.main) + _CONTAINED * contained


def _relax(
    weight: FloatArray,
    owner: NDArray[np.intp],
    starts: NDArray[np.intp],
    relations: tuple[FloatArray, FloatArray],
    mentions: FloatArray,
) -> FloatArray:
    shared, near = relations
    foreign = owner[:, None] != np.arange(len(starts))[None, :]
    total = np.maximum((foreign * mentions).sum(axis=1), 1.0)
    score = weight
    for _ in range(_ROUNDS):
        raised = np.exp(score - np.maximum.reduceat(score, starts)[owner])
        belief = raised / np.add.reduceat(raised, starts)[owner]
        support = np.maximum.reduceat(shared * belief, starts, axis=1) * foreign
        close = np.maximum.reduceat(near * raised, starts, axis=1) * foreign
        score = weight + (support * mentions).sum(axis=1) / total + _CLOSE * close.max(axis=1)
    return score


def _relations(entries: Sequence[GazetteerEntry]) -> tuple[FloatArray, FloatArray]:
    """For each pair of candidates: the gain by a shared country and division, and their closeness (0–1)."""
    country = np.array([e.country or f"-{i}" for i, e in enumerate(entries)])
    division = np.array([f"{e.country}|{e.admin1}" if e.admin1 else f"-{i}" for i, e in enumerate(entries)])
    lat, lon = np.radians([e.lat for e in entries]), np.radians([e.lon for e in entries])
    point = np.array([e.kind in ("city", "county") for e in entries])
    shared = _SAME_COUNTRY * (country[:, None] == country) + _SAME_DIVISION * (division[:, None] == division)
    north = lat[:, None] - lat
    east = (lon[:, None] - lon) * np.cos((lat[:, None] + lat) / 2)
    near = np.exp(-(_EARTH_KM / 2) * np.hypot(north, east) / _CLOSE_KM) * (point[:, None] & point)
    return shared, near


def lies_in(entry: GazetteerEntry, area: GazetteerEntry) -> bool:
    """Whether an entry is inside a country or a division, or a part of a city or a county."""
    if entry is area or not entry.country or entry.country != area.country:
        return False
    if area.kind == "country":
        return entry.kind != "country"
    if area.kind == "admin1":
        return entry.admin1 == area.admin1 and entry.kind != "admin1"
    return area.kind in ("city", "county") and entry.kind == "city" and distance(entry, area) < APART_KM


def distance(one: GazetteerEntry, other: GazetteerEntry) -> float:
    """Great-circle distance in kilometres."""
    return kilometres((one.lat, one.lon), (other.lat, other.lon))


def kilometres(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Great-circle distance of two points, each latitude and longitude in degrees."""
    (a, west), (b, east) = (tuple(map(math.radians, point)) for point in (one, other))
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin((east - west) / 2) ** 2
    return _EARTH_KM * math.asin(math.sqrt(min(1.0, half)))
