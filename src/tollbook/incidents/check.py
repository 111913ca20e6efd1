"""Whether what is kept of incidents is what follows from claims and decisions: the log replayed, and compared."""

import zlib
from collections import defaultdict
from collections.abc import Iterator

import msgspec
from sqlalchemy import select

from tollbook.decisions import verdicts
from tollbook.incidents import build
from tollbook.record import Group, Incident
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import unpack


def problems(store: Store) -> Iterator[str]:
    """A sentence for each incident that is kept otherwise than it follows; then all rows are made anew later.

    The rows must be up to date. Takes as long as making every incident of the book at once, by the one pure function
    and not by the way the rows were made.
    """
    reports, stored = store.contents()
    made = build.derive(reports, stored, verdicts.in_force(store))
    claims: dict[str, set[str]] = defaultdict(set)
    for claim, name in made.incident_of.items():
        claims[name].add(claim)
    expected = {each.id: (each, claims[each.id]) for each in made.incidents}
    kept = dict(_kept(store))
    strays = sorted(name for name in expected.keys() | kept.keys() if expected.get(name) != kept.get(name))
    for name in strays:
        yield f"Incident {name} was kept otherwise than it follows from claims and decisions; it is made anew."
    if strays:
        with store.derived_rows(write=True) as rows:
            incident_rows.empty(rows)


def _kept(store: Store) -> Iterator[tuple[str, tuple[Incident, set[str]] | None]]:
    """Every incident that is kept with the ids of its claims, by id; None where its row can no longer be read."""
    columns = incident_rows.incidents.c
    with store.derived_rows() as rows:
        for name, record, group in rows.execute(select(columns.id, columns.record, columns.group)):
            try:
                yield name, (unpack(record, Incident), {claim.id for claim in unpack(group, Group).claims})
            except (zlib.error, msgspec.DecodeError):
                yield name, None
