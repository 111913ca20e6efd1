"""Removes a name or description that is not a person, but for example an organisation, from its claims."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tollbook.decisions.decision import Change, Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, People
from tollbook.person import Person, PersonSource


def proposal(person: Person, claims: Mapping[str, Claim], *, why: str, seen: int | None = None) -> Proposal:
    """The decision that removes a wrong person from its claims; their numbers and kinds stay. Raises Refused."""
    made: dict[str, Change] = {}
    for name, sources in _by_claim(person.sources).items():
        claim = claims.get(name)
        people = claim.people if claim is not None else None
        if people is not None and (now := _without(people, sources)) != people:
            made[name] = {"people": None if now is None else msgspec.to_builtins(now)}
    if not made:
        raise Refused(message("No claim gives this person any more; load the page again."))
    (first, change), *rest = made.items()
    also = {name: dict(fields) for name, fields in rest} or None
    return Proposal(verdict="correct", subject=first, change=dict(change), also=also, why=why, seen=seen)


def _by_claim(sources: Iterable[PersonSource]) -> dict[str, list[PersonSource]]:
    found: dict[str, list[PersonSource]] = {}
    for each in sources:
        found.setdefault(each.claim, []).append(each)
    return found


def _without(people: People, sources: Iterable[PersonSource]) -> People | None:
    """The persons of a claim without those of some sources; None if nobody is left to name or to describe."""
    named = {each.name for each in sources if each.name}
    unnamed = {each.description for each in sources if not each.name}
    members = tuple(m for m in people.members if not (named & set(m.names) or (not m.names and m.text in unnamed)))
    names = tuple(name for name in people.names if name not in named)
    # Words that are only the name describe nobody either.
    words: dict[str, Any] = {"names": names, "members": members}
    gone = unnamed & {people.text} or (named and not names and _is_only(people.text, named))
    return None if gone and not members and not names else msgspec.structs.replace(people, **words)


def _is_only(text: str, names: Iterable[str]) -> bool:
    return " ".join(text.casefold().split()) in {" ".join(name.casefold().split()) for name in names}
