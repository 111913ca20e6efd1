"""The evidence for and against two reports being about one incident, with its weight."""

from collections.abc import Iterable
from itertools import combinations

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.constraints import claim_rulings
from tollbook.linking import MentionProfile
from tollbook.model import Record
from tollbook.record import Ruling
from tollbook.store import Store, blocking_rows
from tollbook.store.incident_rows import unpack_small


class LinkReason(Record, frozen=True, kw_only=True):
    """One comparison as a sentence. ``weight`` above zero is evidence for one incident, below zero against it."""

    weight: float
    says: str


class LinkedPair(Record, frozen=True, kw_only=True):
    """Two reports of one incident: the total weight, every comparison, strongest first, and the decisions on them.

    A ``weight`` of at least ``threshold`` links the two directly. Below it, they are in one incident because each is
    linked to other reports of it, or because a person decided so.
    """

    one: str
    other: str
    weight: float
    threshold: float
    reasons: tuple[LinkReason, ...] = ()
    decisions: tuple[str, ...] = ()


def why_linked(store: Store, incident: str) -> tuple[LinkedPair, ...]:
    """Every two reports of an incident with the evidence for and against linking them, the strongest link first.

    The rows must be up to date.
    """
    with store.derived_rows() as rows:
        mentions = blocking_rows.mentions_of(rows, incident)
        packed = blocking_rows.profiles(rows, [mention.number for mention in mentions])
    profiles = [unpack_small(packed[mention.number], MentionProfile) for mention in mentions]
    rulings = claim_rulings(verdicts.in_force(store))
    pairs = combinations(sorted(profiles, key=lambda profile: (profile.report, profile.id)), 2)
    linked = [_linked_pair(one, other, rulings) for one, other in pairs if one.report != other.report]
    return tuple(sorted(linked, key=lambda pair: (-pair.weight, pair.one, pair.other)))


def _linked_pair(one: MentionProfile, other: MentionProfile, rulings: Iterable[Ruling]) -> LinkedPair:
    comparison = linking.compare(one, other)
    reasons = sorted(comparison.reasons, key=lambda reason: (-abs(reason.weight), reason.sentence))
    return LinkedPair(
        one=one.report,
        other=other.report,
        weight=round(comparison.weight, 1),
        threshold=linking.THRESHOLD,
        reasons=tuple(LinkReason(weight=round(r.weight, 1), says=r.sentence) for r in reasons),
        decisions=tuple(dict.fromkeys(r.decision for r in rulings if _is_about_both(r, one, other))),
    )


def _is_about_both(ruling: Ruling, one: MentionProfile, other: MentionProfile) -> bool:
    named = set(ruling.named)
    return not named.isdisjoint(one.claims) and not named.isdisjoint(other.claims)
