"""Incidents made while reports arrive, so that nobody who opens a list waits for a large read to be linked."""

from collections.abc import Iterable, Iterator

from tollbook.incidents import incremental
from tollbook.reading import Outcome
from tollbook.store import Store

#: New reports after which the incidents are brought up to date: linking so many takes about half a second, and what is
#: left after a killed read no longer.
EVERY = 100


def derived(store: Store, outcomes: Iterable[Outcome], every: int = EVERY) -> Iterator[Outcome]:
    """The outcomes of reading as they come; the incidents never lack more than ``every`` of the reports read.

    Running totals are left as they were: a place that every report counts in would be counted again each time.
    """
    waiting = 0
    for outcome in outcomes:
        waiting += outcome.read
        if waiting >= every:
            incremental.link_new(store)
            waiting = 0
        yield outcome
