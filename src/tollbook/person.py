"""Casualties as persons, derived from claims and decisions, and the decisions about them."""

from typing import Any

import msgspec

from tollbook.model import Place, Range, Record, Speaker, Stance, Status, VictimEffect, When


class PersonSource(Record, frozen=True, kw_only=True):
    """The information of one claim about one person, in the words of its report.

    ``id`` is that of the claim; if the claim names several persons, all but the first have the id of the claim with a
    tilde and the number of their name. ``kin`` has the words for a relative: "her son". ``inferred``: only the context
    says that somebody of this name was harmed. ``stance`` is that of the claim: "may have been killed" is a doubt.
    """

    id: str
    claim: str
    report: str
    quote: str
    speakers: tuple[Speaker, ...] = ()
    name: str | None = None
    description: str = ""
    age: Range | None = None
    sex: str | None = None
    status: Status = "unknown"
    roles: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    inferred: bool = False
    fate: VictimEffect
    stance: Stance = "asserts"
    when: When | None = None


class Person(Record, frozen=True, kw_only=True):
    """One person harmed, from all reports on an incident. Groups and counts are no persons.

    ``id`` is the smallest id of the sources; the id of any source finds the person. ``names`` are all spellings.
    ``fate`` is the gravest that a source states; ``in_doubt``: no source states a fate, all of them doubt or fear it.
    ``when`` is the day of the fate. ``inferred``: no source says itself that the named person was harmed. ``only``: the
    figure of the incident is one person of this fate, so that all with this fate may be one. ``corrected`` are the
    fields that a person set, ``decisions`` the decisions that the record rests on.
    """

    id: str
    incidents: tuple[str, ...] = ()
    name: str | None = None
    names: tuple[str, ...] = ()
    description: str = ""
    age: Range | None = None
    sex: str | None = None
    status: Status = "unknown"
    roles: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    inferred: bool = False
    only: bool = False
    fate: VictimEffect
    in_doubt: bool = False
    when: When | None = None
    place: Place | None = None
    independent_sources: int = 0
    sources: tuple[PersonSource, ...] = ()
    corrected: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()


class PersonCorrection(Record, frozen=True, kw_only=True):
    """Fields of one person as somebody set them; ``mention`` is the id of a source of that person."""

    mention: str
    decision: str
    change: dict[str, Any]


class PersonRulings(Record, frozen=True, kw_only=True):
    """The decisions about persons, by the ids of sources.

    ``set_of`` names the set of each source that a decision on two is about: the sources of one set are one person.
    ``apart`` holds the pairs of sets that are different persons, in both orders. ``decisions`` has the decisions on
    each source; ``corrections`` are oldest first.
    """

    set_of: dict[str, str] = msgspec.field(default_factory=dict)
    apart: frozenset[tuple[str, str]] = frozenset()
    corrections: tuple[PersonCorrection, ...] = ()
    decisions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
