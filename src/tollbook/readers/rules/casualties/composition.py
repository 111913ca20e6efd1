"""Composition: the groups of people that a trigger counts together, and their total.

"Two women and their five children" are two groups and seven people; "40 on Tuesday and another 47 on Wednesday" are two
compositions of one group each; "martyrs and wounded" are two groups without a number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Count, People
from tollbook.readers.rules.casualties import additional, among_them, headlines
from tollbook.readers.rules.casualties.semantic_roles import is_person_or_relative
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.casualties.triggers import CasualtyTrigger
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import PersonPhrase, counted_noun, is_person, persons
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.syntax import is_of, noun_after_of

#: Parts of speech of words before a group that is known already, or counted: "the", "their", "12".
_DETERMINED = frozenset({"DET", "NUM", "PRON"})


def find(sentence: Sentence) -> Iterator[Tally]:
    """The second of two groups, where the sentence reports both."""
    for first in sentence:
        kind = _second(first)
        if kind is not None and _are_reported(first):
            word = first.nbor(2)
            end = word.idx + len(word)
            yield Tally(kind, word.idx, end, Count(qualifier="vague", text=word.text), None, False, word)


def _second(first: Token) -> ClaimKind | None:
    """The outcome of the second group of "martyrs and wounded"."""
    is_group = first.tag_ in {"NNS", "NNPS"} and lexicon.casualty_type_of("noun").get(first.lemma_.lower()) is not None
    # The ends of a sentence come last: finding them takes as long as the sentence.
    if not is_group or first.i + 2 >= first.sent.end:
        return None
    joining = phrase_words().alternatives | lexicon.grammar().function.and_
    return lexicon.grammar().tally.sets.get(first.nbor(2).lower_) if first.nbor(1).lower_ in joining else None


def _are_reported(first: Token) -> bool:
    """Whether such people are reported: not in "families of martyrs and wounded", "no deaths or injured"."""
    if any(t.pos_ in _DETERMINED for t in first.lefts):
        return False
    owner = first.head.head if first.dep_ == "pobj" and is_of(first.head) else None
    is_of_people = owner is not None and is_person_or_relative(owner) and not owner.like_num
    verb = next((t for t in first.ancestors if t.pos_ in {"VERB", "AUX"}), first)
    return not is_of_people and not negated(verb) and certainty(verb) == "asserted"


class Composition(NamedTuple):
    """People counted together: their total, and the groups that make it up where there are several."""

    total: PersonPhrase
    groups: tuple[PersonPhrase, ...]


def groups(trigger: CasualtyTrigger) -> list[PersonPhrase]:
    """The groups of people that a trigger counts, in text order."""
    if trigger.victims is None:
        return []
    if trigger.victims.i == trigger.word.i and (counted := counted_noun(trigger.word)) is not None:
        return [counted]
    listed_heads = among_them.without_parts(_heads(_all_before(trigger.victims)))
    heads = [h for h in listed_heads if not _has_other_outcome(h, trigger)]
    found = [p for head in (*_detached_first(trigger.victims), *heads) if (p := persons(head)) is not None]
    if len(found) == 2:
        return [_of_both(*found)] if _shares_number(*found) else [_without_both(*found), found[1]]
    return found


def _all_before(victims: Token) -> Token:
    """The first of those before "who were": "Ana Brod and Ivo Lerch, who were shot"; else the victims themselves."""
    known, clause = lexicon.grammar().people, victims.head
    are_many = any(t.lower_ in known.plural_verbs for t in clause.lefts)
    first = clause.head
    is_list = first.dep_ == "conj" or any(t.dep_ == "conj" and t.i < victims.i for t in first.rights)
    if victims.lower_ not in known.relatives or clause.dep_ != "relcl" or not (are_many and is_list):
        return victims
    while first.dep_ == "conj" and is_person(first.head) and not any(t.dep_ == "relcl" for t in first.head.rights):
        first = first.head
    return first


def _shares_number(first: PersonPhrase, second: PersonPhrase) -> bool:
    """Whether a number counts two kinds of people together: "43 men and boys", not "43 rebels and women"."""
    known, doc = lexicon.grammar().subset, first.head.doc
    between = doc[first.head.i + 1 : second.head.i]
    is_bare = second.head.tag_ == "NNS" and not second.counted and not any(t.dep_ == "det" for t in second.head.lefts)
    are_kinds = {lexicon.singular(first.head), lexicon.singular(second.head)} <= known.kinds | known.men | known.serving
    of_two = len(between) == 1 or {t.dep_ for t in between[1:]} <= {"amod", "compound"}
    return first.counted and is_bare and are_kinds and of_two and bool(between) and between[0].dep_ == "cc"


def _of_both(first: PersonPhrase, second: PersonPhrase) -> PersonPhrase:
    text = phrases.words(first.head.doc, first.start, second.end)
    people = msgspec.structs.replace(first.people, text=text, sex=None)
    return replace(first, end=second.end, people=people)


def _heads(victims: Token) -> list[Token]:
    """The heads of all groups; of "a total of 37 soldiers and 101 rebels" the second is joined to the soldiers."""
    heads, inner = listed(victims), noun_after_of(victims)
    if inner is None or not heads_people(inner) or lexicon.singular(victims) not in lexicon.grammar().people.containing:
        return heads
    counted = (t for t in listed(inner)[1:] if any(c.dep_ == "nummod" for c in t.lefts))
    return [*heads, *(t for t in counted if t not in heads)]


def _without_both(first: PersonPhrase, second: PersonPhrase) -> PersonPhrase:
    """The first of two without "both", if the word counts the two together: "both Ana Brod and an officer"."""
    if not first.people.text.lower().startswith(tuple(f"{both} " for both in phrase_words().both)):
        return first
    if first.head.tag_ not in {"NNS", "NNPS"}:
        return replace(first, count=Count(low=1, best=1, high=1, qualifier="exactly"))
    return first if second.counted else replace(first, count=second.count)


def compose(listed_groups: Sequence[PersonPhrase]) -> list[Composition]:
    """Groups put together with their totals, separately where a day is between two of them.

    In "three villagers, two women and a child" the groups after the first number add up to it and are not added again.
    """
    compositions = []
    for run in map(_with_first_name, _runs(listed_groups)):
        itemised = _itemises(run)
        whole = run[0] if itemised else total(run)
        compositions.append(Composition(whole, tuple(run[itemised:]) if len(run) > 1 else ()))
    return compositions


def _with_first_name(run: list[PersonPhrase]) -> list[PersonPhrase]:
    """A list with the name that the parse ties to its number: "two civilians, Ivo Lerch and his daughter".

    Only if the name and the groups after it are as many as the number says.
    """
    whole, rest = run[0], run[1:]
    name = next((t for t in whole.head.rights if t.dep_ == "appos" and person_names.name_at(t) is not None), None)
    first = persons(name) if name is not None and whole.counted else None
    is_all = first is not None and whole.count.best == 1 + sum(p.count.best or 0 for p in rest)
    return [whole, first, *rest] if rest and first is not None and is_all else run


def total(run: Sequence[PersonPhrase]) -> PersonPhrase:
    """All groups of a list as one phrase with the sum of their counts, and its members if each is one person."""
    first, doc = run[0], run[0].head.doc
    if len(run) == 1:
        return first
    start, end = min(p.start for p in run), max(p.end for p in run)
    text = phrases.words(doc, start, end)
    people = People(
        text=text,
        names=tuple(dict.fromkeys(n for p in run for n in p.people.names)),
        status=first.people.status if len({p.people.status for p in run}) == 1 else "unknown",
        members=tuple(p.people for p in run) if all(p.count.best == 1 for p in run) else (),
    )
    return PersonPhrase(first.head, start, end, _sum(run, text), people)


def _sum(run: Sequence[PersonPhrase], text: str) -> Count:
    """The sum of a list: exact where every count is, else at least the sum of the lower bounds."""
    counts = [_lower_bounded(group) for group in run]
    lows = [(c.low if c.low is not None or c.qualifier == "at most" else c.best) or 0 for c in counts]
    if all(c.low == c.best == c.high and c.best is not None for c in counts):
        return Count(low=sum(lows), best=sum(lows), high=sum(lows), qualifier="exactly", text=text)
    if all(c.low == c.best is not None for c in counts):
        return Count(low=sum(lows), best=sum(lows), qualifier="at least", text=text)
    return Count(low=sum(lows) or None, qualifier="vague", text=text)


def _lower_bounded(group: PersonPhrase) -> Count:
    """The count of one group; additional people without a number ("and other rebels") are at least two."""
    several = group.head.tag_ in {"NNS", "NNPS"} and group.count.qualifier == "vague" and group.count.low is None
    if several and additional.has_word(group.people.text):
        return msgspec.structs.replace(group.count, low=2)
    return group.count


def described(groups_of_people: Sequence[PersonPhrase]) -> People | None:
    """The description of some people by words such as "women and children".

    They have a sex only if all have the same.
    """
    if not groups_of_people:
        return None
    first, last = groups_of_people[0], groups_of_people[-1]
    text = phrases.words(first.head.doc, first.start, last.end)
    is_one_sex = len({p.people.sex for p in groups_of_people}) == 1
    return msgspec.structs.replace(first.people, text=text, sex=first.people.sex if is_one_sex else None)


def heads_people(token: Token) -> bool:
    """Whether the token is the head of a noun phrase for people."""
    return not token.is_punct and is_person(token) and token.dep_ not in {"compound", "nummod", "amod", "poss", "det"}


def outcome(token: Token) -> ClaimKind | None:
    """The casualty type that an adjective or a verb states by itself, if any."""
    return lexicon.casualty_type_of("state").get(token.lower_) or lexicon.casualty_type_of("done_to").get(
        token.lemma_.lower()
    )


def _has_other_outcome(head: Token, trigger: CasualtyTrigger) -> bool:
    """Whether a later group has its own outcome: "three dead and a number of injuries"."""
    if trigger.victims is None or head.i == trigger.victims.i:
        return False
    inside = noun_after_of(head)
    heads = [head] if inside is None else [head, inside, *inside.conjuncts]
    kinds = [lexicon.casualty_type_of("noun").get(t.lemma_.lower()) or outcome(t) for t in heads]
    kinds += [outcome(t) for h in heads for t in h.children if t.dep_ in {"acl", "amod"}]
    after = (*head.rights, *(t for t in head.head.head.rights if head.dep_ == "conj" and t.i > head.i))
    # Also "a second man suffering a gunshot wound".
    clauses = [t for t in head.rights if t.dep_ == "acl"]
    after = (*after, *clauses, *(t for clause in clauses for t in clause.rights))
    wounds = (t for over in after if over.dep_ in {"prep", "acl"} for t in over.children)
    if any(t.lemma_.lower() in lexicon.grammar().casualty.wounds for t in wounds):
        kinds.append("injured")  # "a guard dead and two others with gunshot wounds"
    following = head.doc[head.i + 1 : head.i + 3]
    is_bare = head.like_num or head.lower_ in lexicon.grammar().additional.others
    kinds += [outcome(t) for t in following if headlines.number_before(t) == head or (t.i == head.i + 1 and is_bare)]
    return any(kind not in {None, trigger.kind} for kind in kinds)


def _detached_first(head: Token) -> list[Token]:
    """The first group of "after two adults and a child were killed", which the parse attaches to "after"."""
    doc, start = head.doc, head.left_edge.i
    if (
        start - 2 <= head.sent.start
        or doc[start - 1].lower_ not in lexicon.grammar().function.and_
        or head.dep_ != "nsubjpass"
    ):
        return []
    before = doc[start - 2]
    detached = before.dep_ == "pobj" and before.head.lower_ in lexicon.grammar().tally.clause
    return [before] if detached and is_person(before) else []


def _runs(listed_groups: Sequence[PersonPhrase]) -> list[list[PersonPhrase]]:
    """Lists that add up; a day or a source ends one: "40 on Monday and 47 on Tuesday", "9 according to X and 15 …"."""
    runs = [[groups] for groups in listed_groups[:1]]
    for before, after in pairwise(listed_groups):
        between = before.head.doc[before.head.i + 1 : after.head.i]
        is_dated = any(t.ent_type_ in {"DATE", "TIME"} and not _states_age(t) for t in between)
        if is_dated or any(t.lower_ in lexicon.grammar().additional.citing for t in between):
            runs.append([after])
        else:
            runs[-1].append(after)
    return runs


def _states_age(token: Token) -> bool:
    """Whether a word is part of an age: spaCy labels "22-year-old" and ", 24," as dates, but neither ends a list."""
    known = lexicon.grammar().tally.ages
    # "Aged six and nine", "aged between two and ten".
    is_before = token.pos_ in {"ADP", "PART"} and (token.head.like_num or token.head.lower_ in known)
    return token.like_num or token.is_punct or token.lower_ in known or token.pos_ == "CCONJ" or is_before


def _itemises(run: Sequence[PersonPhrase]) -> bool:
    """Whether the groups after the first add up to it: "three villagers, two women and a child"."""
    rest, whole = [p.count.best or 0 for p in run[1:]], run[0].count.best or 0
    sex = run[0].people.sex
    if (
        not rest
        or not run[0].counted
        or whole < sum(rest)
        or any(p.people.sex not in {sex, None} for p in run[1:] if sex)
    ):
        return False  # no girl is one of "two men"
    known = {p.people.status for p in run} - {"unknown"}
    if len(known) > 1 and run[0].people.status in known:
        return False  # a journalist is none of "two soldiers"
    return (len(rest) > 1 and whole == sum(rest)) or _are_between_commas(run)


def _are_between_commas(run: Sequence[PersonPhrase]) -> bool:
    """Whether commas set the groups after the first apart: "22 people, 18 civilians and four guides, were killed"."""
    doc, first = run[0].head.doc, run[0].head
    is_general = lexicon.singular(first) in lexicon.grammar().additional.anybody
    begin, end = run[1].head.left_edge.i, run[-1].head.right_edge.i + 1
    return is_general and doc[begin - 1].text == "," and end < len(doc) and doc[end].text == ","
