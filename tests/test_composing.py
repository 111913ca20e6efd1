"""Incidents taken apart and put together: the preview says exactly what the decision does. All records are invented."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_derivation import REPORTS, Scene, report_of

from tollbook import linking
from tollbook.decisions.decision import Proposal
from tollbook.errors import NoSuchRecord, Refused, TollbookError
from tollbook.incidents import cache, incremental
from tollbook.incidents.preview import Outline, Preview
from tollbook.review import composing, conflicts
from tollbook.review.composing import Operation, Plan
from tollbook.review.conflicts import EditConflict
from tollbook.store import Store

Members = dict[str, set[str]]


def incidents(store: Store) -> Members:
    """The members of every incident."""
    incremental.catch_up(store)
    return {group.id: set(linking.members(group)) for group in cache.groups(store)}


def plan(store: Store, incident: str, **operation: object) -> Plan:
    incremental.catch_up(store)
    return composing.plan(store, incident, Operation(**operation))  # type: ignore[arg-type]


def carry_out(store: Store, planned: Plan, who: str = "Ines", seen: int | None = None) -> str:
    proposal = planned.proposal.to_dict() | {"why": "Read again.", "seen": seen}
    return conflicts.decide(store, Proposal(**proposal), who=who).id


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Two reports of a shooting in Velm, and one of a shooting in Orsk Ford nine days later."""
    scene = Scene(tmp_path / "a.book")
    told = [[(0, 0, 0, 0), (0, 0, None, 0)], [(0, 0, 0, 0), (1, 0, None, 0)], [(2, 9, 1, 0), (2, 9, None, 0)]]
    for number, claims in enumerate(told):
        scene.read(*report_of(number, claims, claims[0][1]), separate=False)
    incremental.catch_up(scene.store)
    yield scene
    scene.store.close()


def both(scene: Scene) -> tuple[str, str]:
    """The incident of two reports, and the one of one report."""
    found = sorted(incidents(scene.store).items(), key=lambda each: -len(each[1]))
    return found[0][0], next(name for name, claims in found if any(c in claims for c in scene.claims[-2:]))


def merged(scene: Scene) -> str:
    """The incident after merging both."""
    one, other = both(scene)
    carry_out(scene.store, plan(scene.store, one, do="merge", into=other))
    ((name, members),) = [each for each in incidents(scene.store).items() if len(each[1]) > 3]
    assert set(scene.claims[:3]) | set(scene.claims[-2:]) <= members
    return name


def test_a_merge_and_a_split_by_day_undo_each_other(scene: Scene) -> None:
    before = incidents(scene.store)
    name = merged(scene)
    found = plan(scene.store, name, do="split", by="day")
    assert len(found.proposal.change["groups"]) == 2  # type: ignore[index]
    carry_out(scene.store, found)
    assert incidents(scene.store) == before


def test_a_split_by_place_and_by_episode(scene: Scene) -> None:
    before = incidents(scene.store)
    name = merged(scene)
    for by in ("place", "episode"):
        groups = plan(scene.store, name, do="split", by=by).proposal.change["groups"]  # type: ignore[index]
        assert {frozenset(group) for group in groups} == {
            frozenset(claims)
            for claims in before.values()
            if not claims.isdisjoint(scene.claims[:1] + scene.claims[-1:])
        }


def test_a_whole_report_moves_into_a_new_incident(scene: Scene) -> None:
    name, _ = both(scene)
    found = plan(scene.store, name, do="move", reports=("report 0",))
    carry_out(scene.store, found)
    after = incidents(scene.store)
    assert set(scene.claims[:2]) in after.values()
    assert scene.kept() == scene.all_at_once()


def test_a_claim_moves_into_another_incident_and_back(scene: Scene) -> None:
    before = incidents(scene.store)
    name, other = both(scene)
    claim = min(before[name])
    decision = carry_out(scene.store, plan(scene.store, name, do="move", claims=(claim,), into=other))
    after = incidents(scene.store)
    assert before[other] | {claim} in after.values()
    assert before[name] - {claim} in after.values()
    scene.store.append("undone", decision, {"why": "No."}, actor="Ines")
    assert incidents(scene.store) == before


def test_marks(scene: Scene) -> None:
    name, _ = both(scene)
    members = incidents(scene.store)[name]
    claim = min(members)
    aside = plan(scene.store, name, do="background", claims=(claim,)).preview
    assert (aside.outside, aside.totals) == ((claim,), ())
    total = plan(scene.store, name, do="total", claims=(claim,)).preview
    assert (total.outside, total.totals) == ((claim,), (claim,))
    found = plan(scene.store, name, do="another attack", claims=(claim,))
    assert {claim} in [set(each.claims) for each in found.preview.after]
    elsewhere = composing.completed(scene.store, Proposal(verdict="not about this", subject=claim, why="No."))
    assert elsewhere.change == {"claims": [claim], "apart": sorted(members - {claim})}


def test_a_part_does_not_join_another_incident_unseen(scene: Scene) -> None:
    """Linking would put the part about Orsk Ford with a report that stayed outside of the large merged incident."""
    merged(scene)
    for number in range(10, 16):
        scene.read(*report_of(number, [(0, 0, 0, 0)], 0), separate=False)
    scene.read(*report_of(20, [(2, 9, 1, 0)], 9), separate=False)
    before = incidents(scene.store)
    (alone,) = [members for members in before.values() if scene.claims[-1] in members]
    assert alone == {scene.claims[-1]}
    name = max(before, key=lambda each: len(before[each]))
    found = plan(scene.store, name, do="split", by="place")
    assert found.proposal.change["apart"] == sorted(alone)  # type: ignore[index]
    carry_out(scene.store, found)
    after = incidents(scene.store)
    assert alone in after.values()
    assert {len(members) for members in after.values()} == {1, 2, 10}
    # A mark leaves it to linking where a claim goes.
    orsk = next(each for each, members in after.items() if len(members) == 2)
    marked = composing.completed(scene.store, Proposal(verdict="another attack", subject=min(after[orsk]), why="No."))
    assert marked.change == {"claims": [min(after[orsk])], "apart": [max(after[orsk])]}


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        ({"do": "move"}, "Choose the claims"), ({"do": "merge"}, "Name the other incident"),
        ({"do": "split"}, "Say by what"), ({"do": "background"}, "Choose the claims"),
        ({"do": "move", "reports": ("report 9",)}, "not in this incident"),
        ({"do": "move", "claims": ("nobody",)}, "no claim nobody"),
        ({"do": "background", "claims": ("nobody",)}, "no claim nobody"),
        ({"do": "merge", "into": "nothing"}, "No incident has an id"),
    ],
)  # fmt: skip
def test_impossible_operations_are_refused(scene: Scene, operation: dict[str, object], says: str) -> None:
    name, _ = both(scene)
    with pytest.raises((Refused, NoSuchRecord), match=says):
        plan(scene.store, name, **operation)


def test_an_operation_that_changes_nothing_is_refused(scene: Scene) -> None:
    name, _ = both(scene)
    every = tuple(incidents(scene.store)[name])
    with pytest.raises(Refused, match="all claims of the incident"):
        plan(scene.store, name, do="move", claims=every)
    with pytest.raises(Refused, match="in that incident already"):
        plan(scene.store, name, do="move", claims=every[:1], into=name)
    with pytest.raises(Refused, match="merged with itself"):
        plan(scene.store, name, do="merge", into=name)
    with pytest.raises(Refused, match="cannot be kept apart from it"):
        plan(scene.store, name, do="another attack", claims=every)
    with pytest.raises(Refused, match="one place at most"):
        plan(scene.store, both(scene)[1], do="split", by="place")


def test_two_people_who_compose_the_same_incident_see_each_other(scene: Scene) -> None:
    name, other = both(scene)
    seen = conflicts.last_decision(scene.store)
    mine = plan(scene.store, name, do="move", reports=("report 0",))
    carry_out(scene.store, plan(scene.store, name, do="merge", into=other), who="Omar", seen=seen)
    with pytest.raises(EditConflict):
        carry_out(scene.store, mine, who="Ines", seen=seen)


def shown(outlines: tuple[Outline, ...]) -> dict[str, set[str]]:
    return {each.id: set(each.claims) for each in outlines}


OPERATIONS = st.tuples(
    st.sampled_from(["move", "split", "merge", "background", "total", "another attack", "not about this"]),
    st.integers(0, 999),
)


@settings(max_examples=60, deadline=None)
@given(REPORTS, st.lists(OPERATIONS, min_size=1, max_size=5))
def test_a_preview_shows_exactly_the_result(
    tmp_path_factory: pytest.TempPathFactory, made: list, operations: list[tuple[str, int]]
) -> None:
    scene = Scene(tmp_path_factory.mktemp("books") / "a.book")
    for number, each in enumerate(made):
        scene.read(*report_of(number, *each), separate=number == 5)
    for do, chosen in operations:
        before = incidents(scene.store)
        if not before:
            break
        name = sorted(before)[chosen % len(before)]
        into = sorted(before)[chosen // 7 % len(before)]
        claims = tuple(sorted(before[name])[chosen % 2 :: 2])
        operation = {"do": do, "claims": claims, "into": into if chosen % 3 else None}
        head = scene.store.head()
        try:
            found = plan(scene.store, name, **operation, by=("day", "place", "episode")[chosen % 3])
        except TollbookError:
            assert incidents(scene.store) == before
            continue
        assert scene.store.head() == head
        assert incidents(scene.store) == before
        carry_out(scene.store, found)
        after = incidents(scene.store)
        assert_previewed(found.preview, before, after)
        if do in {"move", "split", "merge"}:
            groups = [set(group) for group in found.proposal.change["groups"]]  # type: ignore[index]
            assert len({n for n, m in after.items() for g in groups if g <= m}) == len(groups)
    assert scene.kept() == scene.all_at_once()
    scene.store.close()


def assert_previewed(preview: Preview, before: Members, after: Members) -> None:
    for name in before.keys() | after.keys():
        if before.get(name) != after.get(name):
            assert shown(preview.before).get(name) == before.get(name)
            assert shown(preview.after).get(name) == after.get(name)
    assert shown(preview.before).items() <= before.items()
    assert shown(preview.after).items() <= after.items()
