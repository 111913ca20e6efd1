"""Episodes that are linked, one way or another, parted into incidents. The order they come in does not matter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from tollbook.link.bonds import Bonds
from tollbook.link.pairs import THRESHOLD, Profile

Pair = tuple[str, str]
N = TypeVar("N", int, str)


def bond_between(one: Profile, other: Profile, bonds: Bonds) -> bool:
    """Whether a person called something of the two the same."""
    return bool(bonds.same and bonds.same & bonds.sets(one.claims) & bonds.sets(other.claims))


def components(names: Iterable[N], edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """The names that edges connect, each component sorted, in the order of their smallest names."""
    home = {name: [name] for name in names}
    for a, b in edges:
        one, other = sorted((home[a], home[b]), key=len)
        if one is not other:
            other += one
            home |= dict.fromkeys(one, other)
    return sorted(sorted(members) for members in {id(m): m for m in home.values()}.values())


def clusters(
    names: Iterable[str], weights: Mapping[Pair, float], sets: Mapping[str, frozenset[str]], bonds: Bonds
) -> list[list[str]]:
    """The incidents among the episodes of one component, as sorted ids: greedy average link, the strongest pair first.

    ``weights`` are those of the edges among them, by pairs of ids, the smaller first; what has no edge weighs nothing.
    ``sets`` are the sets each is in that people ruled on. What a person called the same starts together; clusters he
    keeps apart are never joined.
    """
    home = _ruled_together(sorted(names), sets, bonds)
    for (a, b), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        if weight < THRESHOLD:
            break
        if home[a] is home[b] or bonds.parted(_sets(home[a], sets), _sets(home[b], sets)):
            continue
        between = [weights.get((min(x, y), max(x, y)), 0.0) for x in home[a] for y in home[b]]
        if sum(sorted(between)) / len(between) < THRESHOLD / 2:
            continue
        joined = home[a] + home[b]
        home |= dict.fromkeys(joined, joined)
    return sorted(sorted(members) for members in {id(m): m for m in home.values()}.values())


def _ruled_together(names: Sequence[str], sets: Mapping[str, frozenset[str]], bonds: Bonds) -> dict[str, list[str]]:
    first: dict[str, str] = {}
    held = ((name, each) for name in names for each in sorted(bonds.same & sets.get(name, frozenset())))
    edges = [(first.setdefault(each, name), name) for name, each in held]
    return {name: members for members in components(names, edges) for name in members}


def _sets(members: Iterable[str], sets: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*(sets.get(m, frozenset()) for m in members))
