"""All that the record of one incident stands on: its claims as decided, its reports, and who copies whom.

From it follow the sources, how the figures move, and the sentences that explain them. Each is a pure function of the
dossier and made when it is asked for.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property

from tollbook import reconcile
from tollbook.decisions import verdicts
from tollbook.incidents import build, cache, editions
from tollbook.model import MeasureMention, Report
from tollbook.reconcile import Copy, Explanation, Measured, Sensitivity, Sources
from tollbook.record import Group, Incident
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import unpack


class IncidentEvidence:
    """One incident with its claims and reports. Nothing in it is stored."""

    def __init__(
        self,
        incident: Incident,
        group: Group,
        reports: Mapping[str, Report],
        *,
        copies: Iterable[Copy],
        mentions: Iterable[MeasureMention],
        rule: str,
    ) -> None:
        self.incident = incident
        self.group = group
        self.reports = reports
        self.copies = tuple(copies)
        self.rule = rule
        self._mentions = tuple(mentions)

    @cached_property
    def sources(self) -> Sources:
        """Its independent sources, and who has it from whom."""
        return reconcile.sources(self.group, self.reports, self.copies)

    @cached_property
    def measured(self) -> tuple[Measured, ...]:
        """What several of its reports measure, and whether it can be one."""
        return reconcile.measured(self._mentions)

    @cached_property
    def sensitivity(self) -> tuple[Sensitivity, ...]:
        """How each figure moves over all rules, and which claim, if wrong, would move it most."""
        return reconcile.sensitivity(self.group, self.reports, self.copies, rule=self.rule)

    @cached_property
    def explanation(self) -> tuple[Explanation, ...]:
        """Each figure in sentences for a note on methods."""
        return reconcile.explain(self.incident, self.group, self.reports, self.copies, self.sensitivity)


def dossier(store: Store, name: str, *, rule: str, as_of: date | None = None) -> IncidentEvidence:
    """The dossier of the incident whose id is, or alone begins with, ``name``; with ``as_of`` as it stood on that day.

    The derived rows must be up to date. Raises NoSuchRecord.
    """
    incident = cache.incident(store, name, rule=rule, as_of=as_of)
    with store.derived_rows() as rows:
        found = (row for row in incident_rows.beginning_with(rows, incident.id) if row.id == incident.id)
        group = unpack(next(found).group, Group)
        names = frozenset(link.id for link in group.reports)
        alone = incident_rows.alone(rows, names)
    ruled = build.sources(verdicts.in_force(store), alone, editions.among(store, names, as_of=as_of))
    held, _ = editions.parted(group, ruled.superseded)
    reports = store.reports_of(link.id for link in held.reports)
    held = reconcile.known_by(held, reports, as_of) if as_of is not None else held
    copies = build.copies(reports, ruled)
    readings = store.reading_of(reports)
    mentions = [mention for name in sorted(readings) for mention in readings[name].reading.measures]
    return IncidentEvidence(incident, held, reports, copies=copies, mentions=mentions, rule=rule)
