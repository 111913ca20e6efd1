"""Which reports have to be linked again after new log entries: those read, and those that a decision can move."""

from collections.abc import Collection, Iterable, Mapping

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.constraints import claim_rulings
from tollbook.decisions.person_decisions import pairs, sources_of
from tollbook.decisions.verdicts import Decision
from tollbook.reconcile.persons import claim_of_mention
from tollbook.store import LogEntry, Store


def affected_reports(store: Store, entries: Iterable[LogEntry]) -> set[str]:
    """The reports that have to be linked again after some log entries."""
    reports: set[str] = set()
    claims: set[str] = set()
    mentions: set[str] = set()
    decisions: dict[str, Decision] | None = None
    for entry in entries:
        if entry.action == "read":
            reports.add(entry.subject)
            continue
        if decisions is None:
            decisions = {d.id: d for d in map(verdicts.as_decision, store.log(verdicts.DECIDED))}
        decision = decisions.get(entry.subject if entry.action == verdicts.UNDONE else entry.hash[:16])
        if decision is None or decision.verdict == "settle":
            continue
        if decision.verdict in verdicts.ABOUT_PERSONS:
            mentions.update(sources_of(decision))
            continue
        named = {decision.subject, decision.other} - {None}
        (reports if decision.verdict in verdicts.OF_REPORTS | {"add"} else claims).update(filter(None, named))
    # A new edition supersedes the earlier editions of its page.
    reports |= {report.id for report in store.recaptured_with(reports)}
    if mentions and decisions is not None:
        moved = linking.reachable_claims(pairs(decisions.values()), mentions)
        reports |= _reports_with({claim_of_mention(name) for name in moved}, store, decisions)
    if claims and decisions is not None:
        reach = linking.reachable_claims(claim_rulings(decisions.values()), claims)
        reports |= _reports_with(reach, store, decisions)
    return reports


def _reports_with(names: Collection[str], store: Store, decisions: Mapping[str, Decision]) -> set[str]:
    """The reports of some claims, of claims that people added, and reports named by their own id."""
    added = {(d.change or {}).get("id"): d.subject for d in decisions.values() if d.verdict == "add"}
    reports = {claim.report for claim in store.claims_of(names).values()} | set(store.reports_of(names))
    return reports | {added[name] for name in names if name in added}
