"""Mentions of persons: who is counted or described in one claim, as casualty, captive or unharmed."""

from collections.abc import Sequence
from typing import cast

import msgspec

from tollbook.mentions import DOUBTING, HARMED
from tollbook.model import Claim, Count, People, Range, Record, VictimEffect
from tollbook.reconcile import name_matching
from tollbook.reconcile.not_persons import is_body

#: Outcomes of a person, gravest first: someone wounded in one report and dead in the next is killed.
EFFECTS: tuple[VictimEffect, ...] = ("killed", "abducted", "missing", "injured", "captured", "unharmed")
_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


class VictimMention(Record, frozen=True, kw_only=True):
    """One person or group in one claim. ``new`` if the words introduce somebody and do not refer back.

    ``id`` is that of the claim, and for all but its first mention with the number of the name or member after a tilde.
    ``another``: "another man", "a second victim", after a casualty in the same report: a person not mentioned before.
    """

    id: str
    claim: Claim
    people: People
    effect: VictimEffect
    name: str | None = None
    new: bool = True
    another: bool = False

    @property
    def single(self) -> bool:
        """Whether it describes one person: "one of the dead was a boy". "One person" is only a count."""
        if self.is_member:
            return True
        count = self.claim.count
        counts = count is None or count.best != 1 or self.people.text.lower().startswith(count.text.lower())
        described = self.claim.scope == "part" and not counts
        return self.name is not None or described or describes_persons(self.claim)

    @property
    def firm(self) -> bool:
        """Whether the claim states the outcome, and does not only fear or doubt it."""
        return self.claim.stance not in DOUBTING

    @property
    def is_member(self) -> bool:
        """Whether it is one of several persons whom a claim describes one by one."""
        return self.people != self.claim.people

    @property
    def full(self) -> bool:
        """Whether it has a name of more than one word."""
        return self.name is not None and len(name_matching.name_words(self.name)) > 1

    @property
    def age(self) -> Range | None:
        """The age given, if the mention is of one person."""
        return self.people.age if self.name is None or len(self.people.names) == 1 else None


def describes_persons(claim: Claim) -> bool:
    """Whether a claim describes particular persons and does not count all: each is named, or one is described.

    Such claims add up to a lower bound and never contradict a total.
    """
    count, people = claim.count, claim.people
    if count is None or people is None or count.best is None or count.low != count.best or count.best < 1:
        return False
    return len(people.names) >= count.best or (count.best == 1 and not count.text)


def is_own_death(claim: Claim) -> bool:
    """Whether a claim is about an attacker who died beside those whom he killed: "killed three and then himself"."""
    words = " ".join(name_matching.all_words(claim.quote))
    is_own = any(phrase in words for phrase in name_matching.word_lists().own_death)
    return is_own and claim.additional and claim.part_of is not None


def victim_mentions(claims: Sequence[Claim]) -> list[VictimMention]:
    """Every mention of casualties, by report and position in the text, without wholes whose parts are all listed."""
    listed = _fully_listed(claims)
    mentions: list[VictimMention] = []
    with_casualties: set[str] = set()
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        if claim.kind in EFFECTS and claim.people is not None and claim.stance != "denies" and claim.id not in listed:
            own = _of_members(claim) or _of_claim(claim, claim.people, claim.count or Count())
            another = claim.report in with_casualties and _introduces_another(claim.people)
            mentions.extend(msgspec.structs.replace(m, another=another and m.new) for m in own)
        if claim.kind in HARMED:
            with_casualties.add(claim.report)
    return mentions


def _introduces_another(people: People) -> bool:
    """Whether the words introduce one more person. "Shot another man" does so only after a casualty."""
    return not name_matching.word_lists().setting_beside.isdisjoint(name_matching.all_words(people.text)[:3])


def _fully_listed(claims: Sequence[Claim]) -> set[str]:
    """The claims whose people are all parts of their own; one that describes its members gives them itself."""
    parts: dict[str, int] = {}
    for claim in claims:
        if claim.part_of is not None and claim.count is not None:
            parts[claim.part_of] = parts.get(claim.part_of, 0) + (claim.count.best or claim.count.low or 0)
    wholes = (c for c in claims if c.count is not None and parts.get(c.id, 0) == c.count.best)
    return {c.id for c in wholes if c.id in parts and not (c.people and c.people.members)}


def _of_claim(claim: Claim, people: People, count: Count) -> list[VictimMention]:
    if (count.qualifier == "unknown" and not people.names) or count.best == 0:
        return []
    effect = cast(VictimEffect, claim.kind)
    names = {at: name for at, name in enumerate(people.names) if not is_body(name, claim)}
    if people.names and not names and len(people.names) >= (count.best or 1):
        return []
    first = people.text.split()[0].lower() if people.text.split() else ""
    refers_back = first in name_matching.word_lists().pointing_back
    # "The two traders, Oren Pasko and Vil Hasten": the list of names is complete.
    is_list = 1 < len(people.names) == count.best
    named = [
        VictimMention(
            id=_mention_id(claim, at),
            claim=claim,
            people=people,
            effect=effect,
            name=name,
            new=is_list or not refers_back or name in people.text or name in claim.quote,
        )
        for at, name in names.items()
    ]
    if named and len(named) >= (count.best or 1):
        return named
    rest = _mention_id(claim, len(people.names))
    return [*named, VictimMention(id=rest, claim=claim, people=people, effect=effect, new=not refers_back)]


def _of_members(claim: Claim) -> list[VictimMention]:
    """The persons whom a claim describes one by one; none if it does not."""
    if claim.people is None or claim.people.each == (claim.people,):
        return []
    found: list[VictimMention] = []
    for at, member in enumerate(claim.people.each):
        own = _of_claim(msgspec.structs.replace(claim, people=member), member, _ONE)
        found += [msgspec.structs.replace(m, id=_mention_id(claim, at), claim=claim) for m in own[:1]]
    return found


def _mention_id(claim: Claim, at: int) -> str:
    """The id of the mention of name or member number ``at`` of a claim; without a name it comes after all names.

    An id says nothing about the name: exports that withhold names have ids too.
    """
    return f"{claim.id}~{at}" if at else claim.id


def claim_of_mention(name: str) -> str:
    """The id of the claim of a mention."""
    return name.partition("~")[0]


def mention_ids(claim: Claim) -> frozenset[str]:
    """The ids of the mentions of single persons in a claim."""
    return frozenset(mention.id for mention in victim_mentions([claim]) if mention.single)
