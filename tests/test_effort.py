"""The folder of ``bench.effort``: 30 invented reports with the faults that its page names, and what is true of each."""

from collections import Counter

import pytest

from bench import effort


def test_the_folder_has_the_faults_that_are_to_be_repaired() -> None:
    every = list(effort.reports())
    truths = [truth for report in every for truth in report.truth.values()]
    assert len(every) == len({report.name for report in every}) == 30
    assert all(report.text.count(sentence) == 1 for report in every for sentence in report.truth)
    assert sum(report.published is None for report in every) == 3
    assert sum(truth.incident is None for truth in truths) == 5
    assert len({truth.incident for truth in truths} - {None}) == 14
    assert Counter(Counter(report.text for report in every).values()) == {2: 10, 1: 10}
    assert {name for report in every for name in ("Sergiy Orlan", "Sergei Orlan") if name in report.text} == {
        "Sergiy Orlan", "Sergei Orlan",
    }  # fmt: skip


def test_typing_every_field_by_hand_is_counted() -> None:
    browser = pytest.importorskip("bench.effort_browser", reason="needs playwright, which is not installed here")
    every = list(effort.reports())
    one, two = browser.typed_by_hand(every[:1]), browser.typed_by_hand(every[:2])
    assert 60 < one < two < browser.typed_by_hand(every)


def test_the_folder_is_the_same_each_time() -> None:
    assert list(effort.reports()) == list(effort.reports())
