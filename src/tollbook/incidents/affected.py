"""Finds the reports to link again after new log entries: those read, and those that a decision can affect."""

from collections.abc import Collection, Iterable

from sqlalchemy import Connection

from tollbook import linking
from tollbook.decisions import descriptions, names
from tollbook.decisions.constraints import claim_rulings
from tollbook.decisions.decision import (
    ABOUT_PERSONS,
    DECIDED,
    DESCRIBE,
    NAME_SERIES,
    OF_NAMES,
    OF_REPORTS,
    ONE_SERIES,
    UNDONE,
    Decision,
    as_decision,
    ended_with,
)
from tollbook.decisions.person_decisions import pairs, sources_of
from tollbook.reconcile.person_mentions import claim_of_mention
from tollbook.store import LogEntry, Store, incident_rows, name_rows


def affected_reports(store: Store, rows: Connection, entries: Iterable[LogEntry]) -> set[str]:
    """The reports that have to be linked again after some log entries."""
    reports: set[str] = set()
    changed: list[Decision] = []
    decisions: dict[str, Decision] | None = None
    for entry in entries:
        if entry.action == "read":
            reports.add(entry.subject)
            continue
        if decisions is None:
            decisions = {d.id: d for d in map(as_decision, store.log(DECIDED))}
        undone = entry.action == UNDONE
        names_of = ended_with(entry.subject, decisions) if undone else {entry.hash[:16]}
        changed += [decisions[name] for name in sorted(names_of)]
    # A new edition supersedes the earlier editions of its page.
    reports |= {report.id for report in store.recaptured_with(reports)}
    settled = {decision.subject for decision in changed if decision.verdict == "settle"}
    reports |= incident_rows.reports_asked_about(rows, settled)
    described = [decision for decision in changed if decision.verdict == DESCRIBE]
    reports |= descriptions.moved(store, (decisions or {}).values(), described)
    if decisions is not None:
        reports |= reports_named(rows, changed, decisions.values())
    return reports | reports_reached(store, changed, decisions.values() if decisions else ())


def reports_named(rows: Connection, changed: Iterable[Decision], decisions: Iterable[Decision]) -> set[str]:
    """The reports with a name that some decisions on names can change, among all ``decisions``."""
    of_names = [decision for decision in changed if decision.verdict in OF_NAMES]
    return set(name_rows.reports_with(rows, names.affected(of_names, decisions))) if of_names else set()


def reports_reached(store: Store, changed: Iterable[Decision], decisions: Collection[Decision]) -> set[str]:
    """The reports that some decisions can change, among all ``decisions`` that a person ever made."""
    reports: set[str] = set()
    claims: set[str] = set()
    mentions: set[str] = set()
    for decision in changed:
        # Series made by hand and their names are looked up when they are shown and are in no row.
        claims.update(decision.claims if decision.verdict not in {ONE_SERIES, NAME_SERIES} else ())
        if decision.verdict in ABOUT_PERSONS:
            mentions.update(sources_of(decision))
        elif decision.verdict in OF_REPORTS | {"add", DESCRIBE}:
            reports.update(decision.subjects)
    reports |= {report.id for report in store.recaptured_with(reports)}
    if mentions:
        moved = linking.reachable_claims(pairs(decisions), mentions)
        reports |= _reports_with({claim_of_mention(name) for name in moved}, store, decisions)
    if claims:
        reports |= _reports_with(linking.reachable_claims(claim_rulings(decisions), claims), store, decisions)
    return reports


def _reports_with(names: Collection[str], store: Store, decisions: Iterable[Decision]) -> set[str]:
    """The reports of some claims, of claims that people added, and reports named by their own id."""
    added = {(d.change or {}).get("id"): d.subject for d in decisions if d.verdict == "add"}
    reports = {claim.report for claim in store.claims_of(names).values()} | set(store.reports_of(names))
    return reports | {added[name] for name in names if name in added}
