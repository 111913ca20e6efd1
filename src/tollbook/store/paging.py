"""One page of the reports, the latest published first."""

from collections.abc import Iterable
from itertools import islice

from sqlalchemy import Connection, Select, case, func, not_, or_, select

from tollbook.model import Report
from tollbook.store.incident_tables import mentions
from tollbook.store.rows import reports_of
from tollbook.store.schema import in_code_points, reports

#: Up to this many reports are sorted to find a page; with more, the index of days is read until the page is full.
#: Measured in a book of 50,000 reports: sorting 5,000 took 28 ms; the index took 3 ms for the first page and 24 ms for
#: the eleventh of 5,000 reports, and 87 ms for 1,000 reports.
_MAX_SORTED = 5_000
_LATEST = reports.c.shown_published.desc().nulls_last()


#: Up to this many reports are looked up by id; for more, all incomplete ones are read: 73 ms in a book of 200,000.
#: A judgement.
_LOOKED_UP = 500
#: The information that a report may lack, and the column that is empty then.
LACKING = {"day": reports.c.shown_published, "outlet": reports.c.shown_outlet, "title": reports.c.shown_title}
#: Its name among the fields that people set.
_FIELD = {"day": "published", "outlet": "outlet", "title": "title"}


#: The filter for reports without a claim in an incident, by the derived rows.
INCIDENT = "incident"


def _without(name: str) -> Select[str]:
    """The ids of the reports that lack something: a key of LACKING, or an incident."""
    if name == INCIDENT:
        placed = select(mentions.c.report).where(mentions.c.incident.is_not(None))
        return select(reports.c.id).where(reports.c.id.not_in(placed))
    # A field that a person set to not known is null there: nobody is asked for it again. Quotes in words are escaped.
    settled = reports.c.described.like(f'%"{_FIELD[name]}":null%')
    return select(reports.c.id).where(LACKING[name].is_(None), or_(reports.c.described.is_(None), not_(settled)))


def placed(rows: Connection) -> frozenset[str]:
    """The ids of the reports with a claim in an incident, by derived rows that are not in the book's own database."""
    return frozenset(rows.execute(select(mentions.c.report).where(mentions.c.incident.is_not(None))).scalars())


def in_no_incident(connection: Connection, in_memory: frozenset[str] | None = None) -> int:
    """How many reports have no claim in an incident; ``in_memory`` are those that have, if their rows are elsewhere."""
    if in_memory is not None:
        return len(frozenset(connection.execute(select(reports.c.id)).scalars()) - in_memory)
    return connection.execute(select(func.count()).select_from(_without(INCIDENT).subquery())).scalar_one()


def lacking(connection: Connection, names: Iterable[str] | None = None) -> dict[str, int]:
    """How many reports lack a day, an outlet and a title that nobody called not known; of all reports, or of some."""
    asked = None if names is None else frozenset(names)
    found: dict[str, int] = {}
    for name in LACKING:
        without = _without(name)
        if asked is None:
            found[name] = connection.execute(select(func.count()).select_from(without.subquery())).scalar_one()
        elif len(asked) <= _LOOKED_UP:
            own = without.where(reports.c.id.in_(asked))
            found[name] = len(connection.execute(own).scalars().all())
        else:
            found[name] = sum(each in asked for each in connection.execute(without).scalars())
    return found


def page_of_reports(
    connection: Connection,
    page: int,
    per_page: int,
    *,
    outlet: str | None = None,
    lacks: str | None = None,
    matching: Select[str] | None = None,
    in_memory: frozenset[str] | None = None,
) -> tuple[list[Report], int]:
    """One page of the reports, latest day of publication first, and the number of reports on all pages.

    ``outlet``, ``lacks`` (a key of LACKING, or INCIDENT) and ``matching``, an SQL query for ids, filter the reports.
    ``in_memory`` is as for :func:`in_no_incident`, and given for INCIDENT alone.
    """
    first = (page - 1) * per_page
    if lacks is not None:
        without = _without(lacks) if in_memory is None else select(reports.c.id)
        matching = without if matching is None else without.where(reports.c.id.in_(matching))
    if matching is not None:
        own = (
            matching
            if outlet is None
            else select(reports.c.id).where(reports.c.id.in_(matching), reports.c.shown_outlet == outlet)
        )
        wanted = frozenset(connection.execute(own).scalars()) - (in_memory or frozenset())
        names, total = _among(connection, wanted, first, per_page), len(wanted)
    else:
        own = select(func.count()).select_from(reports)
        own = own if outlet is None else own.where(reports.c.shown_outlet == outlet)
        total = connection.execute(own).scalar_one()
        names = _by_day(connection, first, per_page) if outlet is None else _of(connection, outlet, first, per_page)
    by_id = reports_of(connection, names)
    return [by_id[name] for name in names], total


def _among(connection: Connection, wanted: frozenset[str], first: int, most: int) -> list[str]:
    """At most ``most`` of these ids, from number ``first`` on, by day."""
    by_id = in_code_points(connection, reports.c.id)
    if len(wanted) <= _MAX_SORTED:
        # Reports without a day are in the order of their files in the folder.
        dated = reports.c.shown_published.is_not(None)
        by_file = case((dated, ""), else_=in_code_points(connection, reports.c.origin))
        found = select(reports.c.id).where(reports.c.id.in_(wanted)).order_by(_LATEST, by_file, by_id)
        return list(connection.execute(found.limit(most).offset(first)).scalars())
    every = select(reports.c.id).order_by(_LATEST, by_id)
    return list(islice((name for name in connection.execute(every).scalars() if name in wanted), first, first + most))


def _of(connection: Connection, outlet: str, first: int, most: int) -> list[str]:
    """At most ``most`` ids of the reports of an outlet, from number ``first`` on, by day."""
    every = (
        select(reports.c.id)
        .where(reports.c.shown_outlet == outlet)
        .order_by(_LATEST, in_code_points(connection, reports.c.id))
    )
    return list(connection.execute(every.limit(most).offset(first)).scalars())


def _by_day(connection: Connection, first: int, most: int) -> list[str]:
    """At most ``most`` ids of all reports, from number ``first`` on, by day; the index of days gives the first day."""
    day = reports.c.shown_published
    dated = connection.execute(select(func.count(day))).scalar_one()
    names: list[str] = []
    if first < dated:
        latest = select(day).where(day.is_not(None)).order_by(day.desc())
        begin = connection.execute(latest.limit(1).offset(first)).scalar_one()
        before = connection.execute(select(func.count(day)).where(day > begin)).scalar_one()
        ids = select(reports.c.id).where(day <= begin).order_by(day.desc(), in_code_points(connection, reports.c.id))
        names += connection.execute(ids.limit(most).offset(first - before)).scalars()
    if len(names) < most:
        undated = select(reports.c.id).where(day.is_(None)).order_by(in_code_points(connection, reports.c.id))
        names += connection.execute(undated.limit(most - len(names)).offset(max(0, first - dated))).scalars()
    return names
