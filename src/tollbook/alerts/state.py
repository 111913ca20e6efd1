"""The state of a followed incident: the fields that alerts compare, without the texts of its reports."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date

import msgspec

from tollbook.decisions.decision import OF_ONE_CLAIM, Decision
from tollbook.errors import NoSuchRecord
from tollbook.incidents import cache, membership
from tollbook.locale import wording
from tollbook.model import Claim, Record, Report
from tollbook.reconcile.editions import superseded
from tollbook.record import Figure, Group, Incident
from tollbook.report_name import publisher_name, report_name
from tollbook.store import Store
from tollbook.store.follows import Threshold

#: Characters of the longest quotation in a state; a sentence of a report has about 150.
_LONGEST_QUOTE = 400


class Said(Record, frozen=True, kw_only=True):
    """A claim, abridged: the chain of speakers (``by``), the number in words, and the words."""

    report: str
    kind: str
    stance: str
    by: str
    count: str = ""
    number: int | None = None
    quote: str = ""
    whole: bool = True


class ReportInShort(Record, frozen=True, kw_only=True):
    """One report: its name for people, and who published it."""

    name: str
    publisher: str
    published: date | None = None


class FigureInShort(Record, frozen=True, kw_only=True):
    """One figure: its bounds, the same in words, its independent sources, and the claims that later ones replaced.

    ``current`` are the claims under its bounds. States of earlier versions lack it, and give the alerts they gave.
    """

    low: int | None = None
    best: int | None = None
    high: int | None = None
    words: str = ""
    sources: int = 0
    superseded: tuple[str, ...] = ()
    current: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def number(self) -> int | None:
        """The number that thresholds are compared with: the best one, else the lowest that is certain."""
        return self.best if self.best is not None else self.low


class ClaimRuling(Record, frozen=True, kw_only=True):
    """A person's decision on one claim."""

    who: str
    verdict: str
    claim: str


class FollowedState(Record, frozen=True, kw_only=True):
    """A followed incident at one moment.

    ``incident`` is its id then; None if no incident has its claims any more. ``replaced`` names, for each superseded
    capture of a page, the report that has the words in force. ``rulings`` are decisions on its claims, by id. The
    A ``first`` state gives no alerts. ``thresholds`` are those of all who follow the incident.
    ``denials`` has, for each claim that denies, all claims of that statement: later reports repeat it.
    """

    incident: str | None = None
    title: str = ""
    claims: Mapping[str, Said] = msgspec.field(default_factory=dict)
    figures: Mapping[str, FigureInShort] = msgspec.field(default_factory=dict)
    reports: Mapping[str, ReportInShort] = msgspec.field(default_factory=dict)
    replaced: Mapping[str, str] = msgspec.field(default_factory=dict)
    rulings: Mapping[str, ClaimRuling] = msgspec.field(default_factory=dict)
    first: bool = False
    thresholds: tuple[Threshold, ...] = ()
    denials: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


def state_of(store: Store, name: str, decisions: Sequence[Decision]) -> FollowedState:
    """The first state of the incident with this id, under the decisions in force. Its rows must be up to date.

    Raises NoSuchRecord.
    """
    group = cache.group(store, name)
    return msgspec.structs.replace(_state(store, group, cache.incident(store, name), decisions), first=True)


def state_after(store: Store, before: FollowedState, decisions: Sequence[Decision]) -> FollowedState:
    """The state now of an incident that had another one before. The rows must be up to date.

    It is the incident with most of the claims of before, else, if its reports were read anew, the one with most of its
    reports; of equals the one with the smallest id. If there is none, the state keeps the title only.
    """
    found = _continued(membership.groups_of_reports(store, before.reports), before)
    try:
        incident = None if found is None else cache.incident(store, found.id)
    except NoSuchRecord:
        # Every report of the group has a newer edition that does not say it.
        incident = None
    if found is None or incident is None:
        return FollowedState(title=before.title, reports=before.reports)
    return _state(store, found, incident, decisions)


def _continued(groups: Iterable[Group], before: FollowedState) -> Group | None:
    """The group that is the followed incident now; None if none shares a claim or a report with it."""
    reports = frozenset(before.reports)

    def shared(group: Group) -> tuple[int, int]:
        claims = sum(claim.id in before.claims for claim in group.claims)
        return claims, sum(link.id in reports for link in group.reports if link.main)

    ranked = sorted(groups, key=lambda group: (*(-n for n in shared(group)), group.id))
    return ranked[0] if ranked and any(shared(ranked[0])) else None


def _state(store: Store, group: Group, incident: Incident, decisions: Sequence[Decision]) -> FollowedState:
    names = [link.id for link in group.reports]
    captures = store.recaptured_with(names)
    reports = store.reports_of([*names, *(report.id for report in captures)])
    claims = {claim.id: _said(claim, reports.get(claim.report)) for claim in group.claims}
    return FollowedState(
        incident=incident.id,
        title=incident.title,
        claims=claims,
        figures={kind: _figure(figure) for kind, figure in sorted(incident.figures.items())},
        reports={name: _report(report) for name, report in sorted(reports.items())},
        replaced=dict(sorted(superseded(captures).items())),
        rulings=_rulings(store, claims, reports, decisions),
        denials={name: each.claims for each in incident.statements if each.stance == "denies" for name in each.claims},
    )


def _said(claim: Claim, report: Report | None) -> Said:
    return Said(
        report=claim.report,
        kind=claim.kind,
        stance=claim.stance,
        by=wording.chain(claim.speakers, publisher_name(report) if report else ""),
        count=wording.count(claim.count),
        number=claim.count.best if claim.count else None,
        quote=wording.clean(claim.quote)[:_LONGEST_QUOTE],
        whole=claim.scope == "incident",
    )


def _figure(figure: Figure) -> FigureInShort:
    return FigureInShort(
        low=figure.low, best=figure.best, high=figure.high, words=wording.bounds(figure),
        sources=figure.independent_sources, superseded=figure.superseded_claims,
        current=tuple(sorted({*figure.low_claims, *figure.best_claims, *figure.high_claims})),
    )  # fmt: skip


def _report(report: Report) -> ReportInShort:
    return ReportInShort(
        name=wording.clean(report_name(report)), publisher=wording.clean(publisher_name(report)),
        published=report.published,
    )  # fmt: skip


def _rulings(
    store: Store, claims: Mapping[str, Said], reports: Container[str], decisions: Iterable[Decision]
) -> dict[str, ClaimRuling]:
    """The decisions on single claims of these reports, without those that were carried over to another edition."""
    single = [each for each in decisions if each.verdict in OF_ONE_CLAIM and not each.carried]
    # A rejected claim is in no incident.
    rejected = store.claims_of(each.subject for each in single if each.subject not in claims)
    return {
        each.id: ClaimRuling(who=wording.clean(each.who), verdict=each.verdict, claim=each.subject)
        for each in single
        if each.subject in claims or (each.subject in rejected and rejected[each.subject].report in reports)
    }
