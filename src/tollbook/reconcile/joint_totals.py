"""Joint totals: a number for several incidents together is an upper bound for each of them, and no count of it."""

import functools
import re
from collections.abc import Mapping

import msgspec

from tollbook.model import Claim, Count, Report
from tollbook.reconcile.name_matching import word_lists

#: How far before or after a claim the words for several incidents may be: about one sentence.
_REACH = 160
_ENDS = re.compile(r"[.!?\n]")


def is_joint_total(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the sentence of a claim says that its number is for several incidents: "in two separate attacks".

    Twin blasts at one place may be one incident, so only words that separate them count.
    """
    report = reports.get(claim.report)
    if report is None or claim.count is None or claim.scope != "incident":
        return False
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    after = _ENDS.split(report.text[claim.start : claim.end + _REACH])[0]
    return _names_several_incidents(before + after)


@functools.lru_cache(maxsize=4096)
def _names_several_incidents(sentence: str) -> bool:
    return _several_incidents().search(sentence) is not None


@functools.cache
def _several_incidents() -> re.Pattern[str]:
    tables = (
        word_lists().set_apart,
        word_lists().events,
        word_lists().several,
        word_lists().operations,
        word_lists().regions,
    )
    apart, events, several, operations, regions = ("|".join(sorted(map(re.escape, w))) for w in tables)
    forms = (
        rf"(?:{apart})\s+(?:\w+\s+){{0,2}}(?:{events}|{operations})",
        rf"(?:{several})\s+(?:\w+\s+){{0,2}}(?:{operations})",
        rf"(?:{operations})\s+(?:in|across|throughout)\s+(?:[\w’'-]+[\s,]+){{1,8}}and\s+[\w’'-]+\s+(?:{regions})",
    )
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I)


def as_upper_bound(claim: Claim) -> Claim:
    """The claim as an upper bound for one of the incidents. The claim in the book keeps its words."""
    if claim.count is None:
        return claim
    most = claim.count.high if claim.count.high is not None else claim.count.best
    return msgspec.structs.replace(claim, count=Count(high=most, qualifier="at most", text=claim.count.text))
