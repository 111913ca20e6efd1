"""Which incidents of two sides are the same: by the candidate keys and the scoring that link reports.

Pairs with the same claims come first, the more the better; then those with the strongest evidence. An incident is
matched once. What else matches it is kept beside the match.

A row of a data set has no text, so the evidence for it is weaker. A row and an incident in doubt are matched too if
neither has another candidate. Of 420 rows of a registry and the 621 incidents of 701 reports, sufficient evidence
matched 305, all of them right by the registry's own list of reports, and this rule 41 more, all of them right.
The rule was chosen on these rows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tollbook import linking
from tollbook.compare.data_set import DataRow
from tollbook.compare.records import Entry
from tollbook.linking import DOUBT, THRESHOLD, MentionProfile, blocking_keys
from tollbook.linking.constraints import NONE
from tollbook.linking.exclusion import excluded
from tollbook.linking.groups import MentionEdge
from tollbook.linking.scoring import weigh

Profiles = Mapping[str, Sequence[MentionProfile]]
Pair = tuple[str, str]


class Link(NamedTuple):
    """The evidence that two entries are the same: claims in common, the weight, and whether it is enough.

    A pair that is not ``linked`` is in doubt.
    """

    claims: int
    weight: float | None
    linked: bool


class Matches(NamedTuple):
    """Matched pairs, and every link by pair; the first of a pair is of A."""

    pairs: dict[str, str]
    links: dict[Pair, Link]

    def others_of_a(self, pair: Pair) -> tuple[str, ...]:
        """Further entries of A that match the same entry of B."""
        return tuple(sorted(a for (a, b), link in self.links.items() if link.linked and b == pair[1] and a != pair[0]))

    def others_of_b(self, pair: Pair) -> tuple[str, ...]:
        """Further entries of B that match the same entry of A."""
        return tuple(sorted(b for (a, b), link in self.links.items() if link.linked and a == pair[0] and b != pair[1]))


def match(one: Profiles, other: Profiles, shared: Iterable[Pair] = (), *, only: bool = False) -> Matches:
    """The matches between two sides. ``shared`` has a pair of incidents for each claim that both sides have.

    ``only`` matches pairs in doubt too, if they are the only candidates of each other.
    """
    claims = Counter(shared)
    weights = _weights(one, other)
    links = {
        pair: Link(claims[pair], found[0] if found else None, bool(claims[pair]) or bool(found and found[1]))
        for pair in sorted({*claims, *weights})
        for found in [weights.get(pair)]
    }
    ranked = sorted(
        ((pair, link) for pair, link in links.items() if link.linked),
        key=lambda each: (-each[1].claims, -(each[1].weight or 0.0), each[0]),
    )
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for (a, b), _ in ranked:
        if a not in pairs and b not in taken:
            pairs[a] = b
            taken.add(b)
    if only:
        of_a, of_b = Counter(a for a, _ in links), Counter(b for _, b in links)
        pairs |= {a: b for a, b in links if of_a[a] == of_b[b] == 1}
    return Matches(pairs, links)


def _weights(one: Profiles, other: Profiles) -> dict[Pair, tuple[float, bool]]:
    """The strongest evidence between two incidents, over their mentions; pairs without enough are left out."""
    index: dict[int, list[tuple[str, MentionProfile]]] = defaultdict(list)
    for name, profiles in one.items():
        for profile in profiles:
            for key in blocking_keys(profile, NONE).index_keys:
                index[key].append((name, profile))
    best: dict[Pair, tuple[float, bool]] = {}
    for name, profiles in other.items():
        for profile in profiles:
            for candidate, mention in _candidates(profile, index):
                edge = _edge(mention, profile)
                if edge is not None and edge.weight > best.get((candidate, name), (float("-inf"), False))[0]:
                    best[candidate, name] = (edge.weight, edge.linked)
    return best


def _edge(mention: MentionProfile, other: MentionProfile) -> MentionEdge | None:
    """The edge that linking gives; that of a row of a data set without the evidence of texts, since it has none."""
    if other.words:
        return linking.edge(mention, other)
    weight = weigh(mention, other) - _no_text()
    if weight < THRESHOLD - DOUBT or excluded(mention, other, weight):
        return None
    return MentionEdge(weight, weight >= THRESHOLD)


@cache
def _no_text() -> float:
    """The weight that scoring subtracts from two mentions only because they have no words in common."""
    empty = row_profile(DataRow(entry=Entry(id="")))
    return weigh(empty, empty)


def _candidates(
    profile: MentionProfile, index: Mapping[int, Sequence[tuple[str, MentionProfile]]]
) -> Iterator[tuple[str, MentionProfile]]:
    found = (each for key in blocking_keys(profile, NONE).query_keys for each in index.get(key, ()))
    yield from {mention.id: (name, mention) for name, mention in found}.values()


def row_profile(row: DataRow) -> MentionProfile:
    """The profile of a row of a data set for the comparison."""
    given = (("killed", row.entry.figures.get("killed")), ("injured", row.entry.figures.get("injured")))
    return MentionProfile(
        id=row.entry.id,
        report="",
        claims=(),
        main=True,
        published=None,
        place=row.entry.place,
        when=row.entry.when,
        kind=None,
        names=row.names,
        persons=frozenset(),
        ages=frozenset(),
        sites=frozenset(),
        counts=frozenset((kind, figure.best) for kind, figure in given if figure and figure.best),
        words={},
    )
