"""Constraints from decisions on pairs of claims: which claims must be in one incident and which never are.

*Must-link* and *cannot-link* are the usual names in clustering (Wagstaff and others 2001, *Constrained K-means
Clustering*). Must-link is transitive: a set holds all claims that decisions link, directly or through others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tollbook.record import Ruling


class Constraints(NamedTuple):
    """Sets of claims that belong together, and pairs of sets that never do. A set is named by its smallest claim.

    ``set_of`` gives the set of every claim that a decision is about. ``must_link`` holds the sets of two claims and
    more, ``cannot_link`` the pairs of sets kept apart, in both orders. ``overruled`` holds each decision that a later
    one contradicts, with the later one, which is in force.
    """

    set_of: Mapping[str, str]
    must_link: frozenset[str]
    cannot_link: frozenset[tuple[str, str]]
    overruled: tuple[tuple[Ruling, Ruling], ...] = ()

    def sets_of(self, claims: Iterable[str]) -> frozenset[str]:
        """The sets that some claims are in."""
        return frozenset(self.set_of[c] for c in claims if c in self.set_of) if self.set_of else frozenset()

    def cannot_join(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether any set of ``one`` is kept apart from any set of ``other``; both are names of sets."""
        return bool(self.cannot_link) and any((a, b) in self.cannot_link for a in one for b in other)


NONE = Constraints({}, frozenset(), frozenset())


def constraints_from(rulings: Sequence[Ruling]) -> Constraints:
    """The constraints of decisions on pairs of claims, given oldest first.

    Where two contradict each other, directly or through others, the later one holds: the newest decision is taken
    first, and each older one only if it fits those already taken.
    """
    if not rulings:
        return NONE
    members: dict[str, set[str]] = {}
    accepted: list[Ruling] = []
    overruled: list[tuple[Ruling, Ruling]] = []
    for ruling in reversed(rulings):
        one = members.setdefault(ruling.one, {ruling.one})
        other = members.setdefault(ruling.other, {ruling.other})
        contrary = next((r for r in accepted if not r.same and _joins(r, one, other)), None) if ruling.same else None
        if not ruling.same and one is other:
            contrary = next(r for r in accepted if r.same and {r.one, r.other} <= one)
        if contrary is not None:
            overruled.append((ruling, contrary))
            continue
        accepted.append(ruling)
        if ruling.same and one is not other:
            one |= other
            members |= dict.fromkeys(other, one)
    set_of = {claim: min(claims) for claim, claims in members.items()}
    separated = {(set_of[r.one], set_of[r.other]) for r in accepted if not r.same}
    return Constraints(
        set_of=set_of,
        must_link=frozenset(min(claims) for claims in members.values() if len(claims) > 1),
        cannot_link=frozenset(separated | {(b, a) for a, b in separated}),
        overruled=tuple(overruled),
    )


def reachable_claims(rulings: Iterable[Ruling], claims: Iterable[str]) -> frozenset[str]:
    """Some claims and all that decisions connect them to, in any number of steps: the only ones that these can move."""
    neighbours: dict[str, set[str]] = {}
    for ruling in rulings:
        neighbours.setdefault(ruling.one, set()).add(ruling.other)
        neighbours.setdefault(ruling.other, set()).add(ruling.one)
    reached, pending = set(claims), list(claims)
    while pending:
        new = neighbours.get(pending.pop(), set()) - reached
        reached |= new
        pending += new
    return frozenset(reached)


def _joins(ruling: Ruling, one: set[str], other: set[str]) -> bool:
    """Whether a decision is about a claim of each of two sets."""
    return (ruling.one in one and ruling.other in other) or (ruling.one in other and ruling.other in one)
