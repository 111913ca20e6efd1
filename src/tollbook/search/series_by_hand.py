"""Series made by people, from the decisions and the stored rows of the incidents that they name."""

from collections.abc import Iterable, Mapping
from datetime import date

from sqlalchemy import select

from tollbook.decisions import verdicts
from tollbook.decisions.constraints import series_by_hand
from tollbook.decisions.decision import OF_SERIES, ONE_SERIES
from tollbook.incidents import membership
from tollbook.record import Incident
from tollbook.store import Store
from tollbook.store.incident_rows import unpack, where_in
from tollbook.store.incident_tables import incidents as rows
from tollbook.store.incident_tables import listed


class StoredByHand:
    """Series made by people. As of a day, ``changed`` are the incidents that were different then, by id."""

    def __init__(self, store: Store, as_of: date | None = None, changed: Mapping[str, Incident] | None = None) -> None:
        self._store = store
        self._as_of = as_of
        self._changed = changed or {}

    def groups(self) -> tuple[frozenset[str], ...]:
        """For each decision, the ids of the incidents that it puts into one series."""
        every = verdicts.in_force(self._store)
        decisions = [each for each in every if each.verdict in OF_SERIES]
        if all(each.verdict != ONE_SERIES for each in decisions):
            return ()
        named = {claim for each in decisions for claim in each.claims}
        added = {str((d.change or {}).get("id")): d.subject for d in every if d.verdict == "add"}
        reports = {added[name] for name in named & added.keys()}
        reports |= {claim.report for claim in self._store.claims_of(named).values()} | set(
            self._store.reports_of(named)
        )
        incident_of = membership.incident_of(membership.groups_of_reports(self._store, reports))
        return series_by_hand(decisions, incident_of)

    def incidents(self, names: Iterable[str]) -> dict[str, Incident]:
        """Some incidents by id, as far as there are any."""
        wanted = list(names)
        query = select(rows.c.id, rows.c.record)
        if self._as_of is not None:
            query = query.join(listed, listed.c.incident == rows.c.id).where(listed.c.complete_from <= self._as_of)
        with self._store.derived_rows() as connection:
            found = {row.id: unpack(row.record, Incident) for row in where_in(connection, query, rows.c.id, wanted)}
        return found | {name: self._changed[name] for name in wanted if name in self._changed}
