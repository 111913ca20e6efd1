"""First figures: numbers that a report itself calls early, beside the later ones it gives.

"The news site initially reported three killed; relatives later named nine": the report sets the first number aside as
of an hour when less was known, so it contradicts nothing. It stays in the record as superseded.
"""

import functools
import re
from collections.abc import Mapping, Sequence

from tollbook.model import Claim, Report
from tollbook.reconcile.name_matching import words
from tollbook.reconcile.source_counts import Telling

#: How far before a claim, in its own sentence, the word may stand that calls it early: a source with its title fits in.
_REACH = 160
_ENDS = re.compile(r"[.!?]\s|\n")


def outdated(held: Sequence[Telling], reports: Mapping[str, Report]) -> list[tuple[Telling, Telling]]:
    """The tellings that their report calls early, each with the one of that report that took its place.

    Only a firm number that is higher takes the place of an early one: what is lower may as well be another's count.
    """
    early = [t for t in held if all(is_early(c, reports) for c in t.claims)]
    pairs = []
    for old in early:
        new = [t for t in held if t not in early and _replaces(t, old)]
        if new:
            pairs.append((old, max(new, key=lambda t: t.order)))
    return pairs


def _replaces(new: Telling, old: Telling) -> bool:
    of_one_report = {c.report for c in new.claims} & {c.report for c in old.claims}
    numbered = new.count.best is not None or new.count.high is not None
    return bool(of_one_report) and new.firm and numbered and (new.value or 0) > (old.value or 0)


def is_early(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the sentence of a claim calls its number a first one, and no word nearer to it a later one."""
    report = reports.get(claim.report)
    if report is None:
        return False
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    return _calls_early(before)


@functools.lru_cache(maxsize=4096)
def _calls_early(before: str) -> bool:
    told = list(_turns().finditer(before))
    return bool(told) and told[-1]["early"] is not None


@functools.cache
def _turns() -> re.Pattern[str]:
    early, later = ("|".join(sorted(map(re.escape, w), key=len, reverse=True)) for w in (words().early, words().later))
    return re.compile(rf"\b(?:(?P<early>{early})|{later})\b", re.I)
