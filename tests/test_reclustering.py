"""Which clusters a new or a lost mention reaches: mentions and the weights of their links, made up."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from tollbook import linking
from tollbook.incidents import incremental, reclustering
from tollbook.linking import THRESHOLD, ClusterMember, MentionProfile
from tollbook.linking.constraints import NONE
from tollbook.store import Store, blocking_rows, incident_tables
from tollbook.store.incident_rows import insert_all, pack_small

#: The weight of the link of two mentions, the smaller name first.
Weights = Mapping[tuple[str, str], float]


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[Connection]:
    with closing(Store.open(tmp_path / "a.book", create=True)) as store:
        incremental.catch_up(store)
        with store.derived_rows(write=True) as connection:
            yield connection


def profile(name: str) -> MentionProfile:
    nothing: frozenset = frozenset()
    return MentionProfile(
        id=name, report=name, claims=(), main=False, published=None, place=None, when=None, kind=None, names=nothing,
        persons=nothing, ages=nothing, sites=nothing, counts=nothing, words={},
    )  # fmt: skip


def add(rows: Connection, names: str, weights: Weights, known: Mapping[str, int]) -> dict[str, int]:
    """Insert mentions, and their links with those that are there; the numbers of all, by name."""
    made = [{"id": name, "report": name, "profile": pack_small(profile(name))} for name in names]
    numbers = dict(known) | dict(zip(names, blocking_rows.add_mentions(rows, made), strict=True))
    new = [
        {"one": min(ends), "other": max(ends), "weight": weight, "linked": weight >= THRESHOLD,
         "distance": abs(weight - THRESHOLD)}
        for pair, weight in weights.items()
        if set(pair) <= numbers.keys() and not set(pair) <= known.keys()
        for ends in [[numbers[name] for name in pair]]
    ]  # fmt: skip
    insert_all(rows, incident_tables.edges, new)
    return numbers


def settle(rows: Connection, new: Mapping[str, int], former: list[blocking_rows.StoredMention]) -> set[str]:
    """Store the clusters around a change; the names of the mentions that were clustered again."""
    made = reclustering.around(rows, list(new.values()), former, NONE)
    blocking_rows.set_clusters(rows, {n: min(cluster) for cluster in made.clusters for n in cluster})
    return {mention.id for mention in made.mentions.values()}


def stored(rows: Connection) -> set[frozenset[str]]:
    by_cluster: dict[int, set[str]] = {}
    for mention in rows.execute(incident_tables.mentions.select()):
        by_cluster.setdefault(mention.cluster, set()).add(mention.id)
    return set(map(frozenset, by_cluster.values()))


def at_once(names: str, weights: Weights) -> set[frozenset[str]]:
    inside = {pair: weight for pair, weight in weights.items() if set(pair) <= set(names)}
    found = linking.clusters({name: ClusterMember(name) for name in names}, inside, NONE)
    return set(map(frozenset, found))


def test_a_cluster_that_loses_a_mention_to_a_new_one_reaches_its_neighbour(rows: Connection) -> None:
    """D was too weak for A and E together. M takes A away, and then E and D are one."""
    weights = {("A", "E"): 5.5, ("D", "E"): 5.0, ("A", "M"): 8.0}
    old = add(rows, "ADE", weights, {})
    settle(rows, old, [])
    assert stored(rows) == {frozenset("AE"), frozenset("D")}
    every = add(rows, "M", weights, old)
    settle(rows, {"M": every["M"]}, [])
    assert stored(rows) == {frozenset("AM"), frozenset("DE")} == at_once("ADEM", weights)


def test_a_cluster_that_is_as_before_ends_the_search(rows: Connection) -> None:
    weights = {("A", "B"): 9.0, ("B", "C"): 5.0, ("C", "D"): 9.0, ("D", "E"): 5.0, ("E", "F"): 9.0, ("A", "M"): 9.0}
    old = add(rows, "ABCDEF", weights, {})
    settle(rows, old, [])
    every = add(rows, "M", weights, old)
    assert settle(rows, {"M": every["M"]}, []) == set("ABCDM")
    assert stored(rows) == at_once("ABCDEFM", weights)


NAMES = "ABCDEFGHIJ"
WEIGHTS = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([3.0, 5.0, 5.5, 6.0, 7.0, 8.0, 9.0, 12.0]),
    max_size=22,
)


@settings(max_examples=100, deadline=None)
@given(WEIGHTS, st.permutations(NAMES), st.lists(st.integers(0, 9), max_size=4))
def test_clusters_made_again_piece_by_piece_equal_those_made_at_once(
    tmp_path_factory: pytest.TempPathFactory, weights: dict, order: list[str], lost: list[int]
) -> None:
    with closing(Store.open(tmp_path_factory.mktemp("books") / "a.book", create=True)) as store:
        incremental.catch_up(store)
        with store.derived_rows(write=True) as rows:
            numbers: dict[str, int] = {}
            for name in order:
                numbers = add(rows, name, weights, numbers)
                settle(rows, {name: numbers[name]}, [])
                assert stored(rows) == at_once("".join(numbers), weights)
            for name in dict.fromkeys(order[position] for position in lost):
                del numbers[name]
                settle(rows, {}, blocking_rows.delete_reports(rows, [name]))
                assert stored(rows) == at_once("".join(numbers), weights)
