"""Counts of the wounded that are older than a death: some of those counted have died since.

"Two people were shot", and the next day "one of them has died": the first report knows of no dead, so at least one and
at most two are left wounded. Nobody contradicts anybody.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tollbook.model import Claim, Count, Report


def died_since(claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[str, int]:
    """How many of those whom a claim of wounded counts are told to be dead by a report of that day or later, by claim.

    Left out is what a report that itself tells of dead counts, for it has counted the wounded beside them; and what a
    report with dead counts as well or surpasses. Without a day nothing is earlier.
    """
    dead = _dead(claims)
    if not dead:
        return {}
    wounded = [c for c in claims if c.kind == "injured" and c.scope == "incident" and _exact(c)]
    known = {_number(c) for c in wounded if c.report in dead}
    found: dict[str, int] = {}
    for claim in wounded:
        day, number = _day(claim.report, reports), _number(claim)
        if claim.report in dead or day is None or any(n >= number for n in known):
            continue
        later = (n for name, n in dead.items() if (other := _day(name, reports)) is not None and other >= day)
        if 0 < (died := max(later, default=0)) <= number:
            found[claim.id] = died
    return found


def left(claim: Claim, died: int) -> Claim:
    """The claim as it bears on who is wounded and alive: at least those who did not die, at most all."""
    number, text = _number(claim), claim.count.text if claim.count is not None else ""
    count = Count(low=number - died, best=number - died, high=number, qualifier="between", text=text)
    return msgspec.structs.replace(claim, count=count)


def _day(report: str, reports: Mapping[str, Report]) -> int | None:
    found = reports.get(report)
    return found.published.toordinal() if found is not None and found.published is not None else None


def _number(claim: Claim) -> int:
    return (claim.count.best if claim.count is not None else None) or 0


def _exact(claim: Claim) -> bool:
    count = claim.count
    firm = claim.stance not in {"denies", "fears", "doubts"}
    return firm and count is not None and bool(count.text) and bool(count.best) and count.low == count.high


def _dead(claims: Iterable[Claim]) -> dict[str, int]:
    """How many dead each report counts."""
    most: dict[str, int] = {}
    for claim in claims:
        if claim.kind == "killed" and claim.stance not in {"denies", "fears", "doubts"} and _number(claim):
            whole = _number(claim) if claim.scope == "incident" else 1
            most[claim.report] = max(most.get(claim.report, 0), whole)
    return most
