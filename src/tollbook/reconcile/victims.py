"""Persons and groups told of across reports: merged by name, never on a common name alone.

A person's fate is the gravest told of him or her: who is wounded in one report and dies in the next is killed.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import cast

import msgspec

from tollbook.model import Claim, Count, People, Range
from tollbook.reconcile import naming
from tollbook.record import Victim, VictimEffect

#: Fates a victim can have, gravest first.
EFFECTS: tuple[VictimEffect, ...] = ("killed", "abducted", "captured", "missing", "injured", "unharmed")
#: Ages this many years apart may be one person's: outlets count from birthdays or from years of birth.
_SAME_AGE = 1


def told_of_persons(claim: Claim) -> bool:
    """Whether a claim tells of certain persons instead of counting all: each is named, or one is described.

    Local news names victims one by one; such claims add up to a lower bound and never contradict a total.
    """
    count, people = claim.count, claim.people
    if count is None or people is None or count.best is None or count.low != count.best or count.best < 1:
        return False
    return len(people.names) >= count.best or (count.best == 1 and not count.text)


def victims(claims: Sequence[Claim]) -> tuple[Victim, ...]:
    """All persons and groups the claims tell of, gravest fate first, then in the order they are told."""
    told = _told(sorted(claims, key=lambda c: (c.report, c.start, c.id)))
    persons = _merged(told)
    order = {effect: n for n, effect in enumerate(EFFECTS)}
    return tuple(sorted(persons, key=lambda v: (order[v.effect], v.name is None, v.claims[0], v.name or v.description)))


def distinct(found: Sequence[Victim], effect: VictimEffect) -> list[Victim]:
    """Persons of one fate who cannot be one another: every name, and the unnamed whom sex, age or status sets apart.

    Their number is a lower bound. An unnamed injured person who may be one of the dead is left out.
    """
    singles = [v for v in found if v.count.low == 1 and v.count.high == 1]
    apart = [v for v in singles if v.effect == effect and v.name is not None]
    graver = [v for v in singles if EFFECTS.index(v.effect) < EFFECTS.index(effect)]
    for unnamed in (v for v in singles if v.effect == effect and v.name is None):
        if not any(_compatible(unnamed, other) for other in [*apart, *graver]):
            apart.append(unnamed)
    return apart


def _told(claims: Sequence[Claim]) -> list[Victim]:
    split = _fully_listed(claims)
    found: list[Victim] = []
    for claim in claims:
        if claim.kind in EFFECTS and claim.people is not None and claim.stance != "denies" and claim.id not in split:
            found.extend(_of_claim(claim, claim.people, claim.count or Count()))
    return found


def _fully_listed(claims: Sequence[Claim]) -> set[str]:
    """Wholes whose parts are all told ("two adults and a child"): the parts stand for them."""
    parts: dict[str, int] = defaultdict(int)
    for claim in claims:
        if claim.part_of is not None and claim.count is not None:
            parts[claim.part_of] += claim.count.best or claim.count.low or 0
    return {c.id for c in claims if c.count is not None and c.id in parts and parts[c.id] == c.count.best}


def _of_claim(claim: Claim, people: People, count: Count) -> list[Victim]:
    if (count.qualifier == "unknown" and not people.names) or count.best == 0:
        return []
    effect = cast(VictimEffect, claim.kind)
    one = Range(low=1, best=1, high=1)
    named = [
        Victim(name=name, count=one, effect=effect, status=people.status, claims=(claim.id,)) for name in people.names
    ]
    if len(named) == 1 and (count.best or 1) == 1:
        words = "" if people.text == people.names[0] else people.text
        return [msgspec.structs.replace(named[0], description=words, age=people.age, sex=people.sex)]
    if named and len(named) >= (count.best or 0):
        return named
    if not _plain(people.text):
        return named
    size = Range(low=count.low, best=count.best, high=count.high)
    group = Victim(
        description=people.text, count=size, effect=effect, age=people.age, sex=people.sex, status=people.status,
        claims=(claim.id,),
    )  # fmt: skip
    return [*named, group]


def _merged(told: Sequence[Victim]) -> list[Victim]:
    clusters: list[list[Victim]] = []
    named = sorted((v for v in told if v.name), key=lambda v: (-len(naming.name_words(v.name or "")), v.name, v.claims))
    for victim in named:
        same = [c for c in clusters if all(_same_named(victim, other) for other in c)]
        if len(same) == 1 or (same and len(naming.name_words(victim.name or "")) > 1):
            same[0].append(victim)
        else:
            clusters.append([victim])
    for victim in (v for v in told if not v.name):
        same = [c for c in clusters if any(_same_described(victim, other) for other in c)]
        if len(same) == 1:
            same[0].append(victim)
        else:
            clusters.append([victim])
    return [_one(cluster) for cluster in clusters]


def _same_named(one: Victim, other: Victim) -> bool:
    a, b = one.name or "", other.name or ""
    if not _compatible(one, other):
        return False
    if min(len(naming.name_words(a)), len(naming.name_words(b))) > 1:
        return naming.same_person(a, b)
    return (
        naming.is_surname_of(a, b)
        or naming.is_surname_of(b, a)
        or (naming.key(a) == naming.key(b) and _agree(one, other))
    )


def _agree(one: Victim, other: Victim) -> bool:
    """Whether something beside a common name says it is the same person: the age."""
    return one.age is not None and one.age == other.age


def _same_described(one: Victim, other: Victim) -> bool:
    single = one.count.high == 1 and other.count.high == 1
    if single and one.age is not None and one.age.best is not None and _same_age(one, other) and other.age is not None:
        return _compatible(one, other)
    if other.name or one.effect != other.effect or one.count != other.count:
        return False
    return _plain(one.description) == _plain(other.description)


def _plain(description: str) -> tuple[str, ...]:
    return tuple(w for w in naming.name_words(description) if w not in naming.words().undescribing and not w.isdigit())


def _same_age(one: Victim, other: Victim) -> bool:
    a, b = (v.age.best if v.age is not None else None for v in (one, other))
    return a is None or b is None or abs(a - b) <= _SAME_AGE


def _compatible(one: Victim, other: Victim) -> bool:
    """Whether nothing told of two persons says they are two."""
    sexes = {v.sex for v in (one, other)} - {None}
    statuses = {v.status for v in (one, other)} - {"unknown"}
    return len(sexes) < 2 and len(statuses) < 2 and _same_age(one, other)


def _one(cluster: Sequence[Victim]) -> Victim:
    """What all mentions of one person or group say together: the gravest fate, the fullest and commonest words."""
    effect = min((v.effect for v in cluster), key=EFFECTS.index)
    return Victim(
        name=_commonest([v.name for v in cluster if v.name], fullest=True),
        description=_commonest([v.description for v in cluster if v.description]) or "",
        count=cluster[0].count if not cluster[0].name else Range(low=1, best=1, high=1),
        effect=effect,
        age=next((v.age for v in sorted(cluster, key=lambda v: v.claims) if v.age is not None), None),
        sex=_commonest([v.sex for v in cluster if v.sex]),
        status=next((v.status for v in sorted(cluster, key=lambda v: v.claims) if v.status != "unknown"), "unknown"),
        claims=tuple(sorted({c for v in cluster for c in v.claims})),
    )


def _commonest(values: Sequence[str], *, fullest: bool = False) -> str | None:
    times = Counter(values)
    return max(times, key=lambda v: (len(naming.name_words(v)) if fullest else 0, times[v], v), default=None)
