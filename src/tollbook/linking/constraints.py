"""Constraints from decisions on claims: which claims must be in one incident and which never are.

*Must-link* and *cannot-link* are the usual names in clustering (Wagstaff and others 2001, *Constrained K-means
Clustering*). Must-link is transitive: a set holds all claims that decisions link, directly or through others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tollbook.record import Ruling


class Constraints(NamedTuple):
    """Sets of claims of one incident, and pairs of sets of different incidents. A set is named by its smallest claim.

    ``set_of`` gives the set of every claim that a decision is about. ``must_link`` holds the sets of two claims and
    more, and those of single claims that a person made an incident of; ``cannot_link`` the pairs of sets kept apart, in
    both orders. ``aside`` are claims outside all incidents and totals; ``loose`` are claims that decisions only keep
    out of some incident. ``overruled`` holds each decision on two claims that a later one contradicts, with the later
    one, which is in force.
    """

    set_of: Mapping[str, str]
    must_link: frozenset[str]
    cannot_link: frozenset[tuple[str, str]]
    overruled: tuple[tuple[Ruling, Ruling], ...] = ()
    aside: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()

    def sets_of(self, claims: Iterable[str]) -> frozenset[str]:
        """The sets that some claims are in."""
        return frozenset(self.set_of[c] for c in claims if c in self.set_of) if self.set_of else frozenset()

    def cannot_join(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether any set of ``one`` is kept apart from any set of ``other``; both are names of sets."""
        return bool(self.cannot_link) and any((a, b) in self.cannot_link for a in one for b in other)

    def decided_on(self, claims: Iterable[str]) -> bool:
        """Whether a person decided that one of some claims is of an incident, or of which one."""
        return bool(self.set_of) and any(c in self.set_of and c not in self.loose for c in claims)


NONE = Constraints({}, frozenset(), frozenset())


def constraints_from(rulings: Sequence[Ruling]) -> Constraints:
    """The constraints of decisions on claims, given oldest first.

    If two contradict each other, directly or through others, the later one is used: decisions are taken newest first,
    and of each older one the parts that fit. If later decisions divide a group of claims, its largest part comes first,
    and each further part joins the first one that it fits.
    """
    if not rulings:
        return NONE
    sets, placed = _Sets(), dict[str, str]()
    made: set[str] = set()
    overruled: list[tuple[Ruling, Ruling]] = []
    for ruling in reversed(rulings):
        placing = len(ruling.claims) > 1 or ruling.kind != "pair"
        for claim in ruling.claims if placing else ():
            placed.setdefault(claim, ruling.kind)
        if ruling.kind in {"background", "total"}:
            continue
        contrary = sets.take(ruling, [c for c in ruling.claims if placed.get(c) not in {"background", "total"}])
        if contrary is not None and ruling.kind == contrary.kind == "pair":
            overruled.append((ruling, contrary))
        if ruling.kind == "whole" and len(ruling.claims) == 1 and placed[ruling.claims[0]] == "whole":
            made.update(ruling.claims)
    set_of = sets.names()
    return Constraints(
        set_of=set_of,
        must_link=frozenset(sets.of_several()) | {set_of[claim] for claim in made},
        cannot_link=frozenset(sets.pairs_apart()),
        overruled=tuple(overruled),
        aside=frozenset(claim for claim, kind in placed.items() if kind == "background"),
        loose=frozenset(claim for claim, kind in placed.items() if kind == "loose"),
    )


def reachable_claims(rulings: Iterable[Ruling], claims: Iterable[str]) -> frozenset[str]:
    """Some claims and all claims that decisions connect them to, in any number of steps."""
    neighbours: dict[str, set[str]] = {}
    for ruling in rulings:
        first, *rest = ruling.named
        neighbours.setdefault(first, set()).update(rest)
        for claim in rest:
            neighbours.setdefault(claim, set()).add(first)
    reached, pending = set(claims), list(claims)
    while pending:
        new = neighbours.get(pending.pop(), set()) - reached
        reached |= new
        pending += new
    return frozenset(reached)


class _Set:
    """Claims of one incident, the sets of other incidents, and the decisions that made both, newest first."""

    def __init__(self, claim: str) -> None:
        self.claims = {claim}
        self.apart: dict[_Set, Ruling] = {}
        self.joined: list[tuple[int, Ruling]] = []


class _Sets:
    """The sets that decisions make of claims, taken newest first."""

    def __init__(self) -> None:
        self._of: dict[str, _Set] = {}
        self._taken = 0

    def take(self, ruling: Ruling, claims: Sequence[str]) -> Ruling | None:
        """Join some claims of a decision and keep the others apart, where newer decisions allow it.

        Returns a newer decision that does not allow all of it.
        """
        self._taken += 1
        contrary = self._join(claims, ruling)
        others = self._distinct(ruling.others)
        for one in self._distinct(claims):
            for other in others:
                if one is other:
                    contrary = contrary or min(one.joined, key=lambda each: each[0])[1]
                else:
                    one.apart.setdefault(other, ruling)
                    other.apart.setdefault(one, ruling)
        return contrary

    def names(self) -> dict[str, str]:
        """The name of the set of each claim."""
        name_of = {id(each): min(each.claims) for each in self._of.values()}
        return {claim: name_of[id(each)] for claim, each in self._of.items()}

    def of_several(self) -> set[str]:
        """The names of the sets of two claims and more."""
        return {min(each.claims) for each in self._of.values() if len(each.claims) > 1}

    def pairs_apart(self) -> set[tuple[str, str]]:
        """The pairs of names of sets that are kept apart, in both orders."""
        every = {id(each): each for each in self._of.values()}.values()
        return {(min(each.claims), min(other.claims)) for each in every for other in each.apart}

    def _distinct(self, claims: Iterable[str]) -> list[_Set]:
        found = (self._of.setdefault(claim, _Set(claim)) for claim in claims)
        return list({id(each): each for each in found}.values())

    def _join(self, claims: Sequence[str], ruling: Ruling) -> Ruling | None:
        """Join the sets of some claims, the one with most of them first; each to the first that it may join."""
        named = set(claims)
        parts = sorted(self._distinct(claims), key=lambda each: (-len(each.claims & named), min(each.claims)))
        kept: list[_Set] = []
        for part in parts:
            target = next((each for each in kept if part not in each.apart), None)
            if target is None:
                kept.append(part)
            else:
                self._merge(target, part, ruling)
        return kept[0].apart.get(kept[1]) if len(kept) > 1 else None

    def _merge(self, into: _Set, part: _Set, ruling: Ruling) -> None:
        into.claims |= part.claims
        into.joined += [*part.joined, (self._taken, ruling)]
        self._of |= dict.fromkeys(part.claims, into)
        for other, why in part.apart.items():
            del other.apart[part]
            other.apart.setdefault(into, why)
            into.apart.setdefault(other, why)
