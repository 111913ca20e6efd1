"""The evidence for one incident: its claims with decisions applied, its reports, and which reports copy others.

Its sources, the sensitivity of its figures and their explanation are pure functions of the evidence, computed when they
are first used.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property

from tollbook import linking, reconcile
from tollbook.decisions.names import settled_reports
from tollbook.incidents import build, cache, editions, questions
from tollbook.incidents.questions import Question
from tollbook.mentions import MeasureMention
from tollbook.model import Report
from tollbook.person import PersonRulings
from tollbook.reconcile import Copy, Explanation, Measured, Sensitivity, Sources
from tollbook.reconcile.editions import without_superseded
from tollbook.record import Group, Incident
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import unpack


class IncidentEvidence:
    """One incident with its claims and reports. Nothing here is stored."""

    def __init__(
        self,
        incident: Incident,
        group: Group,
        reports: Mapping[str, Report],
        *,
        copies: Iterable[Copy],
        mentions: Iterable[MeasureMention],
        rule: str,
        people: PersonRulings,
    ) -> None:
        self.incident = incident
        self.group = group
        self.reports = reports
        self.copies = tuple(copies)
        self.rule = rule
        self._people = people
        self._mentions = tuple(mentions)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """All its questions, answered ones too; the record has only the open ones."""
        claims = {claim.id: claim for claim in self.group.claims}
        return questions.find(
            questions.Material(self.incident, self.group, claims, self.reports, self.copies, self._people)
        )

    @cached_property
    def sources(self) -> Sources:
        """Its independent sources, and which reports depend on which."""
        return reconcile.sources(self.group, self.reports, self.copies)

    @cached_property
    def measured(self) -> tuple[Measured, ...]:
        """Things that several of its reports measure, and whether the measurements agree."""
        return reconcile.measured(self._mentions)

    @cached_property
    def sensitivity(self) -> tuple[Sensitivity, ...]:
        """How each figure changes over all rules, and which claim, if wrong, would change it most."""
        return reconcile.sensitivity(self.group, self.reports, self.copies, rule=self.rule, people=self._people)

    @cached_property
    def explanation(self) -> tuple[Explanation, ...]:
        """Each figure explained in sentences for a note on methods."""
        return reconcile.explain(
            self.incident, self.group, self.reports, self.copies, self.sensitivity, people=self._people
        )


def incident_evidence(store: Store, name: str, *, rule: str, as_of: date | None = None) -> IncidentEvidence:
    """The evidence for the incident whose id is, or alone begins with, ``name``; ``as_of``: as on that day.

    The derived rows must be up to date. Raises NoSuchRecord.
    """
    incident = cache.incident(store, name, rule=rule, as_of=as_of)
    with store.derived_rows() as rows:
        matches = (row for row in incident_rows.with_id_prefix(rows, incident.id) if row.id == incident.id)
        group = unpack(next(matches).group, Group)
        constraints = editions.constraints_among(store, rows, (link.id for link in group.reports), as_of)
    in_force, _ = without_superseded(group, constraints.superseded)
    reports = settled_reports(store, (link.id for link in in_force.reports))
    if as_of is not None:
        in_force = linking.restricted(in_force, reconcile.published_by(reports, as_of))
        reports = {link.id: reports[link.id] for link in in_force.reports if link.id in reports}
    copies = build.find_copies(reports, constraints)
    readings = store.reading_of(reports)
    mentions = [mention for name in sorted(readings) for mention in readings[name].reading.measures]
    people = constraints.people
    return IncidentEvidence(incident, in_force, reports, copies=copies, mentions=mentions, rule=rule, people=people)
