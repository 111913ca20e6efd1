"""Series: incidents at one place on days that follow one another, under one heading. Derived, never stored as truth."""

from typing import Literal

from tollbook.model import Place, Record, When

#: The kinds of a series: fighting if two sides clash in one of its incidents, all of one kind, or attacks.
#: ``incidents`` only where a person put others, such as an abduction, into it.
SeriesKind = Literal["fighting", "airstrikes", "shelling", "attacks", "incidents"]


class Series(Record, frozen=True, kw_only=True):
    """Incidents at one place on days that follow one another.

    ``id`` is that of the first incident, ``when`` reaches from its first day to the last day of any, ``place`` is where
    most of them were. ``incidents`` are ids in the order of days. Their figures are never added up, because reports
    overlap; ``tolls`` are the running and period totals that reports give for the place and the time. ``by_hand`` are
    those of the incidents that people put into one series. ``title`` says kind, place and days, or is the name that a
    person gave; then ``named`` is the id of that decision, and ``derived_title`` says kind, place and days.
    """

    id: str
    kind: SeriesKind
    title: str
    when: When | None = None
    place: Place | None = None
    incidents: tuple[str, ...] = ()
    tolls: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    named: str | None = None
    derived_title: str | None = None
