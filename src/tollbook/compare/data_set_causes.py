"""Why a figure of a book differs from that of a data set, which gives no claims.

Only the book can be made again: by the rule of the data set, with an incident that it keeps apart, without a report,
from one report alone, or without a claim. What then gives the data set's figure is a cause. Where nothing does, the
cause is unknown, and a sentence says what the reports of the incident give.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from tollbook import linking
from tollbook.compare.book_side import BookSide, Figures, merged, without_claims
from tollbook.compare.figures import agree, differing
from tollbook.compare.matching import Matches
from tollbook.compare.records import Cause, Difference, Entry
from tollbook.locale.messages import message
from tollbook.model import Claim, Range
from tollbook.record import Group
from tollbook.report_name import shortened

#: Incidents that share a report with this one and are tried together with it, at most.
_MOST_NEIGHBOURS = 6
#: Quotations in a sentence, and the characters of the longest: what fits a cell that a person still reads.
_MOST_WORDS, _LONGEST_WORDS = 3, 60


class BookAndDataSet:
    """The causes of differences between matched incidents of a book and the rows of a data set."""

    def __init__(
        self, book: BookSide, rows: Mapping[str, Entry], matches: Matches, compared: frozenset[str], rule: str = ""
    ) -> None:
        self._book, self._rows, self._matches, self._compared, self._rule = book, rows, matches, compared, rule

    def differences(self, one: str, row: str) -> Iterator[Difference]:
        """The figures that differ, each with its causes; ``one`` is the id of an incident, ``row`` that of a row."""
        mine, theirs = self._book.entries[one].figures, self._rows[row].figures
        names = list(differing(mine, theirs, self._compared))
        if not names:
            return
        changes = [*self._rules(one), *self._linking(one, row)]
        alone, without = self._by_report(one)
        for name in names:
            wanted = theirs.get(name)
            found = [cause for cause, made in changes if wanted is not None and agree(made.get(name), wanted)]
            found += _sources(alone, without, name, wanted, partial(self._counted, one, name))
            found += self._rows_together(one, row, name)
            causes = _one_of_each(found or [*self._claim(one, name, wanted), *self._replaced(one, name, wanted)])
            causes = causes or [self._unknown(one, row, name)]
            yield Difference(figure=name, one=mine.get(name), other=wanted, causes=tuple(causes))

    def _rules(self, one: str) -> Iterator[tuple[Cause, Figures]]:
        """By the rule of the data set, if it is known: one of many rules would fit by chance."""
        if self._rule and self._rule != self._book.rule:
            sentence = message("B makes figures by the rule {rule}, which gives the figure of B from these claims too.",
                               rule=self._rule)  # fmt: skip
            yield Cause(kind="rule", sentence=sentence), self._book.figures(self._book.groups[one], rule=self._rule)

    def _linking(self, one: str, row: str) -> Iterator[tuple[Cause, Figures]]:
        """With incidents that match the same row or share a report, which the book keeps apart."""
        group = self._book.groups[one]
        near = {other for link in group.reports for other in self._book.of_report[link.id]} - {one}
        same = [a for a in self._matches.others_of_a((one, row)) if a in self._book.groups]
        for other in [*same, *sorted(near - set(same))][:_MOST_NEIGHBOURS]:
            sentence = message("The book keeps incident {other} apart; with it the figure is that of B.", other=other)
            figures = self._book.figures(merged([group, self._book.groups[other]]))
            yield Cause(kind="linking", sentence=sentence), figures

    def _by_report(self, one: str) -> tuple[dict[str, Figures], dict[str, Figures]]:
        """The figures from each report alone, and without each; nothing for a single report."""
        group = self._book.groups[one]
        every = frozenset(link.id for link in group.reports) if len(group.reports) > 1 else frozenset()
        return (
            {report: self._from(group, frozenset({report})) for report in sorted(every)},
            {report: self._from(group, every - {report}) for report in sorted(every)},
        )

    def _from(self, group: Group, reports: frozenset[str]) -> Figures:
        return self._book.figures(linking.restricted(group, reports))

    def _counted(self, one: str, name: str, report: str) -> str:
        """The words with which a report counts people of this outcome, as far as they are few."""
        counting = [c for c in self._book.groups[one].claims if c.report == report and c.kind == name and c.count]
        whole = [c for c in counting if c.scope == "incident"] or counting
        words = dict.fromkeys(f"“{shortened(claim.quote, _LONGEST_WORDS)}”" for claim in whole)
        return ", ".join(list(words)[:_MOST_WORDS])

    def _replaced(self, one: str, name: str, wanted: Range | None) -> Iterator[Cause]:
        """A claim with the figure of the data set that a later one replaced."""
        figure = self._book.incidents[one].figures.get(name)
        for claim in (self._book.claims.get(c) for c in (figure.superseded_claims if figure else ())):
            if claim and wanted and claim.count and wanted.best is not None and claim.count.best == wanted.best:
                sentence = message(
                    "The claim {claim} gave the figure of B; a later one of the same source replaced it.",
                    claim=claim.id,
                )
                yield Cause(kind="dates", sentence=sentence)

    def _claim(self, one: str, name: str, wanted: Range | None) -> list[Cause]:
        """The claim without which the figure is that of the data set, if it is a single one of several."""
        group, figure = self._book.groups[one], self._book.incidents[one].figures.get(name)
        if figure is None or wanted is None:
            return []
        for claim in dict.fromkeys((*figure.best_claims, *figure.high_claims, *figure.low_claims)):
            if agree(self._book.figures(without_claims(group, frozenset({claim}))).get(name), wanted):
                words = " ".join(self._book.claims[claim].quote.split())
                sentence = message("Without the claim {claim} (“{words}”) the figure is that of B.",
                                   claim=claim, words=words)  # fmt: skip
                return [Cause(kind="claim", sentence=sentence)]
        return []

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
        claims = [c for c in self._book.claims.values() if c.report in own and c.kind == name and c.count]
        said = [c for c in claims if wanted and wanted.best is not None and c.count and c.count.best == wanted.best]
        if _dead_and_wounded(mine) == _dead_and_wounded(theirs):
            why = message("Killed and injured together are the same number on both sides.")
        elif wanted is None or wanted.best is None:
            why = message("The data set does not give this figure as one number.")
        elif said:
            why = _where(said[0], one, wanted.best)
        elif not claims:
            why = message("No claim of these reports counts them: the reports do not say it, or it was not found.")
        else:
            why = message("No claim of these reports gives {n}.", n=wanted.best)
        return Cause(kind="unknown", sentence=why)


def _sources(
    alone: Mapping[str, Figures], without: Mapping[str, Figures], name: str, wanted: Range | None,
    counted: Callable[[str], str],
) -> Iterator[Cause]:  # fmt: skip
    """The report that differs from the data set, else the one that agrees; or that they all agree one by one."""
    given = {report: figure for report, made in alone.items() if (figure := made.get(name)) is not None}
    agreeing = [report for report, figure in given.items() if wanted is not None and agree(figure, wanted)]
    if wanted is None or not given:
        return
    if len(agreeing) == len(given) > 1:
        yield Cause(kind="together", sentence=message(
            "Each report alone gives the figure of B; together they give another. Somebody may be counted twice."
        ))  # fmt: skip
    for report in given:
        if report not in agreeing and agree(without[report].get(name), wanted):
            yield Cause(kind="sources", sentence=message(
                "As read, report {report} gives another figure ({words}); without it the figure is that of B.",
                report=report, words=counted(report),
            ))  # fmt: skip
    if len(agreeing) < len(given):
        for report in agreeing:
            yield Cause(kind="sources", sentence=message(
                "Report {report} alone gives the figure of B; other reports differ.", report=report
            ))  # fmt: skip


def _where(claim: Claim, incident: str, n: int) -> str:
    """Where a claim with the figure of the data set is filed."""
    if claim.incident == incident:
        return message("The claim {claim} gives {n}, but not as a figure of the whole incident.", claim=claim.id, n=n)
    if claim.incident is None:
        return message("The claim {claim} gives {n}, but is of no incident.", claim=claim.id, n=n)
    return message("The claim {claim} gives {n}, but is filed in incident {other}.",
                   claim=claim.id, n=n, other=claim.incident)  # fmt: skip


def _dead_and_wounded(figures: Figures) -> int | None:
    """Killed and injured together; None unless at least one is known."""
    known = [each.best for name in ("killed", "injured") if (each := figures.get(name)) and each.best is not None]
    return sum(known) if known else None


def _one_of_each(causes: Iterable[Cause]) -> list[Cause]:
    """The first cause of each kind."""
    first: dict[str, Cause] = {}
    for cause in causes:
        first.setdefault(cause.kind, cause)
    return list(first.values())
