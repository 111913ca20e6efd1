"""Series of incidents, as a pure function: fighting that goes on at one place for days, under one heading.

An incident is of one day, so days-long fighting is several incidents. They are a series if each follows another one
closely in place and time. The order of the incidents does not matter, and their figures are never added up.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import cos, radians
from typing import NamedTuple

import msgspec

from tollbook.linking import components
from tollbook.linking.similarity import kilometres
from tollbook.locale.messages import message
from tollbook.model import IncidentKind, Place, Record, When
from tollbook.reconcile.title import day as in_words
from tollbook.record import Incident, Toll
from tollbook.series import Series, SeriesKind

#: The kinds that continue a series, and the kind of a series of one kind alone.
CARRYING: Mapping[IncidentKind, SeriesKind] = {"clash": "fighting", "airstrike": "airstrikes", "shelling": "shelling"}
#: Other kinds that are part of a series close to them. Bombings or shootings on following days may have nothing to do
#: with each other.
JOINING: frozenset[IncidentKind] = frozenset({"bombing", "raid", "shooting", "attack"})
#: Most days from the last day of one incident to the first day of the next. Chosen by hand, not measured: reports of
#: days-long fighting leave out a day or two, and after more than half a week it is often other fighting.
GAP_DAYS = 3
#: Most kilometres from one place to the next. Chosen by hand, not measured: a town and its surroundings. Linking takes
#: 12 for one place, but there the words have to agree as well.
NEAR_KM = 5.0
#: The fewest incidents that continue a series, and the fewest days on which they began. Two days are often one night.
FEWEST, FEWEST_DAYS = 3, 3
#: The places that are exact enough: a town or its surroundings (UCDP's where_prec).
TOWN = 2
#: Times that are exact enough: a week or a month may be that of different fighting.
_EXACT = frozenset({"day", "days"})
#: Kilometres of one degree of latitude, rounded down so that no neighbour is missed.
_DEGREE_KM = 110.0
_Spot = tuple[float, float]


class SeriesPoint(Record, frozen=True, kw_only=True):
    """The properties of an incident that determine its series; ``place`` has coordinates."""

    incident: str
    kind: IncidentKind
    first: date
    last: date
    place: Place

    @property
    def spot(self) -> _Spot:
        """Latitude and longitude."""
        return self.place.lat or 0.0, self.place.lon or 0.0


class _Run(NamedTuple):
    """Incidents at one point of the map that continue a series, each close to the one before."""

    first: date
    last: date
    points: list[SeriesPoint]


class _Runs(NamedTuple):
    """The runs at one point of the map, by their number, in the order of days; no two of them are close."""

    firsts: list[date]
    lasts: list[date]
    numbers: list[int]

    def close_to(self, first: date, last: date) -> list[int]:
        """The runs that are at most ``GAP_DAYS`` from some days."""
        gap = timedelta(GAP_DAYS)
        return self.numbers[bisect_left(self.lasts, first - gap) : bisect_right(self.firsts, last + gap)]


def point(incident: Incident) -> SeriesPoint | None:
    """The place and the days of an incident; None if it can be part of no series."""
    when, place = incident.when, incident.place
    if (
        incident.kind not in CARRYING.keys() | JOINING
        or when is None
        or when.start is None
        or when.precision not in _EXACT
    ):
        return None
    if place is None or place.lat is None or place.lon is None or (place.precision or TOWN + 1) > TOWN:
        return None
    last = when.end or when.start
    return SeriesPoint(incident=incident.id, kind=incident.kind, first=when.start, last=last, place=place)


def make(points: Iterable[SeriesPoint]) -> tuple[Series, ...]:
    """Every series among some incidents, by days and id."""
    found = sorted((chain for chain in chains(points) if is_series(chain)), key=lambda chain: _order(chain[0]))
    return tuple(map(series_of, found))


def named_in(incidents: Iterable[Incident], found: Iterable[Series]) -> tuple[Incident, ...]:
    """The incidents, each with the id of its series among those that were found."""
    series_of_incident = {name: each.id for each in found for name in each.incidents}
    return tuple(msgspec.structs.replace(each, series=series_of_incident.get(each.id)) for each in incidents)


def chains(points: Iterable[SeriesPoint]) -> list[list[SeriesPoint]]:
    """The incidents that continue a series, in chains, with other incidents close to them; in the order of days.

    The order of the points does not matter.
    """
    at: dict[_Spot, list[SeriesPoint]] = defaultdict(list)
    for each in sorted(points, key=_order):
        at[each.spot].append(each)
    near = _neighbours({spot: own[0].place for spot, own in at.items()})
    runs: list[_Run] = []
    runs_at = {spot: _Runs([], [], []) for spot in at}
    for spot, own in at.items():
        for run in _runs_at(own):
            runs_at[spot].firsts.append(run.first)
            runs_at[spot].lasts.append(run.last)
            runs_at[spot].numbers.append(len(runs))
            runs.append(run)

    def close_to(spot: _Spot, first: date, last: date) -> Iterator[int]:
        return (number for other in near[spot] for number in runs_at[other].close_to(first, last))

    edges = ((n, m) for n, run in enumerate(runs) for m in close_to(run.points[0].spot, run.first, run.last))
    joined = components(range(len(runs)), edges)
    found = [[each for number in numbers for each in runs[number].points] for numbers in joined]
    chain_of = {number: chain for numbers, chain in zip(joined, found, strict=True) for number in numbers}
    for each in (each for own in at.values() for each in own if each.kind not in CARRYING):
        near_it = close_to(each.spot, each.first, each.last)
        if (closest := min(near_it, key=lambda n: _distance(each, runs[n]), default=None)) is not None:
            chain_of[closest].append(each)
    return [sorted(chain, key=_order) for chain in found]


def is_series(chain: Iterable[SeriesPoint]) -> bool:
    """Whether a chain is long enough to be a series."""
    carrying = [each for each in chain if each.kind in CARRYING]
    return len(carrying) >= FEWEST and len({each.first for each in carrying}) >= FEWEST_DAYS


def series_of(chain: Sequence[SeriesPoint]) -> Series:
    """The series that a chain is."""
    place, kind = main_place(each.place for each in chain), kind_of(each.kind for each in chain)
    when = When(start=chain[0].first, end=max(each.last for each in chain), precision="days", basis="linked")
    return Series(
        id=chain[0].incident,
        kind=kind,
        title=message("Reported {kind}, {one}, {two}", kind=kind, one=place.name, two=in_words(when)),
        when=when,
        place=place,
        incidents=tuple(each.incident for each in chain),
    )


def degrees_near(lat: float) -> tuple[float, float]:
    """How many degrees of latitude and of longitude ``NEAR_KM`` are, at most; 360 of longitude near a pole."""
    of_latitude = NEAR_KM / _DEGREE_KM
    shrinks = cos(radians(min(90.0, abs(lat) + of_latitude)))
    return of_latitude, min(360.0, of_latitude / max(shrinks, of_latitude / 360))


def of_time_and_place(series: Series, tolls: Iterable[Toll]) -> tuple[Toll, ...]:
    """The running and period totals for the place and time of a series, with their values at that time.

    A value counts if an incident of its day would be close enough to be part of the series.
    """
    when, place = series.when, series.place
    if when is None or when.start is None or when.end is None or place is None:
        return ()
    first, until = when.start, when.end + timedelta(GAP_DAYS)
    found = []
    for toll in tolls:
        values = tuple(p for p in toll.series if p.as_of is not None and first <= p.as_of <= until)
        if values and toll.place is not None and _is_near(toll.place, place):
            found.append(msgspec.structs.replace(toll, series=values))
    return tuple(found)


def _is_near(one: Place, other: Place) -> bool:
    apart = kilometres(one, other)
    return apart is not None and apart <= NEAR_KM and (one.precision or TOWN + 1) <= TOWN


def _order(point: SeriesPoint) -> tuple[date, date, str]:
    return point.first, point.last, point.incident


def _distance(point: SeriesPoint, run: _Run) -> tuple[int, float, _Spot, date]:
    """How far an incident is from a run, to be compared: by days (0 if they overlap), then by kilometres."""
    days = max(0, (max(point.first, run.first) - min(point.last, run.last)).days)
    there = run.points[0]
    return days, kilometres(point.place, there.place) or 0.0, there.spot, run.first


def _runs_at(ordered: Iterable[SeriesPoint]) -> Iterator[_Run]:
    """The runs at one point of the map; a run ends where the next incident is not close."""
    run: _Run | None = None
    for each in ordered:
        if each.kind not in CARRYING:
            continue
        if run is not None and (each.first - run.last).days <= GAP_DAYS:
            run.points.append(each)
            run = run._replace(last=max(run.last, each.last))
            continue
        if run is not None:
            yield run
        run = _Run(each.first, each.last, [each])
    if run is not None:
        yield run


def _neighbours(places: Mapping[_Spot, Place]) -> Mapping[_Spot, Sequence[_Spot]]:
    """The nearby points of each point of the map, including itself."""
    ordered = sorted(places)
    near: dict[_Spot, list[_Spot]] = {spot: [spot] for spot in ordered}
    for number, one in enumerate(ordered):
        of_latitude, _ = degrees_near(one[0])
        for other in ordered[number + 1 :]:
            if other[0] - one[0] > of_latitude:
                break
            if (kilometres(places[one], places[other]) or 0.0) <= NEAR_KM:
                near[one].append(other)
                near[other].append(one)
    return near


def kind_of(of_incidents: Iterable[IncidentKind]) -> SeriesKind:
    """The kind of several incidents together: fighting only if reports describe a clash of two sides."""
    kinds = {CARRYING.get(each, "attacks") for each in of_incidents}
    if "fighting" in kinds:
        return "fighting"
    return kinds.pop() if len(kinds) == 1 else "attacks"


def main_place(of_incidents: Iterable[Place]) -> Place:
    """The place of most incidents; a town before a part of it that has only the point of the town."""
    places = list(of_incidents)
    times = Counter(place.name for place in places)
    return min(places, key=lambda place: (place.precision or TOWN, -times[place.name], place.name, place.text))
