"""Lists of incidents as of a day, from the reports published by then.

Most incidents have no later reports, and are listed from their stored rows. Incidents with
reports before and after the day, or with an undated report, are made again. So the time depends on how many incidents
were in the news on that day, not on the size of the book.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple, get_args

import msgspec
from sqlalchemy import or_, select

from tollbook.decisions import verdicts
from tollbook.decisions.constraints import no_series
from tollbook.decisions.names import settled_reports
from tollbook.incidents import cache, series
from tollbook.incidents.build import RULE
from tollbook.incidents.facets import FacetValues, facet_values, searchable_text
from tollbook.incidents.series import SeriesPoint
from tollbook.incidents.series_rows import StoredPoints
from tollbook.record import Group, Incident
from tollbook.search.facet_counts import Counts, by_facet
from tollbook.search.query import Query, SearchResults, Sort, check, matches, sort_key
from tollbook.search.series_by_hand import StoredByHand
from tollbook.search.series_index import AsOfPoints, SeriesIndex
from tollbook.search.sql_index import SqlIndex
from tollbook.store import Store
from tollbook.store.incident_rows import unpack
from tollbook.store.incident_tables import incidents as rows
from tollbook.store.incident_tables import listed

#: Incidents that are made again together: their reports are in memory at the same time.
_BATCH = 500
#: Queries of one day whose counts are cached, so that the next page does not count again.
_CACHE_SIZE = 50


class _Rebuilt(NamedTuple):
    incident: Incident
    facets: FacetValues
    text: str
    point: SeriesPoint | None


class AsOfIndex:
    """The incidents of a book as of one day. Valid for one state of the book."""

    def __init__(self, store: Store, sql_index: SqlIndex, day: date) -> None:
        self._store = store
        self._day = day
        self._sql_index = sql_index
        self._apart = no_series(verdicts.in_force(store))
        self._rebuilt = {each.incident.id: each for each in self._rebuild()}
        self._counts = lru_cache(_CACHE_SIZE)(self._count)

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents that match a query, as ``SqlIndex.browse``. Raises Refused."""
        check(query)
        query = msgspec.structs.replace(query, as_of=self._day)
        narrowed = msgspec.structs.replace(query, sort=get_args(Sort)[0], page=1, per_page=1, rule=RULE)
        total, counts, spots = self._counts(narrowed)
        return SearchResults(incidents=tuple(self._page(query)), total=total, facets=dict(counts), spots=spots)

    @cached_property
    def series(self) -> SeriesIndex:
        """The series as of the day."""
        changed = {each.incident.id: each.point for each in self._rebuilt.values() if each.point is not None}
        by_hand = StoredByHand(self._store, self._day, {name: each.incident for name, each in self._rebuilt.items()})
        return SeriesIndex(AsOfPoints(StoredPoints(self._store, self._day), changed), by_hand)

    def _page(self, query: Query) -> list[Incident]:
        rebuilt = [each.incident for each in self._matching(query)]
        start = (query.page - 1) * query.per_page
        # Each rebuilt incident moves the others by one place at most.
        first = max(0, start - len(rebuilt))
        unchanged = self._sql_index.records(self._sql_index.in_order(query, first, start + query.per_page - first))
        both = sorted([*rebuilt, *unchanged], key=lambda incident: sort_key(incident, query.sort))
        page = both[start - first : start - first + query.per_page]
        if query.rule == RULE:
            return page
        return [cache.incident(self._store, each.id, rule=query.rule, as_of=self._day) for each in page]

    def _count(self, query: Query) -> Counts:
        total, counted = self._sql_index.tally(query)
        rebuilt = self._matching(query)
        for each in rebuilt:
            counted += Counter((name, value) for name, values in each.facets.items() for value in values)
        return by_facet(total + len(rebuilt), counted)

    def _matching(self, query: Query) -> list[_Rebuilt]:
        """The incidents that were made again and match."""
        signed, found = self._sql_index.signed(query), [e for e in self._rebuilt.values() if _matches(e, query)]
        return [e for e in found if query.signed is None or (e.incident.id in signed) == (query.signed == "yes")]

    def _rebuild(self) -> Iterator[_Rebuilt]:
        changing = or_(listed.c.complete_from.is_(None), listed.c.complete_from > self._day)
        query = select(rows.c.group).join(listed, listed.c.incident == rows.c.id)
        with self._store.derived_rows() as connection:
            packed = connection.execute(query.where(listed.c.first_published <= self._day, changing)).scalars().all()
        for first in range(0, len(packed), _BATCH):
            part = {group.id: group for group in (unpack(one, Group) for one in packed[first : first + _BATCH])}
            reports = settled_reports(self._store, (link.id for group in part.values() for link in group.reports))
            for incident in cache.rebuilt(self._store, tuple(part.values()), as_of=self._day):
                claims = part[incident.id].claims
                facets, words = facet_values(incident, claims, reports), searchable_text(incident, claims)
                apart = self._apart & {incident.id, *(claim.id for claim in claims)}
                point = None if apart else series.point(incident)
                yield _Rebuilt(incident, facets, words, point)


def _matches(each: _Rebuilt, query: Query) -> bool:
    words = query.text.casefold().split()
    return matches(each.incident, each.facets, query) and all(word in each.text for word in words)
