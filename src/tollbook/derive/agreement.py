"""Whether what is kept of incidents is what follows from claims and decisions: the log replayed, and compared."""

from collections.abc import Iterator

from tollbook.derive import derivation, filing
from tollbook.desk import review
from tollbook.store import Store, derived


def problems(store: Store) -> Iterator[str]:
    """A sentence for each incident that is kept otherwise than it follows; then all rows are made anew later.

    The rows must be up to date. Takes as long as making every incident of the book at once.
    """
    reports, stored = store.contents()
    made = {each.id: each for each in derivation.derive(reports, stored, review.standing_in(store)).incidents}
    kept = {each.id: each for each in filing.incidents(store)}
    strays = sorted(name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name))
    for name in strays:
        yield f"Incident {name} was kept otherwise than it follows from claims and decisions; it is made anew."
    if strays:
        with store.derived_rows(write=True) as rows:
            derived.empty(rows)
