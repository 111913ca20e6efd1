"""Records derived from claims and decisions: incidents, figures, running totals. They can always be computed again."""

from collections.abc import Iterator
from datetime import date
from typing import Literal

import msgspec

from tollbook.mentions import Attribution, DateMention, MeasureMention, PlaceMention, Reading
from tollbook.model import (
    Certainty,
    Claim,
    Dimension,
    FigureStatus,
    IncidentKind,
    Place,
    Range,
    Record,
    Report,
    SiteEffect,
    Stance,
    Status,
    VictimEffect,
    When,
)
from tollbook.person import Person
from tollbook.series import Series


class Figure(Record, frozen=True, kw_only=True):
    """Low, best and high of one count of one incident, with the rule and the claims behind each bound.

    ``low_said`` and the others are the words of reports for a bound without a number of its own (``locale.as_said``).
    """

    low: int | None = None
    best: int | None = None
    high: int | None = None
    low_said: str = ""
    best_said: str = ""
    high_said: str = ""
    rule: str = "range"
    status: FigureStatus = "single source"
    independent_sources: int = 0
    low_claims: tuple[str, ...] = ()
    best_claims: tuple[str, ...] = ()
    high_claims: tuple[str, ...] = ()
    superseded_claims: tuple[str, ...] = ()


class Victim(Record, frozen=True, kw_only=True):
    """One person, or a group that reports describe together.

    ``in_doubt``: no report states the effect, all of them doubt or fear it.
    """

    name: str | None = None
    description: str = ""
    count: Range = Range()
    effect: VictimEffect
    in_doubt: bool = False
    age: Range | None = None
    sex: str | None = None
    status: Status = "unknown"
    claims: tuple[str, ...] = ()


class Perpetrator(Record, frozen=True, kw_only=True):
    """A reported perpetrator, and how certain the reports are.

    ``side`` and ``as_reported``, every name in the reports, are there if a person settled the name.
    """

    name: str
    kind: Literal["organisation", "individual"] = "organisation"
    confidence: Certainty = "unknown"
    claims: tuple[str, ...] = ()
    side: str | None = None
    as_reported: tuple[str, ...] = ()


class Site(Record, frozen=True, kw_only=True):
    """A place that was hit, and its condition afterwards.

    ``wordings`` is every name that reports give it; ``as_reported`` is as that of a perpetrator.
    """

    name: str
    kind: str
    effect: SiteEffect = "unknown"
    claims: tuple[str, ...] = ()
    as_reported: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


class Weapon(Record, frozen=True, kw_only=True):
    """A reported weapon; ``wordings`` is every name that reports give it."""

    name: str
    kind: str
    claims: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


class Statement(Record, frozen=True, kw_only=True):
    """One statement of a speaker about the incident, in one stance; ``said`` is the day, if reports give it.

    ``quote`` has whole sentences; ``more`` has the other wordings, ``denied`` the words for the denied event.
    ``reports`` are those that have the statement, also as a look back; ``claims`` every claim of it, the one with
    ``quote`` first.
    """

    speaker: str
    stance: Stance
    quote: str
    claims: tuple[str, ...] = ()
    said: date | None = None
    denied: str = ""
    more: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()


class Grade(Record, frozen=True, kw_only=True):
    """The grade of the evidence under one published rule."""

    rule: str
    value: str
    why: str


class ReportLink(Record, frozen=True, kw_only=True):
    """A report on the incident; ``main`` if the incident is its main subject, ``passing`` if it only mentions it."""

    id: str
    main: bool = False
    claims: int = 0
    passing: bool = False


class Group(Record, frozen=True, kw_only=True):
    """The claims about one incident before figures are made: the result of linking."""

    id: str
    kind: IncidentKind
    when: When | None = None
    place: Place | None = None
    claims: tuple[Claim, ...] = ()
    reports: tuple[ReportLink, ...] = ()
    questions: tuple[str, ...] = ()


class Incident(Record, frozen=True, kw_only=True):
    """The record of one incident: a pure function of its claims and of people's decisions.

    ``series`` is the series that it is part of. That depends on other incidents, so only exports and an index asked for
    one incident fill it in.
    """

    id: str
    kind: IncidentKind
    title: str
    when: When | None = None
    place: Place | None = None
    reports: tuple[ReportLink, ...] = ()
    figures: dict[str, Figure] = msgspec.field(default_factory=dict)
    victims: tuple[Victim, ...] = ()
    persons: tuple[Person, ...] = ()
    perpetrators: tuple[Perpetrator, ...] = ()
    sites: tuple[Site, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    statements: tuple[Statement, ...] = ()
    grade: Grade | None = None
    questions: tuple[str, ...] = ()
    series: str | None = None

    @property
    def in_passing(self) -> bool:
        """Whether every report only mentions it in passing."""
        return bool(self.reports) and all(link.passing for link in self.reports)


class TollPoint(Record, frozen=True, kw_only=True):
    """A running total as of one day; ``low_said`` and the others as in ``Figure``."""

    as_of: date | None = None
    low: int | None = None
    best: int | None = None
    high: int | None = None
    low_said: str = ""
    best_said: str = ""
    high_said: str = ""
    claims: tuple[str, ...] = ()


class Toll(Record, frozen=True, kw_only=True):
    """A running or period total over a place. It is not an incident, but a series of values."""

    id: str
    kind: str
    place: Place | None = None
    people: str = ""
    series: tuple[TollPoint, ...] = ()
    independent_sources: int = 0
    derived: tuple[TollPoint, ...] = ()


class Measured(Record, frozen=True, kw_only=True):
    """A thing that several reports measure, e.g. a trench: every mention of one extent of it, and whether they agree.

    ``low`` and ``high`` bound what all mentions allow, in the base unit of the dimension. Both are None if the mentions
    contradict each other or give no bound.
    """

    of: str
    dimension: Dimension
    agreed: bool
    low: float | None = None
    high: float | None = None
    mentions: tuple[MeasureMention, ...] = ()


class Ruling(Record, frozen=True, kw_only=True):
    """A person's decision on claims: ``claims`` are of one incident, and none of ``others`` is of it.

    ``kind`` gives its other effects: a ``pair`` compares two claims, and a later pair that contradicts it raises a
    question. ``whole`` claims make an incident even where linking would find none. Linking may file ``loose`` claims
    anywhere or nowhere. ``background`` claims are of no incident, ``total`` ones of a running total.
    """

    claims: tuple[str, ...]
    others: tuple[str, ...] = ()
    kind: Literal["pair", "whole", "loose", "background", "total"] = "pair"
    decision: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        """Every claim that it is about."""
        return (*self.claims, *self.others)


class Linked(Record, frozen=True, kw_only=True):
    """The result of linking: groups of one incident each, claims of running totals, and claims without an incident."""

    groups: tuple[Group, ...] = ()
    tolls: tuple[Claim, ...] = ()
    unlinked: tuple[Claim, ...] = ()


class DecidedClaim(Claim, frozen=True, kw_only=True):
    """A claim as people decided on it. ``corrected`` are the fields that they changed, ``as_read`` is it before.

    A ``rejected`` claim is in no incident and no total. Without corrections ``as_read`` is None.
    """

    corrected: tuple[str, ...] = ()
    rejected: bool = False
    as_read: Claim | None = None


class Contents(Record, frozen=True, kw_only=True):
    """A whole book at one moment: reports by day of publication and id, claims in the order of the text.

    Incidents are in the order of their first claims, which a new version of the reader leaves as it is; ids are not.
    Each claim is as people corrected it, says so, and names the incident or toll it belongs to.
    """

    reports: tuple[Report, ...] = ()
    readings: tuple[Reading, ...] = ()
    claims: tuple[Claim, ...] = ()
    incidents: tuple[Incident, ...] = ()
    persons: tuple[Person, ...] = ()
    tolls: tuple[Toll, ...] = ()
    series: tuple[Series, ...] = ()

    def attributions(self) -> Iterator[Attribution]:
        """Every attribution of words to a speaker, report by report."""
        for reading in self.readings:
            yield from reading.attributions

    def places(self) -> Iterator[PlaceMention]:
        """Every place name, report by report."""
        for reading in self.readings:
            yield from reading.places

    def dates(self) -> Iterator[DateMention]:
        """Every date expression, report by report."""
        for reading in self.readings:
            yield from reading.dates

    def measures(self) -> Iterator[MeasureMention]:
        """Every length, weight, amount of money and duration, report by report."""
        for reading in self.readings:
            yield from reading.measures
