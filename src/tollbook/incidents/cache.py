"""Incidents put down as rows and taken up again: by the default rule as they stand, by another from their claims."""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from sqlalchemy import Connection, select

from tollbook.decisions import verdicts
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import build, editions
from tollbook.incidents.build import RULE, Derived, Sources
from tollbook.model import Claim, Report
from tollbook.record import Figure, Group, Incident, Toll
from tollbook.review import queue
from tollbook.search import query
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import pack, unpack

#: Incidents made at once by another rule: their reports are in memory together.
_PORTION = 500


def file(rows: Connection, found: Iterable[tuple[int, Group]], reports: Mapping[str, Report], sources: Sources) -> None:
    """Write the rows of some incidents, each with the smallest number of its episodes, and what they are found by."""
    incidents: list[dict[str, Any]] = []
    facets: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    values: dict[int, tuple[str, str]] = {}
    asked: list[tuple[Incident, Group]] = []
    for cluster, group in found:
        record = build.incident(group, reports, sources)
        if record is None:
            continue
        incidents.append(_row(record, group) | {"cluster": cluster})
        asked.append((record, group))
        by_name = query.facets_of(record, group.claims, reports)
        own = {incident_rows.value_key(name, value): (name, value) for name, some in by_name.items() for value in some}
        facets += [{"incident": record.id, "name": name, "value": value} for name, value in own.values()]
        listed.append(_listed(record, own) | _told(group, reports, sources))
        values |= own
    incident_rows.insert_all(rows, incident_rows.incidents, incidents)
    incident_rows.insert_all(rows, incident_rows.facets, facets)
    incident_rows.insert_all(rows, incident_rows.listed, listed)
    incident_rows.insert_values(rows, values)
    queue.ask(rows, asked, reports)


def _listed(made: Incident, values: Iterable[int]) -> dict[str, Any]:
    when = made.when
    start = when.start if when else None
    return {
        "incident": made.id,
        # What is not dated comes after all days.
        "newest": -start.toordinal() if start else 1,
        "day": start,
        "last_day": (when.end or start) if when else None,
        "facets": struct.pack(f"<{len(keys)}q", *keys) if (keys := sorted(values)) else b"",
    }


def _told(group: Group, reports: Mapping[str, Report], sources: Sources) -> dict[str, date | None]:
    """Since when the group is told of, and from when on all that is told of it was there."""
    published = [reports[link.id].published if link.id in reports else None for link in group.reports]
    days = [day for day in published if day is not None]
    open_ = len(days) < len(published) or any(link.id in sources.recaptured for link in group.reports)
    return {"first_told": min(days, default=None), "last_told": None if open_ else max(days, default=None)}


def _row(made: Incident, group: Group) -> dict[str, Any]:
    return {
        "id": made.id,
        "killed": _most(made.figures.get("killed")),
        "injured": _most(made.figures.get("injured")),
        "reports": len(made.reports),
        "title": made.title,
        "words": query.words_of(made, group.claims),
        "record": pack(made),
        "group": pack(group),
    }


def _most(figure: Figure | None) -> int | None:
    """The most people a figure counts; None where there is none."""
    if figure is None:
        return None
    return max((n for n in (figure.low, figure.best, figure.high) if n is not None), default=None)


def incidents(
    store: Store, *, rule: str = RULE, as_of: date | None = None, only: str | None = None
) -> Iterator[Incident]:
    """Every incident in order of id, or those that meet a criterion. The rows must be up to date. Raises Refused."""
    if rule == RULE and as_of is None and only is None:
        with store.derived_rows() as rows:
            packed = list(incident_rows.records(rows, "record"))
        yield from (unpack(each, Incident) for each in packed)
        return
    todo = groups(store) if only is None else _meeting(groups(store), only)
    while part := list(islice(todo, _PORTION)):
        yield from made(store, part, rule=rule, as_of=as_of)


def _meeting(every: Iterable[Group], only: str) -> Iterator[Group]:
    """The groups as a criterion leaves them."""
    from tollbook.reconcile import CRITERIA  # noqa: PLC0415

    if only not in CRITERIA:
        raise Refused(f"There is no criterion “{only}”; choose one of {', '.join(CRITERIA)}.")
    yield from (held for held in map(CRITERIA[only], every) if held is not None)


def incident(store: Store, name: str, *, rule: str = RULE, as_of: date | None = None) -> Incident:
    """The incident whose id is, or alone begins with, ``name``. Raises NoSuchRecord. The rows must be up to date."""
    with store.derived_rows() as rows:
        found = list(incident_rows.beginning_with(rows, name))
    exact = [row for row in found if row.id == name] or found
    if len(exact) > 1:
        raise NoSuchRecord(f"{len(exact)} incidents have ids that begin with {name}; give more of the id.")
    if exact and rule == RULE and as_of is None:
        return unpack(exact[0].record, Incident)
    anew = next(iter(made(store, [unpack(row.group, Group) for row in exact], rule=rule, as_of=as_of)), None)
    if anew is None:
        raise NoSuchRecord(f"No incident has an id that begins with {name}; see: tollbook incidents")
    return anew


def groups(store: Store) -> Iterator[Group]:
    """The claims of every incident, in order of id."""
    with store.derived_rows() as rows:
        packed = list(incident_rows.records(rows, "group"))
    yield from (unpack(each, Group) for each in packed)


def tolls(store: Store, *, as_of: date | None = None) -> tuple[Toll, ...]:
    """Every running or period total. The rows must be up to date."""
    with store.derived_rows() as rows:
        query = select(incident_rows.told.c.report, incident_rows.told.c.tolls).where(
            incident_rows.told.c.tolls.is_not(None)
        )
        told = {row.report: unpack(row.tolls, tuple[Claim, ...]) for row in rows.execute(query)}
        ruled = _sources(store, rows, told, as_of)
    return build.tolls((c for name in sorted(told) for c in told[name]), store.reports_of(told), ruled, as_of)


def everything(store: Store, *, rule: str = RULE, as_of: date | None = None, only: str | None = None) -> Derived:
    """All that follows from claims and decisions, as :func:`tollbook.incidents.build.derive` gives it."""
    found = incidents(store, rule=rule, as_of=as_of, only=only)
    told = groups(store) if only is None else _meeting(groups(store), only)
    return build.together(found, told, tolls(store, as_of=as_of))


def made(store: Store, part: Sequence[Group], *, rule: str = RULE, as_of: date | None = None) -> Iterator[Incident]:
    """The records of some groups by a rule, as of a day; none of what had not been told of yet."""
    names = {link.id for group in part for link in group.reports}
    with store.derived_rows() as rows:
        ruled = _sources(store, rows, names, as_of)
    reports = store.reports_of(names)
    records = (build.incident(group, reports, ruled, rule=rule, as_of=as_of) for group in part)
    yield from (found for found in records if found is not None)


def _sources(store: Store, rows: Connection, reports: Iterable[str], as_of: date | None) -> Sources:
    names = frozenset(reports)
    gone = editions.among(store, names, as_of=as_of)
    return build.sources(verdicts.in_force(store), incident_rows.alone(rows, names), gone)
