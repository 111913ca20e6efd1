"""Victim coreference: merges mentions of one person across reports, and counts how many persons they must be.

Decisions of people about two mentions come first; otherwise names decide. Local news names casualties one by one
and refers to them again: "a man", "Oren Pasko, 31,", "he". Only mentions that introduce a person count towards a
number; those that refer back ("he", "the victim") add nobody.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from tollbook.model import Report, VictimEffect
from tollbook.person import PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_mentions import EFFECTS, VictimMention

#: Graver outcomes that replace each one: a person killed is not injured. An arrest replaces none: a suspect who was
#: shot is both captured and injured.
ENDED_BY: Mapping[VictimEffect, tuple[VictimEffect, ...]] = {
    "killed": (), "abducted": ("killed",), "missing": ("killed", "abducted"), "injured": ("killed", "abducted"),
    "captured": ("killed", "abducted"), "unharmed": ("killed", "abducted", "missing", "injured", "captured"),
}  # fmt: skip
#: Ages this many years apart may be those of one person: outlets count from birthdays or from years of birth.
_SAME_AGE = 1
#: No decisions about persons.
NO_RULINGS = PersonRulings()

PersonMentions = tuple[VictimMention, ...]


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
    """Single persons; those that a decision calls one person are merged."""
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
    if _listed_beside(one, other):
        return False
    full = one.full and other.full
    return _one_name(one, other) and compatible((one,), (other,), by_name=full)


def _listed_beside(one: VictimMention, other: VictimMention) -> bool:
    """Whether one claim counts the two by different names: "Jana Petrak, 38, and her children Ana, 9, and Luka".

    A claim that counts fewer people than it names gives somebody two names.
    """
    claim = one.claim
    if claim.id != other.claim.id or one.id == other.id or claim.people is None:
        return False
    a, b = (set(name_matching.name_words(each.name or "")) for each in (one, other))
    counted = claim.count.best if claim.count is not None else None
    return not (a <= b or b <= a) and (counted or 0) >= len(claim.people.names)


def _one_name(one: VictimMention, other: VictimMention) -> bool:
    a, b = one.name or "", other.name or ""
    if one.full and other.full:
        return name_matching.same_person(a, b)
    if one.full or other.full:
        return name_matching.is_part_of(a, b) or name_matching.is_part_of(b, a)
    same_age = one.age is not None and one.age == other.age
    return name_matching.key(a) == name_matching.key(b) and (one.claim.report == other.claim.report or same_age)


def effect_of(person: PersonMentions) -> VictimEffect:
    """The gravest outcome of one person that a report states; if none does, the gravest that is feared or doubted."""
    stated = [m.effect for m in person if m.firm]
    return min(stated or [m.effect for m in person], key=EFFECTS.index)


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
    worse = [p for graver in ENDED_BY[effect] for p in distinct_persons(people, graver, reports)]
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
    return effect in effects and effects.isdisjoint(ENDED_BY[effect])


def _introduced(person: PersonMentions, effect: VictimEffect) -> bool:
    """Whether a mention introduces the person, and not only an arrest."""
    return any(m.new and (m.effect == effect or m.effect != "captured") for m in person)


def _named(person: PersonMentions, effect: VictimEffect) -> bool:
    return any(m.full for m in person) and _introduced(person, effect)


def _may_be(one: PersonMentions, other: PersonMentions, reports: Mapping[str, Report]) -> bool:
    return compatible(one, other) and not any(_side_by_side(a, b, reports) for a in one for b in other)


def _side_by_side(one: VictimMention, other: VictimMention, reports: Mapping[str, Report]) -> bool:
    """Whether two different phrases of one sentence introduce two people: "a man was killed and a boy wounded"."""
    if one.is_member and one.claim.id == other.claim.id:
        return one.id != other.id
    if one.claim.report != other.claim.report or one.claim.report not in reports or not (one.new and other.new):
        return False
    first, last = sorted((one.claim, other.claim), key=lambda c: (c.start, c.end))
    if one.people.text == other.people.text or last.start < first.end:
        return False
    return not any(mark in reports[one.claim.report].text[first.end : last.start] for mark in ".!?\n")
