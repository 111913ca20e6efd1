"""Which fields of a record a person has confirmed: from the decisions on the claims that they come from."""

from collections.abc import Iterable, Mapping, Sequence

from tollbook.decisions.verdicts import Decision
from tollbook.model import Claim, Record
from tollbook.record import Group, Incident


class Reviewed(Record, frozen=True, kw_only=True):
    """Who confirmed a field last, and when."""

    who: str
    at: str


def reviewed(incident: Incident, group: Group, decisions: Iterable[Decision]) -> dict[str, Reviewed]:
    """The confirmed fields: ``when``, ``place``, ``killed`` …, ``perpetrators/NAME``, ``sites/NAME``, ``weapons/NAME``.

    A person confirms all fields of a claim by accepting or adding it, and one field by correcting it, also to the value
    that it had. A day, a place, a name or a thing is confirmed by one claim that states it; a figure by one claim under
    each of its bounds.
    """
    confirmed = _confirmed(decisions)
    claims = {claim.id: claim for claim in group.claims}
    found: dict[str, Reviewed | None] = {
        "when": _any(confirmed, "when", [c.id for c in group.claims if _same_day(c, incident)]),
        "place": _any(confirmed, "place", [c.id for c in group.claims if c.place and c.place == incident.place]),
    }
    for outcome, figure in incident.figures.items():
        bounds = [each for each in (figure.low_claims, figure.best_claims, figure.high_claims) if each]
        under = [_any(confirmed, "count", each) for each in bounds]
        found[outcome] = _last([each for each in under if each is not None]) if under and all(under) else None
    for name, field, things in (
        ("perpetrators", "by", incident.perpetrators),
        ("sites", "sites", incident.sites),
        ("weapons", "with", incident.weapons),
    ):
        for thing in things:
            own = [each for each in thing.claims if each in claims]
            found[f"{name}/{thing.name}"] = _any(confirmed, field, own)
    return {name: each for name, each in found.items() if each is not None}


def _confirmed(decisions: Iterable[Decision]) -> dict[tuple[str, str], Reviewed]:
    """The last confirmation of each field of each claim; the field ``*`` stands for all of them."""
    found: dict[tuple[str, str], Reviewed] = {}
    for each in decisions:
        by = Reviewed(who=each.who, at=each.at)
        if each.verdict == "accept":
            found[each.subject, "*"] = by
        elif each.verdict == "add":
            found[str((each.change or {}).get("id")), "*"] = by
        elif each.verdict == "correct":
            found |= {(each.subject, field): by for field in each.change or {}}
    return found


def _any(confirmed: Mapping[tuple[str, str], Reviewed], field: str, claims: Iterable[str]) -> Reviewed | None:
    every = (confirmed.get((claim, name)) for claim in claims for name in (field, "*"))
    return _last([each for each in every if each is not None])


def _last(found: Sequence[Reviewed]) -> Reviewed | None:
    return max(found, key=lambda each: each.at, default=None)


def _same_day(claim: Claim, incident: Incident) -> bool:
    one, other = claim.when, incident.when
    return one is not None and other is not None and one.start is not None and one.start == other.start
