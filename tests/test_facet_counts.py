"""Numbers beside facets are kept for a moment, and counted again after a decision."""

from types import SimpleNamespace

import pytest

from tollbook.search import facet_counts
from tollbook.search.facet_counts import RecentCounts, by_facet


class Clock:
    """A clock that a count moves."""

    def __init__(self) -> None:
        self.now, self.counted = 100.0, 0

    def monotonic(self) -> float:
        return self.now

    def count(self, seconds: float) -> tuple:
        self.now += seconds
        self.counted += 1
        return (self.counted, {}, ())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(facet_counts, "time", SimpleNamespace(monotonic=made.monotonic))
    return made


def test_counts_are_kept_for_twenty_times_the_time_of_counting(clock: Clock) -> None:
    recent = RecentCounts()
    assert recent.get("all", (1, "a"), lambda: clock.count(0.5))[0] == 1
    clock.now += 9.9
    assert recent.get("all", (1, "a"), lambda: clock.count(0.5))[0] == 1
    clock.now += 0.2
    assert recent.get("all", (1, "a"), lambda: clock.count(0.5))[0] == 2


def test_after_a_decision_and_for_another_query_they_are_counted(clock: Clock) -> None:
    recent = RecentCounts()
    recent.get("all", (1, "a"), lambda: clock.count(0.5))
    assert recent.get("shelling", (1, "a"), lambda: clock.count(0.5))[0] == 2
    assert recent.get("all", (2, "b"), lambda: clock.count(0.5))[0] == 3
    assert recent.get("all", (1, "a"), lambda: clock.count(0.5))[0] == 4


def test_counts_that_take_no_time_are_always_made_again(clock: Clock) -> None:
    recent = RecentCounts()
    assert [recent.get("all", (), lambda: clock.count(0.0))[0] for _ in range(3)] == [1, 2, 3]


def test_few_queries_are_kept(clock: Clock) -> None:
    recent = RecentCounts()
    for n in range(1000):
        recent.get(n, (), lambda: clock.count(0.01))
        assert len(recent._kept) <= facet_counts._QUERIES + 1


def test_the_most_frequent_values_come_first_and_days_in_order() -> None:
    counted = {("place", "Velm"): 1, ("place", "Tarn"): 3, ("day", "2031-05-02"): 1, ("day", "2031-05-01"): 1}
    total, counts, spots = by_facet(4, counted)
    assert total == 4
    assert counts["place"] == (("Tarn", 3), ("Velm", 1))
    assert [day for day, _ in counts["day"]] == ["2031-05-01", "2031-05-02"]
    assert spots == ()
