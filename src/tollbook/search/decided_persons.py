"""The persons about whom people have decided, joined across incidents, and proposals of who else may be one of them.

They are few, and are cached for one state of the book. All other persons are read from their rows.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from sqlalchemy import select

from tollbook.incidents import cache
from tollbook.incidents.person_rows import PersonRow, person_row, unpacked
from tollbook.person import PersonRulings
from tollbook.reconcile.person_proposals import PersonProposal, block_of, proposals, undecided
from tollbook.reconcile.person_records import merged, order
from tollbook.store import Store
from tollbook.store.incident_rows import where_in
from tollbook.store.incident_tables import persons


class DecidedPersons:
    """The persons with a source that a decision on two persons names, in the order of lists."""

    def __init__(self, store: Store, rulings: PersonRulings) -> None:
        self._store = store
        self._rulings = rulings
        self.rows: Sequence[PersonRow] = sorted(self._joined(), key=lambda row: order(row.person))
        self.by_source = {source: row for row in self.rows for source in row.sources}

    @cached_property
    def proposals(self) -> list[PersonProposal]:
        """Pairs of persons who may be one, with at least one of these persons and without a decision on the pair."""
        own = {row.person.id for row in self.rows}
        every = {row.person.id: row for row in (*self._near(), *self.rows)}
        reports = {name: frozenset(row.reports) for name, row in every.items()}
        found = proposals((row.person for row in every.values()), reports) if own else []
        about = (each for each in found if not own.isdisjoint((each.one, each.other)))
        return undecided(about, {name: row.sources for name, row in every.items()}, self._rulings)

    def _joined(self) -> Iterable[PersonRow]:
        """The rows, with persons of several incidents joined as people decided."""
        if not self._rulings.set_of:
            return ()
        with self._store.derived_rows() as connection:
            rows = unpacked(connection.execute(select(persons.c.row).where(persons.c.decided)).scalars())
        incidents = _spread(rows, self._rulings)
        single = [row for row in rows if not incidents.intersection(row.person.incidents)]
        full = (
            person
            for name in sorted(incidents)
            for person in cache.incident(self._store, name).persons
            if any(source.id in self._rulings.set_of for source in person.sources)
        )
        return [*single, *map(person_row, merged(full, self._rulings))]

    def _near(self) -> list[PersonRow]:
        """The other persons of their incidents, and those who may have one of their names."""
        query = select(persons.c.row).where(persons.c.decided.is_(False))
        incidents = {name for row in self.rows for name in row.person.incidents}
        blocks = {block for row in self.rows if (block := block_of(row.person))}
        with self._store.derived_rows() as connection:
            found = [*where_in(connection, query, persons.c.incident, incidents)]
            found += where_in(connection, query, persons.c.block, blocks)
        return unpacked(row.row for row in found)


def _spread(rows: Iterable[PersonRow], rulings: PersonRulings) -> set[str]:
    """The incidents whose persons share a decided set with a person of another incident."""
    within: dict[str, set[str]] = {}
    for row in rows:
        for source in row.sources:
            if source in rulings.set_of:
                within.setdefault(rulings.set_of[source], set()).update(row.person.incidents)
    return {name for incidents in within.values() if len(incidents) > 1 for name in incidents}
