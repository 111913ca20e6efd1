"""Corrects a value of an incident's record in the claims that it comes from.

A record is derived from claims, so a person corrects a value by correcting the claims that give it. One correction is
one decision, for any number of claims.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from tollbook.decisions.decision import Change, Decision
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.checked_values import LISTED, SINGLE, claims_behind
from tollbook.locale.messages import message
from tollbook.model import Actor, Claim, ClaimKind, People, Record, Speaker, Stance, Thing
from tollbook.reconcile import name_matching
from tollbook.record import Incident, Victim

#: The fields of a record that can be changed, each with the field of a claim that it comes from.
CLAIM_FIELDS = SINGLE | LISTED
#: Fields with several values: a person chooses one, or adds one.
LISTS = frozenset(LISTED)
#: Lists to which a person can add a value from the words of the incident.
ADDABLE = frozenset({"perpetrators", "sites", "weapons"})
#: The stances of a statement, each with the kind of claims that consist only of it; None for any kind.
STANCES: tuple[Stance, ...] = (
    "accuses", "denies", "claims responsibility", "admits", "promises inquiry", "condemns", "asserts", "doubts",
)  # fmt: skip
_KIND_OF: Mapping[Stance, ClaimKind] = {
    "accuses": "accusation", "denies": "denial", "claims responsibility": "responsibility", "admits": "responsibility",
    "promises inquiry": "inquiry",
}  # fmt: skip
_T = TypeVar("_T", Actor, Thing)


class FieldValue(Record, frozen=True, kw_only=True):
    """One value of a record: ``shown`` in the form of fields of a claim, and the claims that give it."""

    field: str
    shown: Claim
    claims: tuple[str, ...]
    victim: Victim | None = None


def field_value(incident: Incident, claims: Sequence[Claim], field: str, item: int | None = None) -> FieldValue:
    """One value of a record; of a list the one at ``item``, or a new one without ``item``. Raises NoSuchRecord."""
    if field not in CLAIM_FIELDS or not claims:
        raise NoSuchRecord(message("An incident has no field “{field}”.", field=field))
    blank = Claim(id="", report=claims[0].report, start=0, end=0, quote="", kind="attack")
    if field not in LISTS:
        return _single(incident, claims, field, blank)
    if item is None and field in ADDABLE:
        return FieldValue(field=field, shown=blank, claims=())
    values: Sequence[Any] = getattr(incident, field)
    if item is None or not 0 <= item < len(values):
        raise NoSuchRecord(message("The record has changed and has no such value; load the incident again."))
    value = values[item]
    victim = value if isinstance(value, Victim) else None
    return FieldValue(field=field, shown=_as_claim(value, field, claims, blank), claims=value.claims, victim=victim)


def _single(incident: Incident, claims: Sequence[Claim], field: str, blank: Claim) -> FieldValue:
    behind = claims_behind(incident, claims, field)
    event = next((c.event for c in behind if c.event is not None and c.event.kind == incident.kind), None)
    values: dict[str, dict[str, Any]] = {
        "kind": {"event": event}, "when": {"when": incident.when}, "place": {"place": incident.place},
    }  # fmt: skip
    shown = msgspec.structs.replace(blank, **values[field])
    return FieldValue(field=field, shown=shown, claims=tuple(c.id for c in behind))


def _as_claim(value: Any, field: str, claims: Sequence[Claim], blank: Claim) -> Claim:
    """A value of a list in the form of fields of a claim."""
    own = [c for c in claims if c.id in value.claims]
    if field == "perpetrators":
        actor = Actor(name=value.name, kind=value.kind, certainty=value.confidence)
        return msgspec.structs.replace(blank, by=(actor,))
    if field == "sites":
        return msgspec.structs.replace(blank, sites=(Thing(name=value.name, kind=value.kind, effect=value.effect),))
    if field == "weapons":
        return msgspec.structs.replace(blank, with_=(Thing(name=value.name, kind=value.kind),))
    if field == "statements":
        speaker = next((c.speakers[0] for c in own if c.speakers), Speaker(name=value.speaker))
        return msgspec.structs.replace(blank, speakers=(speaker,), stance=value.stance)
    every = [people for c in own if c.people is not None for people in c.people.each]
    single = [p for p in every if len(p.names) < 2 and (not p.names or not value.name or value.name in p.names)]
    people = People(
        text=value.description,
        names=(value.name,) if value.name else (),
        status=value.status,
        sex=value.sex,
        age=value.age,
        roles=tuple(dict.fromkeys(role for p in single for role in p.roles)),
        kin=tuple(dict.fromkeys(kin for p in single for kin in p.kin)),
    )
    return msgspec.structs.replace(blank, people=people, kind=value.effect)


# ------------------------------------------------------------------------------------------------ corrections
def confirmed(claims: Iterable[Claim], field: str) -> dict[str, Change]:
    """The corrections of a field of some claims to its present value, which confirm it."""
    name = CLAIM_FIELDS[field]
    return {claim.id: {name: claim.to_dict()[name]} for claim in claims}


def confirmed_names(claims: Iterable[Claim], value: FieldValue) -> tuple[str, ...]:
    """The names that some claims have for one value of a list, so that only this one is confirmed.

    For a value of its own it is the name of the field: a settled name or an inferred day is in no claim as it was read,
    and the correction that leaves it as it is would look like a change.
    """
    if value.field not in LISTS or value.field == "statements":
        return (CLAIM_FIELDS[value.field],)
    return tuple(dict.fromkeys(name for claim in claims for name in _own_names(claim, value)))


def _own_names(claim: Claim, value: FieldValue) -> Iterator[str]:
    if value.victim is not None and claim.people is not None:
        name, described = value.victim.name, value.victim.description
        every = [called for each in claim.people.each for called in each.names or (each.text,)]
        yield from (n for n in every if n in {name, described} or (name and name_matching.same_person(n, name)))
        return
    was = next(iter([*value.shown.by, *value.shown.sites, *value.shown.with_]), None)
    items: Sequence[Any] = {"by": claim.by, "sites": claim.sites, "with": claim.with_}.get(
        CLAIM_FIELDS[value.field], ()
    )
    yield from (name for each in _own_items(items, was) for name in (each.name, each.as_reported) if name)


def same_for_all(claims: Iterable[Claim], change: Change) -> dict[str, Change]:
    """The corrections that give a field of some claims one value."""
    return {claim.id: change for claim in claims}


def listed(
    claims: Iterable[Claim], field: str, was: Actor | Thing | None, now: Actor | Thing | None
) -> dict[str, Change]:
    """The corrections that change one value of a list in some claims; without ``was`` it is added."""
    name = CLAIM_FIELDS[field]
    made: dict[str, Change] = {}
    for claim in claims:
        items: Sequence[Any] = {"by": claim.by, "sites": claim.sites, "with": claim.with_}[name]
        changed = _replaced(items, was, now)
        correction = {name: msgspec.to_builtins(changed)} if tuple(changed) != tuple(items) else {}
        if field == "perpetrators" and now is None and not changed and claim.stance == "claims responsibility":
            # Else the speaker of the claim would be held responsible.
            correction["stance"] = "asserts"
        if correction:
            made[claim.id] = correction
    return made


def _own_items(items: Sequence[_T], was: _T | None) -> list[_T]:
    """The items of a claim that are a value of the record: those of its name, else things of its kind."""
    found = [i for i in items if was is not None and _same_wording(i.name, was.name)]
    if not found and was is not None and not isinstance(was, Actor):
        found = [i for i in items if i.kind == was.kind]
    return found


def _replaced(items: Sequence[_T], was: _T | None, now: _T | None) -> list[_T]:
    found = _own_items(items, was)
    kept: list[_T] = []
    for each in items:
        if each not in found:
            kept.append(each)
        elif now is not None and was is not None:
            kept.append(_with_changes(each, was, now))
    if not found and now is not None:
        kept.append(now)
    return list(dict.fromkeys(kept))


def _with_changes(item: _T, was: _T, now: _T) -> _T:
    """The item with the changes that a person made to the value shown; everything else stays as in the claim."""
    before, after = was.to_dict(), now.to_dict()
    return msgspec.structs.replace(item, **{name: value for name, value in after.items() if value != before[name]})


def _same_wording(one: str, other: str) -> bool:
    a, b = set(name_matching.name_words(one)), set(name_matching.name_words(other))
    return bool(a and b) and (a <= b or b <= a)


def said_otherwise(claims: Iterable[Claim], speaker: Speaker | None, stance: Stance | None) -> dict[str, Change]:
    """The corrections that give some claims another original informant, another stance, or both.

    The rest of the chain of speakers stays. The kind of a claim that is only a statement follows the stance.
    """
    made: dict[str, Change] = {}
    for claim in claims:
        change: dict[str, Any] = {}
        if speaker is not None:
            rest = claim.speakers[1:] if len(claim.speakers) > 1 else claim.speakers
            rest = tuple(each for each in rest if each.role == "outlet" or len(claim.speakers) > 1)
            change["speakers"] = msgspec.to_builtins([speaker, *rest])
        if stance is not None:
            change["stance"] = stance
            if claim.kind in _KIND_OF.values() and stance in _KIND_OF:
                change["kind"] = _KIND_OF[stance]
        if change:
            made[claim.id] = change
    return made


def of_person(
    claims: Iterable[Claim], victim: Victim, change: Mapping[str, Any], kind: str | None
) -> dict[str, Change]:
    """The corrections of the fields of one person in some claims: names, age, sex, status, role, kin, outcome.

    ``change`` holds changed fields of People. If words name several persons without describing each, only the name can
    be changed. Raises Refused if there is nothing to change.
    """
    made: dict[str, Change] = {}
    for claim in claims:
        people = claim.people or People(text=claim.quote)
        several = len(people.names) > 1 or bool(people.members)
        new = _of_member(people, victim, change) or _of_all(people, victim, change, several=several)
        corrected: dict[str, Any] = {"people": people.to_dict() | new} if new else {}
        if kind and not several:
            corrected["kind"] = kind
        if corrected:
            made[claim.id] = corrected
    if not made:
        raise Refused(message(
            "These words name several persons. Mark the words about this person in the report, and add a claim."
        ))  # fmt: skip
    return made


def _of_member(people: People, victim: Victim, change: Mapping[str, Any]) -> dict[str, Any]:
    """The changed fields of several persons, if the words describe the victim as one of them; else none."""
    each = people.members if people.each == people.members else ()
    own = [
        n for n, member in enumerate(each) if (member.names or (member.text,))[0] == (victim.name or victim.description)
    ]
    if len(own) != 1:
        return {}
    members = [member.to_dict() | (dict(change) if n == own[0] else {}) for n, member in enumerate(each)]
    return {"members": members, "names": list(dict.fromkeys(name for member in members for name in member["names"]))}


def _of_all(people: People, victim: Victim, change: Mapping[str, Any], *, several: bool) -> dict[str, Any]:
    new: dict[str, Any] = {name: value for name, value in change.items() if name == "names" or not several}
    if "names" in new:
        new["names"] = _names(people.names, victim.name, new["names"])
    return new


def _names(names: Sequence[str], was: str | None, now: Sequence[str]) -> list[str]:
    is_one = [was is not None and (n == was or name_matching.same_person(n, was)) for n in names]
    kept = [n for n, one in zip(names, is_one, strict=True) if not one]
    at = is_one.index(True) if True in is_one else len(kept)
    return list(dict.fromkeys([*kept[:at], *now, *kept[at:]]))


def outvoted(incident: Incident, decision: Decision) -> tuple[str, ...]:
    """The single fields of a record that still show another value than a decision set: other claims outweigh it."""
    change = decision.change or {}
    now = {
        "when": (incident.when.start.isoformat() if incident.when and incident.when.start else None),
        "place": incident.place.name if incident.place else None,
        "event": incident.kind,
    }
    key = {"when": "start", "place": "name", "event": "kind"}
    given = {name: (change[name] or {}).get(key[name]) for name in now if name in change}
    return tuple(name for name, value in given.items() if value is not None and value != now[name])
