"""Compares two sides: matches their incidents and explains the differences of their figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from tollbook.compare.book_side import BookSide
from tollbook.compare.causes import TwoBooks
from tollbook.compare.data_set import FIGURES, DataSet
from tollbook.compare.data_set_causes import BookAndDataSet
from tollbook.compare.matching import Matches, match, row_profile
from tollbook.compare.records import BookComparison, Difference, Entry, Pairing

_Entries = Mapping[str, Entry]
_Differences = Callable[[str, str], Iterable[Difference]]


def compare_books(one: BookSide, other: BookSide) -> BookComparison:
    """Two books compared."""
    here = ((claim.id, claim.incident) for claim in one.claims.values() if claim.incident in one.entries)
    shared = (
        (incident, other.claims[claim].incident or "")
        for claim, incident in here
        if incident and claim in other.claims and other.claims[claim].incident in other.entries
    )
    matches = match(one.profiles(), other.profiles(), shared)
    pairings = _pairings(one.entries, other.entries, matches, TwoBooks(one, other).differences)
    return BookComparison(one=one.name, other=other.name, pairings=tuple(pairings))


def compare_data_set(book: BookSide, data: DataSet) -> BookComparison:
    """A book compared with a data set, in the figures that the data set gives."""
    rows = {row.entry.id: row for row in data.rows}
    entries = {name: row.entry for name, row in rows.items()}
    compared = frozenset(name for name in FIGURES if any(name in each.figures for each in entries.values()))
    matches = match(book.profiles(), {name: [row_profile(row)] for name, row in rows.items()}, only=True)
    causes = BookAndDataSet(book, entries, matches, compared, data.rule)
    pairings = _pairings(book.entries, entries, matches, causes.differences)
    return BookComparison(one=book.name, other=data.name, pairings=tuple(pairings), refused=data.refused)


def _pairings(one: _Entries, other: _Entries, matches: Matches, differences: _Differences) -> Iterator[Pairing]:
    """Differing ones first, then those of one side, then the same ones; each by day."""
    every = [*_matched(one, other, matches, differences), *_unmatched(one, other, matches)]
    order = ("differs", "only in A", "only in B", "same")
    yield from sorted(every, key=lambda pairing: (order.index(pairing.status), _day(pairing)))


def _matched(one: _Entries, other: _Entries, matches: Matches, differences: _Differences) -> Iterator[Pairing]:
    for a, b in matches.pairs.items():
        found = tuple(differences(a, b))
        yield Pairing(
            status="differs" if found else "same",
            one=one[a],
            other=other[b],
            weight=matches.links[a, b].weight,
            differences=found,
            also_in_a=matches.others_of_a((a, b)),
            also_in_b=matches.others_of_b((a, b)),
        )


def _unmatched(one: _Entries, other: _Entries, matches: Matches) -> Iterator[Pairing]:
    taken = set(matches.pairs.values())
    for name, entry in one.items():
        if name not in matches.pairs:
            yield Pairing(status="only in A", one=entry, perhaps=tuple(b for a, b in matches.links if a == name))
    for name, entry in other.items():
        if name not in taken:
            yield Pairing(status="only in B", other=entry, perhaps=tuple(a for a, b in matches.links if b == name))


def _day(pairing: Pairing) -> tuple[str, str]:
    entry = pairing.one or pairing.other
    assert entry is not None
    return (str(entry.when.start) if entry.when and entry.when.start else "9999", entry.id)
