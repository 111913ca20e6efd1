"""Why reports are linked: what speaks for two of them telling of one incident, what against, and how much."""

from itertools import combinations

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.linking import MentionProfile
from tollbook.model import Record
from tollbook.store import Store, blocking_rows
from tollbook.store.incident_rows import unpack_small


class LinkReason(Record, frozen=True, kw_only=True):
    """One comparison as a sentence. ``weight`` above zero speaks for one incident, below zero against it."""

    weight: float
    says: str


class LinkedPair(Record, frozen=True, kw_only=True):
    """Two reports of one incident: the weight of all comparisons, the strongest first; and decisions on them.

    ``weight`` at ``threshold`` or above links the two by themselves. Below it they are together because each is linked
    to others of the incident, or because a person said so.
    """

    one: str
    other: str
    weight: float
    threshold: float
    reasons: tuple[LinkReason, ...] = ()
    decisions: tuple[str, ...] = ()


def why_linked(store: Store, incident: str) -> tuple[LinkedPair, ...]:
    """Every two reports of an incident and what speaks for and against their being of one, the strongest tie first.

    The rows must be up to date.
    """
    with store.derived_rows() as rows:
        members = blocking_rows.members_of(rows, incident)
        packed = blocking_rows.profiles(rows, [member.number for member in members])
    profiles = [unpack_small(packed[member.number], MentionProfile) for member in members]
    rulings = verdicts.rulings(verdicts.in_force(store))
    ties = []
    for one, other in combinations(sorted(profiles, key=lambda p: (p.report, p.id)), 2):
        if one.report == other.report:
            continue
        found = linking.compare(one, other)
        reasons = sorted(found.reasons, key=lambda reason: (-abs(reason.weight), reason.sentence))
        held = {*one.claims}, {*other.claims}
        ties.append(
            LinkedPair(
                one=one.report,
                other=other.report,
                weight=round(found.weight, 1),
                threshold=linking.THRESHOLD,
                reasons=tuple(LinkReason(weight=round(r.weight, 1), says=r.sentence) for r in reasons),
                decisions=tuple(r.decision for r in rulings if {r.one, r.other} <= held[0] | held[1]),
            )
        )
    return tuple(sorted(ties, key=lambda tie: (-tie.weight, tie.one, tie.other)))
