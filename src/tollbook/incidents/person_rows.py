"""The persons of a book as narrow rows, so that lists load one page of them, and the pairs who may be one.

A pair depends on its two persons alone. When an incident is made again, its persons are therefore compared with those
of one name only, and the pairs of all others stay as they are.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from tollbook.model import Record, content_id
from tollbook.person import Person, PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_proposals import PersonProposal, across_incidents, block_of
from tollbook.reconcile.person_records import age_group, order
from tollbook.record import Incident
from tollbook.store.incident_rows import Row, insert_all, pack_small, unpack_small, where_in
from tollbook.store.incident_tables import person_pairs, person_sources, persons


class PersonRow(Record, frozen=True, kw_only=True):
    """One person without the words of the sources; ``sources`` are their ids, ``reports`` the reports they are in."""

    person: Person
    sources: tuple[str, ...]
    reports: tuple[str, ...]


class _Listed(NamedTuple):
    """A person in a block: the row, its incident, and whether people have decided about the person."""

    row: PersonRow
    incident: str
    decided: bool


def person_row(person: Person) -> PersonRow:
    """The row of one person."""
    return PersonRow(
        person=msgspec.structs.replace(person, sources=()),
        sources=tuple(source.id for source in person.sources),
        reports=tuple(sorted({source.report for source in person.sources})),
    )


def question_id(one: str, other: str) -> str:
    """The id of the question whether two persons of two incidents, the smaller id first, are one."""
    return content_id("one person in two incidents?", one, other)


def searchable(person: Person) -> str:
    """The words by which a person is found, casefolded: names, description, roles, relatives and the place."""
    place = person.place.name if person.place else ""
    texts = (person.name or "", *person.names, person.description, *person.roles, *person.kin, place)
    return " ".join(" ".join((text.casefold(), *name_matching.all_words(text))) for text in texts)


def add(
    connection: Connection, made: Sequence[tuple[Incident, Sequence[PersonProposal]]], rulings: PersonRulings
) -> None:
    """Insert the rows of the persons of some incidents that have none yet, each with its persons who may be one."""
    listed = [
        _Listed(person_row(person), incident.id, _is_decided(person, rulings))
        for incident, _ in made
        for person in incident.persons
    ]
    insert_all(connection, persons, list(map(_table_row, listed)))
    sources = [
        {"source": name, "incident": each.incident, "person": each.row.person.id}
        for each in listed
        for name in each.row.sources
    ]
    insert_all(connection, person_sources, sources)
    by_id = {(each.incident, each.row.person.id): each for each in listed}
    within = (
        _pair_row(by_id[incident.id, each.one], by_id[incident.id, each.other], each.why)
        for incident, alike in made
        for each in alike
    )
    insert_all(connection, person_pairs, [*within, *_pairs_across(connection, listed)])


def unpacked(packed: Iterable[bytes]) -> list[PersonRow]:
    """The rows of some persons as records."""
    return [unpack_small(each, PersonRow) for each in packed]


def _pairs_across(connection: Connection, new: Iterable[_Listed]) -> Iterator[Row]:
    """The pairs of new persons with all persons of other incidents that have one name."""
    new_in: dict[str, list[_Listed]] = defaultdict(list)
    for each in new:
        if block := block_of(each.row.person):
            new_in[block].append(each)
    every = _blocks(connection, new_in)
    for block, own in sorted(new_in.items()):
        done: set[tuple[str, str]] = set()
        for one in own:
            for other in every[block]:
                pair = one.row.person.id, other.row.person.id
                if one.incident == other.incident or pair in done:
                    continue
                done |= {pair, pair[::-1]}
                if why := across_incidents(one.row.person, other.row.person):
                    yield _pair_row(one, other, why)


def _blocks(connection: Connection, names: Iterable[str]) -> Mapping[str, Sequence[_Listed]]:
    """The stored persons of some blocks."""
    found: dict[str, list[_Listed]] = defaultdict(list)
    columns = persons.c.block, persons.c.incident, persons.c.decided, persons.c.row
    for row in where_in(connection, select(*columns), persons.c.block, names):
        found[row.block].append(_Listed(unpack_small(row.row, PersonRow), row.incident, row.decided))
    return found


def _is_decided(person: Person, rulings: PersonRulings) -> bool:
    return any(source.id in rulings.set_of for source in person.sources)


def _table_row(listed: _Listed) -> Row:
    person = listed.row.person
    unnamed, gravity, name, _ = order(person)
    start = person.when.start if person.when else None
    return {
        "incident": listed.incident,
        "id": person.id,
        "unnamed": unnamed,
        "gravity": gravity,
        "name": name,
        "fate": person.fate,
        "age_group": age_group(person),
        "place": person.place.name if person.place else None,
        "day": start,
        "last_day": (person.when.end or start) if person.when else None,
        "decided": listed.decided,
        "block": block_of(person),
        "words": searchable(person),
        "row": pack_small(listed.row),
    }


def _pair_row(first: _Listed, second: _Listed, why: str) -> Row:
    one, other = sorted((first, second), key=lambda each: each.row.person.id)
    names = one.row.person.id, other.row.person.id
    return {
        "one": names[0],
        "other": names[1],
        "one_incident": one.incident,
        "other_incident": other.incident,
        "one_name": one.row.person.name,
        "other_name": other.row.person.name,
        "why": why,
        "decided": one.decided or other.decided,
        "question": None if one.incident == other.incident else question_id(*names),
    }
