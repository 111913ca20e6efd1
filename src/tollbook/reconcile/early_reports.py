"""Finds early counts: numbers that a report itself calls early, beside the later ones it gives.

"The news site initially reported three killed; relatives later named nine": the report itself says that the first
number is out of date, so it does not contradict the second. It stays in the record as superseded. "The toll has risen
to seven" supersedes the lower numbers published before in the same way.
"""

import functools
import re
from collections.abc import Mapping, Sequence
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
    withdrawn = [c for c in claims if c.stance == "denies" and len(c.speakers) == 1]
    early = [count for count in counts if all(is_early(c, reports) for c in count.claims)]
    risen = [count for count in counts if count not in early and any(is_risen(c, reports) for c in count.claims)]
    pairs = []
    for old in counts:
        corrected = [count for count in counts if count is not old and _corrects(count, old, reports)]
        new = [count for count in counts if count not in early and _replaces(count, old)] if old in early else []
        new = new or corrected or [count for count in counts if _is_withdrawn(old, count, withdrawn, reports)]
        new = new or [count for count in risen if _is_risen_from(count, old)]
        if new:
            pairs.append((old, max(new, key=lambda count: count.order)))
    return pairs


def _is_risen_from(new: SourceCount, old: SourceCount) -> bool:
    """Whether a number that has risen was published after a lower one, and the lower one is not an opponent's."""
    later = new.published is not None and old.published is not None and old.published < new.published
    grown = (old.value or 0) < (new.value or 0) <= _MOST_TIMES * (old.value or 0)
    sides = {speaker.side for count in (new, old) for c in count.claims for speaker in c.speakers[:1] if speaker.side}
    return later and grown and new.firm and len(sides) < 2


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


def _is_withdrawn(
    old: SourceCount, new: SourceCount, withdrawn: Sequence[Claim], reports: Mapping[str, Report]
) -> bool:
    """Whether the report of a count withdraws another count of the same outlet: "an earlier version said 21"."""
    saying = {c.report for c in new.claims} - {c.report for c in old.claims}
    for claim in (c for c in withdrawn if c.report in saying and c.count is not None):
        outlet, published = claim.speakers[-1].name, _published(claim, reports)
        of_outlet = all(c.speakers and c.speakers[-1].name == outlet for c in old.claims)
        is_before = all(_published(c, reports) <= published for c in old.claims)
        if outlet and of_outlet and is_before and claim.count and claim.count.best == old.value:
            return new.firm
    return False


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
    if report is None:
        return False
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    return _calls_early(before)


def is_risen(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the words of a claim, or those right before it, say that the toll has risen to its number."""
    report = reports.get(claim.report)
    if report is None or claim.count is None:
        return False
    before = _ENDS.split(report.text[max(0, claim.start - _NEAR) : claim.start])[-1]
    return _risen().search(before + report.text[claim.start : claim.end]) is not None


@functools.cache
def _risen() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, word_lists().risen), key=len, reverse=True))
    return re.compile(rf"\b(?:{words})\b", re.I)


@functools.lru_cache(maxsize=4096)
def _calls_early(before: str) -> bool:
    matches = list(_early_or_later().finditer(before))
    return bool(matches) and matches[-1]["early"] is not None


@functools.cache
def _early_or_later() -> re.Pattern[str]:
    early, later = (
        "|".join(sorted(map(re.escape, w), key=len, reverse=True)) for w in (word_lists().early, word_lists().later)
    )
    return re.compile(rf"\b(?:(?P<early>{early})|{later})\b", re.I)
