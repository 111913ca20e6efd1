"""Double coding: who may see which answers, and Krippendorff's alpha against values computed by hand."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_books import book_of
from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.review import intercoder
from tollbook.review.intercoder import Code, CodingRounds
from tollbook.store import Store

#: The twelve units and four observers of Krippendorff's worked example (2011, section D), a column a unit.
WORKED = [
    (1, 1, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4), (4, 4, 4, 4), (1, 1, 2, 1),
    (2, 2, 2, 2), (5, 5, 5), (1, 1), (3,),
]  # fmt: skip
REPORT = "Four people were killed when a shell hit the market in Oberfeld on Monday, police said. Nine were wounded.\n"


def test_nominal_alpha_of_the_worked_example() -> None:
    # 40 values in 11 units: 9 ones, 13 twos, 10 threes, 5 fours, 3 fives. On the diagonal of the coincidences stand
    # 7 + 10 + 8 + 4 + 3 = 32; by chance 9*8 + 13*12 + 10*9 + 5*4 + 3*2 = 344 of 40*39 = 1,560 pairs would match.
    assert intercoder.alpha(WORKED, intercoder.nominal) == pytest.approx((39 * 32 - 344) / (1560 - 344))
    assert intercoder.alpha(WORKED, intercoder.nominal) == pytest.approx(0.743, abs=0.0005)


def test_interval_and_ratio_alpha_of_the_worked_example() -> None:
    # Off the diagonal stand: 1-2 4/3, 1-3 1/3, 1-4 1/3, 2-3 4/3, 2-4 1/3, 3-4 1/3 (each once from either side).
    off = {(1, 2): 4 / 3, (1, 3): 1 / 3, (1, 4): 1 / 3, (2, 3): 4 / 3, (2, 4): 1 / 3, (3, 4): 1 / 3}
    often = {1: 9, 2: 13, 3: 10, 4: 5, 5: 3}
    for distance, published in ((intercoder.interval, 0.849), (intercoder.ratio, 0.797)):
        observed = sum(weight * distance(*pair) for pair, weight in off.items())
        chance = sum(often[a] * often[b] * distance(a, b) for a in often for b in often if a < b)
        assert intercoder.alpha(WORKED, distance) == pytest.approx(1 - 39 * observed / chance)
        assert intercoder.alpha(WORKED, distance) == pytest.approx(published, abs=0.0005)


def test_two_coders_by_hand() -> None:
    # Values a a b b / a b b b: 3 a, 5 b; o_ab = 1 each way; alpha = 1 - 7 * 1 / (3 * 5) = 8/15.
    assert intercoder.alpha([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")], intercoder.nominal) == pytest.approx(
        8 / 15
    )


def test_alpha_is_none_if_nothing_can_be_compared() -> None:
    assert intercoder.alpha([], intercoder.nominal) is None
    assert intercoder.alpha([("a",), ("b",)], intercoder.nominal) is None
    assert intercoder.alpha([("a", "a"), ("a", "a")], intercoder.nominal) is None
    assert intercoder.ratio(0, 0) == 0


METRICS = st.sampled_from([intercoder.nominal, intercoder.interval, intercoder.ratio])
UNITS = st.lists(st.lists(st.integers(0, 30), max_size=4), max_size=12)


@given(units=UNITS, metric=METRICS, seed=st.randoms(use_true_random=False))
def test_order_of_units_and_coders_does_not_matter(
    units: list[list[int]], metric: intercoder.Distance, seed: random.Random
) -> None:
    shuffled = [seed.sample(values, len(values)) for values in seed.sample(units, len(units))]
    one, other = intercoder.alpha(units, metric), intercoder.alpha(shuffled, metric)
    assert one == other or one == pytest.approx(other)


@given(units=UNITS, metric=METRICS)
def test_alpha_is_at_most_one_and_one_only_without_disagreement(
    units: list[list[int]], metric: intercoder.Distance
) -> None:
    found = intercoder.alpha(units, metric)
    if found is not None:
        agreed = all(len(set(values)) <= 1 for values in units)
        assert (found == 1) == agreed
        assert found <= 1


@given(units=UNITS, values=st.permutations(range(31)))
def test_nominal_alpha_is_the_same_under_renaming_of_values(units: list[list[int]], values: list[int]) -> None:
    renamed = [[values[value] for value in unit] for unit in units]
    assert intercoder.alpha(renamed, intercoder.nominal) == pytest.approx(intercoder.alpha(units, intercoder.nominal))


@given(units=UNITS, alone=st.lists(st.integers(0, 30).map(lambda value: [value]), max_size=5), metric=METRICS)
def test_a_unit_with_one_value_changes_nothing(
    units: list[list[int]], alone: list[list[int]], metric: intercoder.Distance
) -> None:
    assert intercoder.alpha([*units, *alone], metric) == intercoder.alpha(units, metric)


@given(claims=st.sets(st.text(min_size=1)), size=st.integers(1, 20), seed=st.text())
def test_a_sample_does_not_depend_on_the_order_of_claims(claims: set[str], size: int, seed: str) -> None:
    drawn = intercoder.sample(sorted(claims), size, seed)
    assert drawn == intercoder.sample(sorted(claims, reverse=True), size, seed)
    assert len(drawn) == min(size, len(claims)) == len(set(drawn))


@pytest.fixture
def rounds(tmp_path: Path) -> Iterator[CodingRounds]:
    store = Store.open(str(book_of(tmp_path, {"Valley Post": REPORT})))
    yield CodingRounds(store)
    store.close()


def test_answers_are_hidden_until_all_are_given(rounds: CodingRounds) -> None:
    opened = rounds.open("First week", size=2, who="Vera")
    assert len(opened.claims) == 2
    rounds.code(opened.id, opened.claims[0], {"kind": "killed", "count": 4}, who="Mirko")
    found = rounds.round(opened.id)
    assert found.left("Mirko") == opened.claims[1:]
    assert not found.open_to("Mirko")
    assert not found.open_to("Vera")
    found = rounds.code(opened.id, opened.claims[1], {"kind": "injured", "count": 9}, who="Mirko")
    assert found.open_to("Mirko")
    assert not found.open_to("Vera")


def test_a_coder_who_has_seen_answers_can_no_longer_code(rounds: CodingRounds) -> None:
    opened = rounds.open("First week", size=2, who="Vera")
    assert rounds.look(opened.id, who="Vera").open_to("Vera")
    with pytest.raises(Refused, match="can no longer code"):
        rounds.code(opened.id, opened.claims[0], {"kind": "killed"}, who="Vera")
    assert rounds.look(opened.id, who="Vera").looked == ("Vera",)


def test_agreement_and_disagreements(rounds: CodingRounds) -> None:
    opened = rounds.open("First week", size=2, who="Vera")
    one, two = opened.claims
    for who, counts in (("Mirko", (4, 9)), ("Sanna", (4, 8))):
        rounds.code(opened.id, one, {"kind": "killed", "count": counts[0], "stance": "asserts"}, who=who)
        rounds.code(opened.id, two, {"kind": "injured", "count": counts[1], "stance": "asserts"}, who=who)
    found = rounds.round(opened.id)
    by_field = {each.field: each for each in intercoder.agreement(found)}
    assert by_field["kind"].alpha == 1
    assert by_field["stance"].alpha is None
    assert "same" in by_field["stance"].why
    assert by_field["scope"].units == 0
    # 4 4 / 9 8: differences 2/(17^2) within; 4-9 and 4-8 twice, 9-8 once from either side over all.
    within, chance = 2 / 17**2, 2 * (2 * (5 / 13) ** 2 + 2 * (4 / 12) ** 2 + (1 / 17) ** 2)
    assert by_field["count"].alpha == pytest.approx(1 - 3 * within / chance)
    (differing,) = intercoder.disagreements(found)
    assert (differing.claim, differing.fields) == (two, ("count",))
    assert differing.answers["Sanna"] == Code(kind="injured", count=8, stance="asserts")


def test_the_last_answer_of_a_coder_counts(rounds: CodingRounds) -> None:
    opened = rounds.open("First week", size=1, who="Vera")
    for kind in ("killed", "no claim"):
        found = rounds.code(opened.id, opened.claims[0], {"kind": kind}, who="Mirko")
    assert found.answers[opened.claims[0]]["Mirko"].kind == "no claim"


@pytest.mark.parametrize(
    ("answer", "error"),
    [({"kind": "struck"}, Refused), ({"count": 3}, Refused), ({"kind": "killed", "count": -1}, Refused)],
)
def test_an_invalid_answer_is_refused(rounds: CodingRounds, answer: dict[str, object], error: type[Exception]) -> None:
    opened = rounds.open("First week", size=1, who="Vera")
    with pytest.raises(error):
        rounds.code(opened.id, opened.claims[0], answer, who="Mirko")


def test_invalid_and_unknown_rounds_are_refused(rounds: CodingRounds) -> None:
    for name, size in (("", 3), ("A", 0), ("A", intercoder.MOST + 1)):
        with pytest.raises(Refused):
            rounds.open(name, size=size, who="Vera")
    with pytest.raises(NoSuchRecord):
        rounds.round("nowhere")
    opened = rounds.open("A", size=1, who="Vera")
    with pytest.raises(NoSuchRecord, match="is not in the coding round"):
        rounds.code(opened.id, "nothing", {"kind": "killed"}, who="Mirko")


def test_an_archive_shows_answers_only_when_nobody_codes(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(REPORT)
    where, number = tmp_path / "a.book", iter(range(99))

    def archive(who: str | None, **more: bool) -> Path:
        with Book.open(where, create=True, actor=who) as book:
            return book.export("archive", tmp_path / f"{next(number)}.zip", **more)[0]

    with Book.open(where, create=True) as book:
        book.read([tmp_path / "one.txt"])
        coding = book.review.coding.open("Week", size=2, who="Vera")
        archive("Vera")
        first, last = coding.claims[0], coding.claims[-1]
        book.review.coding.code(coding.id, first, {"kind": "killed", "count": 777}, who="Mirko")
        for who in ("Vera", "Ines", None):
            with pytest.raises(Refused, match="Week"):
                archive(who)
        # Mirko has no answers of others to see, and the keeper of the book may say that it is meant.
        archive("Mirko")
        archive(None, with_answers=True)
        for claim, who in ((last, "Mirko"), (first, "Vera"), (last, "Vera")):
            with pytest.raises(Refused, match="Week"):
                archive("Ines")
            book.review.coding.code(coding.id, claim, {"kind": "killed"}, who=who)
        archive("Vera")
        # The round is closed: who has the archive is a coder in it no more.
        archive("Ines")
        with pytest.raises(Refused, match="can no longer code"):
            book.review.coding.code(coding.id, first, {"kind": "killed"}, who="Ines")
