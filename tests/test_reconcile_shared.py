"""Joint totals: a number for several incidents is an upper bound of each and the count of none."""

import msgspec
import pytest
from reconcile_builders import claim, group, report

from tollbook import reconcile
from tollbook.reconcile.joint_totals import is_joint_total

TOGETHER = (
    "At least a dozen people died. Twelve people were killed in two separate attacks in Velmar and Dursan. Five fell."
)


def shared(text=TOGETHER, words="Twelve people were killed", number=12):
    made = claim(number, start=text.index(words))
    return msgspec.structs.replace(made, end=made.start + len(words)), {"a": report("a", text=text), "b": report("b")}


def bounds(*claims, reports, rule="range"):
    figure = reconcile.incident(group(*claims), reports, rule=rule).figures.get("killed")
    return None if figure is None else (figure.low, figure.best, figure.high)


def test_a_shared_total_is_an_upper_bound_only_where_nothing_else_counts():
    whole, reports = shared()
    assert bounds(whole, reports=reports) == (None, None, 12)
    assert bounds(whole, claim(7, by="Ana Brod", in_="b"), reports=reports) == (7, 7, 7)


def test_the_claim_keeps_its_words():
    whole, reports = shared()
    figure = reconcile.incident(group(whole), reports).figures["killed"]
    assert figure.high_claims == (whole.id,)
    assert whole.count.best == 12


@pytest.mark.parametrize(
    ("text", "words", "together"),
    [
        (TOGETHER, "Twelve people were killed", True),
        ("Nine were hurt in unrelated overnight shootings, police said.", "Nine were hurt", True),
        ("Two separate attacks were told of. Nine were hurt in the second.", "Nine were hurt", False),
        ("Nine were hurt when twin blasts shook the market of Velmar.", "Nine were hurt", False),
        ("Nine were hurt by gunmen on separate motorcycles.", "Nine were hurt", False),
        ("Nine were held during three security operations.", "Nine were held", True),
        ("Nine were held during raids in Velmar, Dursan and Ostra provinces.", "Nine were held", True),
        ("Nine were held during an operation in Velmar and in Dursan.", "Nine were held", False),
    ],
)
def test_only_words_for_several_incidents_make_a_joint_total(text, words, together):
    whole, reports = shared(text, words, 9)
    assert is_joint_total(whole, reports) is together


def test_the_explanation_names_the_joint_total():
    whole, reports = shared()
    one = group(whole)
    [found] = reconcile.explain(reconcile.incident(one, reports), one, reports)
    assert (
        "12 (“…”, Outlet a, 5 October 2021) counts more than this incident or outcome; here it is only an upper bound."
        in found.text
    )


@pytest.mark.parametrize("rule", sorted(reconcile.RULES))
def test_bounds_are_in_order_under_every_rule(rule):
    whole, reports = shared()
    found = bounds(
        whole,
        claim(7, by="Ana Brod", in_="b"),
        claim(20, by="Oren Pasko", in_="b", start=50),
        reports=reports,
        rule=rule,
    )
    known = [n for n in found if n is not None]
    assert known == sorted(known)
