import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.reconcile import eventreport


def row(event, deaths, injuries=("", "", "")):
    return dict(zip(("event_id", *eventreport.COUNTS), (event, *map(str, (*deaths, *injuries))), strict=True))


def deaths(rows):
    return {r["model"]: (r["deaths_low"], r["deaths_best"], r["deaths_high"]) for r in eventreport.figures(rows)}


def test_each_count_is_aggregated_by_itself():
    rows = [row("E1", (1, 2, 9)), row("E1", (3, 4, 4)), row("E1", (3, 5, 6)), row("E1", (2, 4, 6))]
    assert deaths(rows) == {
        "most-informative": ("3", "5", "9"),
        "most-conservative": ("1", "2", "4"),
        "most-representative": ("3", "4", "6"),
    }


def test_the_smallest_of_several_modes_is_taken():
    assert deaths([row("E1", (1, 7, 2)), row("E1", (2, 3, 1))])["most-representative"] == ("1", "3", "1")


@pytest.mark.parametrize("missing", ["", "NA", " "])
def test_unknown_counts_are_left_out_and_never_zero(missing):
    found = eventreport.figures([row("E1", (missing, 4, missing)), row("E1", (missing, missing, 2))])
    assert [(r["deaths_low"], r["deaths_best"], r["deaths_high"]) for r in found] == [("", "4", "2")] * 3


def test_rows_are_sorted_by_event_and_model():
    found = eventreport.figures([row("E2", (1, 1, 1)), row("E1", (2, 2, 2))])
    assert [(r["event_id"], r["model"]) for r in found] == [(e, m) for e in ("E1", "E2") for m in eventreport.MODELS]
    assert eventreport.figures([]) == []


def test_a_count_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="many"):
        eventreport.figures([row("E1", ("many", 1, 1))])


ROWS = st.lists(
    st.tuples(st.sampled_from(["E1", "E2"]), st.tuples(*[st.integers(0, 9)] * 3), st.tuples(*[st.integers(0, 9)] * 3)),
    min_size=1,
    max_size=8,
)


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows, chance):
    made = [row(*r) for r in rows]
    shuffled = list(made)
    chance.shuffle(shuffled)
    assert eventreport.figures(shuffled) == eventreport.figures(made)


@given(ROWS)
def test_conservative_representative_informative_are_in_order(rows):
    found = eventreport.figures(row(*r) for r in rows)
    for count in eventreport.COUNTS:
        for event in {r["event_id"] for r in found}:
            by = {r["model"]: int(r[count]) for r in found if r["event_id"] == event}
            assert by["most-conservative"] <= by["most-representative"] <= by["most-informative"]
