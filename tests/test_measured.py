"""One thing measured by several reports, all invented."""

import random

from tollbook.mentions import MeasureMention
from tollbook.readers.rules.parsing import measurements as reader
from tollbook.readers.rules.parsing import parser
from tollbook.reconcile.measurements import measured

TRENCH = {
    "a": "The dead of Velmar were laid in an 80-foot-long trench on Tuesday.",
    "b": "A trench 25 metres long was dug behind the chapel.",
    "c": "Men were seen digging a 25m trench. They had come 40 km by road.",
}


def mentions(reports: dict[str, str]) -> list[MeasureMention]:
    return [m for name, text in reports.items() for m in reader.find(parser.parse(text), name)]


def test_an_80_foot_and_a_25_metre_trench_can_be_one() -> None:
    (trench,) = measured(mentions(TRENCH))
    assert (trench.of, trench.dimension, trench.agreed) == ("trench", "length", True)
    assert [m.text for m in trench.mentions] == ["80-foot-long", "25 metres long", "25m"]
    assert trench.low is not None
    assert trench.high is not None
    assert 22 < trench.low <= 25 <= trench.high < 26


def test_trenches_of_two_lengths_are_not_one() -> None:
    (trench,) = measured(mentions(TRENCH | {"d": "They dug a 40-metre trench."}))
    assert (trench.agreed, trench.low, trench.high) == (False, None, None)


def test_a_measure_of_one_report_is_not_compared() -> None:
    assert measured(mentions({"a": TRENCH["a"]})) == ()


def test_the_order_of_reports_does_not_matter() -> None:
    found = mentions(TRENCH)
    shuffled = random.Random(4).sample(found, len(found))
    assert measured(shuffled) == measured(found)
