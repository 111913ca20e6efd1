"""The persons of a book as narrow rows, so that lists over all incidents do not load every record."""

from collections.abc import Iterator

import msgspec

from tollbook.model import Record
from tollbook.person import Person
from tollbook.record import Incident
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import unpack_small


class PersonRow(Record, frozen=True, kw_only=True):
    """One person without the words of the sources; ``sources`` are their ids, ``reports`` the reports they are in."""

    person: Person
    sources: tuple[str, ...]
    reports: tuple[str, ...]


def person_row(person: Person) -> PersonRow:
    """The row of one person."""
    return PersonRow(
        person=msgspec.structs.replace(person, sources=()),
        sources=tuple(source.id for source in person.sources),
        reports=tuple(sorted({source.report for source in person.sources})),
    )


def person_rows(incident: Incident) -> tuple[PersonRow, ...]:
    """The rows of the persons of an incident."""
    return tuple(map(person_row, incident.persons))


def all_person_rows(store: Store) -> Iterator[PersonRow]:
    """The rows of every person of every incident. The derived rows must be up to date."""
    with store.derived_rows() as rows:
        packed = list(incident_rows.packed_persons(rows))
    for each in packed:
        yield from unpack_small(each, tuple[PersonRow, ...])
