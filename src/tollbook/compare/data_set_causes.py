"""Why a figure of a book differs from that of a data set, which gives no claims.

Only the book can be made again: by the rule of the data set, with an incident that it keeps apart, without a report,
from one report alone, or without a claim. What then gives the data set's figure is a cause. Where nothing does, the
cause is unknown, and a sentence says what the reports of the incident give.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from tollbook import linking
from tollbook.compare import reported
from tollbook.compare.book_side import BookSide, Figures, merged, without_claims
from tollbook.compare.compared import Compared
from tollbook.compare.figures import agree, differing
from tollbook.compare.matching import Matches
from tollbook.compare.records import Cause, Difference, Entry
from tollbook.compare.wordings import quoted
from tollbook.locale.messages import message
from tollbook.model import Claim, Range
from tollbook.record import Group

#: Incidents that share a report with this one and are tried together with it, at most.
_MOST_NEIGHBOURS = 6
#: Quotations in a sentence at most: what fits a cell that a person still reads.
_MOST_WORDS = 3


#: The figures after a change, and the cause that it is of one of them.
_Change = tuple[Callable[[str], Cause], Figures]


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
            wanted, case = theirs.get(name), self._case(one, row, name)
            counted = partial(self._counted, one, name)
            found = [cause(name) for cause, made in changes if wanted is not None and agree(made.get(name), wanted)]
            named = [*(reported.by_names(case) if case else ())]
            found += named or _sources(alone, without, name, wanted, counted)
            found += [*self._rows_together(one, row, name), *(reported.by_fate(case) if case else ())]
            found = found or [*(reported.by_people(case) if case else ())]
            found = found or [*self._claim(one, name, wanted), *self._replaced(one, name, wanted)]
            found = found or [*_one_report(alone, name, wanted, counted)]
            found = found or [next(reported.by_words(case)) if case else _unknown()]
            yield Difference(figure=name, one=mine.get(name), other=wanted, causes=tuple(_one_of_each(found)))

    def _rules(self, one: str) -> Iterator[_Change]:
        """By the rule of the data set, if it is known: one of many rules would fit by chance."""
        if self._rule and self._rule != self._book.rule:
            sentence = message("B makes figures by the rule {rule}, which gives the figure of B from these claims too.",
                               rule=self._rule)  # fmt: skip
            cause = Cause(kind="rule", sentence=sentence)
            yield lambda _: cause, self._book.figures(self._book.groups[one], rule=self._rule)

    def _linking(self, one: str, row: str) -> Iterator[_Change]:
        """With incidents that match the same row or share a report, which the book keeps apart."""
        group = self._book.groups[one]
        near = {other for link in group.reports for other in self._book.of_report[link.id]} - {one}
        same = [a for a in self._matches.others_of_a((one, row)) if a in self._book.groups]
        for other in [*same, *sorted(near - set(same))][:_MOST_NEIGHBOURS]:
            apart = self._book.groups[other]
            yield partial(_kept_apart, apart), self._book.figures(merged([group, apart]))

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
        """The words with which a report counts people of this outcome, if they are few."""
        return _counting(name, (c for c in self._book.groups[one].claims if c.report == report))

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
        """The claims without any single one of which the figure is that of the data set."""
        group, figure = self._book.groups[one], self._book.incidents[one].figures.get(name)
        if figure is None or wanted is None:
            return []
        used = dict.fromkeys((*figure.best_claims, *figure.high_claims, *figure.low_claims))
        found = [
            claim for claim in used
            if agree(self._book.figures(without_claims(group, frozenset({claim}))).get(name), wanted)
        ]  # fmt: skip
        words = ", ".join(dict.fromkeys(quoted(self._book.claims[claim].quote) for claim in found[:_MOST_WORDS]))
        if len(found) > 1:
            sentence = message("Without one of the claims {words}, whichever, the figure is that of B.", words=words)
        else:
            sentence = message("Without the claim {claim} ({words}) the figure is that of B.",
                               claim="".join(found), words=words)  # fmt: skip
        return [Cause(kind="claim", sentence=sentence)] if found else []

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

    def _case(self, one: str, row: str, name: str) -> Compared | None:
        """The figures to explain by the words of the reports; None if the data set does not give one number."""
        theirs, group = self._rows[row].figures, self._book.groups[one]
        wanted, own = theirs.get(name), [link.id for link in group.reports]
        if wanted is None or wanted.best is None:
            return None
        return Compared(
            name=name, n=wanted.best, incident=one, mine=self._book.entries[one].figures, theirs=theirs,
            claims=sorted((c for report in own for c in self._book.said_in(report)), key=lambda c: (c.report, c.start)),
            reports=[self._book.reports[report] for report in own],
            without=lambda gone: self._book.figures(without_claims(group, frozenset(c.id for c in gone))),
        )  # fmt: skip


def _kept_apart(apart: Group, name: str) -> Cause:
    """An incident that the book keeps apart, with its words for one outcome."""
    return Cause(kind="linking", sentence=message(
        "The book keeps incident {other} apart ({words}); with it the figure is that of B.",
        other=apart.id, words=_counting(name, apart.claims) or "–",
    ))  # fmt: skip


def _counting(name: str, claims: Iterable[Claim]) -> str:
    """The words of some claims that count people of an outcome: of the whole incident first, the largest first."""
    counting = [(c.count.best or 0, c) for c in claims if c.kind == name and c.count]
    ordered = [c for _, c in sorted(counting, key=lambda each: -each[0])]
    whole = [c.quote for c in ordered if c.scope == "incident"]
    parts = [c.quote for c in ordered if c.scope != "incident" and not any(c.quote in each for each in whole)]
    return ", ".join([*dict.fromkeys(map(quoted, [*whole, *parts]))][:_MOST_WORDS])


def _sources(
    alone: Mapping[str, Figures], without: Mapping[str, Figures], name: str, wanted: Range | None,
    counted: Callable[[str], str],
) -> Iterator[Cause]:  # fmt: skip
    """The report that differs from the data set; or that all agree one by one."""
    given, agreeing = _given(alone, name, wanted)
    if len(agreeing) == len(given) > 1:
        yield Cause(kind="together", sentence=message(
            "Each report alone gives the figure of B; together they give another. Somebody may be counted twice, or as "
            "killed and as injured."
        ))  # fmt: skip
    for report in given if wanted is not None else ():
        if report not in agreeing and agree(without[report].get(name), wanted):
            yield Cause(kind="sources", sentence=message(
                "As read, report {report} gives another figure ({words}); without it the figure is that of B.",
                report=report, words=counted(report),
            ))  # fmt: skip


def _one_report(
    alone: Mapping[str, Figures], name: str, wanted: Range | None, counted: Callable[[str], str]
) -> Iterator[Cause]:
    """A report that agrees with the data set, and those that do not."""
    given, agreeing = _given(alone, name, wanted)
    differing_ones = [report for report in given if report not in agreeing]
    if agreeing and differing_ones:
        words = "; ".join(f"{report}: {counted(report)}" for report in differing_ones[:_MOST_WORDS])
        yield Cause(kind="sources", sentence=message(
            "Report {report} alone gives the figure of B; other reports differ ({words}).",
            report=agreeing[0], words=words,
        ))  # fmt: skip


def _given(alone: Mapping[str, Figures], name: str, wanted: Range | None) -> tuple[list[str], list[str]]:
    """The reports that give a figure by themselves, and those of them that give the data set's."""
    given = {report: figure for report, made in alone.items() if (figure := made.get(name)) is not None}
    return [*given], [report for report, figure in given.items() if wanted is not None and agree(figure, wanted)]


def _unknown() -> Cause:
    return Cause(kind="unknown", sentence=message("The data set does not give this figure as one number."))


def _one_of_each(causes: Iterable[Cause]) -> list[Cause]:
    """The first cause of each kind."""
    first: dict[str, Cause] = {}
    for cause in causes:
        first.setdefault(cause.kind, cause)
    return list(first.values())
