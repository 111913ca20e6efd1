"""Totals: claims that count people over a time or an area, and belong to no incident."""

from collections.abc import Sequence

from tollbook.mentions import TOTAL_SCOPES
from tollbook.model import Claim


def is_total(claim: Claim) -> bool:
    """Whether a claim is part of a series of totals, not of one incident: a running or period total, a burial."""
    counted_burial = claim.kind == "buried" and claim.count is not None and claim.count.low is not None
    return claim.scope in TOTAL_SCOPES or (counted_burial and claim.scope == "incident")


def totals_in(claims: Sequence[Claim]) -> list[Claim]:
    """The totals among the claims of one report, with the groups that they contain.

    "The war has claimed 300,000 lives, including 87,000 civilians": both are totals. One person whom a total seems to
    contain may be a casualty of the incident. In ``world/read``, ``war/more`` and ``registers/gva`` seven of 13 groups
    that have a label are labelled as totals (five of the others are in a whole that is misread as one), and none of
    six single persons.
    """
    found = {c.id: c for c in claims if is_total(c)}
    parts = [c for c in claims if c.part_of is not None and c.id not in found and _is_group(c)]
    while inside := [c for c in parts if c.part_of in found and c.id not in found]:
        found |= {c.id: c for c in inside}
    return [c for c in claims if c.id in found]


def _is_group(claim: Claim) -> bool:
    return claim.count is not None and bool(claim.count.text) and (claim.count.best or claim.count.low or 0) > 1
