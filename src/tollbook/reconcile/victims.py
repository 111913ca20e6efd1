"""Victims: persons and groups across reports, as records with their outcome and their claims."""

from collections import Counter
from collections.abc import Sequence

from tollbook.model import Range
from tollbook.reconcile import name_matching
from tollbook.reconcile.persons import EFFECTS, PersonMentions, VictimMention, effect_of, persons
from tollbook.record import Victim


def victims(mentions: Sequence[VictimMention]) -> tuple[Victim, ...]:
    """All persons and groups, gravest outcome first; the same words for one outcome in several reports once.

    A person without a name who has the age and outcome of a named person is that person.
    """
    known = [p for p in persons(mentions) if p[0].name]
    groups: dict[tuple[object, ...], list[VictimMention]] = {}
    for mention in mentions:
        if mention.name is None:
            count = mention.claim.count
            size = (count.low, count.best, count.high) if count is not None else None
            words = _plain(mention.people.text)
            if words and not (mention.single and _is_known(mention, known)):
                groups.setdefault((mention.effect, size, words), []).append(mention)
    records = [_record(p) for p in known] + [_record(tuple(g)) for g in groups.values()]
    return tuple(
        sorted(records, key=lambda v: (EFFECTS.index(v.effect), v.name is None, v.name or v.description, v.claims))
    )


def _is_known(mention: VictimMention, known: Sequence[PersonMentions]) -> bool:
    age = mention.age
    return age is not None and any(m.age == age and m.effect == mention.effect for p in known for m in p)


def _plain(description: str) -> tuple[str, ...]:
    """The words that describe; empty for "17 others" and "he"."""
    return tuple(
        w
        for w in name_matching.name_words(description)
        if w not in name_matching.word_lists().undescribing and not w.isdigit()
    )


def _record(mentions: PersonMentions) -> Victim:
    """The record of one person or group: the gravest outcome, the fullest name and the most frequent words."""
    names = [m.name for m in mentions if m.name]
    first = mentions[0].claim.count
    one = Range(low=1, best=1, high=1)
    texts = [m.people.text for m in mentions if m.people.text != m.name and (not m.name or len(m.people.names) == 1)]
    return Victim(
        name=_commonest(names, fullest=True),
        description=_commonest([t for t in texts if _plain(t)]) or "",
        count=one if names or first is None else Range(low=first.low, best=first.best, high=first.high),
        effect=effect_of(mentions),
        age=next((m.age for m in mentions if m.age is not None), None),
        sex=_commonest([m.people.sex for m in mentions if m.people.sex]),
        status=next((m.people.status for m in mentions if m.people.status != "unknown"), "unknown"),
        claims=tuple(sorted({m.claim.id for m in mentions})),
    )


def _commonest(values: Sequence[str], *, fullest: bool = False) -> str | None:
    times = Counter(values)
    return max(times, key=lambda v: (len(name_matching.name_words(v)) if fullest else 0, times[v], v), default=None)
