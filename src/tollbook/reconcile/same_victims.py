"""Victims that a report mentions again: "two leaders were killed … the killing of both leaders".

The list of victims would have them twice. Nobody is left out of it whose words say more than "the victim", unless they
are words of somebody else in the list.
"""

from collections.abc import Sequence

from tollbook.person import Person
from tollbook.reconcile import name_matching
from tollbook.reconcile.person_mentions import VictimMention
from tollbook.reconcile.persons import ENDED_BY

Mentions = list[VictimMention]
#: A headline ends within so many code points of a report: the longest of 3,998 titles of local news has 200.
_HEADLINE_WITHIN = 200


def without_same_groups(groups: Sequence[Mentions], people: Sequence[Person]) -> list[Mentions]:
    """The groups of an incident, each once, without those whose members are all among its persons."""
    listed: list[Mentions] = []
    for group in sorted(groups, key=lambda g: (not _introduces(g), _size(g) is None)):
        known = next((each for each in listed if _are_one(group, each)), None)
        if known is not None:
            known.extend(group)
        elif not _are_persons(group, people):
            listed.append(list(group))
    return listed


def without_repeats(
    people: Sequence[Person], mentions: Sequence[VictimMention], groups: Sequence[Mentions]
) -> list[Person]:
    """The persons of an incident without those whom reports only mention again: "the victim", "this person"."""
    by_id = {m.id: m for m in mentions}
    known: list[Person] = []
    in_headlines: list[tuple[Person, list[VictimMention]]] = []
    for person in people:
        own = [by_id[s.id] for s in person.sources if s.id in by_id]
        is_again = person.name is None and bool(own) and not any(_sets_apart(m) for m in own)
        if is_again and all(map(_is_of_headline, own)):
            in_headlines.append((person, own))
        elif not (is_again and _is_listed(own, known, groups)):
            known.append(person)
    # A headline comes before the text that says who is meant.
    again = [p for p, own in in_headlines if _is_listed(own, known, groups)]
    return [p for p in people if p in known or (p not in again and any(p is q for q, _ in in_headlines))]


def _is_listed(own: Sequence[VictimMention], people: Sequence[Person], groups: Sequence[Mentions]) -> bool:
    """Whether an unnamed person is one of those listed, by words that say no more of anybody, or the same."""
    words = {w for m in own for w in kind_words(m)}
    if words and any(_is_new(m) and not _is_of_headline(m) for m in own):
        return False
    others = [_words_of(p) for p in people if _is_possible(own[0], p)]
    others += [{w for m in g for w in kind_words(m)} for g in groups if g[0].effect == own[0].effect]
    return any(not words or words & other for other in others)


def _are_one(group: Mentions, other: Mentions) -> bool:
    """Whether two groups are the same people: as many of one outcome, described alike or in general words."""
    both, sizes = (*group, *other), (_size(group), _size(other))
    if group[0].effect != other[0].effect or any(map(_sets_apart, both)) or _side_by_side(group, other):
        return False
    if None not in sizes and sizes[0] != sizes[1]:
        return False
    statuses, sexes = {m.people.status for m in both} - {"unknown"}, {m.people.sex for m in both} - {None}
    one, two = ({w for m in g for w in kind_words(m)} for g in (group, other))
    if sizes[0] is None and (_introduces(group) or (one and not two and sizes[1] is None)):
        return False  # "The priests" beside "civilians".
    return len(statuses) < 2 and len(sexes) < 2 and (not one or not two or bool(one & two))


def _are_persons(group: Mentions, people: Sequence[Person]) -> bool:
    """Whether the members of a group are persons of the record: "both leaders" beside two named persons."""
    first = group[0]
    if any(_sets_apart(m) for m in group):
        return False
    same = [p for p in people if _is_possible(first, p)]
    if _size(group) is not None:
        is_part = any(m.claim.scope == "part" and _is_new(m) for m in group)
        return not is_part and len(same) == _size(group)
    words = {w for m in group for w in kind_words(m)}
    return not _introduces(group) and len(same) > 1 and (not words or any(words & _words_of(p) for p in same))


def _is_possible(mention: VictimMention, person: Person) -> bool:
    """Whether a person has the outcome of a mention, or a graver one, in the same report, and may be meant by it."""
    fates = {mention.effect, *ENDED_BY[mention.effect]}
    statuses = {person.status, mention.people.status} - {"unknown"}
    sexes = {person.sex, mention.people.sex} - {None}
    in_report = any(s.report == mention.claim.report and s.fate in fates for s in person.sources)
    return in_report and len(statuses) < 2 and len(sexes) < 2


def _side_by_side(group: Mentions, other: Mentions) -> bool:
    """Whether two groups are parts of one whole, or one is a part of the other: "two nurses and two guards"."""
    one, two = ({x for m in g for x in (m.claim.part_of, m.claim.id) if x is not None} for g in (group, other))
    return not one.isdisjoint(two)


def _sets_apart(mention: VictimMention) -> bool:
    """Whether words add people to those mentioned before: "two others", "another man"."""
    words = name_matching.all_words(mention.people.text)[:3]
    lists = name_matching.word_lists()
    return mention.claim.additional or not (lists.setting_beside | lists.others).isdisjoint(words)


def _introduces(group: Mentions) -> bool:
    return any(_is_new(m) for m in group)


def _is_new(mention: VictimMention) -> bool:
    """Whether the words introduce people; "his two guards" are not people mentioned before, as "the two guards" are."""
    words = name_matching.all_words(mention.people.text)
    return mention.new or (bool(words) and words[0] in name_matching.word_lists().owners)


def _is_of_headline(mention: VictimMention) -> bool:
    """Whether one person is described without an article, as only headlines do: "Man shot in Orsk"."""
    words, lists = name_matching.all_words(mention.people.text), name_matching.word_lists()
    is_alone = mention.single and not mention.people.names and bool(words) and mention.claim.start < _HEADLINE_WITHIN
    return is_alone and words[0] not in lists.articles | lists.owners | lists.pointing_back and words[0].isalpha()


def _size(group: Mentions) -> int | None:
    count = group[0].claim.count
    return count.best if count is not None else None


def kind_words(mention: VictimMention) -> set[str]:
    """The words that say what kind of people are meant; empty for "the two people"."""
    lists = name_matching.word_lists()
    general = lists.undescribing | lists.pointing_back | lists.in_general | lists.articles
    return {_singular(w) for w in name_matching.all_words(mention.people.text) if w not in general and not w.isdigit()}


def _words_of(person: Person) -> set[str]:
    said = " ".join((person.description, *person.names, *person.roles))
    return {_singular(w) for w in name_matching.all_words(said)}


def _singular(word: str) -> str:
    return word.removesuffix("s")
