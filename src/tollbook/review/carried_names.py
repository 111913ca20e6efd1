"""Sites and names of persons that people corrected in some claims of an incident, and that other claims still have.

A correction is about single claims. A report that is read later, or another report, may say the same old words. Then
the page of the incident offers the correction for these claims as well; nothing is corrected by itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from tollbook.decisions.annotations import AnnotatedClaim
from tollbook.decisions.decision import Change, Decision, Proposal
from tollbook.decisions.field_marks import Marks, last_mark
from tollbook.model import Claim, Record, Thing
from tollbook.reconcile.settled_names import spelling_key

#: The fields of a claim whose values are looked for: the sites, and the persons with their names.
CarriedField = Literal["sites", "people"]
_FIELDS: tuple[CarriedField, ...] = ("sites", "people")


class CarriedName(Record, frozen=True, kw_only=True):
    """A value that a person corrected from ``was`` to ``now``, and the ``claims`` of the incident that still have it.

    ``corrections`` makes the same correction in these claims, and ``confirmations`` leaves them as they are; both are
    what the verdict ``correct`` takes, by claim. ``decision`` is the last one that made the correction. Sites are given
    with their kind and damage too.
    """

    field: CarriedField
    was: str
    now: str
    site_was: Thing | None = None
    site_now: Thing | None = None
    who: str
    decision: str
    claims: tuple[str, ...]
    corrections: dict[str, dict[str, Any]]
    confirmations: dict[str, dict[str, Any]]


class _Made(NamedTuple):
    """A value of a field that a decision changed."""

    field: CarriedField
    was: Thing | str
    now: Thing | str
    decision: Decision


def carried_names(decided: Iterable[AnnotatedClaim], claims: Sequence[Claim], marks: Marks) -> tuple[CarriedName, ...]:
    """What people corrected in some claims, and the others of ``claims`` that nobody checked and that say the same.

    Where two people corrected one name to two, the later correction counts.
    """
    last: dict[tuple[CarriedField, str], _Made] = {}
    for each in (made for annotated in decided for made in _made_in(annotated)):
        key = each.field, spelling_key(_name(each.was))
        if key not in last or last[key].decision.at <= each.decision.at:
            last[key] = each
    found = (_carried(each, claims, marks) for each in last.values())
    return tuple(each for each in found if each is not None)


def _made_in(annotated: AnnotatedClaim) -> Iterator[_Made]:
    """The values that people changed in one claim, each with the last decision on its field."""
    for field in _FIELDS:
        last = next((d for d in reversed(annotated.decisions) if field in _change(d, annotated)), None)
        if last is not None:
            for was, now in _pairs(_items(annotated.found, field), _items(annotated.claim, field)):
                yield _Made(field, was, now, last)


def _change(decision: Decision, each: AnnotatedClaim) -> Change:
    """What a decision changes in a claim: nothing unless it corrects it."""
    if decision.verdict != "correct":
        return {}
    return next((one.change or {} for one in decision.on_claims() if one.subject == each.found.id), {})


def _items(claim: Claim, field: CarriedField) -> Sequence[Thing | str]:
    if field == "sites":
        return claim.sites
    return claim.people.names if claim.people is not None else ()


def _pairs(before: Sequence[Thing | str], after: Sequence[Thing | str]) -> Iterator[tuple[Thing | str, Thing | str]]:
    """The values that were changed, whatever their order; none if more were added than taken out, or fewer."""
    old, new = [each for each in before if each not in after], [each for each in after if each not in before]
    if len(old) == len(new):
        yield from zip(old, new, strict=True)


def _carried(made: _Made, claims: Sequence[Claim], marks: Marks) -> CarriedName | None:
    """The correction for the claims that still have the old value; None if there are none."""
    field, was, now, decision = made
    unchecked = [claim for claim in claims if last_mark(marks, field, (claim.id,), (_name(was),)) is None]
    corrections = {claim.id: change for claim in unchecked if (change := _correction(claim, was, now))}
    if not corrections:
        return None
    as_they_are: dict[str, dict[str, Any]] = {
        claim.id: {field: claim.to_dict()[field]} for claim in unchecked if claim.id in corrections
    }
    return CarriedName(
        field=field,
        was=_name(was),
        now=_name(now),
        site_was=was if isinstance(was, Thing) else None,
        site_now=now if isinstance(now, Thing) else None,
        who=decision.who,
        decision=decision.id,
        claims=tuple(corrections),
        corrections=corrections,
        confirmations=as_they_are,
    )


def _correction(claim: Claim, was: Thing | str, now: Thing | str) -> dict[str, Any]:
    """The correction of one claim; empty if it does not have the old value."""
    if isinstance(was, Thing) and isinstance(now, Thing):
        changed = {name: value for name, value in now.to_dict().items() if value != was.to_dict()[name]}
        own = [_is_like(each, was, changed) for each in claim.sites]
        sites = [
            msgspec.to_builtins(msgspec.structs.replace(each, **changed) if like else each)
            for each, like in zip(claim.sites, own, strict=True)
        ]
        return {"sites": sites} if any(own) else {}
    if claim.people is None or spelling_key(_name(was)) not in map(spelling_key, claim.people.names):
        return {}
    return {"people": _renamed(claim.people.to_dict(), _name(was), _name(now))}


def _is_like(site: Thing, was: Thing, changed: Change) -> bool:
    """Whether a site has the name that was corrected, and the old values of what was changed."""
    same_name = spelling_key(site.name) == spelling_key(was.name)
    return same_name and all(getattr(site, name) == getattr(was, name) for name in changed if name != "name")


def _renamed(people: Mapping[str, Any], was: str, now: str) -> dict[str, Any]:
    """Persons with one name in place of another, also where they are described one by one."""
    names = [now if spelling_key(name) == spelling_key(was) else name for name in people["names"]]
    members = [_renamed(member, was, now) for member in people["members"]]
    return {**people, "names": list(dict.fromkeys(names)), "members": members}


def proposal(carried: CarriedName, *, confirm: bool, why: str, seen: int | None = None) -> Proposal:
    """The decision that corrects the other claims, or with ``confirm`` leaves them as they are."""
    (first, change), *rest = (carried.confirmations if confirm else carried.corrections).items()
    return Proposal(
        verdict="correct", subject=first, change=change, also=dict(rest) or None, why=why, seen=seen,
        confirms=(carried.was,) if confirm else (),
    )  # fmt: skip


def _name(value: Thing | str) -> str:
    return value.name if isinstance(value, Thing) else value
