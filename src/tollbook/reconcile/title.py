"""The neutral title of an incident: its kind, what was hit, where and when."""

from collections.abc import Sequence

from tollbook.locale.labels import LABELS
from tollbook.locale.messages import message
from tollbook.model import When
from tollbook.record import Group, Site

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def title(group: Group, sites: Sequence[Site]) -> str:
    """For example ``Reported airstrike, hospital, Town, 9 March 2022``; an unknown part is left out.

    A site has its label, since "police" alone would read as the perpetrator. A site of the kind "other" is left out
    too, because the word does not describe it.
    """
    site = max((s for s in sites if s.kind != "other"), key=lambda s: (len(s.claims), s.kind), default=None)
    hit = LABELS["thing_kind"].get(site.kind, site.kind) if site is not None else None
    place = group.place.name if group.place is not None else None
    parts = [part for part in (hit, place, day(group.when)) if part]
    match parts:
        case []:
            return message("Reported {kind}", kind=group.kind)
        case [one]:
            return message("Reported {kind}, {one}", kind=group.kind, one=one)
        case [one, two]:
            return message("Reported {kind}, {one}, {two}", kind=group.kind, one=one, two=two)
        case _:
            one, two, three = parts
            return message("Reported {kind}, {one}, {two}, {three}", kind=group.kind, one=one, two=two, three=three)


def day(when: When | None) -> str | None:
    """Days as text, as exact as they are known: ``9 March 2022``, ``8–9 March 2022``, ``March 2022``, ``2022``."""
    if when is None or when.start is None:
        return None
    start, end = when.start, when.end or when.start
    month = f"{_MONTHS[start.month - 1]} {start.year}"
    if when.precision == "year":
        return str(start.year)
    if when.precision == "month":
        return month
    if start == end:
        return f"{start.day} {month}"
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{end.day} {month}"
    return f"{start.day} {month} – {end.day} {_MONTHS[end.month - 1]} {end.year}"
