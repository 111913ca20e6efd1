"""All that the record of one incident stands on: its claims as decided, its reports, and who copies whom.

From it follow the sources, how the figures move, and the sentences that explain them. Each is a pure function of the
dossier and made when it is asked for.
"""

from collections.abc import Collection, Mapping
from datetime import date
from functools import cached_property

import msgspec

from tollbook import derivation, reconcile, review
from tollbook.model import Report
from tollbook.reconcile import Copy, Explanation, Sensitivity, Sources
from tollbook.record import Group, Incident
from tollbook.store import Store


class Dossier:
    """One incident with its claims and reports. Nothing in it is stored."""

    def __init__(
        self, incident: Incident, group: Group, reports: Mapping[str, Report], copies: Collection[Copy], rule: str
    ) -> None:
        self.incident = incident
        self.group = group
        self.reports = reports
        self.copies = tuple(copies)
        self.rule = rule

    @cached_property
    def sources(self) -> Sources:
        """Its independent sources, and who has it from whom."""
        return reconcile.sources(self.group, self.reports, self.copies)

    @cached_property
    def sensitivity(self) -> tuple[Sensitivity, ...]:
        """How each figure moves over all rules, and which claim, if wrong, would move it most."""
        return reconcile.sensitivity(self.group, self.reports, self.copies, rule=self.rule)

    @cached_property
    def explanation(self) -> tuple[Explanation, ...]:
        """Each figure in sentences for a note on methods."""
        return reconcile.explain(self.incident, self.group, self.reports, self.copies, self.sensitivity)


def dossier(
    store: Store, incident: Incident, claims: Collection[str], *, rule: str, as_of: date | None = None
) -> Dossier:
    """The dossier of an incident that is made of the claims of these ids; with ``as_of`` as of that day."""
    names = [link.id for link in incident.reports]
    reports, stored, decisions = store.reports_of(names), store.reading_of(names), review.standing_in(store)
    decided = review.by_subject(decisions)
    readings = [review.apply(each.reading, decided) for each in stored.values()]
    told = tuple(claim for reading in readings for claim in reading.claims if claim.id in claims)
    group = Group(
        id=incident.id,
        kind=incident.kind,
        when=incident.when,
        place=incident.place,
        claims=told,
        reports=incident.reports,
    )
    alone = frozenset(name for name, each in stored.items() if each.separate)
    ruled = derivation.sources(decisions, alone)
    copies = reconcile.find_copies([report for name, report in reports.items() if name not in alone])
    copies = reconcile.with_rulings(copies, ruled.one_source, ruled.independent)
    if as_of is not None:
        group = msgspec.structs.replace(reconcile.known_by(group, reports, as_of), id=incident.id)
    return Dossier(incident, group, reports, copies, rule)
