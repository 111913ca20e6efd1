"""What a person may decide about a claim, and what follows from it.

A decision is a log entry: it can be undone by another entry, never erased. What stands is found by replaying the log.
``same`` and ``not same`` are kept with who and why; linking does not follow them yet.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from tollbook.errors import Refused
from tollbook.model import Claim, Reading, Record
from tollbook.store import Entry

Verdict = Literal["accept", "reject", "correct", "same", "not same"]
DECIDED, UNDONE = "decided", "undone"
#: What a correction may say otherwise. Where the words stand and what they are is never corrected.
CORRECTABLE = frozenset(
    {"kind", "count", "people", "scope", "speakers", "stance", "when", "place", "by", "with", "sites", "event"}
)


class Decision(Record, frozen=True, kw_only=True):
    """What a person ruled on the claim ``subject``: who, when, why.

    ``other`` is the second claim of ``same`` and ``not same``; ``change`` corrected fields in the contract's shape.
    """

    id: str
    verdict: Verdict
    subject: str
    who: str
    at: str
    why: str
    other: str | None = None
    change: dict[str, Any] | None = None


def check(
    verdict: str, claim: Claim, *, who: str, why: str, other: str | None = None, change: Mapping[str, Any] | None = None
) -> None:
    """Raise Refused, with what is missing, when this cannot be decided."""
    if verdict not in get_args(Verdict):
        raise Refused(f"There is no verdict {verdict!r}; choose one of: {', '.join(get_args(Verdict))}.")
    if not who.strip() or not why.strip():
        raise Refused("A decision needs a name and a reason; say who decides and why.")
    if (verdict in {"same", "not same"}) != (other is not None):
        raise Refused("A second claim is named for “same” and “not same”, and only for them.")
    if (verdict == "correct") != bool(change):
        raise Refused("Corrected fields are given for “correct”, and only for it.")
    if change:
        corrected(claim, change)


def corrected(claim: Claim, change: Mapping[str, Any]) -> Claim:
    """The claim as corrected. Raises Refused for a field that cannot be corrected, or a value it cannot have."""
    if fixed := sorted(set(change) - CORRECTABLE):
        raise Refused(f"These fields of a claim cannot be corrected: {', '.join(fixed)}.")
    try:
        return msgspec.convert(claim.to_dict() | dict(change), Claim)
    except msgspec.ValidationError as error:
        raise Refused(f"The correction does not have the shape of a claim: {error}.") from error


def replay(entries: Iterable[Entry]) -> tuple[Decision, ...]:
    """The decisions that stand, oldest first."""
    standing: dict[str, Decision] = {}
    for entry in entries:
        if entry.action == DECIDED:
            decision = as_decision(entry)
            standing[decision.id] = decision
        elif entry.action == UNDONE:
            standing.pop(entry.subject, None)
    return tuple(standing.values())


def as_decision(entry: Entry) -> Decision:
    """The decision a log entry holds; its id is the beginning of the entry's hash."""
    about = {"id": entry.hash[:16], "subject": entry.subject, "who": entry.actor, "at": entry.at}
    return msgspec.convert(entry.payload | about, Decision)


def apply(reading: Reading, decisions: Sequence[Decision]) -> Reading:
    """The reading as decisions leave it: without rejected claims, others as corrected; the last word on each holds."""
    last: dict[str, Decision] = {d.subject: d for d in decisions if d.verdict in {"accept", "reject"}}
    changes = [d for d in decisions if d.verdict == "correct"]
    claims = {c.id: c for c in reading.claims if c.id not in last or last[c.id].verdict == "accept"}
    for decision in changes:
        if decision.subject in claims:
            claims[decision.subject] = corrected(claims[decision.subject], decision.change or {})
    return msgspec.structs.replace(reading, claims=tuple(claims.values()))
