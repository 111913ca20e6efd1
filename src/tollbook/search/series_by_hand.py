"""Series made and named by people, from the decisions and the stored rows of the incidents that they name."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property

from sqlalchemy import select

from tollbook.decisions import verdicts
from tollbook.decisions.constraints import GivenName, series_by_hand, series_names
from tollbook.decisions.decision import NAME_SERIES, OF_SERIES, ONE_SERIES, Decision
from tollbook.incidents import membership
from tollbook.record import Incident
from tollbook.store import Store
from tollbook.store.incident_rows import unpack, where_in
from tollbook.store.incident_tables import incidents as rows
from tollbook.store.incident_tables import listed


class StoredByHand:
    """Series made and named by people. As of a day, ``changed`` are the incidents that were different then, by id."""

    def __init__(self, store: Store, as_of: date | None = None, changed: Mapping[str, Incident] | None = None) -> None:
        self._store = store
        self._as_of = as_of
        self._changed = changed or {}

    def groups(self) -> tuple[frozenset[str], ...]:
        """For each decision, the ids of the incidents that it puts into one series."""
        decisions = self._decisions
        if all(each.verdict != ONE_SERIES for each in decisions):
            return ()
        return series_by_hand(decisions, self._incident_of)

    def names(self) -> tuple[GivenName, ...]:
        """The names that people gave to series, the latest first."""
        decisions = self._decisions
        if all(each.verdict != NAME_SERIES for each in decisions):
            return ()
        return series_names(decisions, self._incident_of)

    @cached_property
    def _decisions(self) -> list[Decision]:
        return [each for each in self._in_force if each.verdict in OF_SERIES]

    @cached_property
    def _in_force(self) -> tuple[Decision, ...]:
        return verdicts.in_force(self._store)

    @cached_property
    def _incident_of(self) -> Mapping[str, str]:
        """The incident of each claim that a decision on series names."""
        named = {claim for each in self._decisions for claim in each.claims}
        added = {str((d.change or {}).get("id")): d.subject for d in self._in_force if d.verdict == "add"}
        reports = {added[name] for name in named & added.keys()}
        reports |= {claim.report for claim in self._store.claims_of(named).values()} | set(
            self._store.reports_of(named)
        )
        return membership.incident_of(membership.groups_of_reports(self._store, reports))

    def incidents(self, names: Iterable[str]) -> dict[str, Incident]:
        """Some incidents by id, as far as there are any."""
        wanted = list(names)
        query = select(rows.c.id, rows.c.record)
        if self._as_of is not None:
            query = query.join(listed, listed.c.incident == rows.c.id).where(listed.c.complete_from <= self._as_of)
        with self._store.derived_rows() as connection:
            found = {row.id: unpack(row.record, Incident) for row in where_in(connection, query, rows.c.id, wanted)}
        return found | {name: self._changed[name] for name in wanted if name in self._changed}
