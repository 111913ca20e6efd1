"""Searching a book: reports by their words, incidents by query and facet."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

import msgspec

from tollbook.decisions import verdicts
from tollbook.decisions.filing import Move
from tollbook.errors import Refused
from tollbook.incidents import snapshot, toll_rows
from tollbook.incidents.build import RULE
from tollbook.incidents.last_state import for_lists, lacking
from tollbook.locale.messages import plural
from tollbook.model import Claim
from tollbook.review import queue as open_questions
from tollbook.review.signing import Signature, SignedBriefs, Signing
from tollbook.search import filed
from tollbook.search.as_of_index import AsOfIndex
from tollbook.search.everything import Everything, everything
from tollbook.search.facet_counts import RecentCounts
from tollbook.search.filed import Filed
from tollbook.search.likely import Likely, Sought, likely, of_claim, queries
from tollbook.search.query import IncidentIndex, Query, SearchResults, StateCache
from tollbook.search.series_index import SeriesIndex
from tollbook.search.sql_index import SqlIndex
from tollbook.store import Hit, Store


class Search:
    """``book.search``. Indexes are cached for the current state of the book."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sql_indexes = StateCache[SqlIndex]()
        self._indexes_as_of = StateCache[IncidentIndex]()
        self._lists_as_of = StateCache[AsOfIndex]()
        self._facet_values: dict[int, tuple[str, str]] = {}
        self._recent = RecentCounts()
        self._signed = StateCache[SignedBriefs]()

    def reports(self, question: str, *, limit: int = 50) -> list[Hit]:
        """The reports that contain all words of a question, best first, with the spans of the words."""
        return self._store.search(question, limit)

    def everything(self, question: str, *, limit: int = 30) -> Everything:
        """The reports, incidents, series, persons, speakers, places and outlets that have all words of a question."""
        return everything(self.index(), self.series(), question, self.reports(question, limit=limit), limit)

    def incidents(self, query: Query) -> SearchResults:
        """One page of the incidents that match a query, with the values of each facet. Raises Refused."""
        index = self._sql_index(query.rule)
        return (index if query.as_of is None else self._list_as_of(query.as_of, index)).browse(query)

    def series(self, as_of: date | None = None) -> SeriesIndex:
        """The series of incidents, as of one day."""
        index = self._sql_index(RULE)
        return index.series if as_of is None else self._list_as_of(as_of, index).series

    def index(self, *, rule: str = RULE, as_of: date | None = None) -> IncidentIndex:
        """The book under one rule, as of one day: records by id, claims by incident, report or speaker."""
        if as_of is None:
            return self._sql_index(rule)
        key = (*self._state(), rule, as_of)
        return self._indexes_as_of.get(
            key, lambda: IncidentIndex(snapshot.contents(for_lists(self._store), rule=rule, as_of=as_of))
        )

    def claim(self, name: str) -> Claim:
        """The claim with an id, or the only one whose id begins with it. Raises NoSuchRecord, Refused."""
        added = (str((d.change or {})["id"]) for d in verdicts.in_force(self._store) if d.verdict == "add")
        found = {each for each in added if name and each.startswith(name)}
        found |= set(self._store.claim_ids(name)) if name else set()
        found = {name} if name in found else found
        if len(found) > 1:
            raise Refused(plural(
                "{n} claim has an id that begins with {prefix}; give more of the id.",
                "{n} claims have ids that begin with {prefix}; give more of the id.",
                len(found),
                prefix=name,
            ))  # fmt: skip
        return self.index().claim(*(found or {name}))

    def claims(self, names: Iterable[str]) -> dict[str, Claim]:
        """Some claims by id, as far as there are any, with decisions applied; those of one report are loaded once."""
        wanted, index = dict.fromkeys(names), self.index()
        read = self._store.claims_of(wanted)
        every = index.claims_by_report({claim.report for claim in read.values()}).values()
        found = {claim.id: claim for claims in every for claim in claims if claim.id in wanted}
        return found | {name: index.claims[name] for name in wanted if name not in found and name in index.claims}

    def filed(self, claims: Iterable[str]) -> tuple[Filed, ...]:
        """The incident or running total that each of some claims is filed in, those of one together."""
        return filed.filed(self.index(), claims)

    def move_to(self, claim: str, incident: str | None) -> Move:
        """The move of a claim to an incident, for ``review.file_under``; None is an incident of its own."""
        return filed.move_to(self.index(), claim, incident)

    def likely(self, sought: Sought, text: str = "", *, most: int = 20) -> list[Likely]:
        """Incidents that match some words, or else the place and the days, the likeliest first."""
        asked = [Query(text=text, per_page=most)] if text else queries(sought, most)
        return likely(sought, (each for query in asked for each in self.incidents(query).incidents))[:most]

    def likely_for(self, claim: str, text: str = "", *, most: int = 20) -> list[Likely]:
        """Incidents that a claim may be filed under: the others of its report, then as :meth:`likely`.

        Raises NoSuchRecord.
        """
        index = self.index()
        own = index.claim(claim)
        near = [
            msgspec.structs.replace(each, same_report=True)
            for each in likely(of_claim(own), filed.destinations(index, claim))
        ]
        known = {each.incident.id for each in near} | {own.incident}
        found = self.likely(of_claim(own), text, most=most + len(known))
        return [*near, *(each for each in found if each.incident.id not in known)][:most]

    def signed(self) -> SignedBriefs:
        """The valid signatures of the briefs of single incidents, by the incident that each is of now."""
        return self._signed.get(self._state(), self._signatures)

    def unsigned(self) -> int:
        """How many incidents of the book have no signed brief."""
        return self.incidents(Query(signed="no", per_page=1)).total

    def _signatures(self) -> SignedBriefs:
        valid = [s for s in Signing(self._store).all() if s.withdrawn is None and "incident" in s.asked]
        there = self.index().incidents_of({s.asked["incident"] for s in valid})
        found: dict[str, tuple[Signature, ...]] = {}
        for each in valid:
            name = each.asked["incident"] if each.asked["incident"] in there else self.incident_now(each)
            found[name] = (*found.get(name, ()), each)
        return SignedBriefs(of=found)

    def incident_now(self, signature: Signature) -> str:
        """The present incident of a signed brief: the one that has most of the cited claims.

        The id of an incident follows from its claims, so a decision can change it. If no incident has any, the old id
        stays.
        """
        cited, index = set(signature.words), self.index()
        claims = (claim for report in {name for name, _, _ in cited} for claim in index.claims_in(report))
        incidents = Counter(c.incident for c in claims if c.incident and (c.report, c.start, c.end) in cited)
        return min(incidents, key=lambda name: (-incidents[name], name), default=signature.asked["incident"])

    def _list_as_of(self, day: date, index: SqlIndex) -> AsOfIndex:
        return self._lists_as_of.get((*self._state(), day), lambda: AsOfIndex(for_lists(self._store), index, day))

    def _sql_index(self, rule: str) -> SqlIndex:
        key = (*self._state(), rule)
        recent = None if self._store.may_lack is None else self._recent
        return self._sql_indexes.get(
            key,
            lambda: SqlIndex(
                for_lists(self._store), rule, values=self._facet_values, recent=recent,
                asked=lambda: open_questions.asked_about_two(for_lists(self._store)),
                signed=lambda: frozenset(self.signed().of),
            ),
        )  # fmt: skip

    def _state(self) -> tuple[str, int, bool]:
        """The state that results depend on: the last log entry, the entries that rows lack, and whether totals wait."""
        return self._store.head(), lacking(self._store), toll_rows.are_waiting(self._store)
