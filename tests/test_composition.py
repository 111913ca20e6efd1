"""Decisions on whole incidents: what they mean, and that linking always respects them. All records are invented."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_link_constraints import CLAIMS, READINGS, REPORTS

from tests.deciding import check
from tollbook.decisions import composition, corrections
from tollbook.decisions.constraints import claim_rulings
from tollbook.decisions.decision import Decision, group_by_subject
from tollbook.errors import Refused
from tollbook.linking import constraints_from, link

APART = sorted(composition.APART)


def decided(verdict: str, change: dict[str, Any] | None, *, other: str | None = None, subject: str = "") -> Decision:
    subject = subject or min(composition.named(verdict, "", change))
    about = {"who": "Ines", "at": "2030-05-04T10:00:00Z", "why": "Because.", "id": f"{verdict} {change}"}
    return Decision(verdict=verdict, subject=subject, other=other, change=change, **about)  # type: ignore[arg-type]


def grouped(*groups: str) -> Decision:
    return decided("split" if len(groups) > 1 else "merge", {"groups": [group.split() for group in groups]})


def marked(mark: str, claims: str, rest: str = "") -> Decision:
    return decided(mark, {"claims": claims.split(), "apart": rest.split()})


def places(*decisions: Decision) -> dict[str, str | None]:
    """The incident of every claim after some decisions; "toll" for those of a total, None for those of neither."""
    by_subject = group_by_subject(decisions)
    readings = [corrections.apply(reading, by_subject) for reading in READINGS]
    found = link(readings, REPORTS, rulings=claim_rulings(decisions))
    tolls = {c.id for c in found.tolls}
    of = {c.id: group.id for group in found.groups for c in group.claims}
    return {claim: "toll" if claim in tolls else of.get(claim) for claim in CLAIMS}


@st.composite
def compositions(draw: st.DrawFn) -> Decision:
    """Any valid decision on incidents, or on two claims."""
    order = draw(st.permutations(CLAIMS))
    cut = sorted(draw(st.lists(st.integers(1, len(order)), min_size=2, max_size=3, unique=True)))
    first, *others = [order[start:end] for start, end in zip([0, *cut], cut, strict=False)]
    kind = draw(st.sampled_from(["split", "merge", "same", "not same", *sorted(composition.MARKS)]))
    if kind in {"same", "not same"}:
        return decided(kind, None, subject=first[0], other=others[0][0])
    if kind in composition.MARKS:
        return decided(kind, {"claims": first, "apart": others[0] if kind in composition.APART else []})
    if kind == "merge" and len(first) > 1:
        return decided("merge", {"groups": [first]})
    return decided("split", {"groups": [first, *others]})


def assert_holds(decision: Decision, at: dict[str, str | None]) -> None:
    if decision.verdict in composition.GROUPING:
        groups = composition.grouping(decision.change).groups
        found = [{at[claim] for claim in group} for group in groups]
        assert all(len(one) == 1 and one.isdisjoint({None, "toll"}) for one in found)
        assert len(set.union(*found)) == len(groups)
    elif decision.verdict in composition.MARKS:
        marks = composition.marking(decision.subject, decision.change)
        claims, rest = {at[claim] for claim in marks.claims}, {at[claim] for claim in marks.apart} - {None, "toll"}
        expected = {"background": {None}, "total": {"toll"}}.get(decision.verdict)
        assert expected is None or claims == expected
        assert claims.isdisjoint(rest)
        assert decision.verdict != "another attack" or claims.isdisjoint({None, "toll"})


@settings(max_examples=300, deadline=None)
@given(st.lists(compositions(), min_size=1, max_size=6))
def test_the_last_decision_is_in_force_after_any_earlier_ones(decisions: list[Decision]) -> None:
    if decisions[-1].verdict not in {"same", "not same"}:
        assert_holds(decisions[-1], places(*decisions))


@settings(max_examples=150, deadline=None)
@given(st.lists(compositions(), max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_claims_and_groups_in_a_decision_does_not_matter(decisions: list[Decision], random: Any) -> None:
    def shuffled(decision: Decision) -> Decision:
        change = {name: random.sample(list(value), len(value)) for name, value in (decision.change or {}).items()}
        if "groups" in change:
            change["groups"] = [random.sample(list(group), len(group)) for group in change["groups"]]
        return decided(decision.verdict, change or None, subject=decision.subject, other=decision.other)

    assert places(*map(shuffled, decisions)) == places(*decisions)


@settings(max_examples=150, deadline=None)
@given(st.lists(compositions(), max_size=5))
def test_the_order_of_compatible_decisions_does_not_matter(decisions: list[Decision]) -> None:
    """Decisions on different claims can be taken in any order."""
    taken: set[str] = set()
    separate = []
    for decision in decisions:
        if taken.isdisjoint(decision.claims):
            separate.append(decision)
            taken.update(decision.claims)
    assert places(*separate) == places(*reversed(separate))


def test_a_move_takes_claims_from_one_incident_to_another() -> None:
    before = places()
    assert before["a0"] == before["a20"] == before["b0"] != before["c0"]
    after = places(grouped("a20 b0", "a0 c0"))
    assert after["a20"] == after["b0"] != after["a0"] == after["c0"]


def test_a_claim_of_a_total_or_a_statement_can_be_moved_into_an_incident_of_its_own() -> None:
    after = places(grouped("d0", "c20", "a0 a20 b0"))
    assert after["d0"] == "d0"
    assert after["c20"] == "c20"


def test_a_later_group_takes_a_claim_out_of_an_earlier_one_and_leaves_the_rest_together() -> None:
    after = places(grouped("a0 b20 c0"), grouped("c0", "a20"))
    assert after["a0"] == after["b20"]
    after = places(grouped("a0 b20 c0"), grouped("c0", "a0 b20"))
    assert after["a0"] == after["b20"] != after["c0"]


def test_marks_take_claims_out_of_their_incident() -> None:
    rest = "a20 b0"
    before = places()
    assert places(marked("background", "a0"))["a0"] is None
    assert places(marked("total", "a0"))["a0"] == "toll"
    for mark in APART:
        after = places(marked(mark, "a0", rest))
        assert after["a0"] not in {after["a20"], after["b0"], "toll"}
        assert after["a20"] == after["b0"]
    assert places(marked("background", "a0"), grouped("a0 a20")) == before
    assert places(marked("total", "a0"), grouped("a0 a20"))["a0"] == before["a0"]
    assert places(grouped("a0 c0"), marked("total", "a0"))["a0"] == "toll"


def test_another_attack_is_an_incident_and_what_is_not_about_this_need_not_be() -> None:
    assert places(marked("another attack", "d0", "a0 a20 b0"))["d0"] == "d0"
    merged = grouped("d0 a0 a20 b0")
    assert places(merged)["d0"] == places(merged)["a0"]
    assert places(merged, marked("not about this", "d0", "a0 a20 b0"))["d0"] is None


def test_a_report_without_mentions_does_not_come_back_as_a_headline() -> None:
    titled = REPORTS | {"a": msgspec.structs.replace(REPORTS["a"], title="A baker of Velm shot in Marsk bakery")}
    decisions = (marked("background", "a0 a20"),)
    found = link(READINGS, titled, rulings=claim_rulings(decisions))
    assert not any(linked.id == "a" for group in found.groups for linked in group.reports)


def test_an_operation_that_a_later_one_changes_raises_no_question() -> None:
    older, newer = grouped("a0 c0"), grouped("a0", "c0")
    assert constraints_from(claim_rulings([older, newer])).overruled == ()
    pair = decided("same", None, subject="a0", other="c0")
    apart = decided("not same", None, subject="a0", other="c0")
    ((old, new),) = constraints_from(claim_rulings([pair, apart])).overruled
    assert (old.decision, new.decision) == (pair.id, apart.id)


@pytest.mark.parametrize(
    ("verdict", "change", "says"),
    [
        ("move", {"groups": [["a"], ["b"]]}, None), ("move", {"groups": [["a", "b"]]}, None),
        ("split", {"groups": [["a"], ["b"], ["c"]]}, None), ("merge", {"groups": [["a", "b"]]}, None),
        ("background", None, None), ("total", {"claims": ["a", "b"]}, None),
        ("another attack", {"claims": ["a"], "apart": ["b"]}, None),
        ("move", None, "shape"), ("move", {"groups": [["a"]]}, "both incidents"),
        ("move", {"groups": [["a", "b"], ["b"]]}, "named twice"), ("split", {"groups": [["a", "b"]]}, "two groups"),
        ("split", {"groups": [["a"], []]}, "without claims"), ("merge", {"groups": [["a"]]}, "one group"),
        ("merge", {"groups": [["a"], ["b"]]}, "one group"), ("move", {"groups": [["b"], ["c"]]}, "not among"),
        ("background", {"claims": ["b"]}, "not among"), ("another attack", None, "kept apart"),
        ("not about this", {"claims": ["a"]}, "kept apart"), ("total", {"groups": [["a"]]}, "shape"),
        ("background", {"claims": ["a", "a"]}, "named twice"), ("background", {"claims": "a"}, "shape"),
    ],
)  # fmt: skip
def test_contradictory_operations_are_refused(verdict: str, change: dict[str, Any] | None, says: str | None) -> None:
    by = {"who": "Ines", "why": "Because."}
    if says is None:
        check(verdict, "a", change=change, **by)
        return
    with pytest.raises(Refused, match=says):
        check(verdict, "a", change=change, **by)
