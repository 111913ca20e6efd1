"""Joins statements to the attack that they comment on, by the places and the kinds of attack in their own words."""

from collections.abc import Sequence

from tollbook.linking.day_conflicts import is_of_month_or_year
from tollbook.linking.other_attacks import is_of_another
from tollbook.mentions import STATEMENTS
from tollbook.model import Claim


def admits_of_past(claim: Claim) -> bool:
    """Whether a claim of responsibility is for acts in a month or year: an event of its own, if the acts are named."""
    return claim.kind == "responsibility" and is_of_month_or_year(claim.when)


def commented_on(claim: Claim, groups: Sequence[list[Claim]]) -> list[Claim] | None:
    """The nearest attack for a statement that fits none, if its own words name no other place or kind of attack.

    The place and kind are then those of the text around it, and not of what is said. Nobody is held responsible by such
    a statement alone.
    """
    if claim.kind not in STATEMENTS or admits_of_past(claim) or is_of_another(claim) or not groups:
        return None
    nearest = min(groups, key=lambda g: (min(abs(c.start - claim.start) for c in g), g[0].id))
    return nearest if holds_nobody_else(claim, nearest) and not _names_other(claim, nearest) else None


def holds_nobody_else(claim: Claim, group: Sequence[Claim]) -> bool:
    """Whether a statement names no attacker but those that the other claims of a group name."""
    return {actor.name for actor in claim.by} <= {actor.name for c in group for actor in c.by}


def _names_other(statement: Claim, group: Sequence[Claim]) -> bool:
    """Whether the words of a statement name another place than a group, or another kind of attack.

    The place of the speaker is not that of the attack: "officials in Velm said". Nor is "explosion" another kind than
    "bomb".
    """
    place, event = statement.place, statement.event
    places = {c.place.text for c in group if c.place is not None}
    said_at = " ".join(speaker.name or "" for speaker in statement.speakers)
    is_told = place is not None and _is_in(place.text, statement.quote) and not _is_in(place.text, said_at)
    if place is not None and is_told and place.text not in places:
        return True
    if event is None or not _is_in(event.text, statement.quote):
        return False
    return all(c.event is None or c.event.kind != event.kind for c in group)


def _is_in(words: str, text: str) -> bool:
    return bool(words) and words in text
