"""The SQL-backed index: loads only the rows that one page needs, so it works for a book of any size.

It answers as :class:`tollbook.search.query.IncidentIndex` does, for the default rule and everything published; with
another rule, the figures of one page are computed again. The rows must be up to date when it is made.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import get_args

import msgspec
from sqlalchemy import Connection, func, select

from tollbook.decisions import annotations
from tollbook.errors import NoSuchRecord
from tollbook.incidents import cache, membership, row_state
from tollbook.incidents.build import RULE
from tollbook.incidents.facets import FACETS, FacetValues, informant
from tollbook.incidents.series_rows import StoredPoints
from tollbook.model import Claim, Report
from tollbook.record import Group, Incident, Toll
from tollbook.search.facet_counts import Counts, RecentCounts, by_facet
from tollbook.search.incident_queries import ASKED, joined, matching, only_asked, ordered
from tollbook.search.lazy_records import CACHE_SIZE, LazyRecords
from tollbook.search.query import IncidentIndex, Query, SearchResults, Sort, check
from tollbook.search.series_by_hand import StoredByHand
from tollbook.search.series_index import SeriesIndex
from tollbook.search.settled_view import SettledView
from tollbook.store import Store
from tollbook.store.incident_rows import unpack, where_in
from tollbook.store.incident_tables import facets as facet_rows
from tollbook.store.incident_tables import incidents as rows
from tollbook.store.incident_tables import listed, mentions
from tollbook.store.incident_tables import values as value_rows

#: Incidents whose claims are searched for one speaker: the newest, if there are more.
_MOST_INCIDENTS = 400


class SqlIndex(IncidentIndex):
    """A book as an index on its stored rows. Valid for one state of the book."""

    def __init__(
        self, store: Store, rule: str = RULE, *,
        values: dict[int, tuple[str, str]] | None = None, recent: RecentCounts | None = None,
        asked: Callable[[], frozenset[str]] = frozenset, signed: Callable[[], frozenset[str]] = frozenset,
    ) -> None:  # fmt: skip
        """``values`` are facet values by key, true in every state of the book; ``recent`` keeps counts for a moment.

        ``asked`` gives the incidents that questions about two are about, ``signed`` those with a signed brief.
        """
        self._store = store
        self._rule = rule
        self._settled = SettledView(store)
        self.reports: Mapping[str, Report] = LazyRecords(self._settled.report, lambda: [r.id for r in store.reports()])
        self.incidents: Mapping[str, Incident] = LazyRecords(self._incident, self._names)
        self.claims: Mapping[str, Claim] = LazyRecords(self._claim, self._claim_names)
        self._values = {} if values is None else values
        self._counts = lru_cache(CACHE_SIZE)(lambda query: by_facet(*self.tally(query)))
        self._recent = recent
        self._ask = lru_cache(1)(asked)
        self._signed = lru_cache(1)(signed)

    @cached_property
    def tolls(self) -> Mapping[str, Toll]:  # type: ignore[override]
        """Every total: few enough to load together."""
        return {toll.id: toll for toll in cache.tolls(self._store)}

    @cached_property
    def series(self) -> SeriesIndex:
        """The series of incidents."""
        return SeriesIndex(StoredPoints(self._store), StoredByHand(self._store))

    def incident(self, name: str) -> Incident:
        """The incident with that id, with its series. Raises NoSuchRecord, with the present id for a former one."""
        if name not in self.incidents and membership.named_now(self._store, name):
            raise cache.no_incident(self._store, name)
        return self.series.named_in([super().incident(name)])[0]

    def claims_about(self, name: str) -> tuple[Claim, ...]:
        """The claims of an incident or toll."""
        if name in self.incidents:
            return self._group(name)
        points = (*self.tolls[name].series, *self.tolls[name].derived) if name in self.tolls else ()
        return tuple(self.claims[c] for point in points for c in point.claims if c in self.claims)

    def reports_of(self, names: Iterable[str]) -> dict[str, Report]:
        """Some reports by id, as far as there are any, in one query."""
        return self._settled.reports(names)

    def incidents_of(self, names: Iterable[str]) -> dict[str, Incident]:
        """Some incidents by id, as far as there are any, in one query."""
        if self._rule != RULE:
            return super().incidents_of(names)
        with self._store.derived_rows() as connection:
            packed = list(where_in(connection, select(rows.c.id, rows.c.record), rows.c.id, names))
        return {row.id: unpack(row.record, Incident) for row in packed}

    def claims_by_report(self, reports: Iterable[str]) -> dict[str, tuple[Claim, ...]]:
        """The claims of some reports, with decisions applied, by report. Raises NoSuchRecord."""
        names = list(reports)
        annotated, belongs_to = annotations.annotated_reports(self._store, names), self._belongs_to(names)
        found: dict[str, tuple[Claim, ...]] = {}
        for name in names:
            # A report that is not in the book raises here.
            known = annotated.get(name) or annotations.annotated_report(self._store, name)
            claims = (msgspec.structs.replace(each.claim, **belongs_to(each.claim.id)) for each in known.claims)
            found[name] = self._settled.claims(name, claims)
        return found

    def incidents_in(self, reports: Iterable[str]) -> dict[str, frozenset[str]]:
        """The ids of the incidents that some reports are about, by report."""
        found: dict[str, set[str]] = {name: set() for name in reports}
        query = select(mentions.c.report, mentions.c.incident)
        with self._store.derived_rows() as connection:
            for row in where_in(connection, query, mentions.c.report, found):
                found[row.report].add(row.incident)
        return {name: frozenset(filter(None, each)) for name, each in found.items()}

    def claims_of_reports(self, reports: Iterable[str]) -> tuple[Claim, ...]:
        """The claims of some reports, as they were read, with settled names."""
        found = self._store.reading_of(reports).items()
        return tuple(claim for name, each in found for claim in self._settled.claims(name, each.reading.claims))

    def claims_by(self, speaker: str) -> tuple[Claim, ...]:
        """The claims whose original informant has this name."""
        query = Query(speaker=speaker)
        with self._store.derived_rows() as connection:
            names = connection.execute(ordered(query).limit(_MOST_INCIDENTS)).scalars().all()
        in_incidents = [claim for name in names for claim in self._group(name)]
        in_totals = [self.claims[c] for c in self._toll_of if c in self.claims]
        return tuple(claim for claim in (*in_incidents, *in_totals) if informant(claim) == speaker)

    def reports_by(self, outlet: str) -> tuple[Report, ...]:
        """The newest reports of an outlet."""
        return self._settled.reports_by(outlet, _MOST_INCIDENTS)

    def claims_page(self, page: int, per_page: int, kind: str = "") -> tuple[tuple[Claim, ...], int]:
        """One page of the claims in the order of the reports; those that a person added or corrected come last."""
        own = self._changed_by_hand
        read, total = self._store.claims_page(page, per_page, kind=kind or None, without=own)
        chosen = [name for name, claim in own.items() if not kind or claim.kind == kind]
        start = max(0, (page - 1) * per_page - total)
        later = [own[name] for name in chosen[start : max(start, page * per_page - total)]]
        every = self.claims_by_report({report for _, report in read})
        by_report = {report: {claim.id: claim for claim in claims} for report, claims in every.items()}
        return (*(by_report[report][name] for name, report in read), *later), total + len(chosen)

    @cached_property
    def _changed_by_hand(self) -> Mapping[str, Claim]:
        """The claims that a person added, corrected or marked as a total, with decisions applied."""
        changing = [d for d in self._settled.decisions if d.verdict in {"add", "correct", "total"}]
        added = [str((d.change or {}).get("id")) for d in changing if d.verdict == "add"]
        names = [*added, *(claim for d in changing for claim in d.claims)]
        return {name: self.claims[name] for name in dict.fromkeys(names) if name in self.claims}

    @cached_property
    def finders(self) -> Mapping[str, int]:
        """The readers of the current readings, with the number of reports."""
        return Counter(known.finder for known in self._store.known().values())

    def facets(self, name: str) -> FacetValues:
        """The facet values of an incident."""
        query = select(facet_rows.c.name, facet_rows.c.value).where(facet_rows.c.incident == name)
        with self._store.derived_rows() as connection:
            every = connection.execute(query).all()
        return {facet: frozenset(row.value for row in every if row.name == facet) for facet in (*FACETS, "spot")}

    def values(self, facet: str, words: str = "") -> list[tuple[str, int]]:
        """Every value of a facet that contains all of some words, with its number of incidents, most frequent first."""
        wanted = words.casefold().split()
        number = select(facet_rows.c.value, func.count().label("n")).where(facet_rows.c.name == facet)
        number = number.group_by(facet_rows.c.value)
        with self._store.derived_rows() as connection:
            if wanted:
                every = connection.execute(select(value_rows.c.value).where(value_rows.c.name == facet)).scalars().all()
                with_words = [value for value in every if all(word in value.casefold() for word in wanted)]
                found = list(where_in(connection, number, facet_rows.c.value, with_words))
            else:
                found = list(connection.execute(number).all())
        return sorted(((row.value, row.n) for row in found), key=lambda pair: (-pair[1], pair[0]))

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents that match a query. Raises Refused for an invalid page or order.

        Each facet has its ``MOST_VALUES`` most frequent values.
        """
        check(query)
        narrowed = msgspec.structs.replace(query, sort=get_args(Sort)[0], page=1, per_page=1, rule=RULE)
        total, counts, spots = self._counts_of(narrowed)
        names = self.in_order(query, (query.page - 1) * query.per_page, query.per_page)
        incidents = self.records(names, query.rule)
        return SearchResults(incidents=tuple(incidents), total=total, facets=dict(counts), spots=spots)

    def _counts_of(self, query: Query) -> Counts:
        if self._recent is None or query.signed is not None:
            return self._counts(query)
        decided = self._settled.decisions
        last = decided[-1].id if decided else ""
        # Rows that are made again after an update begin empty: counts from before would contradict the list.
        changed = (len(decided), last, row_state.have_entries(self._store))
        return self._recent.get(query, changed, lambda: self._counts(query))

    def first_matching(self, query: Query, most: int) -> tuple[Incident, ...]:
        """The first incidents that match a query, up to ``most``; without the values of facets."""
        return tuple(self.records(self.in_order(query, 0, most)))

    def in_order(self, query: Query, start: int, most: int) -> list[str]:
        """Up to ``most`` ids of matching incidents, from the ``start``-th on. As of a day: of those unchanged since."""
        with self._store.derived_rows() as connection:
            every = ordered(query, self._asked(query) if query.needs_person else (), self.signed(query))
            return list(connection.execute(every.limit(most).offset(start)).scalars().all())

    def records(self, names: Sequence[str], rule: str = RULE) -> list[Incident]:
        """The records of some incidents by a rule, in the order of ``names``."""
        with self._store.derived_rows() as connection:
            # The records are fetched after the ids: sorting them in SQL would read all of them.
            packed = {r.id: r.record for r in where_in(connection, select(rows.c.id, rows.c.record), rows.c.id, names)}
        if rule != RULE:
            return [cache.incident(self._store, name, rule=rule) for name in names]
        return [unpack(packed[name], Incident) for name in names]

    def tally(self, query: Query) -> tuple[int, Counter[tuple[str, str]]]:
        """The number of matching incidents in total and by facet value. As of a day: of those unchanged since."""
        import numpy as np  # noqa: PLC0415 - slow to import, and few commands count by facet

        with self._store.derived_rows() as connection:
            asked, signed = self._asked(query), self.signed(query)
            total, packed = joined(connection, matching(query, listed.c.facets, asked, signed))
            more = int(connection.execute(only_asked(query, asked, signed)).scalar_one()) if asked else 0
            keys, numbers = np.unique(np.frombuffer(packed, dtype="<i8"), return_counts=True)
            self._load_values(connection, keys.tolist())
        counted = zip(keys.tolist(), numbers.tolist(), strict=True)
        found = Counter({self._values[key]: number for key, number in counted})
        return total, found + Counter({ASKED: more})

    def _asked(self, query: Query) -> frozenset[str]:
        """The incidents of questions about two incidents; none as of a day, because these are about the whole book."""
        return frozenset() if query.as_of is not None else self._ask()

    def signed(self, query: Query) -> frozenset[str]:
        """The incidents with a signed brief, if a query asks for them."""
        return frozenset() if query.signed is None else self._signed()

    def _load_values(self, connection: Connection, keys: Iterable[int]) -> None:
        """Load the facet values of some keys."""
        unknown = [key for key in keys if key not in self._values]
        loaded = where_in(connection, select(value_rows), value_rows.c.key, unknown)
        self._values |= {row.key: (row.name, row.value) for row in loaded}

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
            report = annotations.annotated_report_of_claim(self._store, name)
        except NoSuchRecord:
            return None
        annotated = report.get(name)
        if annotated is None:
            return None
        claim = msgspec.structs.replace(annotated.claim, **self._belongs_to([report.report.id])(name))
        return self._settled.claims(claim.report, [claim])[0]

    def _belongs_to(self, reports: Iterable[str]) -> Callable[[str], dict[str, str | None]]:
        """A function that gives the incident and toll of a claim of these reports, by the claim's id."""
        with self._store.derived_rows() as connection:
            links = where_in(connection, select(mentions.c.report, mentions.c.incident), mentions.c.report, reports)
            names = {row.incident for row in links if row.incident}
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
