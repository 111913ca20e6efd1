"""The persons of a whole book: listed, filtered, found by the id of any source, and proposals of who may be one."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, func, or_, select

from tollbook.decisions import verdicts
from tollbook.decisions.person_decisions import person_rulings
from tollbook.errors import NoSuchRecord
from tollbook.incidents import cache
from tollbook.incidents.person_rows import PersonRow, unpacked
from tollbook.locale.messages import message
from tollbook.person import Person
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.reconcile.person_records import age_group, merged, order
from tollbook.search.decided_persons import DecidedPersons
from tollbook.search.person_query import Facets, PersonQuery, PersonResults, check, conditions, matches
from tollbook.store import Store
from tollbook.store.incident_tables import person_pairs, person_sources, persons
from tollbook.store.schema import in_code_points

_T = TypeVar("_T")
#: The columns that the values of filters are counted by, in the order of :func:`_values`.
_COUNTED = (persons.c.fate, persons.c.age_group, persons.c.place)


class PersonIndex:
    """The persons of a book at one state, named persons first. The derived rows must be up to date.

    Persons about whom people have decided are joined here; a page of all others is read from the rows.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rulings = person_rulings(verdicts.in_force(store))
        self._decided = DecidedPersons(store, self._rulings)

    def browse(self, query: PersonQuery) -> PersonResults:
        """One page of the persons that match a query. Raises Refused for an invalid page, fate or age group."""
        check(query)
        decided = [row for row in self._decided.rows if matches(row.person, query)]
        wanted = [persons.c.decided.is_(False), *conditions(query)]
        with self._store.derived_rows() as connection:
            counted = _counted(connection, wanted)
            page = _page(
                decided, lambda start, most: _listed(connection, wanted, start, most),
                key=lambda row: order(row.person), start=(query.page - 1) * query.per_page, most=query.per_page,
            )  # fmt: skip
        counted.update((row.person.name is None, *_values(row.person)) for row in decided)
        return PersonResults(
            persons=tuple(row.person for row in page),
            reports=tuple(len(row.reports) for row in page),
            total=counted.total(),
            named=sum(number for (unnamed, *_), number in counted.items() if not unnamed),
            facets=_facets(counted),
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
        query = select(persons.c.row).where(persons.c.incident == name, persons.c.decided.is_(False))
        with self._store.derived_rows() as connection:
            rows = unpacked(connection.execute(query).scalars())
        decided = (row for row in self._decided.rows if name in row.person.incidents)
        return sorted((row.person for row in (*rows, *decided)), key=order)

    def proposals(self, start: int = 0, most: int | None = None) -> list[PersonProposal]:
        """Two persons who may be one and about whom nobody has decided: all of them in order, or some."""
        query = select(person_pairs).where(person_pairs.c.decided.is_(False))
        with self._store.derived_rows() as connection:
            columns = (in_code_points(connection, each) for each in (person_pairs.c.one, person_pairs.c.other))
            ordered = query.order_by(*columns)
            return _page(
                self._decided.proposals, lambda first, size: _proposed(connection, ordered.offset(first).limit(size)),
                key=lambda each: (each.one, each.other), start=start, most=most,
            )  # fmt: skip

    def proposal_count(self) -> int:
        """How many proposals there are."""
        query = select(func.count()).where(person_pairs.c.decided.is_(False))
        with self._store.derived_rows() as connection:
            return connection.execute(query).scalar_one() + len(self._decided.proposals)

    def proposals_for(self, name: str) -> list[PersonProposal]:
        """The proposals about one person. Raises NoSuchRecord."""
        own = self.id_of(name)
        about = or_(person_pairs.c.one == own, person_pairs.c.other == own)
        with self._store.derived_rows() as connection:
            found = _proposed(connection, select(person_pairs).where(person_pairs.c.decided.is_(False), about))
        found += [each for each in self._decided.proposals if own in {each.one, each.other}]
        return sorted(found, key=lambda each: (each.one, each.other))

    def _row(self, name: str) -> PersonRow:
        if name in self._decided.by_source:
            return self._decided.by_source[name]
        same = (person_sources.c.person == persons.c.id) & (person_sources.c.incident == persons.c.incident)
        query = select(persons.c.row).join(person_sources, same).where(person_sources.c.source == name)
        with self._store.derived_rows() as connection:
            found = unpacked(connection.execute(query).scalars())
        if not found:
            raise NoSuchRecord(message("There is no person {id} in this book; see: tollbook persons", id=name))
        return found[0]


def _page(
    few: Sequence[_T], many: Callable[[int, int | None], Sequence[_T]], *, key: Callable[[_T], Any], start: int,
    most: int | None,
) -> list[_T]:  # fmt: skip
    """A slice of two merged lists: ``few`` in memory, and ``many``, of which a part is fetched.

    ``many`` is called with the number of the first row, and the number of rows; None is all. The fetched part begins as
    many rows before ``start`` as there are ``few``, so that the positions are right wherever ``few`` belong.
    """
    first = max(0, start - len(few))
    fetched = many(first, None if most is None else most + start - first)
    both = sorted((*fetched, *few), key=key)[start - first :]
    return both if most is None else both[:most]


def _listed(
    connection: Connection, wanted: Sequence[ColumnElement[bool]], start: int, most: int | None
) -> list[PersonRow]:
    """Some rows in the order of :func:`order`."""
    columns = persons.c
    query = select(columns.row).where(*wanted).order_by(
        columns.unnamed, columns.gravity, in_code_points(connection, columns.name),
        in_code_points(connection, columns.id),
    )  # fmt: skip
    return unpacked(connection.execute(query.offset(start).limit(most)).scalars())


def _counted(
    connection: Connection, wanted: Sequence[ColumnElement[bool]]
) -> Counter[tuple[bool, str, str, str | None]]:
    """The number of persons by their values: whether unnamed, fate, age group, place."""
    query = select(persons.c.unnamed, *_COUNTED, func.count()).where(*wanted).group_by(persons.c.unnamed, *_COUNTED)
    return Counter({(row[0], row[1], row[2], row[3]): row[4] for row in connection.execute(query)})


def _values(person: Person) -> tuple[str, str, str | None]:
    return person.fate, age_group(person), person.place.name if person.place else None


def _facets(counted: Counter[tuple[bool, str, str, str | None]]) -> Facets:
    counts: dict[str, Counter[str]] = {}
    for position, column in enumerate(_COUNTED, 1):
        values = counts[column.name] = Counter()
        for key, number in counted.items():
            if value := key[position]:
                values[str(value)] += number
    return {name: tuple(sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))) for name, count in counts.items()}


def _proposed(connection: Connection, query: Select[Any]) -> list[PersonProposal]:
    return [_proposal(row) for row in connection.execute(query).all()]


def _proposal(row: Row[Any]) -> PersonProposal:
    incidents = tuple(sorted({row.one_incident, row.other_incident}))
    return PersonProposal(one=row.one, other=row.other, why=row.why, incidents=incidents)
