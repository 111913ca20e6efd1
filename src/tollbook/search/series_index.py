"""The series of incidents, from the rows of the incidents near them, so that one series costs no more in a large book.

:func:`tollbook.incidents.series.make` gives the same from all incidents at once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Protocol

from tollbook.decisions.constraints import GivenName
from tollbook.errors import NoSuchRecord
from tollbook.incidents import joined_series, series
from tollbook.incidents.series import GAP_DAYS, SeriesPoint
from tollbook.incidents.series_rows import Box
from tollbook.locale.messages import message
from tollbook.record import Incident
from tollbook.series import Series

#: Days around an incident in which its series is searched first. Most series are shorter; for a longer one the search
#: is repeated over twice its days.
_FIRST_DAYS = 20


class Points(Protocol):
    """The places and days of the incidents of a book."""

    def named(self, incidents: Iterable[str]) -> dict[str, SeriesPoint]:
        """The points of some incidents, by id."""

    def within(self, box: Box) -> list[SeriesPoint]:
        """The points in a part of the map and of time."""

    def every(self) -> list[SeriesPoint]:
        """All points."""


class ByHand(Protocol):
    """Series made and named by people."""

    def groups(self) -> Sequence[Collection[str]]:
        """For each decision, the ids of the incidents that it puts into one series."""

    def names(self) -> Sequence[GivenName]:
        """The names that people gave to series, the latest first."""

    def incidents(self, names: Iterable[str]) -> Mapping[str, Incident]:
        """Some incidents by id, as far as there are any."""


class SeriesIndex:
    """The series of a book. Valid for one state of the book."""

    def __init__(self, points: Points, by_hand: ByHand | None = None) -> None:
        self._points = points
        self._by_hand = by_hand
        self._known: dict[str, Series | None] = {}

    def of(self, incidents: Iterable[str]) -> dict[str, Series]:
        """The series of some incidents, by the id of the incident; without those that are part of none."""
        found = self._unnamed(incidents)
        named = {each.id: self._with_name(each) for each in found.values()}
        return {name: named[each.id] for name, each in found.items()}

    def _unnamed(self, incidents: Iterable[str]) -> dict[str, Series]:
        """The series of some incidents, by the id of the incident, each with the title that Tollbook gives it."""
        wanted = list(incidents)
        made = self._joined.made
        found = self._found([name for name in wanted if name not in made])
        return {name: each for name in wanted if (each := made.get(name) or found.get(name)) is not None}

    def _with_name(self, found: Series) -> Series:
        return joined_series.named(found, self._names, lambda name: self._unnamed([name]).get(name))

    @property
    def with_a_name(self) -> Iterable[str]:
        """The incidents of the series that people named, by id."""
        return chain.from_iterable(each.incidents for each in self._names)

    @cached_property
    def _names(self) -> Sequence[GivenName]:
        return () if self._by_hand is None else self._by_hand.names()

    def _found(self, wanted: Sequence[str]) -> dict[str, Series]:
        """The series that Tollbook finds of some incidents, by the id of the incident."""
        unknown = [name for name in wanted if name not in self._known]
        for name, point in self._points.named(unknown).items():
            if name not in self._known:
                chain = self._chain(point)
                found = series.series_of(chain) if series.is_series(chain) else None
                self._known |= dict.fromkeys((each.incident for each in chain), found)
        self._known |= {name: None for name in unknown if name not in self._known}
        return {name: found for name in wanted if (found := self._known[name]) is not None}

    def get(self, name: str) -> Series:
        """The series that has an incident with this id. Raises NoSuchRecord."""
        found = self.of([name]).get(name)
        if found is None:
            raise NoSuchRecord(message("No series has an incident {id}; see: tollbook series", id=name))
        return found

    def named_in(self, incidents: Iterable[Incident]) -> tuple[Incident, ...]:
        """Some incidents, each with the id of its series."""
        some = tuple(incidents)
        return series.named_in(some, self.of(each.id for each in some).values())

    @cached_property
    def every(self) -> tuple[Series, ...]:
        """All series, by first day and id."""
        every, (groups, incidents, made) = series.make(self._points.every()), self._joined
        every = joined_series.joined(every, groups, incidents) if made else every
        return tuple(map(self._with_name, every))

    @cached_property
    def _joined(self) -> "_Joined":
        groups = () if self._by_hand is None else self._by_hand.groups()
        if self._by_hand is None or not groups:
            return _Joined((), {}, {})
        named = sorted(set(chain.from_iterable(groups)))
        found = {each.id: each for each in self._found(named).values()}
        incidents = self._by_hand.incidents([*named, *(name for each in found.values() for name in each.incidents)])
        made = joined_series.joined(found.values(), groups, incidents)
        return _Joined(groups, incidents, {name: each for each in made for name in each.incidents})

    def _chain(self, point: SeriesPoint) -> list[SeriesPoint]:
        """The chain of an incident, or the incident alone: searched in a part of the map that grows with the chain."""
        chain, box = [point], Box.around([point], near=2, days=_FIRST_DAYS)
        while True:
            found = series.chains(self._points.within(box))
            chain = next((each for each in found if point in each), chain)
            # Twice as far as the next incident can be: another chain there may be closer to one of these incidents.
            if box.contains(Box.around(chain, near=2, days=2 * GAP_DAYS)):
                return chain
            days = (chain[-1].last - chain[0].first).days + _FIRST_DAYS
            box = Box.around(chain, near=2, days=days)


class _Joined(NamedTuple):
    """Series made by people: for each decision, the incidents of all its series, and the series of each incident."""

    groups: Sequence[Collection[str]]
    incidents: Mapping[str, Incident]
    made: Mapping[str, Series]


class AsOfPoints:
    """The points as of a day: the stored ones of unchanged incidents, and the former ones of the others."""

    def __init__(self, stored: Points, changed: Mapping[str, SeriesPoint]) -> None:
        self._stored = stored
        self._changed = changed

    def named(self, incidents: Iterable[str]) -> dict[str, SeriesPoint]:
        """The points of some incidents, by id."""
        wanted = list(incidents)
        changed = {name: self._changed[name] for name in wanted if name in self._changed}
        return self._stored.named(wanted) | changed

    def within(self, box: Box) -> list[SeriesPoint]:
        """The points in a part of the map and of time."""
        return [*self._stored.within(box), *filter(box.has, self._changed.values())]

    def every(self) -> list[SeriesPoint]:
        """All points."""
        return [*self._stored.every(), *self._changed.values()]
