"""Decisions on which claims belong to which incident: their shape, and the checks of it.

One decision is one action of a person. It names claims, never incidents, since the id of an incident follows from its
claims. *move*, *split* and *merge* give whole groups: the claims of one group are of one incident, those of two groups
are of two. Marks are about single claims. The id of a report without claims stands for its headline.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record

Mark = Literal["background", "total", "another attack", "not about this"]
#: Verdicts that give whole groups of claims.
GROUPING: frozenset[str] = frozenset({"move", "split", "merge"})
#: Verdicts that mark single claims; those in ``APART`` keep them out of the incident that they were in.
MARKS: frozenset[str] = frozenset({"background", "total", "another attack", "not about this"})
APART: frozenset[str] = frozenset({"another attack", "not about this"})
COMPOSING = GROUPING | MARKS
#: The longest name of a series, in characters: a heading of one line or two.
LONGEST_SERIES_NAME = 200
_Shape = TypeVar("_Shape", bound=Record)


class Grouping(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Groups of claims: those of one group are of one incident, those of two groups are of two.

    ``apart`` are claims of other incidents, which no group is part of.
    """

    groups: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...] = ()


class SeriesName(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name of a series, and its incidents, each as a group of claims; the one that keeps the name comes first."""

    groups: tuple[tuple[str, ...], ...]
    name: str


class Marking(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Marked claims; ``apart`` are the other claims of the incident that they are kept out of."""

    claims: tuple[str, ...]
    apart: tuple[str, ...] = ()


def grouping(change: Mapping[str, Any] | None) -> Grouping:
    """The groups of a move, a split or a merge. Raises Refused for another shape."""
    return _read(change, Grouping)


def series_name(change: Mapping[str, Any] | None) -> SeriesName:
    """The name of a series in the form of the log. Raises Refused for another shape, and for a name that is no name."""
    given = _read(change, SeriesName)
    name = " ".join(given.name.split())
    if not name:
        raise Refused(message("The name of the series is empty; write one, or undo the decision that gave the name."))
    if len(name) > LONGEST_SERIES_NAME:
        raise Refused(message(
            "The name of the series has {n} characters; it can have {most} at most. Shorten it.",
            n=len(name), most=LONGEST_SERIES_NAME,
        ))  # fmt: skip
    return msgspec.structs.replace(given, name=name)


def marking(subject: str, change: Mapping[str, Any] | None) -> Marking:
    """The claims that are marked; the subject alone if nothing else is given. Raises Refused for another shape."""
    return _read(change, Marking) if change else Marking(claims=(subject,))


def named(verdict: str, subject: str, change: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Every claim that a composing decision is about."""
    if verdict == "name series":
        return places(verdict, subject, change)
    apart = marking(subject, change).apart if verdict in MARKS else grouping(change).apart
    return (*places(verdict, subject, change), *apart)


def places(verdict: str, subject: str, change: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The claims that a composing decision places inside or outside an incident; not those that it only keeps apart."""
    if verdict in MARKS:
        return marking(subject, change).claims
    groups = _read(change, SeriesName).groups if verdict == "name series" else grouping(change).groups
    return tuple(claim for group in groups for claim in group)


def replaced(
    verdict: str, subject: str, change: Mapping[str, Any] | None, by: Mapping[str, str | None]
) -> dict[str, Any] | None:
    """The change with some claims replaced by others, or left out; None if nothing is left."""

    def new(claims: tuple[str, ...]) -> list[str]:
        return sorted({found for claim in claims if (found := by.get(claim, claim)) is not None})

    if verdict == "name series":
        given = series_name(change)
        groups = [group for group in map(new, given.groups) if group]
        return {"groups": groups, "name": given.name} if groups else None
    if verdict not in MARKS:
        grouped = grouping(change)
        groups = [group for group in map(new, grouped.groups) if group]
        apart = new(grouped.apart)
        return {"groups": groups, "apart": apart} if groups and len([*groups[0], *groups[1:], *apart]) > 1 else None
    marked = marking(subject, change)
    claims, apart = new(marked.claims), new(marked.apart)
    return {"claims": claims, "apart": apart} if claims and (apart or verdict not in APART) else None


def check(verdict: str, subject: str, change: Mapping[str, Any] | None) -> None:
    """Raise Refused, with the reason, if a composing decision contradicts itself or has no effect."""
    every = named(verdict, subject, change)
    if len(set(every)) < len(every):
        twice = next(claim for claim in every if every.count(claim) > 1)
        raise Refused(message("Claim {id} is named twice; a claim belongs to one incident.", id=twice))
    if subject not in places(verdict, subject, change):
        raise Refused(message("The claim of the decision, {id}, is not among the claims it names.", id=subject))
    if verdict == "name series":
        series_name(change)
    elif verdict not in MARKS:
        _check_groups(verdict, grouping(change))
    elif not marking(subject, change).claims:
        raise Refused(message("Choose the claims to mark."))
    elif verdict in APART and not marking(subject, change).apart:
        raise Refused(message(
            "These claims are the whole incident, so they cannot be kept apart from it. Mark them as background to "
            "take them out of it."
        ))  # fmt: skip


def _check_groups(verdict: str, given: Grouping) -> None:
    groups = given.groups
    if not all(groups):
        raise Refused(message("A group without claims is no incident; leave it out."))
    if verdict == "merge" and (len(groups) != 1 or len(groups[0]) < 2):
        raise Refused(message("A merge has one group, with the claims of both incidents."))
    if verdict == "one series" and (len(groups) < 2 or given.apart):
        raise Refused(message("A series has two incidents or more; name them all."))
    if verdict == "split" and len(groups) < 2:
        raise Refused(message("A split has two groups or more."))
    alone = len(groups) < 2 and len(groups[0] if groups else ()) < 2
    if verdict == "move" and alone and not given.apart:
        raise Refused(message("A move names the claims of both incidents, so that it is clear what stays."))


def _read(change: Mapping[str, Any] | None, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.convert(dict(change or {}), shape)
    except msgspec.ValidationError as error:
        raise Refused(
            message("The decision does not have the shape of groups of claims: {error}.", error=error)
        ) from error
