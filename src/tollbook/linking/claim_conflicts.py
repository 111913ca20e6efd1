"""Decides whether two claims of one report cannot be about one event: by their days, places, figures and kinds."""

from tollbook.linking.best_values import FINE
from tollbook.linking.comments import admits_of_past
from tollbook.linking.day_conflicts import days_conflict, lie_apart_anyhow, spans_conflict
from tollbook.linking.other_attacks import are_of_other_sides, is_of_another
from tollbook.linking.similarity import (
    are_far_apart,
    are_two_villages,
    day_apart,
    in_two_regions,
    kilometres,
    same_family,
)
from tollbook.mentions import CASUALTIES, STATEMENTS
from tollbook.model import Claim, Place

#: Kinds of attack that sources also call by other words: an air strike is a bombing, or shelling.
_VAGUE = frozenset({"airstrike", "attack"})
#: Two places in one report that are nearer than this are one scene. Districts of one city lie within 30 km of its
#: centre; incidents on war dispatches, B-cubed F1: 80.7 at 10, 81.3 at 40, 82.2 at 60, 81.8 at 100.
_SCENE_KM = 60.0
#: Two places that are nearer than this are one town. In the sets above, claims of places 20 to 60 km apart with numbers
#: far apart were of one event once and of two 15 times; those of nearer places 5 times and 20 times.
_TOWN_KM = 20.0


def claims_conflict(one: Claim, other: Claim) -> bool:
    """Whether two claims of a report cannot be about one event. A statement may be made on another day.

    But a claim of responsibility for acts in another month or year is about another event: "admitted two bombings last
    year".
    """
    is_statement = one.kind in STATEMENTS
    apart = one.when != other.when and (
        (admits_of_past(one) and days_conflict(one.when, other.when))
        or (not is_statement and (times_conflict(one, other) or are_of_other_sides(one, other)))
    )
    other_events = figures_conflict(one, other) or (not is_statement and is_of_another(one) != is_of_another(other))
    other_place = one.place != other.place and places_conflict(one.place, other.place)
    return apart or other_events or other_place or kinds_conflict(one, other)


def times_conflict(one: Claim, other: Claim) -> bool:
    """Whether the times that two claims give are those of two events."""
    conflicts = (days_conflict, spans_conflict, lie_apart_anyhow)
    return any(conflict(one.when, other.when) for conflict in conflicts)


def places_conflict(one: Place | None, other: Place | None) -> bool:
    """Whether two places are precise enough to tell scenes apart and lie apart, or are in two regions or countries.

    A whole region tells nothing of a town in it, but a town of another region is another scene. In one report such
    claims were of one event 14 times and of two 213 times (``world/read``, ``war``, ``war/more``, own labels).
    """
    if one is None or other is None:
        return False
    apart = kilometres(one, other)
    if max(one.precision or 9, other.precision or 9) <= FINE:
        return apart is not None and apart > _SCENE_KM
    if one.country != other.country:
        return bool(one.country and other.country)
    return in_two_regions(one, other) and (apart is None or apart > _SCENE_KM)


def figures_conflict(one: Claim, other: Claim) -> bool:
    """Whether two claims of neighbouring days or towns have numbers far apart.

    "Killing four, a day after troops killed 80"; "ten died in the city, and two in a town to the north".
    """
    if one.kind != other.kind or one.kind not in CASUALTIES or {one.scope, other.scope} != {"incident"}:
        return False
    numbers = [c.count.best or c.count.low or 0 for c in (one, other) if c.count is not None]
    if len(numbers) < 2 or not are_far_apart(*numbers):
        return False
    return bool(day_apart(one.when, other.when)) or _are_two_towns(one.place, other.place)


def _are_two_towns(one: Place | None, other: Place | None) -> bool:
    if one is None or other is None or max(one.precision or 9, other.precision or 9) > FINE:
        return False
    return (kilometres(one, other) or 0) > _TOWN_KM


def kinds_conflict(one: Claim, other: Claim) -> bool:
    """Whether the kinds of events differ and neither the day nor the place says that they are one event.

    Two similar kinds are still two events if people were harmed in two villages that are not in the gazetteer: by a
    mine in one, by shells in the other.
    """
    if one.event is None or other.event is None or one.event.kind == other.event.kind:
        return False
    if same_family(one.event.kind, other.event.kind):
        are_harm = {one.kind, other.kind} <= CASUALTIES and _VAGUE.isdisjoint({one.event.kind, other.event.kind})
        return are_harm and are_two_villages(one.place, other.place)
    if one.place is None and other.place is None:
        # "Ambushed a convoy … and abducted the driver": on one day, in a report without a place.
        return day_apart(one.when, other.when) != 0
    same_place = one.place is not None and other.place is not None and one.place.name == other.place.name
    return not (same_place and day_apart(one.when, other.when) in {0, None})
