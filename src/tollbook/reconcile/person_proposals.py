"""Proposals that two persons may be one. Nothing here joins them: a person accepts a proposal, or rejects it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.person import Person, PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_records import age_group

#: Letters that transliterations drop or change, left out of the key under which names are compared.
_VOWELS = str.maketrans("", "", "aeiou")
#: Consonants of a surname in that key.
_CONSONANTS = 3
#: Ages this many years apart may be one person's, as in ``persons``.
_SAME_AGE = 1


class PersonProposal(Record, frozen=True, kw_only=True):
    """Two persons who may be one, by id, and why. ``incidents`` are all incidents of the two."""

    one: str
    other: str
    why: str
    incidents: tuple[str, ...] = ()


def proposals(people: Iterable[Person], reports: Mapping[str, frozenset[str]]) -> list[PersonProposal]:
    """Every two persons who may be one, in order; ``reports`` has the reports of each person.

    Within one incident, what is said of both must agree in something and differ in nothing. Across incidents both must
    have one full name, and an age, a relative or a role in common.
    """
    every = list(people)
    within: dict[str, list[Person]] = defaultdict(list)
    for person in every:
        for name in person.incidents:
            within[name].append(person)
    found = {
        _key(one, other): reason
        for group in within.values()
        for one, other in combinations(group, 2)
        if (reason := in_one_incident(one, other, same_report=bool(reports[one.id] & reports[other.id])))
    }
    blocks: dict[str, list[Person]] = defaultdict(list)
    for person in every:
        if block := block_of(person):
            blocks[block].append(person)
    for one, other in (pair for group in blocks.values() for pair in combinations(group, 2)):
        if not set(one.incidents) & set(other.incidents) and (reason := across_incidents(one, other)):
            found[_key(one, other)] = reason
    by_id = {person.id: person for person in every}
    return [
        PersonProposal(
            one=a, other=b, why=found[a, b], incidents=tuple(sorted({*by_id[a].incidents, *by_id[b].incidents}))
        )
        for a, b in sorted(found)
    ]


def undecided(
    found: Iterable[PersonProposal], sources: Mapping[str, Collection[str]], rulings: PersonRulings
) -> list[PersonProposal]:
    """The proposals about which nobody has decided; ``sources`` has the ids of the sources of each person."""

    def apart(each: PersonProposal) -> bool:
        one, other = (
            {rulings.set_of[source] for source in sources[name] if source in rulings.set_of}
            for name in (each.one, each.other)
        )
        return any((a, b) in rulings.apart for a in one for b in other)

    return [each for each in found if not apart(each)]


def groups(found: Iterable[PersonProposal]) -> list[tuple[str, ...]]:
    """The proposed persons in groups, in order: every two of a group are proposed, and every proposal is in a group."""
    pairs = sorted((min(each.one, each.other), max(each.one, each.other)) for each in found)
    known, covered = set(pairs), set[tuple[str, str]]()
    names = sorted({name for pair in pairs for name in pair})
    grouped = []
    for pair in pairs:
        if pair in covered:
            continue
        group = list(pair)
        for name in names:
            if name not in group and all((min(name, each), max(name, each)) in known for each in group):
                group.append(name)
        covered.update(combinations(sorted(group), 2))
        grouped.append(tuple(sorted(group)))
    return grouped


def in_one_incident(one: Person, other: Person, *, same_report: bool = False) -> str | None:
    """Why two persons of one incident may be one; None if nothing says so or something speaks against it.

    Two descriptions in one report mean two persons, with three exceptions. Children are counted again in lists. So is
    an unnamed person whose death the report mentions apart from its list: "after a woman died in hospital". And where
    the figure of the incident is one person, all are proposed.
    """
    if one.fate != other.fate or _differ(one, other) or not _claims(one).isdisjoint(_claims(other)):
        return None
    if one.name and other.name:
        return _names_agree(one.name, other.name)
    if one.only and other.only:
        return message("The figure of the incident is one person of this fate.")
    children = age_group(one) == age_group(other) == "child"
    if same_report and not children:
        both = bool(one.name) != bool(other.name) and _died_apart(one) and _died_apart(other)
        return message("A report says of both by themselves that they died.") if both else None
    return _agreement(one, other)


def perhaps_earlier(people: Sequence[Person]) -> dict[str, Person]:
    """For persons of an incident whose figure is one: the earlier one in the list who may be the same, by id."""
    found: dict[str, Person] = {}
    for n, person in enumerate(people):
        earlier = (one for one in people[:n] if one.only and person.only and in_one_incident(one, person))
        if (first := next(earlier, None)) is not None:
            found[person.id] = first
    return found


def _agreement(one: Person, other: Person) -> str | None:
    """What is said of both of two persons: an age, that they are children, or words of a description."""
    if _same_age(one, other):
        return message("Both have the same age, and nothing that is said of them differs.")
    if age_group(one) == age_group(other) == "child":
        return message("Both are children, and nothing that is said of them differs.")
    if one.status == other.status == "police" and bool(one.name) != bool(other.name):
        return message("Both were police.")
    if shared := sorted(_description(one) & _description(other)):
        return message("Both are described as “{words}”.", words=" ".join(shared))
    return None


def _claims(person: Person) -> set[str]:
    """The claims that describe a person. A claim that describes two persons shows that they are two."""
    return {source.claim for source in person.sources}


def across_incidents(one: Person, other: Person) -> str | None:
    """Why two persons of different incidents may be one; None if their names, ages and relatives do not say so."""
    if not (one.name and other.name) or _differ(one, other):
        return None
    if len(name_matching.name_words(one.name)) < 2 or not name_matching.same_person(one.name, other.name):
        return None
    if _same_age(one, other):
        return message("The same name and the same age in two incidents.")
    if set(one.kin) & set(other.kin):
        return message("The same name and the same relative in two incidents.")
    return message("The same name and the same role in two incidents.") if set(one.roles) & set(other.roles) else None


def _died_apart(person: Person) -> bool:
    """Whether words about this person alone say that they died, beside a list of the dead."""
    dying = name_matching.word_lists().dying
    return any(not dying.isdisjoint(name_matching.all_words(source.quote)) for source in person.sources)


def _names_agree(one: str, other: str) -> str | None:
    alike = (
        name_matching.same_person(one, other)
        or name_matching.is_part_of(one, other)
        or name_matching.is_part_of(other, one)
        or name_matching.key(one) == name_matching.key(other)
    )
    return message("The names are alike: {one}, {other}.", one=one, other=other) if alike else None


def _differ(one: Person, other: Person) -> bool:
    """Whether sex, age or age group keep two persons apart."""
    if one.sex and other.sex and one.sex != other.sex:
        return True
    if one.age is not None and other.age is not None:
        return not _same_age(one, other)
    groups = {age_group(one), age_group(other)} - {"unknown"}
    return "child" in groups and len(groups) > 1


def _same_age(one: Person, other: Person) -> bool:
    if one.age is None or other.age is None:
        return False
    lows, highs = [_low(p) for p in (one, other)], [_high(p) for p in (one, other)]
    return max(lows) - min(highs) <= _SAME_AGE


def _low(person: Person) -> int:
    age = person.age
    return next((n for n in (age.low, age.best) if n is not None), 0) if age else 0


def _high(person: Person) -> int:
    age = person.age
    return next((n for n in (age.high, age.best) if n is not None), 200) if age else 200


def _description(person: Person) -> set[str]:
    words = name_matching.name_words(" ".join((person.description, *person.roles)))
    return {w for w in words if w not in name_matching.word_lists().undescribing and not w.isdigit() and len(w) > 1}


def block_of(person: Person) -> str | None:
    """The key under which persons of two incidents are compared: only those with one key can have one name.

    None for a person without a full name, and for one of whom nothing but the name is known.
    """
    words = name_matching.name_words(person.name or "")
    if len(words) < 2 or not (person.age is not None or person.kin or person.roles):
        return None
    skeleton = name_matching.fold(words[-1]).translate(_VOWELS)[:_CONSONANTS]
    return f"{words[0][0]} {skeleton}"


def _key(one: Person, other: Person) -> tuple[str, str]:
    return min(one.id, other.id), max(one.id, other.id)
