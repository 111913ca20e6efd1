"""The persons of one incident as records list them: unnamed ones whom reports describe alike are listed once."""

from collections.abc import Iterable, Sequence

from tollbook.person import PersonRulings
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_mentions import VictimMention
from tollbook.reconcile.persons import PersonMentions, are_apart


def listed_persons(groups: Sequence[PersonMentions], rulings: PersonRulings) -> list[PersonMentions]:
    """The persons of one incident as records list them; ``groups`` are the mentions of each by decision and name.

    Unnamed persons of one outcome that reports describe in the same words are listed once. An unnamed person who has
    the age and outcome of a named one in the same report is that person. All others that may be one are proposed, and
    never joined.
    """
    named = [list(g) for g in groups if any(m.name for m in g)]
    unnamed: list[list[VictimMention]] = []
    for person in (g for g in groups if not any(m.name for m in g)):
        if not any(described_by(m) for m in person):
            continue
        into = _same_report_and_age(person, _beside(person, named)) or _same_words(person, _beside(person, unnamed))
        if into is not None and not are_apart(person, tuple(into), rulings):
            into.extend(person)
        else:
            unnamed.append(list(person))
    return [tuple(g) for g in (*named, *unnamed)]


def _beside(person: PersonMentions, groups: Iterable[list[VictimMention]]) -> list[list[VictimMention]]:
    """The persons without a claim that also describes this one: "a man and a man" are two."""
    own = {m.claim.id for m in person}
    return [group for group in groups if own.isdisjoint(m.claim.id for m in group)]


def described_by(mention: VictimMention) -> tuple[str, ...]:
    """The words that describe a person; empty for "17 others" and "he"."""
    undescribing = name_matching.word_lists().undescribing
    return tuple(w for w in name_matching.name_words(mention.people.text) if w not in undescribing and not w.isdigit())


def _same_report_and_age(person: PersonMentions, named: Sequence[list[VictimMention]]) -> list[VictimMention] | None:
    for known in named:
        for one in person:
            if one.age is not None and any(
                m.age == one.age and m.effect == one.effect and m.claim.report == one.claim.report for m in known
            ):
                return known
    return None


def _same_words(person: PersonMentions, unnamed: Sequence[list[VictimMention]]) -> list[VictimMention] | None:
    words = {(m.effect, described_by(m), m.age) for m in person if not m.another}
    for known in unnamed:
        if any((m.effect, described_by(m), m.age) in words for m in known):
            return known
    return None
