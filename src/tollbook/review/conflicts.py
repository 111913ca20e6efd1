"""Optimistic locking: detects decisions that other people made about the same record since a page was loaded.

No decision is ever lost, because each is a log entry. But a person should not overrule another unknowingly. So a
proposal names the last log entry that its maker has seen, and is refused if there are newer decisions.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tollbook.decisions import descriptions, verdicts
from tollbook.decisions.composition import COMPOSING
from tollbook.decisions.decision import (
    ABOUT_PERSONS,
    DECIDED,
    DESCRIBE,
    OF_NAMES,
    OF_ONE_CLAIM,
    OF_SERIES,
    UNDONE,
    Decision,
    Proposal,
    as_decision,
)
from tollbook.decisions.name_rulings import share_names
from tollbook.errors import TollbookError
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store import LogEntry, Store

#: Checking and writing must not be interleaved by two threads of one process.
ONE_AT_A_TIME = threading.Lock()


class LaterDecision(Record, frozen=True, kw_only=True):
    """A decision that someone else made or undid in the meantime."""

    seq: int
    decision: Decision
    undone_by: str | None = None


class EditConflict(TollbookError):
    """Someone else decided on the same record first; nothing was written. Has the proposal and the newer decisions."""

    def __init__(self, proposal: Proposal, newer: tuple[LaterDecision, ...]) -> None:
        who = newer[-1].undone_by or newer[-1].decision.who
        super().__init__(
            message("{who} has decided on this since the page was loaded; look at it, then decide again.", who=who)
        )
        self.proposal, self.newer = proposal, newer


def decide(store: Store, proposal: Proposal, *, who: str) -> Decision:
    """Write a decision. Raises EditConflict, and what ``verdicts.decide`` raises."""
    if proposal.verdict == DESCRIBE:
        changes = dict.fromkeys((proposal.subject, *proposal.reports), proposal.change or {})
        return describe(store, changes, who=who, why=proposal.why, seen=proposal.seen)
    with ONE_AT_A_TIME:
        refuse_if_newer(store, proposal, who=who)
        return verdicts.decide(store, proposal, who=who)


def describe(
    store: Store, changes: Mapping[str, Mapping[str, Any]], *, who: str, why: str, seen: int | None
) -> Decision:
    """Set different fields for each report; returns the first decision. Raises EditConflict, Refused."""
    with ONE_AT_A_TIME:
        for each in descriptions.proposals(store, changes, why=why):
            refuse_if_newer(store, msgspec.structs.replace(each, seen=seen), who=who)
        return descriptions.describe_each(store, changes, who=who, why=why)


def refuse_if_newer(store: Store, proposal: Proposal, *, who: str) -> None:
    """Raise EditConflict if someone else decided on the same record after the last entry that the maker has seen."""
    if proposal.seen is not None:
        newer = tuple(decisions_since(store.log(DECIDED, UNDONE), proposal, who=who))
        if newer:
            raise EditConflict(proposal, newer)


def last_decision(store: Store) -> int:
    """The number of the log entry that last made or undid a decision; 0 if there is none."""
    return max((entry.seq for entry in store.log(DECIDED, UNDONE)), default=0)


def decisions_since(entries: Iterable[LogEntry], proposal: Proposal, *, who: str) -> Iterator[LaterDecision]:
    """Decisions of others on the same record after the last entry that the proposal's maker has seen, oldest first."""
    decisions: dict[str, Decision] = {}
    for entry in entries:
        undone = entry.action == UNDONE
        if not undone:
            decisions[entry.hash[:16]] = as_decision(entry)
        decision = decisions.get(entry.subject if undone else entry.hash[:16])
        if decision is None or entry.seq <= (proposal.seen or 0) or entry.actor == who:
            continue
        if _concerns_same(decision, proposal):
            yield LaterDecision(seq=entry.seq, decision=decision, undone_by=entry.actor if undone else None)


def _concerns_same(decision: Decision, proposal: Proposal) -> bool:
    if decision.verdict in OF_NAMES or proposal.verdict in OF_NAMES:
        return decision.subject == proposal.subject and share_names(decision.change or {}, proposal.change or {})
    apart = ({"add"}, {DESCRIBE}, OF_SERIES, ABOUT_PERSONS)
    if any((decision.verdict in kind) != (proposal.verdict in kind) for kind in apart):
        return False
    if proposal.verdict == DESCRIBE:
        same_reports = decision.subjects & {proposal.subject, *proposal.reports}
        return bool(same_reports and (proposal.change or {}).keys() & (decision.change or {}).keys())
    if proposal.verdict == "add":
        return proposal.subject == decision.subject and _overlap(proposal.change or {}, decision.change or {})
    if proposal.verdict in COMPOSING | OF_SERIES or decision.verdict in COMPOSING:
        # A decision on a claim and one on its incident can both be in force.
        if {proposal.verdict, decision.verdict} & OF_ONE_CLAIM:
            return False
        return not set(proposal.claims).isdisjoint(decision.claims)
    proposed = {proposal.subject, proposal.other, *(proposal.also or ())} - {None}
    decided = {decision.subject, decision.other, *(decision.also or ())} - {None}
    if proposal.other is not None and decision.other is not None:
        return proposed == decided
    return bool(proposed & decided)


def _overlap(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    spans = [one.get("start"), one.get("end"), other.get("start"), other.get("end")]
    if not all(isinstance(bound, int) for bound in spans):
        return False
    start, end, begin, finish = spans
    return bool(start < finish and begin < end)  # type: ignore[operator]  # all are int, as checked above
