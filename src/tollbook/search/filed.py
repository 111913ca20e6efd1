"""Where claims are filed, and how one moves to another incident."""

from collections.abc import Iterable

from tollbook.decisions.filing import Move
from tollbook.model import Record
from tollbook.record import Incident, Toll
from tollbook.search.query import IncidentIndex


class Filed(Record, frozen=True, kw_only=True):
    """Claims and the incident or running total that they are filed under; neither for claims of no incident."""

    claims: tuple[str, ...]
    incident: Incident | None = None
    toll: Toll | None = None


def filed(index: IncidentIndex, claims: Iterable[str]) -> tuple[Filed, ...]:
    """Where some claims are filed, those of one incident together. Rejected and unknown claims are left out."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for name in dict.fromkeys(claims):
        claim = index.claims.get(name)
        if claim is not None:
            grouped.setdefault((claim.incident or "", claim.toll or ""), []).append(name)
    return tuple(
        Filed(claims=tuple(names), incident=index.incidents.get(incident), toll=index.tolls.get(toll))
        for (incident, toll), names in grouped.items()
    )


def move_to(index: IncidentIndex, claim: str, incident: str | None) -> Move:
    """The move of a claim to an incident, or to one of its own. Raises NoSuchRecord.

    The claim leaves all other claims of its own report, so that none of them takes it back, and one claim of each other
    report. It joins all claims of the incident in its own report, for the same reason, or one of another report.
    """
    own = index.claim(claim)
    others = [c for c in index.claims_about(own.incident) if c.id != claim] if own.incident else []
    by_report = {c.report: c.id for c in reversed(others)}
    leaves = [c.id for c in others if c.report == own.report] + [
        name for report, name in by_report.items() if report != own.report
    ]
    if incident is None:
        return Move(leaves=tuple(leaves))
    index.incident(incident)
    target = sorted(index.claims_about(incident), key=lambda c: (c.report != own.report, c.start, c.id))
    together = [c.id for c in target if c.report == own.report] or [c.id for c in target[:1]]
    return Move(leaves=() if incident == own.incident else tuple(leaves), joins=tuple(together))


def destinations(index: IncidentIndex, claim: str) -> tuple[Incident, ...]:
    """The other incidents of the report of a claim: where it most likely belongs."""
    own = index.claim(claim)
    names = dict.fromkeys(c.incident for c in index.claims_in(own.report) if c.incident not in {None, own.incident})
    return tuple(index.incidents[name] for name in names if name is not None and name in index.incidents)
