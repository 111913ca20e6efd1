"""Decisions of tests, in one line each."""

from typing import Any

from tollbook.decisions import verdicts
from tollbook.decisions.decision import Decision, Proposal
from tollbook.store import Store


def decide(store: Store, verdict: str, subject: str, *, who: str, why: str, **more: Any) -> Decision:
    """Record a decision in the log."""
    return verdicts.decide(store, Proposal(verdict=verdict, subject=subject, why=why, **more), who=who)
