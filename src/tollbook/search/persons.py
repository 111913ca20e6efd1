"""The persons of a whole book: listed, filtered, found by the id of any source, and proposals of who may be one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import get_args

import msgspec

from tollbook.decisions import verdicts
from tollbook.decisions.person_decisions import person_rulings
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import cache
from tollbook.incidents.person_rows import PersonRow, all_person_rows, person_row
from tollbook.locale.messages import message
from tollbook.model import Record, VictimEffect
from tollbook.person import Person, PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_proposals import PersonProposal, proposals, undecided
from tollbook.reconcile.person_records import AgeGroup, age_group, merged, order
from tollbook.search.query import LAST_PAGE, MOST_PER_PAGE
from tollbook.store import Store

#: Fates of the people that a memorial list names; the others are listed if asked for.
HARMED: tuple[VictimEffect, ...] = ("killed", "abducted", "missing", "injured")


class PersonQuery(Record, frozen=True, kw_only=True):
    """What is searched for: persons that meet every condition; an empty field is no condition.

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
    facets: dict[str, tuple[tuple[str, int], ...]] = msgspec.field(default_factory=dict)


class PersonIndex:
    """The persons of a book at one state, named persons first. The derived rows must be up to date."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rulings = person_rulings(verdicts.in_force(store))
        self._rows = sorted(self._joined(list(all_person_rows(store))), key=lambda row: order(row.person))
        self._by_source = {source: row for row in self._rows for source in row.sources}

    def browse(self, query: PersonQuery) -> PersonResults:
        """One page of the persons that match a query. Raises Refused for an invalid page, fate or age group."""
        _check(query)
        found = [row for row in self._rows if _matches(row.person, query)]
        start = (query.page - 1) * query.per_page
        page = found[start : start + query.per_page]
        return PersonResults(
            persons=tuple(row.person for row in page),
            reports=tuple(len(row.reports) for row in page),
            total=len(found),
            named=sum(1 for row in found if row.person.name),
            facets=_facets([row.person for row in found]),
        )

    def id_of(self, name: str) -> str:
        """The id of the person with a source of that id. Raises NoSuchRecord."""
        return self._row(name).person.id

    def get(self, name: str) -> Person:
        """The person with a source of that id, with all sources. Raises NoSuchRecord."""
        row = self._row(name)
        of_incidents = (cache.incident(self._store, each).persons for each in row.person.incidents)
        own = [p for people in of_incidents for p in people if {s.id for s in p.sources} & set(row.sources)]
        return next(p for p in merged(own, self._rulings) if p.id == row.person.id)

    def in_incident(self, name: str) -> list[Person]:
        """The persons of one incident, without their sources."""
        return [row.person for row in self._rows if name in row.person.incidents]

    @cached_property
    def proposals(self) -> list[PersonProposal]:
        """Every two persons who may be one and about whom nobody has decided."""
        reports = {row.person.id: frozenset(row.reports) for row in self._rows}
        sources = {row.person.id: row.sources for row in self._rows}
        return undecided(proposals((row.person for row in self._rows), reports), sources, self._rulings)

    def proposals_for(self, name: str) -> list[PersonProposal]:
        """The proposals about one person."""
        own = self.id_of(name)
        return [each for each in self.proposals if own in {each.one, each.other}]

    def _row(self, name: str) -> PersonRow:
        row = self._by_source.get(name)
        if row is None:
            raise NoSuchRecord(message("There is no person {id} in this book; see: tollbook persons", id=name))
        return row

    def _joined(self, rows: Sequence[PersonRow]) -> Iterable[PersonRow]:
        """The rows, with persons of several incidents joined as people decided."""
        incidents = _spread(rows, self._rulings)
        if not incidents:
            return rows
        single = [row for row in rows if not incidents.intersection(row.person.incidents)]
        full = (p for name in sorted(incidents) for p in cache.incident(self._store, name).persons)
        return [*single, *map(person_row, merged(full, self._rulings))]


def _spread(rows: Iterable[PersonRow], rulings: PersonRulings) -> set[str]:
    """The incidents whose persons share a decided set with a person of another incident."""
    if not rulings.set_of:
        return set()
    within: dict[str, set[str]] = {}
    for row in rows:
        for source in row.sources:
            if source in rulings.set_of:
                within.setdefault(rulings.set_of[source], set()).update(row.person.incidents)
    return {name for incidents in within.values() if len(incidents) > 1 for name in incidents}


def _check(query: PersonQuery) -> None:
    if not 1 <= query.page <= LAST_PAGE or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise Refused(message("Pages are counted from 1 and hold 1 to {most} persons.", most=MOST_PER_PAGE))
    for value, known in ((query.fate, (*get_args(VictimEffect), "any")), (query.age_group, get_args(AgeGroup))):
        if value and value not in known:
            raise Refused(
                message("There is no value “{name}”; choose one of: {names}.", name=value, names=", ".join(known))
            )


def _matches(person: Person, query: PersonQuery) -> bool:
    fates = {query.fate} if query.fate else set(HARMED)
    return (
        (query.fate == "any" or person.fate in fates)
        and (not query.age_group or age_group(person) == query.age_group)
        and (not query.place or (person.place is not None and person.place.name == query.place))
        and (not query.incident or query.incident in person.incidents)
        and _on_days(person, query.day_from, query.day_to)
        and (not query.text or _has_words(person, query.text))
    )


def _on_days(person: Person, first: date | None, last: date | None) -> bool:
    if first is None and last is None:
        return True
    when = person.when
    if when is None or when.start is None:
        return False
    return (last is None or when.start <= last) and (first is None or (when.end or when.start) >= first)


def _has_words(person: Person, words: str) -> bool:
    place = person.place.name if person.place else ""
    texts = (person.name or "", *person.names, person.description, *person.roles, *person.kin, place)
    own = " ".join(" ".join((text.casefold(), *name_matching.all_words(text))) for text in texts)
    return all(word in own for word in words.casefold().split())


def _facets(people: Sequence[Person]) -> dict[str, tuple[tuple[str, int], ...]]:
    counts: dict[str, Counter[str]] = {
        "fate": Counter(person.fate for person in people),
        "age_group": Counter(map(age_group, people)),
        "place": Counter(person.place.name for person in people if person.place),
    }
    return {name: tuple(sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))) for name, count in counts.items()}
