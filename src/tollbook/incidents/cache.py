"""Incidents stored as rows: writing them, and reading them back.

With the default rule, incidents are read as stored. With another rule, a day or a criterion they are made again from
the stored claims.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from sqlalchemy import Connection, func, select

from tollbook.decisions.constraints import SourceConstraints
from tollbook.decisions.names import settled_reports
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import build, editions, membership, person_rows, series_rows, toll_rows
from tollbook.incidents.build import RULE, BuildResult
from tollbook.incidents.facets import facet_values, searchable_text
from tollbook.incidents.questions import Question, weight
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Report
from tollbook.reconcile import CRITERIA, meeting
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.record import Figure, Group, Incident, Toll
from tollbook.store import Store, incident_rows, incident_tables
from tollbook.store.incident_rows import Row, pack, unpack

#: Incidents that are made again together: their reports are in memory at the same time.
_BATCH = 500


def store_incidents(
    rows: Connection,
    clusters: Iterable[tuple[int, Group]],
    reports: Mapping[str, Report],
    constraints: SourceConstraints,
) -> None:
    """Write the rows of some incidents with their facets and questions; each group with its cluster's number."""
    incident_table: list[Row] = []
    facet_table: list[Row] = []
    listed_table: list[Row] = []
    values: dict[int, tuple[str, str]] = {}
    with_persons: list[tuple[Incident, Sequence[PersonProposal]]] = []
    series_table: list[Row] = []
    asked: dict[tuple[str, str], Question] = {}
    for cluster, group in clusters:
        made = build.build_with_questions(group, reports, constraints)
        if made is None:
            continue
        incident = made.incident
        by_facet = facet_values(incident, group.claims, reports)
        own = {incident_rows.value_key(name, value): (name, value) for name, some in by_facet.items() for value in some}
        incident_table.append(_incident_row(incident, group) | {"cluster": cluster})
        facet_table += [{"incident": incident.id, "name": name, "value": value} for name, value in own.values()]
        listed_table.append(_listed_row(incident, own) | _publication_days(group, reports, constraints))
        if incident.persons:
            with_persons.append((incident, made.alike))
        if constraints.no_series.isdisjoint({group.id, *(claim.id for claim in group.claims)}):
            series_table += series_rows.rows(incident)
        values |= own
        asked |= {(question.id, question.incident): question for question in made.questions}
    incident_rows.insert_all(rows, incident_tables.incidents, incident_table)
    incident_rows.insert_all(rows, incident_tables.facets, facet_table)
    incident_rows.insert_all(rows, incident_tables.listed, listed_table)
    person_rows.add(rows, with_persons, constraints.people)
    incident_rows.insert_all(rows, incident_tables.series_points, series_table)
    incident_rows.insert_all(rows, incident_tables.questions, [_question_row(question) for question in asked.values()])
    incident_rows.insert_values(rows, values)


def _listed_row(incident: Incident, values: Iterable[int]) -> dict[str, Any]:
    when = incident.when
    start = when.start if when else None
    return {
        "incident": incident.id,
        # Undated incidents come after all days.
        "newest": -start.toordinal() if start else 1,
        "day": start,
        "last_day": (when.end or start) if when else None,
        "facets": struct.pack(f"<{len(keys)}q", *keys) if (keys := sorted(values)) else b"",
    }


def _publication_days(
    group: Group, reports: Mapping[str, Report], constraints: SourceConstraints
) -> dict[str, date | None]:
    """The day of the first report, and the day from which on no report is added; see ``incident_tables.listed``."""
    published = [reports[link.id].published if link.id in reports else None for link in group.reports]
    known = [day for day in published if day is not None]
    uncertain = len(known) < len(published) or any(link.id in constraints.recaptured for link in group.reports)
    return {
        "first_published": min(known, default=None),
        "complete_from": None if uncertain else max(known, default=None),
    }


def _question_row(question: Question) -> Row:
    payload = pack(question)
    return {
        "id": question.id,
        "incident": question.incident,
        "kind": question.kind,
        "weight": weight(question),
        "payload": payload,
    }


def _incident_row(incident: Incident, group: Group) -> dict[str, Any]:
    return {
        "id": incident.id,
        "killed": _highest(incident.figures.get("killed")),
        "injured": _highest(incident.figures.get("injured")),
        "reports": len(incident.reports),
        "title": incident.title,
        "words": searchable_text(incident, group.claims),
        "record": pack(incident),
        "group": pack(group),
    }


def _highest(figure: Figure | None) -> int | None:
    """The highest number of a figure; None if it has none."""
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
    remaining = groups(store) if only is None else _meeting(groups(store), only)
    while batch := list(islice(remaining, _BATCH)):
        yield from rebuilt(store, batch, rule=rule, as_of=as_of)


def _meeting(every: Iterable[Group], only: str) -> Iterator[Group]:
    """The groups that meet all criteria of a list with commas, with the claims that they let through."""
    chosen = [name.strip() for name in only.split(",")]
    if unknown := next((name for name in chosen if name not in CRITERIA), None):
        names = ", ".join(CRITERIA)
        raise Refused(message("There is no criterion “{name}”; choose one of {names}.", name=unknown, names=names))
    yield from (found for group in every if (found := meeting(chosen, group)) is not None)


def incident(store: Store, name: str, *, rule: str = RULE, as_of: date | None = None) -> Incident:
    """The incident with the id ``name``, or the only one whose id begins with it. Raises NoSuchRecord.

    The rows must be up to date.
    """
    with store.derived_rows() as rows:
        matches = list(incident_rows.with_id_prefix(rows, name))
    matches = [row for row in matches if row.id == name] or matches
    if len(matches) > 1:
        raise NoSuchRecord(plural(
            "{n} incident has an id that begins with {prefix}; give more of the id.",
            "{n} incidents have ids that begin with {prefix}; give more of the id.",
            len(matches),
            prefix=name,
        ))  # fmt: skip
    if matches and rule == RULE and as_of is None:
        return unpack(matches[0].record, Incident)
    found = next(rebuilt(store, [unpack(row.group, Group) for row in matches], rule=rule, as_of=as_of), None)
    if found is None:
        raise no_incident(store, name)
    return found


def no_incident(store: Store, name: str) -> NoSuchRecord:
    """The error for an id, or the beginning of one, that no incident has; it names the successors of a former id."""
    if others := membership.named_now(store, name):
        return NoSuchRecord(message(
            "No incident has the id {id} any more; its report is part of {others} now.", id=name,
            others=", ".join(others),
        ))  # fmt: skip
    return NoSuchRecord(
        message("No incident has an id that begins with {prefix}; see: tollbook incidents", prefix=name)
    )


def group(store: Store, name: str) -> Group:
    """The claims of the incident with this id. Raises NoSuchRecord."""
    with store.derived_rows() as rows:
        packed = next((row.group for row in incident_rows.with_id_prefix(rows, name) if row.id == name), None)
    if packed is None:
        raise NoSuchRecord(message("There is no incident {id} in this book.", id=name))
    return unpack(packed, Group)


def number(store: Store) -> int:
    """The number of incidents. The rows must be up to date."""
    with store.derived_rows() as rows:
        return rows.execute(select(func.count()).select_from(incident_tables.incidents)).scalar_one()


def incidents_of(store: Store, reports: Iterable[str]) -> frozenset[str]:
    """The ids of the incidents that some reports are about. The rows must be up to date."""
    table = incident_tables.mentions.c
    with store.derived_rows() as rows:
        found = incident_rows.where_in(rows, select(table.incident), table.report, reports)
        return frozenset(row.incident for row in found if row.incident)


def groups(store: Store) -> Iterator[Group]:
    """The claims of every incident, in order of id."""
    with store.derived_rows() as rows:
        packed = list(incident_rows.records(rows, "group"))
    yield from (unpack(each, Group) for each in packed)


def tolls(store: Store, *, as_of: date | None = None) -> tuple[Toll, ...]:
    """Every running or period total, as of a day. The rows must be up to date."""
    if as_of is None:
        return toll_rows.every(store)
    table = incident_tables.reports.c
    with store.derived_rows() as rows:
        query = select(table.report, table.tolls).where(table.tolls.is_not(None))
        claims = {row.report: unpack(row.tolls, tuple[Claim, ...]) for row in rows.execute(query)}
        constraints = editions.constraints_among(store, rows, claims, as_of)
    every = (claim for name in sorted(claims) for claim in claims[name])
    return build.build_tolls(every, settled_reports(store, claims), constraints, as_of)


def everything(store: Store, *, rule: str = RULE, as_of: date | None = None, only: str | None = None) -> BuildResult:
    """All incidents and totals, equal to what :func:`tollbook.incidents.build.build` gives."""
    every = incidents(store, rule=rule, as_of=as_of, only=only)
    claims = groups(store) if only is None else _meeting(groups(store), only)
    return build.combine(every, claims, tolls(store, as_of=as_of))


def rebuilt(store: Store, some: Sequence[Group], *, rule: str = RULE, as_of: date | None = None) -> Iterator[Incident]:
    """The records of some groups by a rule, as of a day; without those that had not been reported by then."""
    names = {link.id for group in some for link in group.reports}
    with store.derived_rows() as rows:
        constraints = editions.constraints_among(store, rows, names, as_of)
    reports = settled_reports(store, names)
    records = (build.build_incident(group, reports, constraints, rule=rule, as_of=as_of) for group in some)
    yield from (record for record in records if record is not None)
