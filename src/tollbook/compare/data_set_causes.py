"""Why a figure of a book differs from that of a data set, which gives no claims.

Only the book can be made again: as of an earlier day, by another rule, from one report alone, or with claims that it
files elsewhere. What then gives the data set's figure is a cause. Where nothing does, the cause is unknown, and a
sentence says what the reports of the incident give.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta

from tollbook import linking
from tollbook.compare.book_side import BookSide, Figures, merged
from tollbook.compare.figures import agree, differing
from tollbook.compare.matching import Matches
from tollbook.compare.records import Cause, Difference, Entry
from tollbook.locale.messages import message
from tollbook.model import Range
from tollbook.reconcile import RULES

#: Incidents that share a report with this one and are tried together with it, at most.
_MOST_NEIGHBOURS = 6
_Made = Callable[[], Figures]


class BookAndDataSet:
    """The causes of differences between matched incidents of a book and the rows of a data set."""

    def __init__(self, book: BookSide, rows: Mapping[str, Entry], matches: Matches, compared: frozenset[str]) -> None:
        self._book, self._rows, self._matches, self._compared = book, rows, matches, compared

    def differences(self, one: str, row: str) -> Iterator[Difference]:
        """The figures that differ, each with its causes; ``one`` is the id of an incident, ``row`` that of a row."""
        mine, theirs = self._book.entries[one].figures, self._rows[row].figures
        names = list(differing(mine, theirs, self._compared))
        if not names:
            return
        changes = [*self._linking(one, row), *self._dates(one), *self._rules(one), *self._sources(one)]
        for name in names:
            wanted = theirs.get(name)
            causes = [cause for cause, made in changes if wanted is not None and agree(made.get(name), wanted)]
            causes += self._rows_together(one, row, name)
            causes = _one_of_each(causes) or [self._unknown(one, row, name)]
            yield Difference(figure=name, one=mine.get(name), other=wanted, causes=tuple(causes))

    def _linking(self, one: str, row: str) -> Iterator[tuple[Cause, Figures]]:
        """With incidents that match the same row or share a report, which the book keeps apart."""
        group = self._book.groups[one]
        near = {other for link in group.reports for other in self._book.of_report[link.id]} - {one}
        same = [a for a in self._matches.others_of_a((one, row)) if a in self._book.groups]
        for other in [*same, *sorted(near - set(same))][:_MOST_NEIGHBOURS]:
            sentence = message("The book keeps incident {other} apart; with it the figure is that of B.", other=other)
            figures = self._book.figures(merged([group, self._book.groups[other]]))
            yield Cause(kind="linking", sentence=sentence), figures

    def _dates(self, one: str) -> Iterator[tuple[Cause, Figures]]:
        """As of each day of publication but the last, the latest first."""
        group = self._book.groups[one]
        for day in reversed(self._book.published(group)[:-1]):
            sentence = message(
                "As of {day} the book has the figure of B; reports published from {next} on changed it.",
                day=day, next=day + timedelta(days=1),
            )  # fmt: skip
            yield Cause(kind="dates", sentence=sentence), self._book.figures(group, as_of=day)

    def _rules(self, one: str) -> Iterator[tuple[Cause, Figures]]:
        group = self._book.groups[one]
        for rule in RULES:
            if rule != self._book.rule:
                sentence = message("By the rule {rule} the same claims make the figure of B.", rule=rule)
                yield Cause(kind="rule", sentence=sentence), self._book.figures(group, rule=rule)

    def _sources(self, one: str) -> Iterator[tuple[Cause, Figures]]:
        """From each report alone, if there are several."""
        group = self._book.groups[one]
        for link in group.reports if len(group.reports) > 1 else ():
            sentence = message("Report {report} alone gives the figure of B; other reports differ.", report=link.id)
            figures = self._book.figures(linking.restricted(group, frozenset({link.id})))
            yield Cause(kind="sources", sentence=sentence), figures

    def _rows_together(self, one: str, row: str, name: str) -> Iterator[Cause]:
        """Rows that match the same incident, if the book's figure is their sum."""
        mine = self._book.entries[one].figures.get(name)
        for other in self._matches.others_of_b((one, row)):
            numbers = [each.best for r in (row, other) if (each := self._rows[r].figures.get(name)) is not None]
            known = [n for n in numbers if n is not None]
            if len(known) > 1 and mine is not None and agree(mine, Range(best=sum(known))):
                sentence = message("B has this as two incidents: {other} is the other, and the figure of A their sum.",
                                   other=other)  # fmt: skip
                yield Cause(kind="linking", sentence=sentence)

    def _unknown(self, one: str, row: str, name: str) -> Cause:
        """What is known though no change gives the figure of the data set."""
        mine, theirs = self._book.entries[one].figures, self._rows[row].figures
        wanted, own = theirs.get(name), {link.id for link in self._book.groups[one].reports}
        claims = [c for c in self._book.claims.values() if c.report in own and c.kind == name and c.count is not None]
        said = [c for c in claims if wanted is not None and wanted.best is not None and c.count.best == wanted.best]
        if _dead_and_wounded(mine) == _dead_and_wounded(theirs):
            why = message("Killed and injured together are the same number on both sides.")
        elif wanted is None or wanted.best is None:
            why = message("The data set does not give this figure as one number.")
        elif said:
            why = message("The claim {claim} of these reports gives {n}, but no figure is made of it here.",
                          claim=said[0].id, n=wanted.best)  # fmt: skip
        elif not claims:
            why = message("No claim of these reports counts them: the reports do not say it, or it was not found.")
        else:
            why = message("No claim of these reports gives {n}.", n=wanted.best)
        return Cause(kind="unknown", sentence=why)


def _dead_and_wounded(figures: Figures) -> int | None:
    """Killed and injured together; None unless at least one is known."""
    known = [each.best for name in ("killed", "injured") if (each := figures.get(name)) and each.best is not None]
    return sum(known) if known else None


def _one_of_each(causes: Iterable[Cause]) -> list[Cause]:
    """The first cause of each kind: the latest day, one rule, one report."""
    first: dict[str, Cause] = {}
    for cause in causes:
        first.setdefault(cause.kind, cause)
    return list(first.values())
