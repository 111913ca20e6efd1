"""The incidents that a claim most likely belongs to: those of its place, its day and its outcome come first."""

from collections.abc import Iterable
from datetime import timedelta

from tollbook.linking import similarity
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim, Place, Record, When
from tollbook.record import Incident
from tollbook.search.query import Query

#: Days within which two reports of one incident give its day, and kilometres within which they place it: judgements.
DAYS_NEAR = 3
_KM_NEAR, _KM_FAR = 25.0, 200.0


class Sought(Record, frozen=True, kw_only=True):
    """The known properties of an incident that is searched."""

    place: Place | None = None
    when: When | None = None
    outcomes: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Likely(Record, frozen=True, kw_only=True):
    """An incident with its weight and the evidence in words; ``same_report`` if it is in the report of the claim."""

    incident: Incident
    weight: int
    reasons: tuple[str, ...]
    same_report: bool = False


def of_claim(claim: Claim) -> Sought:
    """The properties that a claim gives of its incident."""
    best = claim.count.best if claim.count is not None else None
    outcomes = (claim.kind,) if claim.kind in OUTCOMES else ()
    return Sought(
        place=claim.place, when=claim.when, outcomes=outcomes, numbers=() if best is None or not outcomes else (best,)
    )


def of_incident(incident: Incident) -> Sought:
    """The properties that the record of an incident gives."""
    return Sought(place=incident.place, when=incident.when, outcomes=tuple(incident.figures))


def queries(sought: Sought, most: int) -> list[Query]:
    """The queries for candidates: by place, by days, and the newest."""
    found = [Query(place=sought.place.name, per_page=most)] if sought.place is not None else []
    when, around = sought.when, timedelta(days=DAYS_NEAR)
    if when is not None and when.start is not None:
        first, last = when.start - around, (when.end or when.start) + around
        found.append(Query(day_from=first, day_to=last, per_page=most))
    return [*found, Query(per_page=most)]


def likely(sought: Sought, incidents: Iterable[Incident]) -> list[Likely]:
    """Incidents with the evidence for each, the likeliest first; those of equal weight keep their order."""
    found = [_weighed(sought, each) for each in {each.id: each for each in incidents}.values()]
    return sorted(found, key=lambda each: -each.weight)


def _weighed(sought: Sought, incident: Incident) -> Likely:
    day, place = _of_day(sought.when, incident.when), _of_place(sought.place, incident.place)
    shared = [each for each in sought.outcomes if each in incident.figures]
    figures = [incident.figures[each] for each in shared]
    same = any(number in {each.low, each.best, each.high} for number in sought.numbers for each in figures)
    reasons = [message("same place")] * (place > 0) + [message("same day")] * (day > 2)
    reasons += [message("near day")] * (0 < day <= 2) + [message("same number")] * same
    return Likely(incident=incident, weight=day + place + bool(shared) + same, reasons=tuple(reasons))


def _of_day(one: When | None, other: When | None) -> int:
    apart = similarity.day_apart(one, other)
    if apart is None:
        return 0
    return 3 if apart == 0 else 2 if apart == 1 else 1 if apart <= DAYS_NEAR else -2


def _of_place(one: Place | None, other: Place | None) -> int:
    if one is None or other is None:
        return 0
    km = similarity.kilometres(one, other)
    if km is None:
        return 3 if one.name == other.name else 0
    return 3 if km <= _KM_NEAR else -2 if km > _KM_FAR else 0
