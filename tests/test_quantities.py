"""Numbers in words to counts, as the contract defines them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import locale, quantities
from tollbook.model import Qualifier, Report
from tollbook.readers import rules

EN = locale.of("en")
ROWS: list[tuple[str, int | None, int | None, int | None, Qualifier]] = [
    ("17 people", 17, 17, 17, "exactly"),
    ("1,207 civilians", 1207, 1207, 1207, "exactly"),
    ("3 000 people", 3000, 3000, 3000, "exactly"),
    ("twenty-three miners", 23, 23, 23, "exactly"),
    ("one hundred and five men", 105, 105, 105, "exactly"),
    ("a dozen fishermen", 12, 12, 12, "exactly"),
    ("half a dozen guards", 6, 6, 6, "exactly"),
    ("both brothers", 2, 2, 2, "exactly"),
    ("no one", 0, 0, 0, "exactly"),
    ("10 million people", 10_000_000, 10_000_000, 10_000_000, "exactly"),
    ("at least 40 bodies", 40, 40, None, "at least"),
    ("no fewer than nine", 9, 9, None, "at least"),
    ("20 or more villagers", 20, 20, None, "at least"),
    ("more than a dozen", 13, 13, None, "more than"),
    ("well over 12,000 deaths", 12001, 12001, None, "more than"),
    ("over ten", 11, 11, None, "more than"),
    ("up to thirty militants", None, 30, 30, "at most"),
    ("as many as 1,200", None, 1200, 1200, "at most"),
    ("fewer than 5", None, 4, 4, "fewer than"),
    ("about 40 people", None, 40, None, "about"),
    ("some 500 people", None, 500, None, "about"),
    ("nearly 70 children", None, 70, 70, "nearly"),
    ("between 40 and 50 rebels", 40, None, 50, "between"),
    ("40 to 50", 40, None, 50, "between"),
    ("17-18 people", 17, None, 18, "between"),
    ("two or three men", 2, None, 3, "between"),
    ("dozens of people", 24, None, None, "vague"),
    ("several hundred fighters", 200, None, None, "vague"),
    ("tens of thousands of people", 20_000, None, None, "vague"),
    ("a few dozen", 24, None, None, "vague"),
    ("an unknown number of passengers", None, None, None, "unknown"),
    ("three to four times more", 3, None, 4, "multiple of"),
    (">100 people", 101, 101, None, "more than"),
    ("the toll is > 100", 101, 101, None, "more than"),
    ("<5 people", None, 4, 4, "fewer than"),
    ("≥ 20 people", 20, 20, None, "at least"),
    (">=20 people", 20, 20, None, "at least"),
    ("≤20 people", None, 20, 20, "at most"),
    ("~50 people", None, 50, None, "about"),
    ("40+ people", 40, 40, None, "at least"),
    ("> 12 people", 12, 12, 12, "exactly"),  # a quoted line of a mail
    ("It said:\n> > 12 people", 12, 12, 12, "exactly"),
    ("</b>12 people", 12, 12, 12, "exactly"),
    ("->12 people", 12, 12, 12, "exactly"),
    ("2 May 2031 at least 29 people", 29, 29, None, "at least"),
    ("At least 1\u00a0200 people", 1200, 1200, None, "at least"),
    ("more than 12\u202f000 people", 12001, 12001, None, "more than"),
    ("about 1\u2009200\u2009300 people", None, 1_200_300, None, "about"),
    ("2\u00a0million people", 2_000_000, 2_000_000, 2_000_000, "exactly"),
    ("1,00,000 people", 100_000, 100_000, 100_000, "exactly"),
    ("more than 2,50,000 people", 250_001, 250_001, None, "more than"),
    ("12,34,567 people", 1_234_567, 1_234_567, 1_234_567, "exactly"),
    ("1,00,000 to 2,50,000 people", 100_000, None, 250_000, "between"),
    ("about 2,5 million people", None, 2_500_000, None, "about"),
    ("1,25 million people", 1_250_000, 1_250_000, 1_250_000, "exactly"),
    ("2,500 thousand people", 2_500_000, 2_500_000, 2_500_000, "exactly"),
    ("3,4 and 5 people", 5, 5, 5, "exactly"),
    ("12 people[3]", 12, 12, 12, "exactly"),
    ("at least 1,200[2] people,[14][15]", 1200, 1200, None, "at least"),
    ("40[4] or more", 40, 40, None, "at least"),
    ("killed [12] people", 12, 12, 12, "exactly"),
    ("30² people", 30, 30, 30, "exactly"),
    ("at least 30¹²[3] people", 30, 30, None, "at least"),
]


@pytest.mark.parametrize(("words", "low", "best", "high", "qualifier"), ROWS, ids=[r[0] for r in ROWS])
def test_words_become_a_count(
    words: str, low: int | None, best: int | None, high: int | None, qualifier: Qualifier
) -> None:
    count = quantities.count(words, EN)
    assert count is not None
    assert (count.low, count.best, count.high, count.qualifier) == (low, best, high, qualifier)


@pytest.mark.parametrize(
    "words",
    [
        "a 12-year-old boy", "the villagers", "", "M-16", "a three-year-long siege", "12,5 people", "10,00", "1,200,00",
        "12,5 to 13,5 people", "people[3]", "the town.[12]", "people²",
    ],
)  # fmt: skip
def test_words_without_a_count_give_none(words: str) -> None:
    assert quantities.count(words, EN) is None


def test_the_words_of_a_count_are_as_written() -> None:
    words = "At least 1\u00a0200[2] people were killed and 40[3] or more hurt"
    found = quantities.every(words, EN)
    assert [(count.low, count.text) for count, _ in found] == [(1200, "At least 1\u00a0200"), (40, "40[3] or more")]
    assert all(words[start:end] == count.text for count, (start, end) in found)


def test_a_number_larger_than_all_people_is_no_count() -> None:
    digits = "12345678901234567890123456789012345678"
    assert quantities.number(digits, EN) == int(digits)
    assert quantities.count(f"{digits} people", EN) is None
    assert quantities.count(f"between 3 and {digits} people", EN) is None


@given(
    st.integers(min_value=0, max_value=10**9), st.sampled_from(["exactly", "at least", "about", "at most", "more than"])
)
def test_bounds_are_in_order(value: int, qualifier: Qualifier) -> None:
    count = quantities.bounded(value, qualifier)
    known = [n for n in (count.low, count.best, count.high) if n is not None]
    assert known == sorted(known)


@given(st.integers(min_value=0, max_value=10**7))
def test_digits_read_back(value: int) -> None:
    assert quantities.number(f"{value:,}", EN) == value


@given(st.text(max_size=80))
def test_any_text_is_read_without_error(words: str) -> None:
    count = quantities.count(words, EN)
    assert count is None or count.text in words or count.qualifier == "unknown"


@pytest.mark.parametrize("digits", ["7" * 5000, ",".join(["777"] * 2000), "7" * 5000 + "." + "7" * 5000])
@pytest.mark.parametrize(
    "text",
    [
        "At least {0} people were killed in Oberfeld.", "Between {0} and {0} were hurt.", "Ilka Brandt, {0}, was shot.",
        "A {0} mm shell hit the mill, {0} km away, {0} days ago.", "On 4 March {0} two died.", "{0}/{0}/{0}: 3 killed",
    ],
)  # fmt: skip
def test_a_number_longer_than_python_calculates_with_is_none(text: str, digits: str) -> None:
    read = rules.READER.read(Report(id="r", sha256="0" * 64, text=text.format(digits)))
    assert all(claim.count is None or (claim.count.best or 0) < 10**6 for claim in read.claims)
