"""Lowers earlier injured counts when a later report says that some of those counted have died.

"Two people were shot", and the next day "one of them has died": the first report counts no dead, so at least one and
at most two are injured. The two reports do not contradict each other.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tollbook.mentions import DOUBTING
from tollbook.model import Claim, Count, Report


def died_since(claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[str, int]:
    """How many of the injured in a claim may have died, by claim id: the dead of a report of that day or later.

    Left out are claims of a report that itself counts dead, since it counts the injured beside them; claims whose
    number a report with dead repeats or exceeds; and claims of undated reports.
    """
    dead = _killed_by_report(claims)
    if not dead:
        return {}
    injured = [c for c in claims if c.kind == "injured" and c.scope == "incident" and _exact(c)]
    beside_dead = {_number(c) for c in injured if c.report in dead}
    died_by_claim: dict[str, int] = {}
    for claim in injured:
        day, number = _day(claim.report, reports), _number(claim)
        if claim.report in dead or day is None or any(n >= number for n in beside_dead):
            continue
        later = (n for name, n in dead.items() if (other := _day(name, reports)) is not None and other >= day)
        if 0 < (died := max(later, default=0)) <= number:
            died_by_claim[claim.id] = died
    return died_by_claim


def survivors(claim: Claim, died: int) -> Claim:
    """The claim as a count of those who are injured and alive: at least those who did not die, at most all."""
    number, text = _number(claim), claim.count.text if claim.count is not None else ""
    count = Count(low=number - died, best=number - died, high=number, qualifier="between", text=text)
    return msgspec.structs.replace(claim, count=count)


def _day(report: str, reports: Mapping[str, Report]) -> int | None:
    known = reports.get(report)
    return known.published.toordinal() if known is not None and known.published is not None else None


def _number(claim: Claim) -> int:
    return (claim.count.best if claim.count is not None else None) or 0


def _exact(claim: Claim) -> bool:
    count = claim.count
    firm = claim.stance not in {"denies", *DOUBTING}
    return firm and count is not None and bool(count.text) and bool(count.best) and count.low == count.high


def _killed_by_report(claims: Iterable[Claim]) -> dict[str, int]:
    """The most people that each report counts as killed."""
    most: dict[str, int] = {}
    for claim in claims:
        if claim.kind == "killed" and claim.stance not in {"denies", *DOUBTING} and _number(claim):
            whole = _number(claim) if claim.scope == "incident" else 1
            most[claim.report] = max(most.get(claim.report, 0), whole)
    return most
