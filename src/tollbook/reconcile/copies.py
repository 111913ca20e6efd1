"""Which reports copy which: one text edited, printed again, or merged with another.

Reports are compared sentence by sentence on their own words (see ``passages``), so that a text cut, put in another
order or paraphrased word by word is still found, and two reports of one press conference are not. ``trace`` is what is
kept of one report and ``copied`` decides on two, so that a new report needs to be held against few; ``find_copies``
does both for many.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Literal

from tollbook.model import Record, Report
from tollbook.reconcile import shared_sentences
from tollbook.reconcile.news_agencies import wire_credit, wire_help
from tollbook.reconcile.shared_misspellings import slips, unusual
from tollbook.reconcile.shared_sentences import Sentence

#: Share of the shorter report's own words that stand in sentences the other has too. On 2,019 pairs of local news of
#: one incident nine in ten share less than 0.2, and those above 0.4 that were looked at print one text.
_COPIED = 0.4
#: The same where both credit one agency or misspell the same word: that already says where they come from.
_COPIED_AND_MARKED = 0.25
#: Own words that two reports must share at least: fewer can be a stock sentence.
_FEWEST = 20
#: Days within which a reprint appears. On local news nearly all pairs of one incident were printed within 4 days, and
#: nearly all pairs of two incidents, alike only in the words of the page around them, more than 10 days apart.
_REPRINT = timedelta(days=7)
#: Words a run, one run in so many kept by its hash, and the runs two reports must have in common to be compared.
_RUN, _KEPT, _COMMON = 3, 4, 2
#: A run in more reports than this is furniture of a page and leads to no comparison.
_FURNITURE = 60


class Copy(Record, frozen=True, kw_only=True):
    """Report ``report`` takes its text, or a ``share`` of it, from report ``of``; ``why`` says what shows it.

    With a ``ruling`` a person said so: ``one source`` makes all that both reports say one source, ``independent`` keeps
    what they say apart whatever else speaks for one source.
    """

    report: str
    of: str
    why: str
    share: float = 0.0
    ruling: Literal["one source", "independent"] | None = None


class Trace(Record, frozen=True, kw_only=True):
    """What is kept of a report to compare it by. ``runs`` are hashes to look up the reports it may share text with."""

    report: str
    published: date | None
    credit: str | None
    helped: frozenset[str]
    unusual: frozenset[str]
    sentences: tuple[Sentence, ...]
    runs: frozenset[int]

    @property
    def length(self) -> int:
        """Own words of the sentences that can be compared."""
        return sum(len(s.words) for s in self.sentences)

    @property
    def precedence(self) -> tuple[date, bool, str]:
        """What sorts an original before its copies: the day, then not being an agency's copy, then the id."""
        return self.published or date.max, self.credit is not None, self.report


def trace(report: Report) -> Trace:
    """The trace of one report, from its text and day of publication alone."""
    found = shared_sentences.sentences(report.text)
    runs = (hash_ for s in found for hash_ in shared_sentences.runs(s.words, _RUN) if hash_ % _KEPT == 0)
    return Trace(
        report=report.id,
        published=report.published,
        credit=wire_credit(report.text),
        helped=wire_help(report.text),
        unusual=unusual(report.text),
        sentences=found,
        runs=frozenset(runs),
    )


def copied(one: Trace, other: Trace) -> Copy | None:
    """The edge from the later of two reports to the earlier where they share text; None where nothing shows it.

    The later published copies the earlier; of one day the one an agency is credited in copies; else the one of the
    larger id. Undated reports count as latest.
    """
    shorter, longer = sorted((one, other), key=lambda t: (t.length, t.report))
    if not _in_reach(one, other) or len(one.runs & other.runs) < _COMMON:
        return None
    twins = shared_sentences.shared(shorter.sentences, longer.sentences)
    words = sum(len(here.words) for here, _, _ in twins)
    marks = [f"both credit {name}" for name in sorted(one.helped & other.helped)]
    marks += [f"both write “{word}”" for word in sorted(slips(one.unusual & other.unusual))]
    share = words / shorter.length if words >= _FEWEST else 0.0
    if share < (_COPIED_AND_MARKED if marks else _COPIED):
        return None
    original, copy = sorted((one, other), key=lambda t: t.precedence)
    passage = "passage" if len(twins) == 1 else "passages"
    why = f"{round(100 * share)} % of the shorter text, in {len(twins)} {passage}, stands in both"
    return Copy(report=copy.report, of=original.report, why="; ".join([why, *marks]), share=round(share, 3))


def find_copies(reports: Sequence[Report]) -> tuple[Copy, ...]:
    """Every report that copies earlier ones, with each of its originals, in order of report ids.

    A report made of two others has two originals. What copies a copy is said to copy the original where it shares text
    with it too.
    """
    traces = {r.id: trace(r) for r in reports}
    edges = [copied(traces[a], traces[b]) for a, b in sorted(_candidates(traces))]
    return settled(edge for edge in edges if edge is not None)


def settled(edges: Iterable[Copy]) -> tuple[Copy, ...]:
    """The edges without those that lead to a copy whose own original the report is known to copy already."""
    by_report: dict[str, dict[str, Copy]] = defaultdict(dict)
    for edge in edges:
        by_report[edge.report][edge.of] = edge
    kept = []
    for held in by_report.values():
        for of, edge in held.items():
            if not set(by_report.get(of, {})) & set(held):
                kept.append(edge)
    return tuple(sorted(kept, key=lambda c: (c.report, c.of)))


def _candidates(traces: Mapping[str, Trace]) -> set[tuple[str, str]]:
    """Pairs of reports, smaller id first, with a run of words in common that few others have."""
    by_run: dict[int, list[str]] = defaultdict(list)
    for name in sorted(traces):
        for run in traces[name].runs:
            by_run[run].append(name)
    return {pair for names in by_run.values() if len(names) <= _FURNITURE for pair in combinations(names, 2)}


def _in_reach(one: Trace, other: Trace) -> bool:
    """Whether one can be a reprint of the other by its day; an undated one always can."""
    return one.published is None or other.published is None or abs(one.published - other.published) <= _REPRINT


def with_rulings(
    copies: Iterable[Copy], one_source: Iterable[tuple[str, str]], independent: Iterable[tuple[str, str]]
) -> tuple[Copy, ...]:
    """Who copies whom as people ruled: pairs of report ids, in either order, added as one source or kept apart.

    A ruling takes the place of what was found between the two; of two contrary rulings ``independent`` stands, for it
    is the one that hides nothing. Applying the same rulings again changes nothing.
    """
    apart = {_pair(*pair) for pair in independent}
    joined = {_pair(*pair) for pair in one_source} - apart
    found = [c for c in copies if _pair(c.report, c.of) not in apart | joined]
    found += [Copy(report=b, of=a, why="a person ruled so", ruling="one source") for a, b in sorted(joined)]
    found += [Copy(report=b, of=a, why="a person ruled so", ruling="independent") for a, b in sorted(apart)]
    return tuple(sorted(found, key=lambda c: (c.report, c.of)))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def originals(copies: Sequence[Copy]) -> dict[str, tuple[str, ...]]:
    """Each copying report's root originals, chains followed to their ends; what people ruled is no copying."""
    of: dict[str, list[str]] = defaultdict(list)
    for copy in copies:
        if copy.ruling is None:
            of[copy.report].append(copy.of)
    roots = {}
    for report, nearest in of.items():
        seen, todo, ends = {report}, sorted(nearest), []
        while todo:
            name = todo.pop(0)
            if name not in seen:
                seen.add(name)
                todo += sorted(of.get(name, ()))
                ends += [] if name in of else [name]
        # A circle has no end; then the smallest report of it stands for all.
        roots[report] = tuple(sorted(ends)) or (min(seen),)
    return roots
