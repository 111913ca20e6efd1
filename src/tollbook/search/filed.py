"""The incidents that claims belong to, and moving a claim to another incident."""

from collections.abc import Iterable

from tollbook.decisions.filing import Move
from tollbook.model import Record
from tollbook.record import Incident, Toll
from tollbook.search.query import IncidentIndex


class Filed(Record, frozen=True, kw_only=True):
    """Claims and the incident or running total that they belong to; neither for claims of no incident."""

    claims: tuple[str, ...]
    incident: Incident | None = None
    toll: Toll | None = None


def filed(index: IncidentIndex, claims: Iterable[str]) -> tuple[Filed, ...]:
    """The incidents and totals of some claims, those of one incident together, without rejected and unknown claims."""
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
    """The move of a claim to an incident, or to one of its own. Raises NoSuchRecord."""
    own = index.claim(claim)
    others = tuple(c.id for c in index.claims_about(own.incident) if c.id != claim) if own.incident else ()
    if incident is None:
        return Move(leaves=others)
    index.incident(incident)
    joins = tuple(c.id for c in index.claims_about(incident))
    return Move(leaves=() if incident == own.incident else others, joins=joins)


def destinations(index: IncidentIndex, claim: str) -> tuple[Incident, ...]:
    """The other incidents of the report of a claim, to which it most likely belongs."""
    own = index.claim(claim)
    names = dict.fromkeys(c.incident for c in index.claims_in(own.report) if c.incident not in {None, own.incident})
    return tuple(index.incidents[name] for name in names if name is not None and name in index.incidents)
