"""Victims: persons and groups across reports, as records with their outcome and their claims."""

from collections.abc import Sequence

from tollbook.model import Range
from tollbook.person import Person
from tollbook.reconcile.listed_persons import described_by
from tollbook.reconcile.person_mentions import EFFECTS, VictimMention
from tollbook.reconcile.person_records import commonest
from tollbook.reconcile.same_victims import kind_words, without_repeats, without_same_groups
from tollbook.record import Victim

_ONE = Range(low=1, best=1, high=1)


def victims(mentions: Sequence[VictimMention], people: Sequence[Person]) -> tuple[Victim, ...]:
    """All persons and groups, gravest outcome first; the same words for one outcome in several reports once.

    A count that a person marked as outdated is left out; persons whom it names stay.
    """
    groups: dict[tuple[object, ...], list[VictimMention]] = {}
    for mention in mentions:
        count, words = mention.claim.count, described_by(mention)
        if words and not mention.single and mention.claim.scope != "superseded":
            size = (count.low, count.best, count.high) if count is not None else None
            groups.setdefault((mention.effect, size, words), []).append(mention)
    listed = without_same_groups(list(groups.values()), people)
    records = [*map(_of_person, without_repeats(people, mentions, listed)), *map(_of_group, listed)]
    return tuple(
        sorted(records, key=lambda v: (EFFECTS.index(v.effect), v.name is None, v.name or v.description, v.claims))
    )


def _of_person(person: Person) -> Victim:
    return Victim(
        name=person.name,
        description=person.description,
        count=_ONE,
        effect=person.fate,
        in_doubt=person.in_doubt,
        age=person.age,
        sex=person.sex,
        status=person.status,
        claims=tuple(sorted({source.claim for source in person.sources})),
    )


def _of_group(mentions: Sequence[VictimMention]) -> Victim:
    """The record of a group, with the words and fields of most claims."""
    first = mentions[0].claim.count
    told = [m for m in mentions if kind_words(m)] or mentions
    return Victim(
        description=commonest([m.people.text for m in told]) or "",
        count=_ONE if first is None else Range(low=first.low, best=first.best, high=first.high),
        effect=mentions[0].effect,
        in_doubt=not any(m.firm for m in mentions),
        age=next((m.age for m in mentions if m.age is not None), None),
        sex=commonest([m.people.sex for m in mentions if m.people.sex]),
        status=next((m.people.status for m in mentions if m.people.status != "unknown"), "unknown"),
        claims=tuple(sorted({m.claim.id for m in mentions})),
    )
