"""Makes incidents while reports arrive, so that opening a list does not wait until a large import is linked."""

from collections.abc import Iterable, Iterator

from tollbook.incidents import incremental
from tollbook.reading import Outcome
from tollbook.store import Store

#: New reports after which the incidents are brought up to date. Linking so many takes about half a second, also for
#: those that are left after a killed read.
EVERY = 100


def derived(store: Store, outcomes: Iterable[Outcome], every: int = EVERY) -> Iterator[Outcome]:
    """Yield the outcomes of reading as they come; the incidents never lack more than ``every`` of the reports read.

    Running totals are left for later: if every report counts in one place, its total would be made again each time.
    """
    waiting = 0
    for outcome in outcomes:
        waiting += outcome.read
        if waiting >= every:
            incremental.link_new(store)
            waiting = 0
        yield outcome
