"""Queries on the list of persons: as conditions on rows, and as a test of one record."""

from datetime import date
from typing import get_args

import msgspec
from sqlalchemy import ColumnElement

from tollbook.errors import Refused
from tollbook.incidents.person_rows import searchable
from tollbook.locale.messages import message
from tollbook.model import Record, VictimEffect
from tollbook.person import Person
from tollbook.reconcile.person_records import AgeGroup, age_group
from tollbook.search.query import LAST_PAGE, MOST_PER_PAGE
from tollbook.store.incident_tables import persons

#: Fates of the people that a memorial list names; the others are listed if asked for.
HARMED: tuple[VictimEffect, ...] = ("killed", "abducted", "missing", "injured")
#: The values of each filter with their number of persons, the most frequent first.
Facets = dict[str, tuple[tuple[str, int], ...]]


class PersonQuery(Record, frozen=True, kw_only=True):
    """A query for persons that meet every condition; an empty field is no condition.

    ``text`` is words of names, descriptions, roles, relatives and the place. ``fate`` is a fate or ``any``; without it,
    people killed, abducted, missing and injured are listed. Persons without a day match no condition on days.
    """

    text: str = ""
    fate: str = ""
    age_group: str = ""
    place: str = ""
    incident: str = ""
    day_from: date | None = None
    day_to: date | None = None
    page: int = 1
    per_page: int = 100


class PersonResults(Record, frozen=True, kw_only=True):
    """One page of persons without their sources, the number on all pages and of those with a name.

    ``reports`` is the number of reports on each person of the page; ``facets`` the values of each filter with their
    number of persons.
    """

    persons: tuple[Person, ...] = ()
    reports: tuple[int, ...] = ()
    total: int = 0
    named: int = 0
    facets: Facets = msgspec.field(default_factory=dict)


def check(query: PersonQuery) -> None:
    """Raise Refused for an invalid page, fate or age group."""
    if not 1 <= query.page <= LAST_PAGE or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise Refused(message("Pages are counted from 1 and hold 1 to {most} persons.", most=MOST_PER_PAGE))
    for value, known in ((query.fate, (*get_args(VictimEffect), "any")), (query.age_group, get_args(AgeGroup))):
        if value and value not in known:
            raise Refused(
                message("There is no value “{name}”; choose one of: {names}.", name=value, names=", ".join(known))
            )


def conditions(query: PersonQuery) -> list[ColumnElement[bool]]:
    """The conditions of a query on the rows of persons."""
    row = persons.c
    found: list[ColumnElement[bool]] = []
    if query.fate != "any":
        found.append(row.fate.in_([query.fate] if query.fate else HARMED))
    for column, value in ((row.age_group, query.age_group), (row.place, query.place), (row.incident, query.incident)):
        if value:
            found.append(column == value)
    if query.day_to is not None:
        found.append(row.day <= query.day_to)
    if query.day_from is not None:
        found.append(row.last_day >= query.day_from)
    return [*found, *(row.words.contains(word, autoescape=True) for word in query.text.casefold().split())]


def matches(person: Person, query: PersonQuery) -> bool:
    """Whether a person meets the conditions of a query."""
    return (
        (query.fate == "any" or person.fate in ({query.fate} if query.fate else HARMED))
        and (not query.age_group or age_group(person) == query.age_group)
        and (not query.place or (person.place is not None and person.place.name == query.place))
        and (not query.incident or query.incident in person.incidents)
        and _on_days(person, query.day_from, query.day_to)
        and all(word in searchable(person) for word in query.text.casefold().split())
    )


def _on_days(person: Person, first: date | None, last: date | None) -> bool:
    if first is None and last is None:
        return True
    when = person.when
    if when is None or when.start is None:
        return False
    return (last is None or when.start <= last) and (first is None or (when.end or when.start) >= first)
