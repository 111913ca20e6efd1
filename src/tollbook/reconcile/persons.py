"""Which mentions are one person: names merged across reports, and the least number of persons the mentions can be.

Local news names the people harmed one by one and comes back to them: "a man", "Oren Pasko, 31,", "he". Only mentions
that bring somebody in count towards a number; those that point back ("he", "the victim") tell of nobody new.
"""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from tollbook.model import Claim, Count, People, Range, Record, Report
from tollbook.reconcile import name_matching
from tollbook.record import VictimEffect

#: Fates a person can have, gravest first: who is wounded in one report and dies in the next is killed.
EFFECTS: tuple[VictimEffect, ...] = ("killed", "abducted", "missing", "injured", "captured", "unharmed")
_HARM = frozenset({"killed", "injured", "missing", "abducted"})
#: What ends a fate: who was killed is not among the injured. An arrest ends none: a suspect who was shot is both.
_ENDED_BY: Mapping[VictimEffect, tuple[VictimEffect, ...]] = {
    "killed": (), "abducted": ("killed",), "missing": ("killed", "abducted"), "injured": ("killed", "abducted"),
    "captured": ("killed", "abducted"), "unharmed": ("killed", "abducted", "missing", "injured", "captured"),
}  # fmt: skip
#: Ages this many years apart may be one person's: outlets count from birthdays or from years of birth.
_SAME_AGE = 1


class Mention(Record, frozen=True, kw_only=True):
    """One person or group in one claim. ``new`` where the words bring somebody in instead of pointing back.

    ``beside``: "another man", "a second victim", after somebody harmed in the same report: nobody told of before.
    """

    claim: Claim
    people: People
    effect: VictimEffect
    name: str | None = None
    new: bool = True
    beside: bool = False

    @property
    def single(self) -> bool:
        """Whether it is one person."""
        return self.name is not None or told_of_persons(self.claim)

    @property
    def full(self) -> bool:
        """Whether it has a name of more than one word."""
        return self.name is not None and len(name_matching.name_words(self.name)) > 1

    @property
    def age(self) -> Range | None:
        """The age told, where the mention is of one person."""
        return self.people.age if self.name is None or len(self.people.names) == 1 else None


Person = tuple[Mention, ...]


def told_of_persons(claim: Claim) -> bool:
    """Whether a claim tells of certain persons instead of counting all: each is named, or one is described.

    Such claims add up to a lower bound and never contradict a total.
    """
    count, people = claim.count, claim.people
    if count is None or people is None or count.best is None or count.low != count.best or count.best < 1:
        return False
    return len(people.names) >= count.best or (count.best == 1 and not count.text)


def mentions(claims: Sequence[Claim]) -> list[Mention]:
    """Every mention of harmed people, by report and place in the text; wholes whose parts are all told are left out."""
    listed = _fully_listed(claims)
    found: list[Mention] = []
    begun: set[str] = set()
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        if claim.kind in EFFECTS and claim.people is not None and claim.stance != "denies" and claim.id not in listed:
            told = _of_claim(claim, claim.people, claim.count or Count())
            beside = claim.report in begun and _sets_beside(claim.people)
            found.extend(msgspec.structs.replace(m, beside=beside and m.new) for m in told)
        if claim.kind in _HARM:
            begun.add(claim.report)
    return found


def _sets_beside(people: People) -> bool:
    """Whether the words set somebody beside others. Who "shot another man" only sets him beside himself."""
    return not name_matching.words().setting_beside.isdisjoint(name_matching.all_words(people.text)[:3])


def _fully_listed(claims: Sequence[Claim]) -> set[str]:
    parts: dict[str, int] = {}
    for claim in claims:
        if claim.part_of is not None and claim.count is not None:
            parts[claim.part_of] = parts.get(claim.part_of, 0) + (claim.count.best or claim.count.low or 0)
    return {c.id for c in claims if c.count is not None and c.id in parts and parts[c.id] == c.count.best}


def _of_claim(claim: Claim, people: People, count: Count) -> list[Mention]:
    if (count.qualifier == "unknown" and not people.names) or count.best == 0:
        return []
    effect = cast(VictimEffect, claim.kind)
    first = people.text.split()[0].lower() if people.text.split() else ""
    back = first in name_matching.words().pointing_back
    named = [Mention(claim=claim, people=people, effect=effect, name=n, new=n in people.text) for n in people.names]
    if named and len(named) >= (count.best or 1):
        return named
    return [*named, Mention(claim=claim, people=people, effect=effect, new=not back)]


def persons(told: Sequence[Mention]) -> list[Person]:
    """The mentions of single persons, one group a person by name; an unnamed mention joins no name by itself.

    Full names first, so that a bare first name or surname joins the one full name that bears it; two bare names are
    one person only in one report or at one age, for a common name alone says nothing.
    """
    groups: list[list[Mention]] = []
    singles = [m for m in told if m.single]
    for mention in sorted(
        (m for m in singles if m.name), key=lambda m: (-len(name_matching.name_words(m.name or "")), not m.full)
    ):
        fit = [g for g in groups if all(_are_one(mention, other) for other in g if other.full or not mention.full)]
        if len(fit) == 1 or (fit and mention.full):
            fit[0].append(mention)
        else:
            groups.append([mention])
    return [tuple(g) for g in groups] + [(m,) for m in singles if not m.name]


def _are_one(one: Mention, other: Mention) -> bool:
    return _one_name(one, other) and compatible((one,), (other,))


def _one_name(one: Mention, other: Mention) -> bool:
    a, b = one.name or "", other.name or ""
    if one.full and other.full:
        return name_matching.same_person(a, b)
    if one.full or other.full:
        return name_matching.is_part_of(a, b) or name_matching.is_part_of(b, a)
    told_by_age = one.age is not None and one.age == other.age
    return name_matching.key(a) == name_matching.key(b) and (one.claim.report == other.claim.report or told_by_age)


def effect_of(person: Person) -> VictimEffect:
    """The gravest fate told of one person."""
    return min((m.effect for m in person), key=EFFECTS.index)


def compatible(one: Person, other: Person) -> bool:
    """Whether nothing told of two persons says they are two: sex, status, and age where one report tells both.

    Two reports often give one person different ages; two ages in one report are two people's.
    """
    both = [*one, *other]
    sexes = {m.people.sex for m in both} - {None}
    statuses = {m.people.status for m in both} - {"unknown"}
    apart = any(a.claim.report == b.claim.report and abs(_years(a, b)) > _SAME_AGE for a in one for b in other)
    return len(sexes) < 2 and len(statuses) < 2 and not apart


def _years(one: Mention, other: Mention) -> int:
    """Years between two ages, 0 where either is not told."""
    a, b = (m.age.best if m.age is not None else None for m in (one, other))
    return 0 if a is None or b is None else a - b


def distinct(found: Sequence[Person], effect: VictimEffect, reports: Mapping[str, Report]) -> list[Person]:
    """Persons of one fate who cannot be one another, nor one of those who fared worse. Their number is a lower bound.

    Full names are people of their own. Anyone else counts only where sex, age, status or one and the same sentence
    sets him or her apart from all the rest. Where everybody only points back, somebody was harmed all the same. An
    arrest brings in nobody harmed: "he died" after it more often points past the suspect than at him.
    """
    own = [p for p in found if _is(p, effect)]
    if not own:
        return []
    ranked = sorted(own, key=lambda p: (not _named(p, effect), not _brought_in(p, effect)))
    worse = [p for graver in _ENDED_BY[effect] for p in distinct(found, graver, reports)]
    apart: list[Person] = []
    for person in ranked:
        named = _named(person, effect)
        others = apart if any(m.beside for m in person) else [*apart, *worse]
        rivals = [other for other in others if not (named and any(m.full for m in other))]
        if (not apart or _brought_in(person, effect)) and not any(_may_be(person, other, reports) for other in rivals):
            apart.append(person)
    return apart


def _is(person: Person, effect: VictimEffect) -> bool:
    """Whether a fate is told of somebody, and none that ends it."""
    told = {m.effect for m in person}
    return effect in told and told.isdisjoint(_ENDED_BY[effect])


def _brought_in(person: Person, effect: VictimEffect) -> bool:
    """Whether a mention of some harm, and not only of an arrest, brings the person in."""
    return any(m.new and (m.effect == effect or m.effect != "captured") for m in person)


def _named(person: Person, effect: VictimEffect) -> bool:
    return any(m.full for m in person) and _brought_in(person, effect)


def _may_be(one: Person, other: Person, reports: Mapping[str, Report]) -> bool:
    return compatible(one, other) and not any(_side_by_side(a, b, reports) for a in one for b in other)


def _side_by_side(one: Mention, other: Mention, reports: Mapping[str, Report]) -> bool:
    """Whether two different phrases of one sentence bring in two people: "a man was killed and a boy wounded"."""
    if one.claim.report != other.claim.report or one.claim.report not in reports or not (one.new and other.new):
        return False
    first, last = sorted((one.claim, other.claim), key=lambda c: (c.start, c.end))
    if one.people.text == other.people.text or last.start < first.end:
        return False
    return not any(mark in reports[one.claim.report].text[first.end : last.start] for mark in ".!?\n")
