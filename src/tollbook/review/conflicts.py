"""Two people at one book: what others decided of the same thing since a page was shown.

Nothing is ever lost, for every decision is a log entry. But nobody should overrule another without having seen it. So
whoever decides says up to which entry of the log he has seen, and is told of what is newer before his word is written.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import DECIDED, UNDONE, Decision
from tollbook.errors import TollbookError
from tollbook.model import Record
from tollbook.store import Entry, Store

#: Looking and writing belong together; the doors of one process take turns.
_TURN = threading.Lock()


class Proposal(Record, frozen=True, kw_only=True):
    """A decision not yet written. ``seen`` is the log entry up to which its maker has seen the book; all without it.

    Who has seen what is newer and means it all the same, proposes again with the newer entry.
    """

    verdict: str
    subject: str
    why: str
    other: str | None = None
    change: dict[str, Any] | None = None
    seen: int | None = None


class LaterDecision(Record, frozen=True, kw_only=True):
    """What someone else decided, or took back, in the meantime."""

    seq: int
    decision: Decision
    undone_by: str | None = None


class EditConflict(TollbookError):
    """Someone else decided of the same thing first; nothing was written. Holds what was proposed and what is newer."""

    def __init__(self, proposal: Proposal, newer: tuple[LaterDecision, ...]) -> None:
        who = newer[-1].undone_by or newer[-1].decision.who
        super().__init__(f"{who} has decided on this since the page was loaded; look at it, then decide again.")
        self.proposal, self.newer = proposal, newer


def decide(store: Store, proposal: Proposal, *, who: str) -> Decision:
    """Write a decision. Raises DecidedMeanwhile, and what ``review.decide`` raises."""
    with _TURN:
        if proposal.seen is not None:
            newer = tuple(since(store.log(DECIDED, UNDONE), proposal, who=who))
            if newer:
                raise EditConflict(proposal, newer)
        return verdicts.decide(
            store,
            proposal.verdict,
            proposal.subject,
            who=who,
            why=proposal.why,
            other=proposal.other,
            change=proposal.change,
        )


def last(store: Store) -> int:
    """The log entry of the last decision or undoing; 0 where there is none."""
    return max((entry.seq for entry in store.log(DECIDED, UNDONE)), default=0)


def since(entries: Iterable[Entry], proposal: Proposal, *, who: str) -> Iterator[LaterDecision]:
    """What others decided of the same thing after what the proposal's maker has seen, oldest first."""
    decisions: dict[str, Decision] = {}
    for entry in entries:
        undone = entry.action == UNDONE
        if not undone:
            decisions[entry.hash[:16]] = verdicts.as_decision(entry)
        decision = decisions.get(entry.subject if undone else entry.hash[:16])
        if decision is None or entry.seq <= (proposal.seen or 0) or entry.actor == who:
            continue
        if _touches(decision, proposal):
            yield LaterDecision(seq=entry.seq, decision=decision, undone_by=entry.actor if undone else None)


def _touches(decision: Decision, proposal: Proposal) -> bool:
    if (decision.verdict == "add") != (proposal.verdict == "add"):
        return False
    mine, theirs = {proposal.subject, proposal.other}, {decision.subject, decision.other}
    if proposal.verdict == "add":
        return proposal.subject == decision.subject and _overlap(proposal.change or {}, decision.change or {})
    if proposal.other is not None and decision.other is not None:
        return mine == theirs
    return bool((mine & theirs) - {None})


def _overlap(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    spans = [one.get("start"), one.get("end"), other.get("start"), other.get("end")]
    if not all(isinstance(place, int) for place in spans):
        return False
    start, end, begin, finish = spans
    return bool(start < finish and begin < end)  # type: ignore[operator]  # all are int, as was asked above
