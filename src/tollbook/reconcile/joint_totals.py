"""Numbers said of several incidents together: of each one of them they are an upper bound, and no copy of the total."""

import functools
import re
from collections.abc import Mapping

import msgspec

from tollbook.model import Claim, Count, Report
from tollbook.reconcile.name_matching import words

#: How far before or after a claim the words may stand that say of how many incidents it is: about one sentence.
_REACH = 160
_ENDS = re.compile(r"[.!?\n]")


def is_shared(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the sentence of a claim says that its number is that of several incidents: "in two separate attacks".

    Twin blasts at one place may be one incident, so only words that set them apart count.
    """
    report = reports.get(claim.report)
    if report is None or claim.count is None or claim.scope != "incident":
        return False
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    after = _ENDS.split(report.text[claim.start : claim.end + _REACH])[0]
    return _is_of_several(before + after)


@functools.lru_cache(maxsize=4096)
def _is_of_several(sentence: str) -> bool:
    return _several().search(sentence) is not None


@functools.cache
def _several() -> re.Pattern[str]:
    tables = (words().set_apart, words().events, words().several, words().operations, words().regions)
    apart, events, several, operations, regions = ("|".join(sorted(map(re.escape, w))) for w in tables)
    forms = (
        rf"(?:{apart})\s+(?:\w+\s+){{0,2}}(?:{events}|{operations})",
        rf"(?:{several})\s+(?:\w+\s+){{0,2}}(?:{operations})",
        rf"(?:{operations})\s+(?:in|across|throughout)\s+(?:[\w’'-]+[\s,]+){{1,8}}and\s+[\w’'-]+\s+(?:{regions})",
    )
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I)


def as_bound(claim: Claim) -> Claim:
    """The claim as it bears on one of the incidents: at most so many. The claim in the book keeps what was said."""
    if claim.count is None:
        return claim
    most = claim.count.high if claim.count.high is not None else claim.count.best
    return msgspec.structs.replace(claim, count=Count(high=most, qualifier="at most", text=claim.count.text))
