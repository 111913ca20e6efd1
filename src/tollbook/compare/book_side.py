"""A book as one side of a comparison: its incidents, and the same incidents made again under other conditions."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

import msgspec
from sqlalchemy import select

from tollbook.compare.records import Entry
from tollbook.incidents import cache, snapshot
from tollbook.incidents.incremental import up_to_date
from tollbook.linking import MentionProfile
from tollbook.model import Claim, Range, Report
from tollbook.record import Figure, Group, Incident, ReportLink
from tollbook.store import Store
from tollbook.store.incident_rows import unpack_small
from tollbook.store.incident_tables import mentions

Figures = dict[str, Range]


class BookSide:
    """The incidents of a book by id, with figures made by ``rule`` from what had been published by ``as_of``."""

    def __init__(self, store: Store, name: str, *, rule: str, as_of: date | None = None) -> None:
        self.name, self.rule, self.as_of = name, rule, as_of
        self._store = up_to_date(store)
        contents = snapshot.contents(self._store, rule=rule, as_of=as_of)
        self.incidents = {each.id: each for each in contents.incidents}
        self.entries = {each.id: entry(each) for each in contents.incidents}
        #: Every claim as people decided on it, filed in an incident or not.
        self.claims: dict[str, Claim] = {claim.id: claim for claim in contents.claims}
        self.reports: dict[str, Report] = {report.id: report for report in contents.reports}
        #: The claims of each incident, and the incidents of each report.
        self.groups = {group.id: group for group in cache.groups(self._store) if group.id in self.entries}
        self.of_report: dict[str, set[str]] = defaultdict(set)
        for group in self.groups.values():
            for link in group.reports:
                self.of_report[link.id].add(group.id)
        self._said: dict[str, list[Claim]] = defaultdict(list)
        for claim in contents.claims:
            self._said[claim.report].append(claim)

    def said_in(self, report: str) -> list[Claim]:
        """The claims of a report, in whatever incident they are filed."""
        return self._said[report]

    def profiles(self) -> dict[str, list[MentionProfile]]:
        """The profiles of the event mentions of each incident, which linking compares."""
        found: dict[str, list[MentionProfile]] = {name: [] for name in self.entries}
        with self._store.derived_rows() as rows:
            for row in rows.execute(select(mentions.c.incident, mentions.c.profile).order_by(mentions.c.number)):
                if row.incident in found:
                    found[row.incident].append(unpack_small(row.profile, MentionProfile))
        return found

    def figures(self, group: Group, *, rule: str | None = None, as_of: date | None = None) -> Figures:
        """The figures of some claims as if they were an incident: by another rule, or as of another day."""
        if not group.claims:
            return {}
        made = next(cache.rebuilt(self._store, [group], rule=rule or self.rule, as_of=as_of or self.as_of), None)
        return ranges(made.figures) if made is not None else {}

    def published(self, group: Group) -> list[date]:
        """The days on which the reports of some claims were published, each once, in order."""
        days = {r.published for link in group.reports if (r := self.reports.get(link.id)) and r.published}
        return sorted(day for day in days if self.as_of is None or day <= self.as_of)


def entry(incident: Incident) -> Entry:
    """An incident as an entry of a comparison."""
    return Entry(
        id=incident.id, title=incident.title, when=incident.when, place=incident.place,
        figures=ranges(incident.figures), sources=tuple(link.id for link in incident.reports),
    )  # fmt: skip


def ranges(figures: dict[str, Figure]) -> Figures:
    """Low, best and high alone; a figure without any number is left out."""
    plain = {name: Range(low=f.low, best=f.best, high=f.high) for name, f in figures.items()}
    return {name: each for name, each in plain.items() if each != Range()}


def merged(groups: Iterable[Group]) -> Group:
    """Several groups of claims as one, with the id, day and place of the first."""
    first, *rest = groups
    claims = {c.id: c for group in (first, *rest) for c in group.claims}
    links: dict[str, ReportLink] = {}
    for link in (link for group in (first, *rest) for link in group.reports):
        links[link.id] = link if link.id not in links or link.main else links[link.id]
    return msgspec.structs.replace(
        first, claims=_in_order(claims.values()), reports=tuple(links[name] for name in sorted(links))
    )


def without_claims(group: Group, gone: frozenset[str]) -> Group:
    """The group without some of its claims, and without reports of which no claim is left."""
    claims = [claim for claim in group.claims if claim.id not in gone]
    own = {claim.report for claim in claims}
    return msgspec.structs.replace(
        group, claims=_in_order(claims), reports=tuple(link for link in group.reports if link.id in own)
    )


def _in_order(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    return tuple(sorted(claims, key=lambda c: (c.report, c.start, c.id)))
