"""Persons of one phrase: "a guard and his son were killed" is one claim about two persons, not three claims.

Readers of reports count such words once: of the single persons of a phrase, taken for counts of their own, 4 of 38 were
labelled so in ``world/read``, ``war/more`` and ``registers/wires``. A group with its number ("two children and a
nurse") stays a claim: of those, 61 of 103 were.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook.model import Claim


def joined(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of one report; single persons who make up a whole are members of it and no claims of their own."""
    parts: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.part_of is not None:
            parts.setdefault(claim.part_of, []).append(claim)
    members = {c.id: own for c in claims if (own := _members(c, parts))}
    gone = {member.id for own in members.values() for member in own}
    return [_with(c, members[c.id]) if c.id in members else c for c in claims if c.id not in gone]


def _members(whole: Claim, parts: Mapping[str, Sequence[Claim]]) -> list[Claim]:
    """The parts inside a whole's words, if each is one person and together they are all; else none.

    A name that only the context gives stays a claim's, which a person confirms; so does who is suspected for one alone.
    """
    inside = [c for c in parts.get(whole.id, ()) if whole.start <= c.start and c.end <= whole.end]
    number = whole.count.best if whole.count is not None else None
    is_each_one = all(c.id not in parts and _is_one(c) and set(c.by) <= set(whole.by) for c in inside)
    names = {name for c in inside if c.people is not None for name in c.people.names}
    are_all = whole.people is not None and set(whole.people.names) <= names
    return inside if len(inside) > 1 and len(inside) == number and is_each_one and are_all else []


def _is_one(claim: Claim) -> bool:
    stated = claim.people is not None and not claim.people.inferred
    return stated and claim.count is not None and claim.count.low == claim.count.best == claim.count.high == 1


def _with(whole: Claim, parts: Sequence[Claim]) -> Claim:
    """A whole with its members, in the order of the text, and their names."""
    members = tuple(c.people for c in parts if c.people is not None)
    names = tuple(dict.fromkeys(name for member in members for name in member.names))
    people = whole.people and replace(whole.people, names=names, members=members)
    return replace(whole, people=people)
