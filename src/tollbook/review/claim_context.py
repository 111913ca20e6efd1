"""A claim with the text around it."""

from tollbook.model import Claim, Record, Report


class ClaimInContext(Record, frozen=True, kw_only=True):
    """A claim with the text before and after it."""

    claim: Claim
    report: Report
    before: str
    after: str


def in_context(claim: Claim, report: Report, around: int = 220) -> ClaimInContext:
    """A claim with up to ``around`` characters before and after it, cut at white space."""
    start, end = max(0, claim.start - around), min(len(report.text), claim.end + around)
    before, after = report.text[start : claim.start], report.text[claim.end : end]
    if start and " " in before:
        before = "… " + before.split(" ", 1)[1]
    if end < len(report.text) and " " in after:
        after = after.rsplit(" ", 1)[0] + " …"
    return ClaimInContext(claim=claim, report=report, before=before, after=after)
