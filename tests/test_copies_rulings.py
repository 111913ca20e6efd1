"""Decisions on two reports, and their effect on figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reconcile_builders import claim, incident, report

from tollbook import reconcile
from tollbook.reconcile import Copy, with_rulings

A_B = [Copy(report="b", of="a", why="found")]


def sources(*claims, copies=(), reports=None):
    return incident(*claims, copies=copies, reports=reports).figures["killed"].independent_sources


def test_a_decision_removes_a_dependency():
    claims = claim(17), claim(18, in_="b")
    assert sources(*claims, copies=A_B) == 1
    assert sources(*claims, copies=with_rulings(A_B, [], [("a", "b")])) == 2


def test_a_decision_adds_a_dependency_and_can_be_undone():
    claims = claim(17, by="Ana Brod"), claim(18, by="Oren Pasko", in_="b")
    assert sources(*claims) == 2
    assert sources(*claims, copies=with_rulings([], [("b", "a")], [])) == 1
    assert sources(*claims, copies=with_rulings([], [], [])) == 2


def test_one_informant_asked_twice_can_count_as_two_sources():
    claims = claim(17, by="Ana Brod"), claim(18, by="Ana Brod", in_="b")
    assert sources(*claims) == 1
    assert sources(*claims, copies=with_rulings([], [], [("a", "b")])) == 2


def test_copies_of_an_independent_report_are_independent_with_it():
    copies = [Copy(report="b", of="a", why="found"), Copy(report="c", of="b", why="found")]
    claims = claim(17), claim(17, in_="b"), claim(17, in_="c")
    assert sources(*claims, copies=copies) == 1
    assert sources(*claims, copies=with_rulings(copies, [], [("b", "a")])) == 2


def test_independence_wins_over_contrary_decisions():
    [kept] = with_rulings(A_B, [("a", "b")], [("b", "a")])
    assert kept.ruling == "independent"


PAIRS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")).filter(lambda p: p[0] != p[1]), max_size=4)


@given(PAIRS, PAIRS, PAIRS, st.randoms(use_true_random=False))
def test_decisions_apply_once_in_any_order(found, joined, apart, chance):
    copies = [Copy(report=a, of=b, why="found") for a, b in found]
    once = with_rulings(copies, joined, apart)
    assert with_rulings(once, joined, apart) == once
    shuffled = [p[::-1] for p in joined], list(apart)
    for pairs in shuffled:
        chance.shuffle(pairs)
    assert with_rulings(copies[::-1], *shuffled) == once


@pytest.mark.parametrize("rule", sorted(reconcile.RULES))
@given(PAIRS, PAIRS, st.randoms(use_true_random=False))
def test_figures_with_decisions_do_not_depend_on_order(rule, joined, apart, chance):
    claims = [claim(n, by=who, in_=r) for n, who, r in [(17, None, "a"), (18, "Ana Brod", "b"), (19, None, "c")]]
    claims.append(claim(17, by="Ana Brod", in_="d"))
    reports = [report(r) for r in "abcd"]
    ruled = with_rulings(A_B, joined, apart)
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert incident(*shuffled, copies=ruled, reports=reports, rule=rule) == incident(
        *claims, copies=ruled, reports=reports, rule=rule
    )
