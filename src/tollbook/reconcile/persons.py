"""Victim coreference: merges mentions of one person across reports, and counts how many persons they must be.

What people decided about two mentions holds; for all others the names decide. Local news names casualties one by one
and refers to them again: "a man", "Oren Pasko, 31,", "he". Only mentions that introduce a person count towards a
number; those that refer back ("he", "the victim") add no one.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import cast

import msgspec

from tollbook.model import Claim, Count, People, Range, Record, Report, VictimEffect
from tollbook.person import PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.not_persons import is_body

#: Outcomes of a person, gravest first: someone wounded in one report and dead in the next is killed.
EFFECTS: tuple[VictimEffect, ...] = ("killed", "abducted", "missing", "injured", "captured", "unharmed")
_CASUALTIES = frozenset({"killed", "injured", "missing", "abducted"})
#: Graver outcomes that replace each one: a person killed is not injured. An arrest replaces none: a suspect who was
#: shot is both captured and injured.
_ENDED_BY: Mapping[VictimEffect, tuple[VictimEffect, ...]] = {
    "killed": (), "abducted": ("killed",), "missing": ("killed", "abducted"), "injured": ("killed", "abducted"),
    "captured": ("killed", "abducted"), "unharmed": ("killed", "abducted", "missing", "injured", "captured"),
}  # fmt: skip
#: Ages this many years apart may be those of one person: outlets count from birthdays or from years of birth.
_SAME_AGE = 1
#: No decisions about persons.
NO_RULINGS = PersonRulings()


class VictimMention(Record, frozen=True, kw_only=True):
    """One person or group in one claim. ``new`` if the words introduce somebody and do not refer back.

    ``id`` is that of the claim, and for all but its first mention with the number of the name after a tilde.
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
        """Whether it is one person. "One of the dead was a boy" describes a person, "one person" counts."""
        count = self.claim.count
        counts = count is None or count.best != 1 or self.people.text.lower().startswith(count.text.lower())
        described = self.claim.scope == "part" and not counts
        return self.name is not None or described or describes_persons(self.claim)

    @property
    def full(self) -> bool:
        """Whether it has a name of more than one word."""
        return self.name is not None and len(name_matching.name_words(self.name)) > 1

    @property
    def age(self) -> Range | None:
        """The age given, if the mention is of one person."""
        return self.people.age if self.name is None or len(self.people.names) == 1 else None


PersonMentions = tuple[VictimMention, ...]


def describes_persons(claim: Claim) -> bool:
    """Whether a claim describes particular persons and does not count all: each is named, or one is described.

    Such claims add up to a lower bound and never contradict a total.
    """
    count, people = claim.count, claim.people
    if count is None or people is None or count.best is None or count.low != count.best or count.best < 1:
        return False
    return len(people.names) >= count.best or (count.best == 1 and not count.text)


def victim_mentions(claims: Sequence[Claim]) -> list[VictimMention]:
    """Every mention of casualties, by report and position in the text, without wholes whose parts are all listed."""
    listed = _fully_listed(claims)
    mentions: list[VictimMention] = []
    with_casualties: set[str] = set()
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        if claim.kind in EFFECTS and claim.people is not None and claim.stance != "denies" and claim.id not in listed:
            own = _of_claim(claim, claim.people, claim.count or Count())
            another = claim.report in with_casualties and _introduces_another(claim.people)
            mentions.extend(msgspec.structs.replace(m, another=another and m.new) for m in own)
        if claim.kind in _CASUALTIES:
            with_casualties.add(claim.report)
    return mentions


def _introduces_another(people: People) -> bool:
    """Whether the words introduce one more person. "Shot another man" does so only after a casualty."""
    return not name_matching.word_lists().setting_beside.isdisjoint(name_matching.all_words(people.text)[:3])


def _fully_listed(claims: Sequence[Claim]) -> set[str]:
    parts: dict[str, int] = {}
    for claim in claims:
        if claim.part_of is not None and claim.count is not None:
            parts[claim.part_of] = parts.get(claim.part_of, 0) + (claim.count.best or claim.count.low or 0)
    return {c.id for c in claims if c.count is not None and c.id in parts and parts[c.id] == c.count.best}


def _of_claim(claim: Claim, people: People, count: Count) -> list[VictimMention]:
    if (count.qualifier == "unknown" and not people.names) or count.best == 0:
        return []
    effect = cast(VictimEffect, claim.kind)
    names = {at: name for at, name in enumerate(people.names) if not is_body(name, claim)}
    if people.names and not names and len(people.names) >= (count.best or 1):
        return []
    first = people.text.split()[0].lower() if people.text.split() else ""
    refers_back = first in name_matching.word_lists().pointing_back
    named = [
        VictimMention(
            id=_mention_id(claim, at), claim=claim, people=people, effect=effect, name=name, new=name in people.text
        )
        for at, name in names.items()
    ]
    if named and len(named) >= (count.best or 1):
        return named
    rest = _mention_id(claim, len(people.names))
    return [*named, VictimMention(id=rest, claim=claim, people=people, effect=effect, new=not refers_back)]


def _mention_id(claim: Claim, at: int) -> str:
    """The id of the mention of name number ``at`` of a claim; a mention without a name comes after all names.

    An id says nothing about the name: exports that withhold names have ids too.
    """
    return f"{claim.id}~{at}" if at else claim.id


def claim_of_mention(name: str) -> str:
    """The id of the claim of a mention."""
    return name.partition("~")[0]


def mention_ids(claim: Claim) -> frozenset[str]:
    """The ids of the mentions of single persons in a claim."""
    return frozenset(mention.id for mention in victim_mentions([claim]) if mention.single)


def persons(mentions: Sequence[VictimMention], rulings: PersonRulings = NO_RULINGS) -> list[PersonMentions]:
    """The mentions of single persons, grouped by decisions and by name; other unnamed mentions are groups of their own.

    Full names come first, so that a bare first name or surname joins the one full name it fits. Two bare names are one
    person only within one report or with one age, because a common name alone is no evidence.
    """
    groups: list[list[PersonMentions]] = []
    decided = _decided([m for m in mentions if m.single], rulings)
    for one in sorted((each for each in decided if _is_named(each)), key=_fullest_first):
        fit = [
            group
            for group in groups
            if all(_match(one, other) for other in group if _is_full(other) or not _is_full(one))
            and not any(are_apart(one, other, rulings) for other in group)
        ]
        if len(fit) == 1 or (fit and _is_full(one)):
            fit[0].append(one)
        else:
            groups.append([one])
    named = [tuple(m for one in group for m in one) for group in groups]
    return named + [each for each in decided if not _is_named(each)]


def _decided(singles: Sequence[VictimMention], rulings: PersonRulings) -> list[PersonMentions]:
    """Single persons, those that a decision calls one together."""
    in_order = sorted(enumerate(singles), key=lambda each: rulings.set_of.get(each[1].id, ""))
    ruled = groupby(in_order, key=lambda each: rulings.set_of.get(each[1].id, f"#{each[0]}"))
    sets = [list(members) for _, members in ruled]
    return [tuple(m for _, m in members) for members in sorted(sets, key=lambda members: members[0][0])]


def _fullest_first(person: PersonMentions) -> tuple[int, bool]:
    return -max(len(name_matching.name_words(m.name or "")) for m in person), not _is_full(person)


def _is_named(person: PersonMentions) -> bool:
    return any(m.name for m in person)


def _is_full(person: PersonMentions) -> bool:
    return any(m.full for m in person)


def _match(one: PersonMentions, other: PersonMentions) -> bool:
    """Whether a name of one is a name of the other; each may have several names, as somebody decided."""
    return any(_are_one(a, b) for a in one for b in other if a.name and b.name)


def are_apart(one: PersonMentions, other: PersonMentions, rulings: PersonRulings) -> bool:
    """Whether a decision says that the two are different persons."""
    if not rulings.apart:
        return False
    sets = [{rulings.set_of[m.id] for m in person if m.id in rulings.set_of} for person in (one, other)]
    return any((a, b) in rulings.apart for a in sets[0] for b in sets[1])


def _are_one(one: VictimMention, other: VictimMention) -> bool:
    full = one.full and other.full
    return _one_name(one, other) and compatible((one,), (other,), by_name=full)


def _one_name(one: VictimMention, other: VictimMention) -> bool:
    a, b = one.name or "", other.name or ""
    if one.full and other.full:
        return name_matching.same_person(a, b)
    if one.full or other.full:
        return name_matching.is_part_of(a, b) or name_matching.is_part_of(b, a)
    same_age = one.age is not None and one.age == other.age
    return name_matching.key(a) == name_matching.key(b) and (one.claim.report == other.claim.report or same_age)


def effect_of(person: PersonMentions) -> VictimEffect:
    """The gravest outcome of one person."""
    return min((m.effect for m in person), key=EFFECTS.index)


def compatible(one: PersonMentions, other: PersonMentions, *, by_name: bool = False) -> bool:
    """Whether two persons can be one, by sex, status, and age if one report gives both.

    Two reports often give one person different ages; two ages in one report belong to two people. ``by_name``: both
    have the same full name, so that a status that one report gives ("a soldier") does not keep them apart.
    """
    both = [*one, *other]
    sexes = {m.people.sex for m in both} - {None}
    statuses = {m.people.status for m in both} - {"unknown"}
    apart = any(a.claim.report == b.claim.report and abs(_years(a, b)) > _SAME_AGE for a in one for b in other)
    return len(sexes) < 2 and (by_name or len(statuses) < 2) and not apart


def _years(one: VictimMention, other: VictimMention) -> int:
    """Years between two ages, 0 if either is not given."""
    a, b = (m.age.best if m.age is not None else None for m in (one, other))
    return 0 if a is None or b is None else a - b


def distinct_persons(
    people: Sequence[PersonMentions], effect: VictimEffect, reports: Mapping[str, Report]
) -> list[PersonMentions]:
    """Persons of one outcome who must be different from each other and from all of a graver outcome: a lower bound.

    Each full name is a person. Anyone else counts only if sex, age, status or one sentence distinguishes them from all
    the others. If every mention only refers back, there is still one person. An arrest introduces no casualty: "he
    died" after one more often refers to somebody else than to the suspect.
    """
    own = [p for p in people if _has_outcome(p, effect)]
    if not own:
        return []
    ranked = sorted(own, key=lambda p: (not _named(p, effect), not _introduced(p, effect)))
    worse = [p for graver in _ENDED_BY[effect] for p in distinct_persons(people, graver, reports)]
    distinct: list[PersonMentions] = []
    for person in ranked:
        named = _named(person, effect)
        others = distinct if any(m.another for m in person) else [*distinct, *worse]
        rivals = [other for other in others if not (named and any(m.full for m in other))]
        if (not distinct or _introduced(person, effect)) and not any(
            _may_be(person, other, reports) for other in rivals
        ):
            distinct.append(person)
    return distinct


def _has_outcome(person: PersonMentions, effect: VictimEffect) -> bool:
    """Whether a person has an outcome, and none that replaces it."""
    effects = {m.effect for m in person}
    return effect in effects and effects.isdisjoint(_ENDED_BY[effect])


def _introduced(person: PersonMentions, effect: VictimEffect) -> bool:
    """Whether a mention that is not only of an arrest introduces the person."""
    return any(m.new and (m.effect == effect or m.effect != "captured") for m in person)


def _named(person: PersonMentions, effect: VictimEffect) -> bool:
    return any(m.full for m in person) and _introduced(person, effect)


def _may_be(one: PersonMentions, other: PersonMentions, reports: Mapping[str, Report]) -> bool:
    return compatible(one, other) and not any(_side_by_side(a, b, reports) for a in one for b in other)


def _side_by_side(one: VictimMention, other: VictimMention, reports: Mapping[str, Report]) -> bool:
    """Whether two different phrases of one sentence introduce two people: "a man was killed and a boy wounded"."""
    if one.claim.report != other.claim.report or one.claim.report not in reports or not (one.new and other.new):
        return False
    first, last = sorted((one.claim, other.claim), key=lambda c: (c.start, c.end))
    if one.people.text == other.people.text or last.start < first.end:
        return False
    return not any(mark in reports[one.claim.report].text[first.end : last.start] for mark in ".!?\n")
