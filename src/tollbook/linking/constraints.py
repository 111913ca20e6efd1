"""What people ruled of pairs of claims, followed to its end: which claims belong together and which never do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tollbook.record import Ruling


class Constraints(NamedTuple):
    """Claims that a person called the same, as sets, and which sets are kept apart.

    ``home`` gives the name of the set a claim is in, for every claim ruled on; a set is named by its smallest claim.
    ``same`` holds the names of sets of two and more. ``apart`` holds pairs of names, both ways round. ``overruled``
    holds the rulings that a later one contradicts, each with the one that holds.
    """

    home: Mapping[str, str]
    same: frozenset[str]
    apart: frozenset[tuple[str, str]]
    overruled: tuple[tuple[Ruling, Ruling], ...] = ()

    def sets(self, claims: Iterable[str]) -> frozenset[str]:
        """The sets some claims are in."""
        return frozenset(self.home[c] for c in claims if c in self.home) if self.home else frozenset()

    def parted(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether any set of the one is kept apart from any of the other; both are names of sets."""
        return bool(self.apart) and any((a, b) in self.apart for a in one for b in other)


NONE = Constraints({}, frozenset(), frozenset())


def constraints_from(rulings: Sequence[Ruling]) -> Constraints:
    """The bonds of rulings given oldest first. Of two that contradict each other, by way of others too, the later one
    holds.

    The newest is taken up first, each older one only where it fits those already taken up.
    """
    if not rulings:
        return NONE
    members: dict[str, set[str]] = {}
    held: list[Ruling] = []
    overruled: list[tuple[Ruling, Ruling]] = []
    for ruling in reversed(rulings):
        one = members.setdefault(ruling.one, {ruling.one})
        other = members.setdefault(ruling.other, {ruling.other})
        contrary = next((r for r in held if not r.same and _between(r, one, other)), None) if ruling.same else None
        if not ruling.same and one is other:
            contrary = next(r for r in held if r.same and {r.one, r.other} <= one)
        if contrary is not None:
            overruled.append((ruling, contrary))
            continue
        held.append(ruling)
        if ruling.same and one is not other:
            one |= other
            members |= dict.fromkeys(other, one)
    home = {claim: min(found) for claim, found in members.items()}
    pairs = {(home[r.one], home[r.other]) for r in held if not r.same}
    return Constraints(
        home=home,
        same=frozenset(min(found) for found in members.values() if len(found) > 1),
        apart=frozenset(pairs | {(b, a) for a, b in pairs}),
        overruled=tuple(overruled),
    )


def touched(rulings: Iterable[Ruling], claims: Iterable[str]) -> frozenset[str]:
    """All claims that rulings lead to from some claims, by however many steps: those a change of rulings can move."""
    beside: dict[str, set[str]] = {}
    for ruling in rulings:
        beside.setdefault(ruling.one, set()).add(ruling.other)
        beside.setdefault(ruling.other, set()).add(ruling.one)
    found, todo = set(claims), list(claims)
    while todo:
        new = beside.get(todo.pop(), set()) - found
        found |= new
        todo += new
    return frozenset(found)


def _between(ruling: Ruling, one: set[str], other: set[str]) -> bool:
    return (ruling.one in one and ruling.other in other) or (ruling.one in other and ruling.other in one)
