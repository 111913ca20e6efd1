"""Which reports copy which: a text that was edited, reprinted, or merged with another.

Reports are compared sentence by sentence, without quotations (see ``shared_sentences``). So a text that was cut,
reordered or paraphrased word by word is still found, and two reports of one press conference are not copies.
:func:`fingerprint` prepares one report and :func:`compare_texts` compares two, so that a new report is compared with
few; :func:`find_copies` does both for many.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Literal

from tollbook.locale.messages import message, plural
from tollbook.model import Record, Report
from tollbook.reconcile import shared_sentences
from tollbook.reconcile.news_agencies import wire_credit, wire_help
from tollbook.reconcile.shared_misspellings import misspellings, unusual
from tollbook.reconcile.shared_sentences import TextSentence

#: The least share of the shorter report's own words in sentences that the other has too. On 2,019 pairs of local news
#: of one incident nine in ten share less than 0.2; those above 0.4 that were checked print one text.
_COPIED = 0.4
#: The same if both credit one agency or misspell the same word, which already suggests a common text.
_COPIED_AND_MARKED = 0.25
#: Own words that two reports must share at least: fewer can be a stock sentence.
_FEWEST = 20
#: Days within which a reprint appears. On local news nearly all pairs of one incident were printed within 4 days, and
#: nearly all pairs of two incidents, alike only in the words of the page around them, more than 10 days apart.
_REPRINT = timedelta(days=7)
#: Words in a run, one run in how many is kept (by its hash), and how many runs two reports must share to be compared.
_RUN, _KEPT, _COMMON = 3, 4, 2
#: A run in more reports than this is boilerplate of a page and leads to no comparison.
_BOILERPLATE = 60


class Copy(Record, frozen=True, kw_only=True):
    """Report ``report`` took its text, or a ``share`` of it, from report ``of``; ``why`` states the evidence.

    A ``ruling`` is a person's decision: ``one source`` makes both reports one source, ``independent`` keeps them apart
    against any evidence.
    """

    report: str
    of: str
    why: str
    share: float = 0.0
    ruling: Literal["one source", "independent"] | None = None


class TextFingerprint(Record, frozen=True, kw_only=True):
    """The features of a report that are compared. ``runs`` are hashes that find the reports it may share text with."""

    report: str
    published: date | None
    credit: str | None
    helped: frozenset[str]
    unusual: frozenset[str]
    sentences: tuple[TextSentence, ...]
    runs: frozenset[int]

    @property
    def length(self) -> int:
        """The number of words, without quotations, in the sentences that can be compared."""
        return sum(len(s.words) for s in self.sentences)

    @property
    def precedence(self) -> tuple[date, bool, str]:
        """Sorts an original before its copies: by day, then agency copy last, then by id."""
        return self.published or date.max, self.credit is not None, self.report


def fingerprint(report: Report) -> TextFingerprint:
    """The fingerprint of one report, from its text and day of publication alone."""
    sentences = shared_sentences.sentences(report.text)
    runs = (hash_ for s in sentences for hash_ in shared_sentences.runs(s.words, _RUN) if hash_ % _KEPT == 0)
    return TextFingerprint(
        report=report.id,
        published=report.published,
        credit=wire_credit(report.text),
        helped=wire_help(report.text),
        unusual=unusual(report.text),
        sentences=sentences,
        runs=frozenset(runs),
    )


def compare_texts(one: TextFingerprint, other: TextFingerprint) -> Copy | None:
    """The copy between two reports, if they share enough text; else None.

    The one published later copies the earlier one; on one day the one that credits an agency is the copy, else the one
    with the larger id. Undated reports count as latest.
    """
    shorter, longer = sorted((one, other), key=lambda t: (t.length, t.report))
    if not _close_in_time(one, other) or len(one.runs & other.runs) < _COMMON:
        return None
    pairs = shared_sentences.shared(shorter.sentences, longer.sentences)
    words = sum(len(here.words) for here, _, _ in pairs)
    agencies = sorted(one.helped & other.helped)
    misspelt = sorted(misspellings(one.unusual & other.unusual))
    share = words / shorter.length if words >= _FEWEST else 0.0
    if share < (_COPIED_AND_MARKED if agencies or misspelt else _COPIED):
        return None
    original, copy = sorted((one, other), key=lambda t: t.precedence)
    why = _evidence(round(100 * share), len(pairs), agencies, misspelt)
    return Copy(report=copy.report, of=original.report, why=why, share=round(share, 3))


def _evidence(percent: int, passages: int, agencies: Sequence[str], misspelt: Sequence[str]) -> str:
    names, words = ", ".join(agencies), ", ".join(f"“{word}”" for word in misspelt)
    if agencies and misspelt:
        return plural(
            "{percent} % of the shorter text is in both, in {n} passage; both credit {agencies} and misspell {words}.",
            "{percent} % of the shorter text is in both, in {n} passages; both credit {agencies} and misspell {words}.",
            passages,
            percent=percent,
            agencies=names,
            words=words,
        )
    if agencies:
        return plural(
            "{percent} % of the shorter text is in both, in {n} passage; both credit {agencies}.",
            "{percent} % of the shorter text is in both, in {n} passages; both credit {agencies}.",
            passages,
            percent=percent,
            agencies=names,
        )
    if misspelt:
        return plural(
            "{percent} % of the shorter text is in both, in {n} passage; both misspell {words}.",
            "{percent} % of the shorter text is in both, in {n} passages; both misspell {words}.",
            passages,
            percent=percent,
            words=words,
        )
    return plural(
        "{percent} % of the shorter text is in both, in {n} passage.",
        "{percent} % of the shorter text is in both, in {n} passages.",
        passages,
        percent=percent,
    )


def find_copies(reports: Sequence[Report]) -> tuple[Copy, ...]:
    """Every report that copies earlier ones, with each of its originals, in order of report ids.

    A report made of two others has two originals. A copy of a copy counts as a copy of the original if it shares text
    with it too.
    """
    prints = {r.id: fingerprint(r) for r in reports}
    edges = [compare_texts(prints[a], prints[b]) for a, b in sorted(_candidates(prints))]
    return without_indirect(edge for edge in edges if edge is not None)


def without_indirect(edges: Iterable[Copy]) -> tuple[Copy, ...]:
    """The edges without those to a copy if the report already copies the original of that copy."""
    by_report: dict[str, dict[str, Copy]] = defaultdict(dict)
    for edge in edges:
        by_report[edge.report][edge.of] = edge
    direct = []
    for own in by_report.values():
        for of, edge in own.items():
            if not set(by_report.get(of, {})) & set(own):
                direct.append(edge)
    return tuple(sorted(direct, key=lambda c: (c.report, c.of)))


def _candidates(prints: Mapping[str, TextFingerprint]) -> set[tuple[str, str]]:
    """Pairs of reports, smaller id first, that share a run of words that few others have."""
    by_run: dict[int, list[str]] = defaultdict(list)
    for name in sorted(prints):
        for run in prints[name].runs:
            by_run[run].append(name)
    return {pair for names in by_run.values() if len(names) <= _BOILERPLATE for pair in combinations(names, 2)}


def _close_in_time(one: TextFingerprint, other: TextFingerprint) -> bool:
    """Whether the days of publication allow a reprint; an undated report always does."""
    return one.published is None or other.published is None or abs(one.published - other.published) <= _REPRINT


def with_rulings(
    copies: Iterable[Copy], one_source: Iterable[tuple[str, str]], independent: Iterable[tuple[str, str]]
) -> tuple[Copy, ...]:
    """The copies after people's decisions: pairs of report ids, in either order, made one source or kept apart.

    A decision replaces any copy found between the two. If two decisions conflict, ``independent`` is used, because it
    hides no source. Applying the same decisions again changes nothing.
    """
    apart = {_pair(*pair) for pair in independent}
    joined = {_pair(*pair) for pair in one_source} - apart
    decided = [c for c in copies if _pair(c.report, c.of) not in apart | joined]
    decided += [
        Copy(report=b, of=a, why=message("A person decided so."), ruling="one source") for a, b in sorted(joined)
    ]
    decided += [
        Copy(report=b, of=a, why=message("A person decided so."), ruling="independent") for a, b in sorted(apart)
    ]
    return tuple(sorted(decided, key=lambda c: (c.report, c.of)))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def originals(copies: Sequence[Copy]) -> dict[str, tuple[str, ...]]:
    """The first originals of each copy, at the ends of all chains. Decisions of people are not followed."""
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
        # A cycle has no end; its report with the smallest id counts as the original.
        roots[report] = tuple(sorted(ends)) or (min(seen),)
    return roots
