"""Measures: what the words say, what they can mean by their rounding, and which of them agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import locale, measures
from tollbook.readers.rules.parsing import measurements, parser

EN = locale.of("en")
SAID = [
    # words, dimension, unit, value, low, high (base units)
    ("an 80-foot-long trench", "length", "foot", 80, 22.86, 25.908),
    ("a 25 metres long trench", "length", "metre", 25, 22.5, 27.5),
    ("a 25m trench", "length", "metre", 25, 22.5, 27.5),
    ("half a mile from the depot", "length", "mile", 0.5, 603.504, 1005.84),
    ("800 m away", "length", "metre", 800, 750, 850),
    ("a mile and a half", "length", "mile", 1.5, 2011.68, 2816.352),
    ("about 20 km north", "length", "kilometre", 20, 12_500, 27_500),
    ("10 to 15 kilometres", "length", "kilometre", None, 5_000, 17_500),
    ("six metres deep", "length", "metre", 6, 5.5, 6.5),
    ("up to 30 hectares", "area", "hectare", 30, None, 300_000),
    ("1,200 square metres", "area", "square-metre", 1200, 1150, 1250),
    ("a 500-kilogram bomb", "weight", "kilogram", 500, 450, 550),
    ("more than 3 tonnes", "weight", "tonne", 3, 3000, None),
    ("$5 million in damage", "money", "dollar", 5_000_000, 4_500_000, 5_500_000),
    ("US$2.5bn", "money", "USD", 2.5e9, 2.45e9, 2.55e9),
    ("5m hryvnias", "money", "UAH", 5_000_000, 4_500_000, 5_500_000),
    ("two and a half hours", "duration", "hour", 2.5, 8100, 9900),
    ("a two-week assault", "duration", "week", 2, 907_200, 1_512_000),
    ("a six-year-old girl", "age", "year-of-age", 6, 5.5, 6.5),
    ("three hundred metres", "length", "metre", 300, 250, 350),
]


@pytest.mark.parametrize(("words", "dimension", "unit", "value", "low", "high"), SAID, ids=[row[0] for row in SAID])
def test_measures_in_words(words, dimension, unit, value, low, high):  # noqa: PLR0917
    found = measures.measure(words, EN)
    assert found is not None
    assert (found.dimension, found.unit) == (dimension, unit)
    for said, meant in ((found.value, value), (found.low, low), (found.high, high)):
        assert said == (meant if meant is None else pytest.approx(meant))


@pytest.mark.parametrize("words", ["40 people", "in 2031", "5 March", "the M4 road", "at 9.30", "room 12"])
def test_words_without_a_measure(words):
    assert measures.measure(words, EN) is None


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("80-foot-long", "25 metres", True),
        ("80-foot", "25m", True),
        ("half a mile", "800 m", True),
        ("80 feet", "40 metres", False),
        ("two weeks", "14 days", True),
        ("$5 million", "€5 million", None),
        ("5 km", "5 hectares", None),
        ("80 feet long", "6 feet deep", None),
        ("more than 20 metres", "80 feet", True),
        ("less than 20 metres", "80 feet", False),
    ],
)
def test_which_measures_agree(one, other, verdict):
    first, second = measures.measure(one, EN), measures.measure(other, EN)
    assert first is not None
    assert second is not None
    assert measures.agree(first, second) is verdict
    assert measures.agree(second, first) is verdict


@pytest.mark.parametrize(
    ("sentence", "of"),
    [
        ("They dug an 80-foot-long trench.", "trench"),
        ("They dug a trench 80 feet long beside the chapel.", "trench"),
        ("A 25m trench was dug.", "trench"),
        ("The crater is six metres deep.", "crater"),
        ("The shell fell half a mile from the clinic.", None),
    ],
)
def test_measured_things(sentence, of):
    found = list(measurements.find(parser.parse(sentence), "r"))
    assert [mention.of for mention in found] == [of]
    assert sentence[found[0].start : found[0].end] == found[0].text


@given(st.text(max_size=60), st.sampled_from([row[0] for row in SAID]), st.text(max_size=60))
def test_spans_quote_and_bounds_are_in_order(before, words, after):
    text = f"{before} {words} {after}"
    end = 0
    for start, stop, found in measures.find(text, EN):
        assert text[start:stop] == found.text
        assert start >= end
        end = stop
        if found.low is not None and found.high is not None:
            assert 0 <= found.low <= found.high
        assert measures.agree(found, found)
