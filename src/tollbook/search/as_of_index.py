"""Lists of incidents as of a day: what had been published by then, and nothing that came later.

Of most incidents all had been told by then, and their stored rows say so; they are listed from these. Those that were
told of before the day and after it, or by a report without a day, are made anew. So a list takes as long as there are
incidents in the news on that day, not as long as the book.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple, get_args

import msgspec
from sqlalchemy import or_, select

from tollbook.incidents import cache
from tollbook.incidents.build import RULE
from tollbook.record import Group, Incident
from tollbook.search.query import Facets, Query, SearchResults, Sort, check, facets_of, fits, order, words_of
from tollbook.search.sql_index import Found, SqlIndex, divided
from tollbook.store import Store
from tollbook.store.incident_rows import incidents as rows
from tollbook.store.incident_rows import listed, unpack

#: Incidents made anew at once: their reports are in memory together.
_PORTION = 500
#: Queries of one day whose counts are kept, so that the next page need not count again.
_KEPT = 50


class _Anew(NamedTuple):
    incident: Incident
    facets: Facets
    words: str


class AsOfIndex:
    """The incidents of a book as of one day; good for one state of the book."""

    def __init__(self, store: Store, stacks: SqlIndex, day: date) -> None:
        self._store = store
        self._day = day
        self._rows = stacks
        self._anew = {each.incident.id: each for each in self._made_anew()}
        self._found = lru_cache(_KEPT)(self._count)

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents a query asks for, as ``SqlIndex.browse``. Raises Refused."""
        check(query)
        query = msgspec.structs.replace(query, as_of=self._day)
        narrowed = msgspec.structs.replace(query, sort=get_args(Sort)[0], page=1, per_page=1, rule=RULE)
        total, counts, spots = self._found(narrowed)
        return SearchResults(incidents=tuple(self._page(query)), total=total, facets=dict(counts), spots=spots)

    def _page(self, query: Query) -> list[Incident]:
        anew = [each.incident for each in self._anew.values() if _fits(each, query)]
        start = (query.page - 1) * query.per_page
        # Each of those made anew moves the others by one place at most.
        first = max(0, start - len(anew))
        kept = self._rows.records(self._rows.in_order(query, first, start + query.per_page - first))
        both = sorted([*anew, *kept], key=lambda incident: order(incident, query.sort))
        page = both[start - first : start - first + query.per_page]
        if query.rule == RULE:
            return page
        return [cache.incident(self._store, each.id, rule=query.rule, as_of=self._day) for each in page]

    def _count(self, query: Query) -> Found:
        total, counted = self._rows.tally(query)
        anew = [each for each in self._anew.values() if _fits(each, query)]
        for each in anew:
            counted += Counter((name, value) for name, values in each.facets.items() for value in values)
        return divided(total + len(anew), counted)

    def _made_anew(self) -> Iterator[_Anew]:
        open_ = or_(listed.c.last_told.is_(None), listed.c.last_told > self._day)
        query = select(rows.c.group).join(listed, listed.c.incident == rows.c.id)
        with self._store.derived_rows() as connection:
            packed = connection.execute(query.where(listed.c.first_told <= self._day, open_)).scalars().all()
        for first in range(0, len(packed), _PORTION):
            part = {group.id: group for group in (unpack(one, Group) for one in packed[first : first + _PORTION])}
            reports = self._store.reports_of(link.id for group in part.values() for link in group.reports)
            for incident in cache.made(self._store, tuple(part.values()), as_of=self._day):
                claims = part[incident.id].claims
                yield _Anew(incident, facets_of(incident, claims, reports), words_of(incident, claims))


def _fits(each: _Anew, query: Query) -> bool:
    words = query.text.casefold().split()
    return fits(each.incident, each.facets, query) and all(word in each.words for word in words)
