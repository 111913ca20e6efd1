"""Finds early counts: numbers that a report itself calls early, beside the later ones it gives.

"The news site initially reported three killed; relatives later named nine": the report itself says that the first
number is out of date, so it does not contradict the second. It stays in the record as superseded. "The toll has risen
to seven" supersedes the lower numbers published before in the same way.
"""

import functools
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import Claim, Report
from tollbook.reconcile.name_matching import word_lists
from tollbook.reconcile.source_counts import SourceCount

#: How far before a claim, in the same sentence, the word that calls it early may be: a source with its title fits in.
_REACH = 160
#: How far before a claim the words "has risen to" may be.
_NEAR = 40
#: A number that has risen is at most this many times the lower one: beyond that the two may count different people.
_MOST_TIMES = 3
_ENDS = re.compile(r"[.!?]\s|\n")


def early_counts(
    counts: Sequence[SourceCount], claims: Sequence[Claim], reports: Mapping[str, Report]
) -> list[tuple[SourceCount, SourceCount]]:
    """The counts that their report calls early, or that a later report says have risen, each with its replacement.

    Only a firm and higher number replaces an early one: a lower one may as well count something else, unless its words
    say that the number was lowered, or its outlet withdraws the other one. ``claims`` are all claims of the incident.
    """
    beside = _by_report(counts)
    withdrawals = _withdrawals(claims)
    early = {id(count) for count in counts if all(is_early(c, reports) for c in count.claims)}
    late = (count for count in counts if id(count) not in early)
    risen = _latest(count for count in late if any(is_risen(c, reports) for c in count.claims))
    pairs = []
    for old in counts:
        near = beside[old.claims[0].report]
        if len(near) == 1 and not risen and not withdrawals:
            continue
        corrected = [count for count in _right_after(old, near) if _corrects(count, old, reports)]
        new = [count for count in near if id(count) not in early and _replaces(count, old)] if id(old) in early else []
        new = new or corrected or _after_withdrawal(old, withdrawals, beside, reports)
        new = new or [count for count in risen if _overtakes(count, old)]
        if new:
            pairs.append((old, max(new, key=lambda count: count.order)))
    return pairs


def _by_report(counts: Iterable[SourceCount]) -> Mapping[str, Sequence[SourceCount]]:
    """The counts of each report, in the order of its text: all claims of a count are of one report."""
    by_report: dict[str, list[SourceCount]] = defaultdict(list)
    for count in sorted(counts, key=_start):
        by_report[count.claims[0].report].append(count)
    return by_report


def _right_after(old: SourceCount, near: Sequence[SourceCount]) -> Sequence[SourceCount]:
    """Those of the counts of its report that begin so near after it that they may correct it."""
    end = old.claims[0].end
    return near[bisect_left(near, end, key=_start) : bisect_right(near, end + _REACH, key=_start)]


def _start(count: SourceCount) -> int:
    return count.claims[0].start


def _latest(risen: Iterable[SourceCount]) -> list[SourceCount]:
    """The last of the counts that overtake the same ones: often many give one number on one day."""
    last: dict[object, SourceCount] = {}
    for count in sorted(risen, key=lambda count: count.order):
        last[count.published, count.value, count.firm, _sides(count)] = count
    return list(last.values())


def _overtakes(new: SourceCount, old: SourceCount) -> bool:
    """Whether a number that has risen was published after a lower one, which no opponent gave."""
    later = new.published is not None and old.published is not None and old.published < new.published
    grown = (old.value or 0) < (new.value or 0) <= _MOST_TIMES * (old.value or 0)
    return later and grown and new.firm and len(_sides(new) | _sides(old)) < 2


def _sides(count: SourceCount) -> frozenset[str]:
    return frozenset(speaker.side for c in count.claims for speaker in c.speakers[:1] if speaker.side)


def _corrects(new: SourceCount, old: SourceCount, reports: Mapping[str, Report]) -> bool:
    """Whether a lower number corrects one given before it in the report: "six … lowered the toll to four"."""
    one, other = new.claims[0], old.claims[0]
    report = reports.get(one.report)
    if report is None or one.report != other.report or not other.end <= one.start or not new.firm:
        return False
    between = report.text[other.end : one.start]
    is_near = len(between) <= _REACH and len(_ENDS.findall(between)) < 2
    return (
        is_near and (new.value or 0) < (old.value or 0) and _lowered().search(between[-_NEAR:] + one.quote) is not None
    )


@functools.cache
def _lowered() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, word_lists().lowered), key=len, reverse=True))})\b", re.I)


def _withdrawals(claims: Sequence[Claim]) -> Mapping[tuple[str | None, int | None], Sequence[Claim]]:
    """What denies a number of its own outlet ("an earlier version said 21"), by the outlet and the number."""
    found: dict[tuple[str | None, int | None], list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.stance == "denies" and len(claim.speakers) == 1 and claim.count is not None:
            found[claim.speakers[0].name, claim.count.best].append(claim)
    return found


def _after_withdrawal(
    old: SourceCount,
    withdrawals: Mapping[tuple[str | None, int | None], Sequence[Claim]],
    beside: Mapping[str, Sequence[SourceCount]],
    reports: Mapping[str, Report],
) -> list[SourceCount]:
    """The firm counts in later reports that withdraw an old one, which was their own outlet's."""
    if not withdrawals or not all(claim.speakers for claim in old.claims):
        return []
    outlet, *others = {claim.speakers[-1].name for claim in old.claims}
    last = max(_published(claim, reports) for claim in old.claims)
    saying = {
        claim.report
        for claim in withdrawals.get((outlet, old.value), ())
        if not others and claim.report != old.claims[0].report and last <= _published(claim, reports)
    }
    return [count for report in sorted(saying) for count in beside.get(report, ()) if count.firm]


def _published(claim: Claim, reports: Mapping[str, Report]) -> date:
    report = reports.get(claim.report)
    return (report and report.published) or date.min


def _replaces(new: SourceCount, old: SourceCount) -> bool:
    same_report = {c.report for c in new.claims} & {c.report for c in old.claims}
    numbered = new.count.best is not None or new.count.high is not None
    return bool(same_report) and new.firm and numbered and (new.value or 0) > (old.value or 0)


def is_early(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the sentence of a claim calls its number early, without a nearer word that calls it a later one."""
    report = reports.get(claim.report)
    return report is not None and _calls_early(report.text[max(0, claim.start - _REACH) : claim.start])


def is_risen(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the words of a claim, or those right before it, say that the toll has risen to its number."""
    report = reports.get(claim.report)
    if report is None or claim.count is None:
        return False
    before, words = report.text[max(0, claim.start - _NEAR) : claim.start], report.text[claim.start : claim.end]
    return _has_risen(before, words)


# The sensitivity of a figure asks again for each claim that is left out.
@functools.lru_cache(maxsize=4096)
def _has_risen(before: str, words: str) -> bool:
    return _risen().search(_ENDS.split(before)[-1] + words) is not None


@functools.cache
def _risen() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, word_lists().risen), key=len, reverse=True))
    return re.compile(rf"\b(?:{words})\b", re.I)


@functools.lru_cache(maxsize=4096)
def _calls_early(before: str) -> bool:
    matches = list(_early_or_later().finditer(_ENDS.split(before)[-1]))
    return bool(matches) and matches[-1]["early"] is not None


@functools.cache
def _early_or_later() -> re.Pattern[str]:
    early, later = (
        "|".join(sorted(map(re.escape, w), key=len, reverse=True)) for w in (word_lists().early, word_lists().later)
    )
    return re.compile(rf"\b(?:(?P<early>{early})|{later})\b", re.I)
