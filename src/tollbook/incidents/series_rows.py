"""The stored rows that series are made from; only those near some place and time are read."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from tollbook.incidents import series
from tollbook.incidents.series import SeriesPoint
from tollbook.model import Place
from tollbook.record import Incident
from tollbook.store import Store
from tollbook.store.incident_rows import Row, pack_small, unpack_small, where_in
from tollbook.store.incident_tables import listed
from tollbook.store.incident_tables import series_points as table

#: Degrees of longitude around the earth, and to either side of the meridian where it is counted from.
_AROUND, _HALF = 360.0, 180.0


class Box(NamedTuple):
    """A part of the map and of time, both ends included; beyond 180° west or east it has every longitude."""

    south: float
    north: float
    west: float
    east: float
    first: date
    last: date

    @classmethod
    def around(cls, points: Iterable[SeriesPoint], *, near: int, days: int) -> "Box":
        """The box around some incidents, wider by some multiple of ``NEAR_KM`` and some days."""
        some = list(points)
        lats, lons = [each.spot[0] for each in some], [each.spot[1] for each in some]
        by_lat, _ = series.degrees_near(0.0)
        _, by_lon = series.degrees_near(max(map(abs, lats)) + near * by_lat)
        return cls(
            south=min(lats) - near * by_lat,
            north=max(lats) + near * by_lat,
            west=min(lons) - near * by_lon,
            east=max(lons) + near * by_lon,
            first=min(each.first for each in some) - timedelta(days),
            last=max(each.last for each in some) + timedelta(days),
        )

    @property
    def has_every_longitude(self) -> bool:
        """Whether it reaches over the meridian at 180°, where longitudes begin again."""
        return self.west < -_HALF or self.east > _HALF

    def contains(self, other: "Box") -> bool:
        """Whether all of another box is in this one."""
        wide = self.has_every_longitude or (self.west <= other.west and other.east <= self.east)
        high = self.south <= other.south and other.north <= self.north
        return wide and high and self.first <= other.first and other.last <= self.last

    def has(self, point: SeriesPoint) -> bool:
        """Whether an incident was in this part of the map on one of these days."""
        lat, lon = point.spot
        wide = self.has_every_longitude or self.west <= lon <= self.east
        return wide and self.south <= lat <= self.north and point.first <= self.last and self.first <= point.last


def rows(incident: Incident) -> list[Row]:
    """The row of an incident; none if it can be part of no series."""
    found = series.point(incident)
    if found is None:
        return []
    (lat, lon), place = found.spot, pack_small(found.place)
    about = {"incident": found.incident, "kind": found.kind, "day": found.first, "last_day": found.last}
    return [{**about, "lat": lat, "lon": lon, "place": place}]


class StoredPoints:
    """The points of a book whose rows are up to date; as of a day, only those of incidents unchanged since."""

    def __init__(self, store: Store, as_of: date | None = None) -> None:
        self._store = store
        self._query = select(table)
        if as_of is not None:
            self._query = self._query.join(listed, listed.c.incident == table.c.incident).where(
                listed.c.complete_from <= as_of
            )

    def named(self, incidents: Iterable[str]) -> dict[str, SeriesPoint]:
        """The points of some incidents, by id."""
        with self._store.derived_rows() as connection:
            found = where_in(connection, self._query, table.c.incident, incidents)
            return {row.incident: _point(row) for row in found}

    def within(self, box: Box) -> list[SeriesPoint]:
        """The points in a part of the map and of time."""
        query = self._query.where(table.c.lat.between(box.south, box.north))
        query = query.where(table.c.day <= box.last, table.c.last_day >= box.first)
        if not box.has_every_longitude:
            query = query.where(table.c.lon.between(box.west, box.east))
        return self._points(query)

    def every(self) -> list[SeriesPoint]:
        """All points."""
        return self._points(self._query)

    def _points(self, query: Select[Any]) -> list[SeriesPoint]:
        with self._store.derived_rows() as connection:
            return [_point(row) for row in connection.execute(query)]


def _point(row: Any) -> SeriesPoint:
    place = unpack_small(row.place, Place)
    return SeriesPoint(incident=row.incident, kind=row.kind, first=row.day, last=row.last_day, place=place)
