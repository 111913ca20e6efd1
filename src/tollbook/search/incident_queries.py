"""The SQL of a query for incidents: the matching ones, their order, and all their facet values in one column."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, literal, or_, select

from tollbook.incidents.facets import FLAGS
from tollbook.search.query import Query, wanted_values
from tollbook.store.incident_tables import facets as facet_rows
from tollbook.store.incident_tables import incidents as rows
from tollbook.store.incident_tables import listed

#: The value of the facet ``flag`` for incidents with questions, also for those of questions about two incidents.
ASKED = ("flag", FLAGS["needs_person"].name)


def matching(
    query: Query, column: ColumnElement[Any], asked: Collection[str] = (), signed: Collection[str] = ()
) -> Select[Any]:
    """A column of the listed rows of the incidents that match.

    ``asked`` are the incidents that questions about two are about: such questions are not stored with an incident.
    ``signed`` are those with a signed brief: signatures are in the log alone.
    """
    statement, incident = select(column), listed.c.incident
    if query.signed is not None:
        statement = statement.where(incident.in_(signed) if query.signed == "yes" else incident.not_in(signed))
    if words := query.text.casefold().split():
        with_words = select(rows.c.id).where(*(rows.c.words.contains(word, autoescape=True) for word in words))
        statement = statement.where(incident.in_(with_words))
    for name, value in wanted_values(query):
        has_value = and_(facet_rows.c.name == name, facet_rows.c.value == value)
        with_value = incident.in_(select(facet_rows.c.incident).where(has_value))
        statement = statement.where(or_(with_value, incident.in_(asked)) if (name, value) == ASKED else with_value)
    if query.as_of is not None:
        statement = statement.where(listed.c.complete_from <= query.as_of)
    if query.day_from is not None:
        statement = statement.where(listed.c.last_day >= query.day_from)
    return statement if query.day_to is None else statement.where(listed.c.day <= query.day_to)


def only_asked(query: Query, asked: Collection[str], signed: Collection[str] = ()) -> Select[Any]:
    """The number of matching incidents of questions about two that have no question of their own."""
    flagged = select(facet_rows.c.incident).where(facet_rows.c.name == ASKED[0], facet_rows.c.value == ASKED[1])
    others = matching(query, listed.c.incident, asked, signed).where(listed.c.incident.in_(asked))
    return select(func.count()).select_from(others.where(listed.c.incident.not_in(flagged)).subquery())


def joined(connection: Connection, query: Select[Any]) -> tuple[int, bytes]:
    """The number of rows of a column of bytes, and all rows joined: PostgreSQL joins them in a third of the time."""
    if connection.dialect.name == "sqlite":
        every = connection.execute(query).scalars().all()
        return len(every), b"".join(every)
    every_row = query.subquery()
    row = connection.execute(select(func.count(), func.string_agg(every_row.c[0], literal(b"")))).one()
    return int(row[0]), bytes(row[1] or b"")


def ordered(query: Query, asked: Collection[str] = (), signed: Collection[str] = ()) -> Select[Any]:
    """The ids of the matching incidents in the order of :class:`IncidentIndex`: unknown values come last."""
    statement = matching(query, listed.c.incident, asked, signed)
    if query.sort == "oldest":
        return statement.order_by(listed.c.day.is_(None), listed.c.day, listed.c.incident)
    if query.sort != "newest":
        statement = statement.join(rows, rows.c.id == listed.c.incident)
        column = rows.c[query.sort.removeprefix("most ")]
        statement = statement.order_by(func.coalesce(column, -1).desc())
    return statement.order_by(listed.c.newest, listed.c.incident)
