"""A shelf of any size: what a page needs is asked of the stored rows, and nothing else is taken down.

It answers as ``browsing.Shelf`` does, for the usual rule and all that has been published; figures of one page are made
anew where another rule is asked for. The rows must be up to date when it is made.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar, get_args

import msgspec
import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from tollbook.decisions import verdicts
from tollbook.errors import NoSuchRecord
from tollbook.incidents import cache
from tollbook.incidents.build import RULE
from tollbook.model import Claim, Report
from tollbook.record import Group, Incident, Toll
from tollbook.review import annotations
from tollbook.search.query import (
    FACETS,
    FLAGS,
    Facets,
    IncidentIndex,
    Query,
    SearchResults,
    Sort,
    Spot,
    check,
    informant,
    spot_of,
)
from tollbook.store import Store
from tollbook.store.incident_rows import episodes, listed, unpack, where_in
from tollbook.store.incident_rows import facets as facet_rows
from tollbook.store.incident_rows import incidents as rows
from tollbook.store.incident_rows import values as value_rows

#: Values of a facet that a listing brings, but for days and places on the map: more is never shown beside a list.
MOST_VALUES = 50
#: Facets that are asked for by a value.
_CHOSEN = ("place", "country", "kind", "perpetrator", "site", "status", "speaker", "outlet")
#: Incidents whose claims are looked through for one speaker: with more, the latest are.
_MOST_INCIDENTS = 400
#: Records of one sort that are kept once they were asked for; a page asks for some hundreds.
_MOST_KEPT = 2000
_T = TypeVar("_T")
#: How many fit, how they divide by facet, and where they lie on the map.
Found = tuple[int, dict[str, tuple[tuple[str, int], ...]], tuple[Spot, ...]]


class _Fetched(Mapping[str, _T]):
    """Records by id, each asked for when it is wanted and then kept."""

    def __init__(self, fetch: Callable[[str], _T | None], names: Callable[[], Iterable[str]]) -> None:
        self._fetch = fetch
        self._names = names
        self._kept: dict[str, _T | None] = {}

    def __getitem__(self, name: str) -> _T:
        if name not in self._kept:
            self._kept[name] = self._fetch(name)
            for old in list(self._kept)[:-_MOST_KEPT]:
                self._kept.pop(old, None)
        found = self._kept.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return sum(1 for _ in self._names())


class SqlIndex(IncidentIndex):
    """The shelf of a book by its stored rows. It is good for one state of the book."""

    def __init__(self, store: Store, rule: str = RULE) -> None:
        self._store = store
        self._rule = rule
        self.reports: Mapping[str, Report] = _Fetched(store.report, lambda: [r.id for r in store.reports()])
        self.incidents: Mapping[str, Incident] = _Fetched(self._incident, self._names)
        self.claims: Mapping[str, Claim] = _Fetched(self._claim, self._claim_names)
        self._values: dict[int, tuple[str, str]] = {}
        self._found = lru_cache(_MOST_KEPT)(self._count)

    @cached_property
    def tolls(self) -> Mapping[str, Toll]:  # type: ignore[override]
        """Every total: few enough to be had together."""
        return {toll.id: toll for toll in cache.tolls(self._store)}

    def claims_about(self, name: str) -> tuple[Claim, ...]:
        """The claims that went to an incident or toll."""
        if name in self.incidents:
            return self._group(name)
        points = (*self.tolls[name].series, *self.tolls[name].derived) if name in self.tolls else ()
        return tuple(self.claims[c] for point in points for c in point.claims if c in self.claims)

    def claims_in(self, report: str) -> tuple[Claim, ...]:
        """The claims of a report, as they stand in it."""
        standing = annotations.annotated_report(self._store, report).claims
        home = self._homes(report)
        return tuple(msgspec.structs.replace(each.claim, **home(each.claim.id)) for each in standing)

    def told_in(self, reports: Iterable[str]) -> tuple[Claim, ...]:
        """The claims of some reports, as they were found."""
        return tuple(claim for each in self._store.reading_of(reports).values() for claim in each.reading.claims)

    def claims_by(self, speaker: str) -> tuple[Claim, ...]:
        """The claims that go back to a speaker under this name."""
        query = Query(speaker=speaker)
        with self._store.derived_rows() as connection:
            names = connection.execute(_ordered(query).limit(_MOST_INCIDENTS)).scalars().all()
        told = [claim for name in names for claim in self._group(name)]
        totals = [self.claims[c] for c in self._toll_of if c in self.claims]
        return tuple(claim for claim in (*told, *totals) if informant(claim) == speaker)

    def reports_by(self, outlet: str) -> tuple[Report, ...]:
        """The latest reports of an outlet."""
        return tuple(self._store.reports_page(per_page=_MOST_INCIDENTS, outlet=outlet)[0])

    def claims_page(self, page: int, per_page: int, kind: str = "") -> tuple[tuple[Claim, ...], int]:
        """One page of the claims in the order of reading; those that a person added or corrected come last."""
        own = self._changed_by_hand
        read, total = self._store.claims_page(page, per_page, kind=kind or None, without=own)
        chosen = [name for name, claim in own.items() if not kind or claim.kind == kind]
        start = max(0, (page - 1) * per_page - total)
        later = [own[name] for name in chosen[start : max(start, page * per_page - total)]]
        told = {report: {c.id: c for c in self.claims_in(report)} for report in {report for _, report in read}}
        return (*(told[report][name] for name, report in read), *later), total + len(chosen)

    @cached_property
    def _changed_by_hand(self) -> Mapping[str, Claim]:
        """The claims that a person added or corrected, as they stand."""
        ruled = [d for d in verdicts.in_force(self._store) if d.verdict in {"add", "correct"}]
        names = [str((d.change or {}).get("id")) if d.verdict == "add" else d.subject for d in ruled]
        return {name: self.claims[name] for name in dict.fromkeys(names) if name in self.claims}

    @cached_property
    def finders(self) -> Mapping[str, int]:
        """Which readers made the readings that hold, and of how many reports."""
        return Counter(known.finder for known in self._store.known().values())

    def facets(self, name: str) -> Facets:
        """What an incident is found by."""
        query = select(facet_rows.c.name, facet_rows.c.value).where(facet_rows.c.incident == name)
        with self._store.derived_rows() as connection:
            every = connection.execute(query).all()
        return {facet: frozenset(row.value for row in every if row.name == facet) for facet in (*FACETS, "spot")}

    def values(self, facet: str, words: str = "") -> list[tuple[str, int]]:
        """Every value of a facet that has all these words, with its incidents, most frequent first."""
        query = select(facet_rows.c.value, func.count().label("n")).where(facet_rows.c.name == facet)
        with self._store.derived_rows() as connection:
            every = connection.execute(query.group_by(facet_rows.c.value)).all()
        wanted = words.casefold().split()
        fits = [(row.value, row.n) for row in every if all(word in row.value.casefold() for word in wanted)]
        return sorted(fits, key=lambda pair: (-pair[1], pair[0]))

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents a query asks for. Raises Refused for a page or an order there is not.

        Of every facet the ``MOST_VALUES`` most frequent values are listed.
        """
        check(query)
        narrowed = msgspec.structs.replace(query, sort=get_args(Sort)[0], page=1, per_page=1, rule=RULE)
        total, counts, spots = self._found(narrowed)
        names = self.in_order(query, (query.page - 1) * query.per_page, query.per_page)
        found = self.records(names, query.rule)
        return SearchResults(incidents=tuple(found), total=total, facets=dict(counts), spots=spots)

    def in_order(self, query: Query, start: int, most: int) -> list[str]:
        """The ids of the incidents that fit, from the ``start``-th on. As of a day: of those that have not changed."""
        with self._store.derived_rows() as connection:
            return list(connection.execute(_ordered(query).limit(most).offset(start)).scalars())

    def records(self, names: Sequence[str], rule: str = RULE) -> list[Incident]:
        """The records of some incidents by a rule, in the order asked for."""
        with self._store.derived_rows() as connection:
            # The records are fetched once it is known which: to sort them would be to read all of them.
            packed = {r.id: r.record for r in where_in(connection, select(rows.c.id, rows.c.record), rows.c.id, names)}
        if rule != RULE:
            return [cache.incident(self._store, name, rule=rule) for name in names]
        return [unpack(packed[name], Incident) for name in names]

    def tally(self, query: Query) -> tuple[int, Counter[tuple[str, str]]]:
        """How many fit, and how many of them have each value of each facet. As of a day: of those unchanged since."""
        with self._store.derived_rows() as connection:
            packed = connection.execute(_fits(query, listed.c.facets)).scalars().all()
            keys, numbers = np.unique(np.frombuffer(b"".join(packed), dtype="<i8"), return_counts=True)
            self._learn(connection, keys.tolist())
        counted = zip(keys.tolist(), numbers.tolist(), strict=True)
        return len(packed), Counter({self._values[key]: number for key, number in counted})

    def _count(self, query: Query) -> Found:
        return divided(*self.tally(query))

    def _learn(self, connection: Connection, keys: Iterable[int]) -> None:
        """Look up which facet values these keys stand for."""
        unknown = [key for key in keys if key not in self._values]
        found = where_in(connection, select(value_rows), value_rows.c.key, unknown)
        self._values |= {row.key: (row.name, row.value) for row in found}

    def _incident(self, name: str) -> Incident | None:
        with self._store.derived_rows() as connection:
            packed = connection.execute(select(rows.c.record).where(rows.c.id == name)).scalar()
        if packed is None or self._rule == RULE:
            return None if packed is None else unpack(packed, Incident)
        return cache.incident(self._store, name, rule=self._rule)

    def _group(self, name: str) -> tuple[Claim, ...]:
        with self._store.derived_rows() as connection:
            packed = connection.execute(select(rows.c.group).where(rows.c.id == name)).scalar()
        claims = unpack(packed, Group).claims if packed is not None else ()
        ordered = sorted(claims, key=lambda claim: (claim.report, claim.start, claim.end, claim.id))
        return tuple(msgspec.structs.replace(claim, incident=name) for claim in ordered)

    def _claim(self, name: str) -> Claim | None:
        try:
            sheet = annotations.annotated_report_of_claim(self._store, name)
        except NoSuchRecord:
            return None
        standing = sheet.get(name)
        if standing is None:
            return None
        return msgspec.structs.replace(standing.claim, **self._homes(sheet.report.id)(name))

    def _homes(self, report: str) -> Callable[[str], dict[str, str | None]]:
        """Which incident and toll each claim of a report went to."""
        with self._store.derived_rows() as connection:
            held = select(episodes.c.incident).where(episodes.c.report == report)
            names = {name for name in connection.execute(held).scalars() if name}
            groups = [unpack(r.group, Group) for r in where_in(connection, select(rows.c.group), rows.c.id, names)]
        incidents = {claim.id: group.id for group in groups for claim in group.claims}
        return lambda name: {"incident": incidents.get(name), "toll": self._toll_of.get(name)}

    @cached_property
    def _toll_of(self) -> Mapping[str, str]:
        every = self.tolls.values()
        return {c: toll.id for toll in every for point in (*toll.series, *toll.derived) for c in point.claims}

    def _names(self) -> list[str]:
        with self._store.derived_rows() as connection:
            return list(connection.execute(select(rows.c.id).order_by(rows.c.id)).scalars())

    def _claim_names(self) -> list[str]:
        return [claim.id for report in self.reports for claim in self.claims_in(report)]


def _fits(query: Query, column: ColumnElement[Any]) -> Select[Any]:
    """A column of the listed rows of the incidents that fit."""
    asked, own = select(column), listed.c.incident
    if words := query.text.casefold().split():
        told = select(rows.c.id).where(*(rows.c.words.contains(word, autoescape=True) for word in words))
        asked = asked.where(own.in_(told))
    chosen = [(name, getattr(query, name)) for name in _CHOSEN if getattr(query, name)]
    flags = zip(FLAGS, (query.contested, query.single_source, query.needs_person), strict=True)
    for name, value in (*chosen, *(("flag", flag) for flag, wanted in flags if wanted)):
        has = and_(facet_rows.c.name == name, facet_rows.c.value == value)
        asked = asked.where(own.in_(select(facet_rows.c.incident).where(has)))
    if query.as_of is not None:
        asked = asked.where(listed.c.last_told <= query.as_of)
    if query.day_from is not None:
        asked = asked.where(listed.c.last_day >= query.day_from)
    return asked if query.day_to is None else asked.where(listed.c.day <= query.day_to)


def _ordered(query: Query) -> Select[Any]:
    """The ids of the incidents that fit in the order of :class:`IncidentIndex`: what is not known comes last."""
    asked = _fits(query, listed.c.incident)
    if query.sort == "oldest":
        return asked.order_by(listed.c.day.is_(None), listed.c.day, listed.c.incident)
    if query.sort != "newest":
        asked = asked.join(rows, rows.c.id == listed.c.incident)
        column = rows.c[query.sort.removeprefix("most ")]
        asked = asked.order_by(func.coalesce(column, -1).desc())
    return asked.order_by(listed.c.newest, listed.c.incident)


def divided(total: int, counted: Mapping[tuple[str, str], int]) -> Found:
    """Values by facet with their numbers, the most frequent of each; days and places on the map all."""
    by_name: dict[str, list[tuple[str, int]]] = {name: [] for name in FACETS}
    for (name, value), number in counted.items():
        by_name.setdefault(name, []).append((value, number))
    by_name["day"].sort()
    for name, found in by_name.items():
        if name != "day":
            found.sort(key=lambda pair: (-pair[1], pair[0]))
        if name not in {"day", "spot"}:
            del found[MOST_VALUES:]
    spots = tuple(spot_of(value, number) for value, number in by_name.pop("spot", ()))
    return total, {name: tuple(found) for name, found in by_name.items()}, spots
